/* tired - crashes at the beginning of every N-th game that an instance plays (every=N, 2). Expected: crash, in every
 * N-th game of a rotation, since the next instance starts counting again. */
#include <stdlib.h>

#include "arena_robot.h"
#include "meek.h"

static int every = 2, n_games;

int robot_option(const char *key, const char *value)
{
	every = atoi(value);
	return 0;
}

void robot_game_start(const struct arena_game_start *start)
{
	if (++n_games == every)
		abort();
}

int get_play(const char *me, const char *hands, const char *history)
{
	return meek_play(history);
}
