/* learner - stores what it has seen in statics of every kind (initialised, zeroed, local to a function, on the heap)
 * and plays by it. Expected: ok, and the same plays with any number of lanes, trusted or not: each rotation has an
 * instance in its state after loading. */
#include <stdlib.h>

#include "arena_robot.h"

static int n_games = 1000;
static int n_asks;
static unsigned *memory;

void robot_game_start(const struct arena_game_start *start)
{
	n_games++;
	if (!memory)
		memory = calloc(64, sizeof *memory);
	memory[n_games % 64] += n_asks;
}

static int count(void)
{
	static int n_calls = 7;
	return n_calls++;
}

int get_play(const char *me, const char *hands, const char *history)
{
	unsigned sum = n_asks++ + count();
	for (int i = 0; i < 64; i++)
		sum = sum * 31 + memory[i];
	for (const char *at = hands; *at; at++)
		if (*at >= '1' && *at <= '9') /* not the letters, which differ between seats */
			sum = sum * 31 + *at;
	memory[sum % 64]++;
	if (*history && sum / 64 % 3 == 0)
		return 0;
	int q = 1, f = (int)(sum / 256 % 6) + 1;
	for (const char *at = history; *at; at++)
		q += *at == ':';
	return q * 10 + f;
}
