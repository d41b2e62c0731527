/* killed.h - robots' processes that were killed from outside.
 *
 * A confined robot cannot send signals (filter.h). So a robot that dies of a signal without its own fault was killed from
 * outside. If by a person, that is not a fault of the robot: its games are played again, and after KILLED_MOST such
 * deaths the run ends with an error. When memory is short, the kernel kills the largest process, and robots before
 * the arena. The first time, the games of the robot are played again in one lane. The next time is a fault of the robot. */
#pragma once

#include <stdatomic.h>
#include <sys/types.h>

#include "base/base.h"

enum { KILLED_MOST = 3 };

/* The kills of a run; zeroed at its beginning, in memory that its workers share. */
struct killed {
	_Atomic uint32_t n;
	_Atomic uint64_t n_for_memory; /* kills by the kernel that were counted already */
};
#define KILLED_FOR_MEMORY "was killed by the kernel for lack of memory, again after a start with fewer matches at once"

/* Starts to count: earlier kills do not count. */
void killed_init(struct killed *killed);

/* Was this child, which is not reaped and may be alive, killed by a signal from outside? */
bool killed_from_outside(pid_t pid);

/* Counts a killed process of the robot. Returns non-zero if there were too many. */
int killed_count(struct killed *killed, const char *robot, struct err *err);

/* Has the kernel killed a process for lack of memory, in this control group or, if unknown there, on this machine? Each kill counts
 * once. */
bool killed_for_memory(struct killed *killed);
