/* confine.h - the sandbox of a robot's process.
 *
 * Threat: the robot is any code. It must not read another robot's dice or the seed, touch
 * files, sockets or other processes, outlive the arena, or use more memory than it may.
 * Steps, in the runner itself, after exec and before the robot's file is opened:
 *
 *   1 no new privileges; no core dumps
 *   2 limits: address space, open files, file size, processes
 *   3 every descriptor except those that loading needs is closed
 *   4 Landlock: only the system's libraries and the robot's own data folder can be read
 *   5 seccomp: what the loader needs (confine_for_loading)
 *   6 once loaded, everything is closed and a tighter filter is added: computing, memory,
 *     clocks, its futexes (confine_by_filter)
 *
 * filter.h lists the calls and their arguments. None names an object of another process, so that two robots cannot
 * communicate: the rotations of a match have the same dice.
 *
 * Steps 1 to 5 are the boundary. Afterwards the robot's code shares the address space with the runner, so a malicious
 * constructor can prevent step 6. Then the worker finds that a filter is missing (runner_file.h).
 *
 * A refused system call fails with EPERM and is counted. Writes to descriptors 1 and 2 go to the output ring instead.
 * This is not a boundary against bugs of the kernel or the CPU. */
#pragma once

#include "robot/so/filter.h"

struct confine_plan {
	uint64_t memory;         /* bytes of address space; 0: no limit */
	int first_closed_fd;     /* descriptors from this one on are closed */
	const char *data_folder; /* readable while loading; "" for none */
	const char *readable;    /* more folders, separated by ':' */
	int allows_weak;         /* skip what the kernel lacks */
	bool makes_copies;       /* the filter permits copies (permit.h): RLIMIT_NPROC is not set */
	enum filter_phase filter; /* FILTER_LOADING, FILTER_LOADING_TEMPLATE */
};

int confine_for_loading(const struct confine_plan *plan, struct err *err);

/* Installs a filter: FILTER_PLAYING or _WAITING once loaded. The filters must be mapped at FILTER_PROGRAMS_AT. */
int confine_by_filter(enum filter_phase filter, struct err *err);

/* Returns the missing part of the sandbox on this kernel, in words; NULL when complete. Valid forever. */
const char *confine_missing(void);

/* Returns the signal that the refused call, described by the arguments of a SIGSYS handler, would have sent to its own
 * process; 0 for any other call. A call that sends a signal succeeds. */
int confine_own_signal(const void *siginfo, void *ucontext);

/* Finds out what confine_for_loading needs and what is the same for all robots. Called in a process that is going to
 * copy itself; in others confine_for_loading does this itself. */
void confine_load(void);

/* Returns the kernel's version of Landlock; below 1 if it has none. */
long confine_landlock_abi(void);

/* Called by the runner's SIGSYS handler: handles the refused call described by the handler's arguments. Returns false
 * if the call was carried out in another way. */
bool confine_refused(void *siginfo, void *ucontext);
