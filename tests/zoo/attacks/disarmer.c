/* disarmer - tries to be without the second filter of system calls, which the arena adds when it is loaded. Its
 * constructors add a filter by which adding another one, and closing files, seem to succeed, and change the arena's.
 * With do=early it adds the arena's filter itself, before the arena does. When it plays, it crashes if it can open a
 * file or read from one. Plays like meek. Expected: ok; with do=early it cannot be loaded. */
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

/* Where the arena keeps its filter for playing in every process. */
#define PROGRAMS 0x1fff0000L
#define PROGRAM_FOR_PLAYING (PROGRAMS + 0x20)

__attribute__((constructor)) static void forge(void)
{
#define IF(call, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, skip, 0)
	struct sock_filter rules[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		IF(seccomp, 3), IF(prctl, 2), IF(close_range, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 0),
	};
	struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0L, &program))
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

__attribute__((constructor)) static void change(void)
{
	void *page = (void *)PROGRAMS;
	if (mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0 || munmap(page, 4096) == 0 ||
	    mmap(page, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED ||
	    mremap(page, 4096, 8192, MREMAP_MAYMOVE) != MAP_FAILED)
		abort();
}

int robot_option(const char *key, const char *value)
{
	if (strcmp(value, "early") == 0 && syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0L, PROGRAM_FOR_PLAYING))
		abort();
	return 0;
}

int get_play(const char *me, const char *hands, const char *history)
{
	if (open("/etc/ld.so.cache", O_RDONLY) >= 0 || lseek(5, 0, SEEK_CUR) >= 0)
		abort();
	return meek_play(history);
}
