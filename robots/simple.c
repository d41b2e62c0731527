/* simple - the lowest raise, and two coins to decide whether to make it.
 *
 * It opens with the lowest bid, 11. Its chances are those of all dice on the table, ignoring its own. system3.h has the
 * decision. */
#include "system3.h"

static struct dice_game game = DICE_GAME_DEFAULT;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "simple",
	.version = "1.0",
	.summary = "makes the lowest raise or calls, at random; ignores its own dice",
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

/* The chance that a bid is true, ignoring all dice seen. */
static double blind_chance(const struct dice_view *view, struct dice_odds *odds, int bid)
{
	bool with_wild = view->wild && view->wild != dice_face(bid);
	return dice_at_least(odds, dice_quantity(bid), view->hands.n_dice, view->faces, with_wild);
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_view view;
	struct dice_odds odds; /* large and fast to fill, so not kept */
	odds.n = odds.faces = 0;

	dice_read(&view, &game, me, hands, history);
	if (view.is_showdown)
		return ARENA_CALL; /* only watching */

	int raise = dice_next_bid(&view, view.last);
	return system3_decide(&view, blind_chance(&view, &odds, view.last), raise,
			      blind_chance(&view, &odds, raise));
}
