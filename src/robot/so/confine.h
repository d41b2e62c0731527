/* confine.h - the sandbox of a robot's process.
 *
 * Threat: the robot may be any code. It must not read another robot's dice or the seed, use files, sockets or other
 * processes, outlive the arena, or use more memory than allowed. The runner takes these steps after exec and before it
 * opens the robot's file:
 *
 *   1 no new privileges; no core dumps
 *   2 limits: address space, open files, file size, processes
 *   3 every descriptor except those that loading needs is closed
 *   4 Landlock: only the system's libraries and the robot's own data folder can be read
 *   5 seccomp: what the loader needs (confine_for_loading)
 *   6 once the robot is loaded, everything is closed and a stricter filter is added: only computing, memory, clocks,
 *   and its own futexes (confine_by_filter)
 *
 * filter.h lists the calls and their arguments. None of these calls refers to an object of another process, so that two
 * processes cannot communicate. Processes that play rotations of the same match see the same dice.
 *
 * Steps 1 to 5 are the boundary. Afterwards the robot's code shares the address space with the runner, so a malicious
 * constructor can prevent step 6. The worker then detects that a filter is missing (runner_file.h).
 *
 * A refused system call fails with EPERM and is counted. Writes to descriptors 1 and 2 go to the output ring instead.
 * The sandbox does not protect against bugs of the kernel or the CPU. */
#pragma once

#include "robot/so/filter.h"

struct confine_plan {
	uint64_t memory;         /* bytes of address space; 0: no limit */
	int first_closed_fd;     /* descriptors from this one on are closed */
	const char *data_folder; /* readable while loading; "" for none */
	const char *readable;    /* more folders, separated by ':' */
	int allows_weak;         /* do without the parts that the kernel lacks */
	bool makes_copies;       /* the process makes copies (permit.h), so RLIMIT_NPROC is not set */
	enum filter_phase filter; /* FILTER_LOADING, FILTER_LOADING_TEMPLATE */
};

int confine_for_loading(const struct confine_plan *plan, struct err *err);

/* Installs FILTER_PLAYING or FILTER_WAITING. Called once the robot is loaded. The filters must be mapped at
 * FILTER_PROGRAMS_AT. */
int confine_by_filter(enum filter_phase filter, struct err *err);

/* Describes the part of the sandbox that this kernel lacks, or returns NULL if it lacks none. The text is static. */
const char *confine_missing(void);

/* Returns the signal that a refused call would have sent to its own process, or 0 if it was another call. The arguments
 * are those of a SIGSYS handler. Makes a call that sends a signal return success. */
int confine_own_signal(const void *siginfo, void *ucontext);

/* Collects the data that confine_for_loading needs and that is the same for every robot. Call it in a process that
 * copies itself, so that the copies have the data; elsewhere confine_for_loading does this itself. */
void confine_load(void);

/* Returns the kernel's version of Landlock, or a number below 1 if it has none. */
long confine_landlock_abi(void);

/* Called by the runner's SIGSYS handler: handles the refused call that the handler's arguments describe. Returns false
 * if it was carried out after all, so it does not count as refused. */
bool confine_refused(void *siginfo, void *ucontext);
