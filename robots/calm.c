/* calm - the likeliest small raise, and two coins to decide whether to make it.
 *
 * It counts its own dice. Its raise is the likeliest of those with as many dice as the last bid or one more; of equals
 * the lowest. So it opens with one die of the lowest face it holds. system3.h has the decision. */
#include "system3.h"

static struct dice_game game = DICE_GAME_DEFAULT;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "calm",
	.version = "1.0",
	.summary = "makes the likeliest small raise or calls, at random",
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
	struct dice_odds odds; /* large and fast to fill, so not kept */
	odds.n = odds.faces = 0;

	dice_read(&view, &game, me, hands, history);
	if (view.is_showdown)
		return ARENA_CALL; /* only watching */

	int raise = system3_likeliest(&view, &odds);
	return system3_decide(&view, dice_chance(&view, &odds, view.last), raise,
			      dice_chance(&view, &odds, raise));
}
