/* clock - never plays the same twice: depending on the clock it bids, calls, or crashes, at an ask or at a showdown.
 * Expected: crashes, and different games each time, unless its plays were stored. Option: short=N bids 11 or 12, then
 * calls, and crashes at one ask of N instead of 100. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena_robot.h"

static unsigned chance(unsigned n)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return ((unsigned)now.tv_nsec * 2654435761u >> 12) % n;
}

static unsigned crash_in = 100;
static bool is_short;

int robot_option(const char *key, const char *value)
{
	(void)key;
	is_short = true;
	crash_in = (unsigned)atoi(value);
	return 0;
}

int get_play(const char *me, const char *hands, const char *history)
{
	const char *last = strrchr(history, ':');
	int bid = last ? atoi(last + 1) : 11;
	if (chance(crash_in) == 0)
		abort();
	if (!last)
		return 11 + chance(is_short ? 2 : 5);
	if (is_short)
		return 0;
	return chance(3) && bid < 80 ? bid + 10 : chance(20) == 0 ? -7 : 0;
}
