/* forks - tries to make processes in every possible way, when loading and when playing. If it succeeded, the children
 * would remain and it would crash. Plays like meek. Expected: ok. */
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static void stay(long pid)
{
	if (pid == 0)
		for (;;)
			sleep(1000);
	if (pid > 0)
		abort();
}

static void breed(void)
{
	unsigned long clone_args[8] = {0};
	stay(fork());
	stay(syscall(SYS_clone, 17, 0, 0, 0, 0));
	stay(syscall(SYS_clone3, clone_args, sizeof clone_args));
#ifdef SYS_vfork
	stay(syscall(SYS_vfork));
#endif
	char *const argv[] = {"true", NULL};
	execve("/bin/true", argv, argv + 1);
}

__attribute__((constructor)) static void while_loading(void)
{
	breed();
}

int get_play(const char *me, const char *hands, const char *history)
{
	breed();
	return meek_play(history);
}
