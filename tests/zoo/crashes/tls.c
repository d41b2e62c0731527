/* tls - has thread-local state, which must be separate for each instance, and plays by it. Expected: ok, and the same
 * plays with any number of lanes. */
#include "arena_robot.h"
#include "meek.h"

static __thread int n_games = 5;
static __thread unsigned sum;

void robot_game_start(const struct arena_game_start *start)
{
	n_games++;
}

int get_play(const char *me, const char *hands, const char *history)
{
	for (const char *at = hands; *at; at++)
		if (*at >= '1' && *at <= '9')
			sum = sum * 31 + *at;
	return *history && (sum >> 8) % 4 == n_games % 4 ? 0 : meek_play(history);
}
