/* unresolved - calls a function that is not defined anywhere. Expected: load, and the reason names it. */
#include "arena_robot.h"

int function_that_is_nowhere(void);

int get_play(const char *me, const char *hands, const char *history)
{
	return function_that_is_nowhere();
}
