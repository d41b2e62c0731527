/* alloc - allocates memory without end; when the allocation fails it writes to the null pointer. Expected: crash. It
 * touches one page of each piece, because a machine may take 16 us for a page, and all of them longer than the time
 * limit. Not with sanitizers, where a robot's memory has no limit. */
#include <stdlib.h>

#include "arena_robot.h"

int get_play(const char *me, const char *hands, const char *history)
{
	enum { PIECE = 1 << 20 };
	for (;;)
		*(volatile char *)malloc(PIECE) = 1;
}
