/* test_watchdog.c - time in the queue for the CPU is not sleep, whenever the watchdog looks; nor is time in which the
 * worker itself had to wait. And the limits of an ask, each by itself. */
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

#include "asleep.h"
#include "base/clock.h"
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

/* The robot gets the CPU, does what it was asked, and waits for the next ask. */
static void leave_the_queue(void)
{
	struct sched_param none = {0};
	kill(hog, SIGKILL);
	waitpid(hog, NULL, 0);
	*may_sleep = true;
	sched_setscheduler(robot, SCHED_OTHER, &none); /* sooner, if others use this CPU too */
	wait_until_asleep(robot);
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

/* ---- each limit by itself ---------------------------------------------------------------- */

/* A process that uses some CPU time and then sleeps, so that its clocks stand still. */
static pid_t start_sleeper(int ms)
{
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		while (clock_process_cpu_ns(getpid()) < ms * MS)
			;
		for (;;)
			pause();
	}
	do
		wait_until_asleep(pid);
	while (clock_process_cpu_ns(pid) < ms * MS);
	return pid;
}

static const struct {
	int64_t cpu_ns, queued_ns, wall_ns; /* of this ask: CPU time, time in the queue, and at least this time in
					     * all */
	int64_t cpu_limit_ns, wall_limit_ns;
	enum process_state state;
} asks[] = {
	{100, 0, 0, 100, 3600000 * MS, PROCESS_DONE}, {101, 0, 0, 100, 3600000 * MS, PROCESS_BUSY},
	{0, 0, 0, 0, 3600000 * MS, PROCESS_DONE},
	{101, 0, 900000 * MS, 100, 0, PROCESS_BUSY}, {0, 0, 900000 * MS, 0, 900000 * MS, PROCESS_ASLEEP},
	/* neither its CPU time nor its time in the queue is sleep */
	{0, 0, 900000 * MS, 0, 1800000 * MS, PROCESS_DONE},
	{600000 * MS, 0, 900000 * MS, 600000 * MS, 600000 * MS, PROCESS_DONE},
	{600000 * MS, 0, 900000 * MS, 600000 * MS, 300000 * MS, PROCESS_ASLEEP},
	{0, 600000 * MS, 900000 * MS, 0, 600000 * MS, PROCESS_DONE},
	{0, 600000 * MS, 900000 * MS, 0, 300000 * MS, PROCESS_ASLEEP},
	{400000 * MS, 400000 * MS, 900000 * MS, 400000 * MS, 300000 * MS, PROCESS_DONE},
};

START_TEST(an_ask_has_two_limits)
{
	struct watchdog dog = {0};
	pid_t pid = start_sleeper(1);
	ck_assert_int_eq(watchdog_look(&dog, pid, 0, 5, -1, -1), PROCESS_DONE); /* the first look begins to measure */
	ck_assert(dog.ask == 5 && dog.wall_ns > 0 && dog.cpu_ns == clock_process_cpu_ns(pid));
	struct watchdog begun = dog;
	dog.cpu_ns -= asks[_i].cpu_ns;
	dog.queued_ns -= asks[_i].queued_ns;
	dog.wall_ns -= asks[_i].wall_ns;
	ck_assert_int_eq(watchdog_look(&dog, pid, 0, 5, asks[_i].cpu_limit_ns, asks[_i].wall_limit_ns), asks[_i].state);
	ck_assert_int_eq(watchdog_look(&dog, pid, 0, 6, -1, -1), PROCESS_DONE); /* another ask begins anew */
	ck_assert(dog.ask == 6 && dog.cpu_ns == begun.cpu_ns && dog.wall_ns >= begun.wall_ns);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}
END_TEST

/* It may wait for a CPU at this moment, which is counted only when it is over. */
START_TEST(a_process_that_is_ready_does_not_sleep)
{
	struct watchdog dog = {0};
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (volatile int forever = 0;; forever++)
			;
	}
	watchdog_look(&dog, pid, 0, 1, INT64_MAX, INT64_MAX);
	dog.wall_ns -= 900000 * MS;
	ck_assert_int_eq(watchdog_look(&dog, pid, 0, 1, INT64_MAX, 600000 * MS), PROCESS_DONE);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}
END_TEST

/* A process that sleeps at both looks counts as sleeping between them. One that is ready does not, and sleep before the
 * first look does not count. */
