/* constructor_crash - crashes while it is loaded. Expected: load. */
#include "arena_robot.h"

__attribute__((constructor)) static void blow_up(void)
{
	*(volatile int *)0 = 1;
}

int get_play(const char *me, const char *hands, const char *history)
{
	return 0;
}
