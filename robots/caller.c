/* caller - calls every bid.
 *
 * The shortest robot, for comparison: a call at the opening is illegal, so it loses every hand that it opens. */
#include "arena_robot.h"

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "caller",
	.version = "1.0",
	.summary = "always calls",
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
	return ARENA_CALL;
}
