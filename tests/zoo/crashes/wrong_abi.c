/* wrong_abi - built for a future version of the interface. Expected: load. */
#include "arena_robot.h"

const struct arena_robot_info *robot_info(void)
{
	static const struct arena_robot_info info = {.size = sizeof info, .abi = ARENA_ABI + 1, .name = "tomorrow"};
	return &info;
}

int get_play(const char *me, const char *hands, const char *history)
{
	return 0;
}
