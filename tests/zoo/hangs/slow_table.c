/* slow_table - computes a table for 120 ms of CPU time while it is loaded. Plays like meek. Expected: ok, or load if
 * its start-up limit is lower. */
#include <time.h>

#include "arena_robot.h"
#include "meek.h"

__attribute__((constructor)) static void compute(void)
{
	while (clock() < CLOCKS_PER_SEC * 120 / 1000)
		;
}

int get_play(const char *me, const char *hands, const char *history)
{
	return meek_play(history);
}
