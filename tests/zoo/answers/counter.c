/* counter - answers with the number of games that this instance has begun. Expected: illegal plays, which count from 1
 * in each rotation of a match. */
#include "arena_robot.h"

static int n_games;

void robot_game_start(const struct arena_game_start *start)
{
	n_games++;
}

int get_play(const char *me, const char *hands, const char *history)
{
	return -2 - n_games;
}
