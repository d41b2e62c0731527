/* undoer - tries to remove its sandbox, when loading and when playing: the death signal, the limits, the capabilities,
 * the filters. Crashes if it can. Plays like meek. Expected: ok. */
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static void undo(void)
{
	struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
	for (int resource = 0; resource < RLIM_NLIMITS; resource++)
		if (setrlimit(resource, &none) == 0)
			abort();
	if (prctl(PR_SET_PDEATHSIG, 0) == 0 || prctl(PR_SET_DUMPABLE, 1) == 0 || prctl(PR_SET_SECCOMP, 0) == 0 ||
	    prctl(PR_SET_PTRACER, -1) == 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) == 0)
		abort();
	if (setsid() >= 0 || setpgid(0, 1) == 0 || setuid(0) == 0 || unshare(CLONE_NEWUSER) == 0 || nice(-5) == 0 ||
	    syscall(SYS_setns, 0, 0) == 0 || syscall(SYS_personality, 0x0040000) >= 0 ||
	    syscall(SYS_bpf, 0, 0, 0) >= 0 || syscall(SYS_io_uring_setup, 1, 0) >= 0 ||
	    syscall(SYS_userfaultfd, 0) >= 0 || syscall(SYS_memfd_create, "x", 0) >= 0 ||
	    syscall(SYS_perf_event_open, 0, 0, -1, -1, 0) >= 0)
		abort();
}

__attribute__((constructor)) static void while_loading(void)
{
	undo();
}

int get_play(const char *me, const char *hands, const char *history)
{
	undo();
	return meek_play(history);
}
