/* tls - thread-local state, which each instance has for itself too, and plays by it. Expected: ok, and the
 * same plays with any number of lanes. */
#include "arena_robot.h"

static __thread int n_games = 5;
static __thread unsigned sum;

void robot_game_start(const struct arena_game_start *start)
{
	n_games++;
}

int get_play(const char *me, const char *hands, const char *history)
{
	for (const char *at = hands; *at; at++)
		sum = sum * 31 + (unsigned char)*at;
	if (*history && (sum >> 8) % 2)
		return 0;
	int q = 1;
	for (const char *at = history; *at; at++)
		q += *at == ':';
	return q * 10 + n_games % 6 + 1;
}