START_TEST(sleep_is_seen_between_two_looks)
{
	struct sleep sleep = {0};
	pid_t pid = start_sleeper(1);
	for (pid_t family = 0;; family = pid) {
		sleep.wall_ns = 0;
		ck_assert_int_eq(sleep_look(&sleep, pid, family), 0);
		sleep.wall_ns -= 500 * MS;
		int64_t ns = sleep_look(&sleep, pid, family);
		ck_assert_int_ge(ns, 500 * MS);
		sleep.is_asleep = false;
		sleep.wall_ns -= 500 * MS;
		ck_assert_int_eq(sleep_look(&sleep, pid, family), 0);
		sleep.wall_ns -= 500 * MS;
		sleep.busy_ns -= 400 * MS;
		ck_assert_int_lt(sleep_look(&sleep, pid, family), ns);
		if (family)
			break;
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}
END_TEST

/* The time of the process itself is from its own clock; that of other processes is in ticks of 10 ms. */
START_TEST(a_family_counts_together)
{
	enum { USED = 60 };
	struct watchdog dog = {0};
	pid_t other = start_sleeper(USED), pid = start_sleeper(USED);
	int64_t own = clock_process_cpu_ns(pid), others = clock_process_cpu_ns(other);
	watchdog_look(&dog, pid, pid, 1, -1, -1);
	ck_assert_int_eq(dog.cpu_ns, own);
	watchdog_look(&dog, pid, other, 2, -1, -1);
	ck_assert_int_ge(dog.cpu_ns, own + (USED - 40) * MS);
	ck_assert_int_le(dog.cpu_ns, own + others + 40 * MS);
	kill(pid, SIGKILL);
	kill(other, SIGKILL);
	waitpid(pid, NULL, 0);
	waitpid(other, NULL, 0);
}
END_TEST

/* ---- futexes ----------------------------------------------------------------------------- */

START_TEST(a_wait_ends_with_its_time)
{
	static _Atomic uint32_t word = 7;
	int64_t begun = clock_wall_ns();
	channel_wait(&word, 7, 0);
	channel_wait(&word, 8, -1); /* it has another value already */
	channel_wait(&word, 7, 30 * MS);
	ck_assert_int_ge(clock_wall_ns() - begun, 30 * MS);
}
END_TEST

/* ---- the worker is delayed while it waits ------------------------------------------------------------ */

enum { MOVE_MS = 20 };

struct delay {
	struct channel *channel;
	atomic_bool *may_answer;
	int n_looks;
};

/* As if others had the worker's CPU after it has read the answers and before it reads the clocks: meanwhile the robot
 * answers, and sleeps for longer than its limit. At the second look the watchdog already measures the ask. */
static void be_delayed(void *context)
{
	struct delay *delay = context;
	if (++delay->n_looks != 2)
		return;
	*delay->may_answer = true;
	while (delay->channel->done_batch == 0)
		usleep(1000);
	usleep(20 * MOVE_MS * 1000);
}

static pid_t answer_when_it_may(struct channel *channel, const atomic_bool *may_answer)
{
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		while (!*may_answer)
			usleep(1000);
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
	struct channel *channel = mmap(NULL, sizeof *channel, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
				       0);
	atomic_bool *may_answer = mmap(NULL, sizeof *may_answer, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
				       0);
	ck_assert(channel != MAP_FAILED && may_answer != MAP_FAILED);
	const struct limits limits = {.move_time_ns = MOVE_MS * MS};
	struct delay delay = {.channel = channel, .may_answer = may_answer};
	struct process process = {.channel = channel};
	uint32_t n_done;
	process_post(&process, 1);
	process.pid = answer_when_it_may(channel, may_answer);
	struct process_waiting waiting = {.limits = &limits, .look = be_delayed, .context = &delay};
	enum process_state state = process_wait(&process, 1, &waiting, &n_done);
	ck_assert_int_ge(delay.n_looks, 2);
	ck_assert_int_eq(state, PROCESS_DONE);
	ck_assert_uint_eq(n_done, 1);
	kill(process.pid, SIGKILL);
	waitpid(process.pid, NULL, 0);
}
END_TEST

SUITE(120,
	LOOP(an_ask_has_two_limits, 0, COUNT(asks)),
	TEST(a_process_that_is_ready_does_not_sleep),
	TEST(sleep_is_seen_between_two_looks),
	TEST(a_family_counts_together),
	TEST(a_wait_ends_with_its_time),
	TEST(a_process_that_has_just_left_the_queue_did_not_sleep),
	TEST(an_answer_before_the_worker_looks_at_the_clocks_counts))
