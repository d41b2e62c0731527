/* no_get_play - lacks the one function that a robot must have. Expected: load. */
#include "arena_robot.h"

int robot_option(const char *key, const char *value)
{
	return 0;
}
