/* constructor_exit - while it is loaded, calls exit(5), the arena's own exit code for errors of the machine. Expected:
 * load, and no error of the arena. */
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
