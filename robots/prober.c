/* prober - bids and calls by exact chances, and learns about the others (probing/probing.h). */
#include <stdlib.h>

#include "probing/probing.h"

static struct probing probing = {.game = DICE_GAME_DEFAULT};

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "prober",
	.version = "1.1",
	.summary = "plays by exact chances, and learns how the others call and raise",
	.variants = "dice=*",
	.options = "risk=0: from -1 (calls early) to 1 (keeps raising); learn=on: off plays every hand like the first",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

int robot_option(const char *key, const char *value)
{
	if (strcmp(key, "risk") == 0) {
		char *end;
		double risk = probing.risk = strtod(value, &end);
		return end == value || *end || !(risk >= -1 && risk <= 1);
	}
	if (strcmp(key, "learn") == 0) {
		probing.forgets = strcmp(value, "off") == 0;
		return !probing.forgets && strcmp(value, "on") != 0;
	}
	return 1;
}

void robot_game_start(const struct arena_game_start *start)
{
	dice_game_start(&probing.game, start);
}

int get_play(const char *me, const char *hands, const char *history)
{
	return probing_play(&probing, me, hands, history);
}
