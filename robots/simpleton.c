/* simpleton - bids the lowest face it holds that makes a higher bid, and never calls.
 *
 * From the last bid's quantity upwards: the first quantity, and in it the lowest face
 * among its own dice, that is higher than the last bid. */
#include "arena_dice.h"

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "simpleton",
	.version = "1.0",
	.summary = "makes the lowest higher bid on a face it holds, never calls",
	.variants = "ones_rule=plain",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_hands table;
	dice_read_hands(&table, me, hands);
	int last = dice_last_bid(history);
	int quantity = last ? dice_quantity(last) : 1;

	/* With one more die than the last bid any face is higher, so two rounds are enough. */
	for (int q = quantity; q <= quantity + 1; q++)
		for (int face = 1; face <= DICE_MAX_FACES; face++)
			if (table.mine[face] && dice_bid(q, face) > last)
				return dice_bid(q, face);
	return ARENA_CALL; /* out of the game, only observing */
}
