/* slow - computes for ms=N (10) milliseconds of CPU time per turn, and then plays like meek. With crash=N it crashes in
 * the N-th turn of its rotation. Expected: ok if N is below the limit. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena_robot.h"
#include "meek.h"

static long ms = 10, crash, n_turns;

int robot_option(const char *key, const char *value)
{
	if (strcmp(key, "ms") == 0)
		ms = atol(value);
	else
		crash = atol(value);
	return 0;
}

static long cpu_us(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int get_play(const char *me, const char *hands, const char *history)
{
	long end = cpu_us() + ms * 1000;
	if (!strchr(hands, 'x'))
		return 0; /* a showdown */
	while (cpu_us() < end)
		;
	if (++n_turns == crash)
		abort();
	return meek_play(history);
}
