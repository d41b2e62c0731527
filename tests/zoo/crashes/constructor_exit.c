/* constructor_exit - calls exit(5), the arena's own code for trouble of the machine, while it is
 * loaded. Expected: load, and no error of the arena. */
#include <stdlib.h>

#include "arena_robot.h"

__attribute__((constructor)) static void leave(void)
{
	exit(5);
}

int get_play(const char *me, const char *hands, const char *history)
{
	return 0;
}
