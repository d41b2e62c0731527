/* exec_memory - when playing, tries to get memory that is both writable and executable; crashes if it can. (While it is
 * loaded this is allowed, since the loader needs it.) Plays like meek. Expected: ok. */
#include <stdlib.h>
#include <sys/mman.h>

#include "arena_robot.h"
#include "meek.h"

int get_play(const char *me, const char *hands, const char *history)
{
	static char page[8192] __attribute__((aligned(4096)));
	if (mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED ||
	    mmap(NULL, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED ||
	    mprotect(page, sizeof page, PROT_READ | PROT_EXEC) == 0 ||
	    mprotect((void *)((size_t)get_play & ~4095ul), 4096, PROT_READ | PROT_WRITE | PROT_EXEC) == 0)
		abort();
	return meek_play(history);
}
