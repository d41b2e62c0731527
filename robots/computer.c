/* computer - the default opponent: raises at random on the faces it holds.
 *
 * It opens with one die of its highest face. Else it tries up to four bids, each on the
 * face of one of its own dice, for 1 + floor(|x|) dice, x normal with the standard
 * deviation (dice on the table) / 6. The first that is higher than the last bid is its
 * play; when none is, it calls. */
#include <math.h>

#include "arena_dice.h"

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "computer",
	.version = "1.0",
	.summary = "raises at random on faces it holds",
	.variants = "ones_rule=plain",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

/* The size of a standard normal number (Box & Muller 1958). A quarter of the circle is enough,
 * as the sign does not matter. In double, so that rounding is the same on all relevant machines. */
static double random_normal_size(void)
{
	const double quarter = 1.57079632679489661923;
	double radius = sqrt(-2 * log(1 - robot_random_unit()));
	return radius * cos(quarter * robot_random_unit());
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_hands table;
	dice_read_hands(&table, me, hands);
	if (!table.n_mine)
		return ARENA_CALL; /* out of the game, only observing */
	int last = dice_last_bid(history);
	if (!last)
		return dice_bid(1, dice_own(&table, 0));

	double deviation = table.n_dice / 6.0;
	for (int tries = 0; tries < 4; tries++) {
		int face = dice_own(&table, (int)robot_random_below((uint32_t)table.n_mine));
		int quantity = 1 + (int)(deviation * random_normal_size());
		if (dice_bid(quantity, face) > last)
			return dice_bid(quantity, face);
	}
	return ARENA_CALL;
}
