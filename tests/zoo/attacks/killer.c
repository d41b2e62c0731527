/* killer - signals its parent, its process group, its neighbours and all processes, when loading and at its first asks;
 * crashes if that is allowed. Signal 0 comes first: it needs the same permission, and does no harm to the machine of
 * the test. Plays like meek. Expected: ok. */
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static void signal_all(int signal)
{
	int parent = getppid(), others[] = {0, -1, 1, -getpid(), parent, -parent};
	for (int i = 0; i < 6; i++)
		if (kill(others[i], signal) == 0)
			abort();
	for (int pid = getpid() - 20; pid <= getpid() + 20; pid++)
		if (pid != getpid() &&
		    (syscall(SYS_tgkill, pid, pid, signal) == 0 || syscall(SYS_tkill, pid, signal) == 0))
			abort();
}

static void kill_all(void)
{
	static const int signals[] = {0, SIGKILL, SIGTERM, SIGSTOP, SIGINT};
	for (int i = 0; i < 5; i++)
		signal_all(signals[i]);
}

__attribute__((constructor)) static void while_loading(void)
{
	kill_all();
}

int get_play(const char *me, const char *hands, const char *history)
{
	static int n_asks;
	if (n_asks++ < 3)
		kill_all();
	return meek_play(history);
}
