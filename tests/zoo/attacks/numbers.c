/* numbers - tries to send and read what the kernel counts for all processes: when playing, makes shared memory, which
 * raises the numbers that files in memory get; looks whether it learns about the files that are still open; and asks
 * for pages of which there are so many for all together, also while it loads. Crashes if it can. Plays like meek.
 * Expected: ok. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static bool is_refused(int flags)
{
	return mmap(NULL, 2 << 20, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0) == MAP_FAILED &&
		errno == EPERM;
}

__attribute__((constructor)) static void look(void)
{
	if (!is_refused(MAP_PRIVATE | MAP_HUGETLB | MAP_NORESERVE) ||
	    !is_refused(MAP_SHARED | MAP_HUGETLB | MAP_NORESERVE))
		abort();
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct stat st;
	if (!is_refused(MAP_SHARED) || !is_refused(MAP_SHARED_VALIDATE) || !is_refused(MAP_SHARED | MAP_NORESERVE) ||
	    !is_refused(MAP_PRIVATE | MAP_HUGETLB) || (fstat(STDIN_FILENO, &st) == 0 && st.st_mtime))
		abort();
	return meek_play(history);
}
