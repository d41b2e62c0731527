/* tourney_random - the lowest raise, except for one call in 20.
 *
 * It ignores all dice: it makes the lowest higher bid, or calls if there is none. At the opening it always makes the
 * lowest bid. */
#include "arena_dice.h"

static struct dice_game game = DICE_GAME_DEFAULT;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "tourney_random",
	.version = "1.0",
	.summary = "makes the lowest raise; 1 time in 20 it calls",
	.variants = "dice=*",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

void robot_game_start(const struct arena_game_start *start)
{
	dice_game_start(&game, start);
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_view view;
	dice_read(&view, &game, me, hands, history);
	if (view.last && robot_random_below(20) == 0)
		return ARENA_CALL;
	return dice_next_bid(&view, view.last); /* 0, a call, when there is none */
}
