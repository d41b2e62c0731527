/* test_watchdog.c - time in the queue for the CPU is not sleep, whenever the watchdog looks. */
#include <check.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "robot/watchdog.h"

#define MS INT64_C(1000000)

/* Called once, when the watchdog opens /proc/PID/stat: after it has read the clocks. */
static void (*between)(void);

static int open_after(const char *path, int flags)
{
	void (*now)(void) = between;
	size_t n = strlen(path);
	if (now && n > 5 && strcmp(path + n - 5, "/stat") == 0) {
		between = NULL;
		now();
	}
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0);
}

int test_open(const char *path, int flags, ...) __asm__("open");
int test_open64(const char *path, int flags, ...) __asm__("open64");

int test_open(const char *path, int flags, ...)
{
	return open_after(path, flags);
}

int test_open64(const char *path, int flags, ...)
{
	return open_after(path, flags);
}

static atomic_bool *may_sleep;
static pid_t robot, hog;

static void wait_until_asleep(void)
{
	char path[64], state = 0;
	snprintf(path, sizeof path, "/proc/%ld/stat", (long)robot);
	while (state != 'S') {
		FILE *file = fopen(path, "r");
		ck_assert(file && fscanf(file, "%*d (%*[^)]) %c", &state) == 1);
		fclose(file);
	}
}

/* The robot gets the CPU, does what it was asked, and waits for the next ask. */
static void leave_the_queue(void)
{
	struct sched_param none = {0};
	kill(hog, SIGKILL);
	waitpid(hog, NULL, 0);
	*may_sleep = true;
	sched_setscheduler(robot, SCHED_OTHER, &none); /* sooner, if others use this CPU too */
	wait_until_asleep();
}

/* A process that spins on one CPU, until it may sleep. */
static pid_t spin(const cpu_set_t *one, int policy)
{
	struct sched_param none = {0};
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (sched_setaffinity(0, sizeof *one, one) || sched_setscheduler(0, policy, &none))
			_exit(1);
		while (policy != SCHED_IDLE || !*may_sleep)
			;
		for (;;)
			pause();
	}
	return pid;
}

START_TEST(a_process_that_has_just_left_the_queue_did_not_sleep)
{
	cpu_set_t one;
	struct watchdog dog = {0};
	enum process_state state = PROCESS_DONE;
	may_sleep = mmap(NULL, sizeof *may_sleep, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert(may_sleep != MAP_FAILED);
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	hog = spin(&one, SCHED_OTHER);
	robot = spin(&one, SCHED_IDLE);
	between = leave_the_queue;
	while (between) { /* until it is in the queue for longer than the limit, at once */
		ck_assert_int_eq(state, PROCESS_DONE);
		usleep(20000);
		state = watchdog_look(&dog, robot, 0, 1, 3600000 * MS, 100 * MS);
	}
	ck_assert_int_eq(state, PROCESS_DONE);
	/* And that it sleeps now is found. */
	while (state == PROCESS_DONE)
		state = watchdog_look(&dog, robot, 0, 1, 3600000 * MS, 100 * MS);
	ck_assert_int_eq(state, PROCESS_ASLEEP);
	kill(robot, SIGKILL);
	waitpid(robot, NULL, 0);
}
END_TEST

SUITE(0,
	TEST(a_process_that_has_just_left_the_queue_did_not_sleep))
