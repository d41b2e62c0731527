/* killed.c - processes of robots that were killed from outside (killed.h). */
#include "robot/killed.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

#include "base/control_group.h"

bool killed_from_outside(pid_t pid)
{
	/* Signals that the kernel sends because of what the process itself has done. The last two report limits. */
	static const int own[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGXCPU, SIGXFSZ};
	siginfo_t info = {0};
	if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) || !info.si_pid || info.si_code == CLD_EXITED)
		return false;
	return ALL_OF(i, sizeof own / sizeof *own, info.si_status != own[i]);
}

static uint64_t count_for_memory(void)
{
	uint64_t count = 0;
	struct control_group group;
	char path[sizeof group.folder + 32];
	bool is_found = control_group_of_memory(&group);
	if (is_found) {
		snprintf(path, sizeof path, "%s/%s", group.folder,
			 group.is_second ? "memory.events" : "memory.oom_control");
		is_found = control_group_count(path, "oom_kill", &count);
	}
	if (!is_found)
		control_group_count("/proc/vmstat", "oom_kill", &count);
	return count;
}

void killed_init(struct killed *killed)
{
	*killed = (struct killed){.n_for_memory = count_for_memory()};
}

bool killed_for_memory(struct killed *killed)
{
	uint64_t n = atomic_load(&killed->n_for_memory), now = count_for_memory();
	while (n < now)
		if (atomic_compare_exchange_weak(&killed->n_for_memory, &n, n + 1))
			return true;
	return false;
}

int killed_count(struct killed *killed, const char *robot, struct err *err)
{
	uint32_t n = atomic_fetch_add(&killed->n, 1) + 1;
	if (n < KILLED_MOST)
		return 0;
	/* Names KILLED_MOST, not n, which other workers may still increase. */
	return err_set(err, EXIT_WORLD,
		"robot processes were killed from outside %d times, most recently one of '%s'. If this was not "
		"deliberate, the machine may be short of memory: play with fewer workers (-j) or lanes (-L)",
		KILLED_MOST, robot);
}
