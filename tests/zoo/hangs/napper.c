/* napper - sleeps for ms=N (20) milliseconds per ask, using no CPU time, and then plays like meek. Expected: ok, if N
 * is far below the limit. */
#include <stdlib.h>
#include <time.h>

#include "arena_robot.h"
#include "meek.h"

static long ms = 20;

int robot_option(const char *key, const char *value)
{
	ms = atol(value);
	return 0;
}

int get_play(const char *me, const char *hands, const char *history)
{
	nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
	return meek_play(history);
}
