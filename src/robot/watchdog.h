/* watchdog.h - checks whether the ask in progress of a process is late, and by which clock.
 *
 * Limits are on CPU time. The wall clock only detects processes that sleep: time in which a process was ready to run
 * but did not get a core is not counted. */
#pragma once

#include <sys/types.h>

#include "robot/verdict.h"

enum process_state {
	PROCESS_DONE,
	PROCESS_DIED,   /* it has ended, or violated the protocol */
	PROCESS_BUSY,   /* the ask in progress used up its CPU time */
	PROCESS_ASLEEP, /* the process slept during the ask in progress until the limit on the wall clock */
	PROCESS_SPUN,   /* it used CPU time without an ask (idle.h) */
	PROCESS_SLOW,   /* it slept for too long during all its asks together */
	PROCESS_OVERDUE,/* it used up a third of a limit, after until_ns (transport.h) */
};

/* The ask in progress, and the clocks when that ask was first seen in progress. Zeroed when a batch is posted. */
struct watchdog {
	uint32_t ask;
	int64_t wall_ns, cpu_ns, queued_ns;
};

/* Checks a process that has not answered ask number `ask` of its batch yet. Returns PROCESS_DONE if it has time left.
 * CPU time includes that of `family` (0: none) and all its descendants; a descendant that its parent does not wait for
 * counts only while it lives. */
enum process_state watchdog_look(struct watchdog *dog, pid_t pid, pid_t family, uint32_t ask, int64_t cpu_limit_ns,
				 int64_t wall_limit_ns);

/* Writes the verdict on a process that ended in this state and, if it is about a time limit, the cause. idle_ns is the
 * limit of PROCESS_SPUN. Returns false, with VERDICT_CRASH, if the state is not about a time limit. */
bool watchdog_describe(enum process_state state, int64_t move_time_ns, int64_t idle_ns, struct fault *fault);

/* How long a process has slept during asks, and its state at the last check. All zero: not checked yet. wall_ns is set
 * to 0 when a batch is posted, because a process may sleep between batches. */
struct sleep {
	int64_t wall_ns, busy_ns;
	bool is_asleep;
	int64_t slept_ns;
	int64_t queued_ns;  /* how long the other processes of its family have waited for a core */
	int64_t stalled_ns; /* time in which neither the process nor a child computed or waited for a core, even if one
	                     * of them seemed to be ready */
};

/* Returns how long a process (and its `family`; 0: none) has slept since the last check, if it was asleep at both
 * checks. Updates stalled_ns. The caller adds the result to slept_ns if no answer has arrived since. A process that is
 * ready to run, or waits for a disk, does not sleep. */
int64_t sleep_look(struct sleep *sleep, pid_t pid, pid_t family);

enum { WATCHDOG_MOST = 256 }; /* processes or threads that are checked; confined programs have at most 64 */

/* Appends a process, and all that it has started, to pids[i], i < n. Returns the new n. */
int watchdog_family(pid_t parent, pid_t pids[WATCHDOG_MOST], int n);

/* Appends the threads of a process to threads[i], i < n. Returns the new n. */
int watchdog_threads(pid_t pid, pid_t threads[WATCHDOG_MOST], int n);

/* Returns true if a thread is ready to run, or waits for a disk. */
bool watchdog_thread_is_ready(pid_t thread);

/* Returns true if watchdog_thread_is_ready is true for a thread of the process. */
bool watchdog_is_ready(pid_t pid);

/* Returns the CPU time of a process and of all that it has started, in nanoseconds. */
int64_t watchdog_family_ns(pid_t pid);

/* Returns how many running processes of a family began in the last `ns` nanoseconds. If its parent ignores SIGCHLD, the
 * kernel may drop the CPU time of such a process when it ends. */
int watchdog_count_young(pid_t family, int64_t ns);

/* Returns true if no process of a family is running and none has used CPU time since the last check. Updates
 * *cpu_ns. */
bool watchdog_rests(pid_t family, int64_t *cpu_ns);
