/* ones - one more die than the last bid, on ones.
 *
 * It ignores all dice and calls only when that bid is not legal, at the limit. Where a hand must not begin with ones,
 * it opens with the lowest bid. */
#include "arena_dice.h"

static struct dice_game game = DICE_GAME_DEFAULT;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "ones",
	.version = "1.0",
	.summary = "always bids one more die, on ones",
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
	int bid = dice_bid(dice_quantity(view.last) + 1, 1);
	if (dice_is_legal(&view, bid))
		return bid;
	return view.last ? ARENA_CALL : dice_next_bid(&view, 0);
}
