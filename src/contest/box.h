/* box.h - commands on files that strangers have handed in: builds, and git. They run behind walls of bubblewrap.
 *
 * Inside there is no network, a name space of processes of its own, and of files only the system's, the SDK in /sdk and
 * the folder in question in /source, all read-only. /build, where the command starts, is memory of limited size;
 * nothing of it stays. What is to come out the command writes to descriptor 3. Limits: CPU time and memory of each
 * process, the number of processes, the size of files, ten times the CPU time by the clock. Root becomes nobody inside,
 * as RLIMIT_NPROC does not bind root. */
#ifndef ARENA_CONTEST_BOX_H
#define ARENA_CONTEST_BOX_H

#include <signal.h>
#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"

struct box {
	const char *source;   /* the folder that is /source */
	const char *script;   /* for /bin/sh -e; its $1 is `name` */
	const char *name;
	long long seconds, memory_mb, disk_mb;
	size_t most;          /* bytes that may come out */
	const volatile sig_atomic_t *stop; /* ends it; NULL: nothing does */

	struct str said;      /* its stdout and stderr, at most BOX_SAID bytes; owned */
	struct str out;       /* what came out; owned */
	bool has_ended_well;  /* else `said` ends with why, where it was the arena that ended it */
};

enum { BOX_SAID = 65536, BOX_PROCESSES = 128 };

/* Runs it. -1 err: it could not be run; EXIT_INTERRUPTED after a stop. */
int box_run(struct box *box, struct err *err);
void box_release(struct box *box);

#endif
