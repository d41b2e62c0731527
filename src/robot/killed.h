/* killed.h - robots' processes that were killed from outside, which is not a fault of the robot.
 *
 * A confined robot cannot send signals (filter.h). So a robot that dies of a signal without its own fault was killed from
 * outside: by a person, or by the kernel when memory is short. Its games are played again, and after KILLED_MOST such
 * deaths the run ends with an error. */
#pragma once

#include <stdatomic.h>
#include <sys/types.h>

#include "base/base.h"

enum { KILLED_MOST = 3 };

/* Of a run; zeroed at its beginning, in memory that its workers share. */
struct killed {
	_Atomic uint32_t n;
};

/* Did this child, which is dead but not reaped, or alive, die of a signal from outside? */
bool killed_from_outside(pid_t pid);

/* Counts a killed process of the robot. Non-zero: there were too many. */
int killed_count(struct killed *killed, const char *robot, struct err *err);

/* Processes that the kernel has killed for lack of memory, in this control group or, if unknown there, on this machine. */
uint64_t killed_for_memory(void);
