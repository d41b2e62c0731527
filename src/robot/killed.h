/* killed.h - robots' processes that somebody else ended: trouble of the machine, not of the robot.
 *
 * A confined robot can send no signal (filter.h). So one that dies of a signal that is no fault of its own was killed from
 * outside: by a person, or by the kernel when memory is short. What it played is played again, and after KILLED_MOST such
 * deaths the run ends with an error. */
#ifndef ARENA_ROBOT_KILLED_H
#define ARENA_ROBOT_KILLED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

enum { KILLED_MOST = 3 };

/* Of a run; zeroed at its beginning, in memory that its workers share. */
struct killed {
	_Atomic uint32_t n;
};

/* Did this child, which is dead and not reaped, or alive, die of a signal from outside? */
bool killed_from_outside(pid_t pid);

/* Counts a process of the robot that was. Non-zero: it was one too many. */
int killed_count(struct killed *killed, const char *robot, struct err *err);

/* Processes that the kernel has ended for want of memory, in this control group or, where that does not say, on this
 * machine. */
uint64_t killed_for_memory(void);

#endif
