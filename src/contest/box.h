/* box.h - runs commands on untrusted submissions, such as builds and git, in a bubblewrap sandbox.
 *
 * The sandbox has no network, and the command has its own process namespace. It sees only the system's files, the SDK
 * in /sdk and the submission in /source, all read-only. It starts in /build, an in-memory file system of limited size
 * that is discarded at the end. It writes its result to descriptor 3. There are limits on the CPU time and memory of
 * each process, the memory of all processes together (checked twenty times a second), the number of processes, and the
 * size of files. The wall-clock time is limited to ten times the CPU time, and the command ends after BOX_SLEEP_SECONDS
 * in which none of its processes uses the CPU. All its threads together get the CPU share of one process, and a third
 * of that after BOX_YOUNG_SECONDS. When the arena runs as root, the command runs as another user, because RLIMIT_NPROC
 * does not apply to root. This user is different for each process of the arena, so that simultaneous builds do not
 * share the limit. */
#pragma once

#include <signal.h>

#include "base/base.h"

struct box {
	const char *source;   /* the folder that becomes /source */
	const char *script;   /* for /bin/sh -e; $1 is `name`, and $2 is `recipe` unless that is NULL */
	const char *name, *recipe;
	long long seconds, memory_mb, disk_mb;
	long long wall_seconds; /* limit on the wall clock; 0: ten times `seconds` */
	size_t most;          /* limit of `out`, in bytes */
	const volatile sig_atomic_t *stop; /* ends the command when it becomes non-zero; may be NULL */

	struct str said;      /* its stdout and stderr, at most BOX_SAID bytes; owned */
	struct str out;       /* what it wrote to descriptor 3; owned */
	bool was_late;        /* the arena ended it because it took too long or slept */
	bool has_ended_well;  /* if false, and the arena ended the command, the last line of `said` gives the reason */
	bool lacked_processes; /* it had few processes but could not start another one, because the machine or the user
	                        * has too many */
};

enum { BOX_SAID = 65536, BOX_PROCESSES = 128, BOX_SLEEP_SECONDS = 10, BOX_YOUNG_SECONDS = 3 };

/* Runs the command. Returns -1 with err if it could not be run, with EXIT_INTERRUPTED after a stop. */
int contest_box_run(struct box *box, struct err *err);
void contest_box_release(struct box *box);

/* From now on SIGTERM, and the end of the parent, end this process and the command that it runs. (A process that is
 * killed by SIGKILL can leave a sandbox that bubblewrap has not yet set up.) */
void contest_box_end_with_parent(void);
