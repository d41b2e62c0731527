/* unhider - tries to make the memory shared with the arena accessible again where a copy of a template has hidden it,
 * and to put other memory in its place. Crashes if it can. Plays like meek. Expected: ok. */
#include <stdlib.h>
#include <sys/mman.h>

#include "arena_robot.h"
#include "meek.h"

/* Where it is in every process. */
#define SHARED ((char *)0x10000000)
enum { STEP = 1 << 16, STEPS = 6 };

static int *volatile memory;

__attribute__((constructor)) static void be_loaded_for_each_lane(void)
{
	memory = malloc(sizeof *memory); /* its instances cannot share a file, so that there are templates */
}

int get_play(const char *me, const char *hands, const char *history)
{
	for (int i = 0; i < STEPS; i++) {
		char *at = SHARED + i * STEP;
		if (mprotect(at, STEP, PROT_READ | PROT_WRITE) == 0 || mprotect(at, STEP, PROT_READ) == 0 ||
		    munmap(at, STEP) == 0 ||
		    mmap(at, STEP, PROT_READ, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED ||
		    mremap(at, STEP, 2 * STEP, MREMAP_MAYMOVE) != MAP_FAILED)
			abort();
	}
	return meek_play(history);
}
