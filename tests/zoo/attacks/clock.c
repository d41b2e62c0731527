/* clock - never plays the same twice: depending on the clock it bids, calls, or crashes, at an ask or at a showdown.
 * Expected: crashes, and different games each time, unless its plays were stored. */
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

int get_play(const char *me, const char *hands, const char *history)
{
	const char *last = strrchr(history, ':');
	int bid = last ? atoi(last + 1) : 11;
	if (chance(30) == 0)
		abort();
	if (!last)
		return 11 + chance(5);
	return chance(3) && bid < 80 ? bid + 10 : chance(20) == 0 ? -7 : 0;
}
