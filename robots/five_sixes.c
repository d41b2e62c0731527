/* five_sixes - bids five sixes, whatever happens.
 *
 * From 56 upwards and on a table of less than five dice that is illegal, and part of it: like
 * caller, a yardstick. */
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
