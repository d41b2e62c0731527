/* hoarder - at every ask, maps all the memory it is allowed without touching it, and plays like meek. Expected: ok. Not
 * with sanitizers, where a robot's memory has no limit. */
#include <sys/mman.h>

#include "arena_robot.h"
#include "meek.h"

int get_play(const char *me, const char *hands, const char *history)
{
	size_t size = (size_t)1 << 40;
	while (size >= 4096)
		if (mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
			size /= 2;
	return meek_play(history);
}
