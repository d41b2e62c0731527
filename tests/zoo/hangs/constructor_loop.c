/* constructor_loop - never finishes loading. Expected: load, when its start-up limit is reached. */
#include "arena_robot.h"

__attribute__((constructor)) static void spin(void)
{
	for (volatile int forever = 0;; forever++)
		;
}

int get_play(const char *me, const char *hands, const char *history)
{
	return 0;
}
