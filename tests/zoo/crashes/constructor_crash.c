/* constructor_crash - crashes while it is loaded. Expected: load. */
#include "arena_robot.h"

static int *volatile nowhere;

__attribute__((constructor)) static void blow_up(void)
{
	*nowhere = 1;
}

int get_play(const char *me, const char *hands, const char *history)
{
	return 0;
}
