/* caller - calls whatever is bid.
 *
 * The shortest robot there is, and a yardstick: a call at the opening is illegal, so it
 * even loses every hand it opens. */
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
