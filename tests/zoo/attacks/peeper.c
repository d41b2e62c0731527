/* peeper - tries to read from other processes, and kernel information about its own, when loading and when playing;
 * crashes if it can. Plays like meek. Expected: ok. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static void try_process(int pid)
{
	static const char *const names[] = {"mem", "maps", "environ", "cmdline", "fd", "status", "exe", "root",
		"map_files"};
	char byte, path[64];
	struct iovec mine = {&byte, 1}, theirs = {(void *)try_process, 1};
	if (ptrace(PTRACE_ATTACH, pid, 0, 0) == 0 || ptrace(PTRACE_SEIZE, pid, 0, 0) == 0 ||
	    process_vm_readv(pid, &mine, 1, &theirs, 1, 0) > 0 || process_vm_writev(pid, &mine, 1, &theirs, 1, 0) > 0 ||
	    syscall(SYS_pidfd_open, pid, 0) >= 0 || syscall(SYS_kcmp, pid, getpid(), 0, 0, 0) >= 0)
		abort();
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "/proc/%d/%s", pid, names[i]);
		if (open(path, O_RDONLY) >= 0)
			abort();
	}
}

static void peep(void)
{
	if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0)
		abort();
	for (int pid = getpid() - 8; pid <= getpid() + 2; pid++)
		if (pid > 1)
			try_process(pid);
}

__attribute__((constructor)) static void while_loading(void)
{
	peep();
}

int get_play(const char *me, const char *hands, const char *history)
{
	peep();
	return meek_play(history);
}
