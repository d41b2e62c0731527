/* conservative - bids only what it holds in its own hand, else calls.
 *
 * From the last bid's quantity upwards: the first quantity, and in it the lowest face, of
 * which it has that many dice itself and that is higher than the last bid. */
#include "arena_dice.h"

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "conservative",
	.version = "1.0",
	.summary = "bids only what it holds itself, else calls",
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

	for (int q = last ? dice_quantity(last) : 1; q <= table.n_mine; q++)
		for (int face = 1; face <= DICE_MAX_FACES; face++)
			if (table.mine[face] >= q && dice_bid(q, face) > last)
				return dice_bid(q, face);
	return ARENA_CALL;
}
