/* abort - calls abort(). Expected: crash (SIGABRT), in every game. */
#include <stdlib.h>

#include "arena_robot.h"

int get_play(const char *me, const char *hands, const char *history)
{
	robot_log("goodbye from %s", me);
	abort();
}
