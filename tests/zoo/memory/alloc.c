/* alloc - allocates and touches memory without end; when the allocation fails it writes to the null pointer. Expected:
 * crash. Not with sanitizers, where a robot's memory has no limit. */
#include <stdlib.h>
#include <string.h>

#include "arena_robot.h"

int get_play(const char *me, const char *hands, const char *history)
{
	enum { PIECE = 1 << 20 };
	for (;;)
		memset(malloc(PIECE), 1, PIECE);
}
