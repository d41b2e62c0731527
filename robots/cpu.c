/* cpu - bids or calls at random, except for what its own dice rule out.
 *
 * A bid is possible if the dice that it cannot see, together with those of its own that match (wild ones too), are
 * enough. It calls an impossible bid. Otherwise, with weights 8:1, it makes a bid, each possible legal one equally
 * likely, or calls. It always bids at the opening, and always calls when no higher bid is possible. */
#include "arena_dice.h"

enum { WEIGHT_BID = 8, WEIGHT_CALL = 1 };

static struct dice_game game = DICE_GAME_DEFAULT;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "cpu",
	.version = "1.0",
	.summary = "plays at random, but never bids what its own dice rule out",
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

static bool is_possible(const struct dice_view *view, int bid)
{
	return dice_quantity(bid) <= view->n_unknown + dice_matching(view->hands.mine, dice_face(bid), view->wild);
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_view view;
	int bids[DICE_MAX_TABLE * DICE_MAX_FACES], n_bids = 0;

	dice_read(&view, &game, me, hands, history);
	if (view.is_showdown)
		return ARENA_CALL; /* only watching */
	if (view.last && !is_possible(&view, view.last))
		return ARENA_CALL;
	if (view.last && robot_random_below(WEIGHT_BID + WEIGHT_CALL) < WEIGHT_CALL)
		return ARENA_CALL;

	for (int bid = dice_next_bid(&view, 0); bid; bid = dice_next_bid(&view, bid))
		if (is_possible(&view, bid))
			bids[n_bids++] = bid;
	return n_bids ? bids[robot_random_below((uint32_t)n_bids)] : ARENA_CALL;
}
