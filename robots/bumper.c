/* bumper - always makes the lowest raise, and never calls.
 *
 * It ignores all dice: it makes the lowest bid above the last one, until another player calls or no bid is left. */
#include "arena_dice.h"

static int faces = 6;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "bumper",
	.version = "1.0",
	.summary = "always makes the lowest raise, never calls",
	.variants = "ones_rule=plain",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

void robot_game_start(const struct arena_game_start *start)
{
	faces = dice_rule_number(start->rules, "faces", 6);
}

int get_play(const char *me, const char *hands, const char *history)
{
	(void)me;
	(void)hands;
	int last = dice_last_bid(history);
	if (!last)
		return dice_bid(1, 1);
	if (dice_face(last) < faces)
		return last + 1;
	return dice_bid(dice_quantity(last) + 1, 1);
}
