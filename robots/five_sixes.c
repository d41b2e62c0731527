/* five_sixes - always bids five sixes.
 *
 * After 56 or more, and with fewer than five dice on the table, this is illegal, which is intended: like caller, it is
 * for comparison. */
#include "arena_robot.h"

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "five_sixes",
	.version = "1.0",
	.summary = "always bids five sixes, legal or not",
	.variants = "dice=*",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

int get_play(const char *me, const char *hands, const char *history)
{
	(void)me;
	(void)hands;
	(void)history;
	return 56;
}
