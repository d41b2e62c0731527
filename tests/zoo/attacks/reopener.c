/* reopener - while it is loaded, searches its open descriptors for anything except its own file, reopens it for writing
 * through /proc, and truncates it. When playing, tries to make the shared memory writable or to map more of it. Crashes
 * if any of that works. Plays like meek. Expected: ok. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

__attribute__((constructor)) static void look_around(void)
{
	for (int fd = 0; fd < 1024; fd++) {
		char path[32], head[4] = "";
		struct stat st;
		if (fstat(fd, &st) || !S_ISREG(st.st_mode))
			continue;
		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
		if (pread(fd, head, 4, 0) == 4 && memcmp(head, "\177ELF", 4) == 0)
			continue;
		if (open(path, O_RDWR) >= 0 || open(path, O_RDWR | O_TRUNC) >= 0)
			abort();
	}
}

int get_play(const char *me, const char *hands, const char *history)
{
	char *page = (char *)((uintptr_t)history & ~(uintptr_t)4095);
	if (mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0 || mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0 ||
	    madvise(page, 4096, MADV_REMOVE) == 0)
		abort();
	return meek_play(history);
}
