/* hog - at its first ask, fills all the memory it is allowed, keeps it, and plays like meek. Expected: ok, and all its
 * processes together stay below half of what is available. Not with sanitizers, where a robot's memory has no limit. */
#include <stdlib.h>
#include <string.h>

#include "arena_robot.h"
#include "meek.h"

static int is_full;

int get_play(const char *me, const char *hands, const char *history)
{
	for (size_t size = (size_t)1 << 20; size >= 4096 && !is_full;) {
		char *more = malloc(size);
		if (more)
			memset(more, 1, size);
		else
			size /= 2;
	}
	is_full = 1;
	return meek_play(history);
}
