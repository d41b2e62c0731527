/* killer - kills its parent, its process group and everybody, when loading and when playing; crashes
 * if that is allowed. Plays like meek. Expected: ok. */
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena_robot.h"

static void kill_all(void)
{
	static const int signals[] = {SIGKILL, SIGTERM, SIGSTOP, SIGINT, 0};
	for (int i = 0; i < 5; i++) {
		int parent = getppid(), others[] = {parent, -parent, 0, -1, 1, -getpid()};
		for (int k = 0; k < 6; k++)
			if (kill(others[k], signals[i]) == 0)
				abort();
		if (parent > 1 && syscall(SYS_tgkill, parent, parent, signals[i]) == 0)
			abort();
		if (syscall(SYS_tkill, parent, signals[i]) == 0)
			abort();
	}
}

__attribute__((constructor)) static void while_loading(void)
{
	kill_all();
}

int get_play(const char *me, const char *hands, const char *history)
{
	kill_all();
	return *history ? 0 : 11;
}
