/* constructor_heap - a constructor that allocates its statics on the heap, as in C++: counts its games there and plays
 * by the count. Expected: ok, and the same plays with any number of lanes. */
#include <stdlib.h>

#include "arena_robot.h"
#include "meek.h"

static int *n_games;

__attribute__((constructor)) static void begin(void)
{
	n_games = calloc(100, sizeof *n_games);
}

__attribute__((destructor)) static void end(void)
{
	free(n_games);
}

void robot_game_start(const struct arena_game_start *start)
{
	++*n_games;
}

int get_play(const char *me, const char *hands, const char *history)
{
	return *history && *n_games % 3 == 0 ? 0 : meek_play(history);
}
