/* test_watchdog.c - time in the queue for the CPU is not sleep, whenever the watchdog looks; nor is time in which the worker itself
 * had to wait. */
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

#include "robot/so/process.h"
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

/* ---- the worker is delayed while it waits ------------------------------------------------------------ */

enum { MOVE_MS = 20, NAP_MS = 100 };

struct delay {
	struct channel *channel;
	int n_looks;
};

/* As if others had the worker's CPU after it has read the answers and before it reads the clocks: meanwhile the robot answers,
 * and sleeps for longer than its limit. At the third look the watchdog already measures the ask. */
static void be_delayed(void *context)
{
	struct delay *delay = context;
	if (++delay->n_looks != 3)
		return;
	while (delay->channel->done_batch == 0)
		usleep(1000);
	usleep(20 * MOVE_MS * 1000);
}

static pid_t answer_after_a_nap(struct channel *channel)
{
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		usleep(NAP_MS * 1000);
		channel->n_done = 1;
		channel->done_batch = channel->batch;
		channel_wake(&channel->done_batch);
		for (;;)
			pause();
	}
	return pid;
}

START_TEST(an_answer_before_the_worker_looks_at_the_clocks_counts)
{
	struct channel *channel = mmap(NULL, sizeof *channel, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert(channel != MAP_FAILED);
	const struct limits limits = {.move_time_ns = MOVE_MS * MS};
	struct delay delay = {.channel = channel};
	struct process process = {.channel = channel};
	uint32_t n_done;
	process_post(&process, 1);
	process.pid = answer_after_a_nap(channel);
	enum process_state state = process_wait(&process, 1, &(struct process_waiting){&limits, be_delayed, &delay}, &n_done);
	ck_assert_int_ge(delay.n_looks, 3);
	ck_assert_int_eq(state, PROCESS_DONE);
	ck_assert_uint_eq(n_done, 1);
	kill(process.pid, SIGKILL);
	waitpid(process.pid, NULL, 0);
}
END_TEST

SUITE(0,
	TEST(a_process_that_has_just_left_the_queue_did_not_sleep),
	TEST(an_answer_before_the_worker_looks_at_the_clocks_counts))
