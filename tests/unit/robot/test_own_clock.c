/* test_own_clock.c - the clock of a robot's process: it begins at 0 and runs, and no page with the machine's time
 * remains. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "robot/so/own_clock.h"

/* Runs in a child, which has the machine's clock no more. Returns what is wrong, or 0. */
static int look(void)
{
	struct err err = {0};
	struct timespec now, later, nap = {0, 2000000};
	char maps[65536];
	time_t before = time(NULL);
	if (own_clock_replace(&err) || own_clock_start(false, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	if (before < 1000000000 || time(NULL) > 900 || clock_gettime(CLOCK_MONOTONIC, &now) || now.tv_sec > 900)
		return 2;
	nanosleep(&nap, NULL);
	if (clock_gettime(CLOCK_MONOTONIC, &later) ||
	    (later.tv_sec == now.tv_sec && later.tv_nsec - now.tv_nsec < nap.tv_nsec))
		return 3;
	if (clock_gettime(99, &now) != -1 || getrandom(&now, sizeof now, 0) != sizeof now ||
	    clock_getres(CLOCK_REALTIME, &now))
		return 4;
	FILE *file = fopen("/proc/self/maps", "r");
	size_t n = file ? fread(maps, 1, sizeof maps - 1, file) : 0;
	maps[n] = '\0';
	return n == 0 || strstr(maps, "[vvar") ? 5 : 0;
}

START_TEST(a_process_has_its_own_clock)
{
	int status;
	pid_t pid = fork();
	if (pid == 0)
		_exit(look());
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_msg(WIFEXITED(status), "signal %d", WTERMSIG(status));
	ck_assert_int_eq(WEXITSTATUS(status), 0);
}
END_TEST

SUITE(0, TEST(a_process_has_its_own_clock))
