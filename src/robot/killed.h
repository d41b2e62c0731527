/* killed.h - processes of robots that were killed from outside.
 *
 * A confined robot cannot send signals (filter.h). So a robot that dies of a signal which it did not cause was killed
 * from outside. If a person killed it, the robot is not at fault: its games are played again, and after KILLED_MOST
 * such deaths the run ends with an error. When memory is short, the kernel kills the largest process, and prefers
 * robots to the arena. The first time, the games of the robot are played again in one lane. The next time counts as a
 * fault of the robot. */
#pragma once

#include <stdatomic.h>
#include <sys/types.h>

#include "base/base.h"

enum { KILLED_MOST = 3 };

/* The kills of a run; zeroed at its beginning, in memory that its workers share. */
struct killed {
	_Atomic uint32_t n;
	_Atomic uint64_t n_for_memory; /* kills by the kernel that have been counted */
};
#define KILLED_FOR_MEMORY "was killed by the kernel for lack of memory, again after a start with fewer matches at once"

/* Starts to count. Earlier kills are ignored. */
void killed_init(struct killed *killed);

/* Returns true if this child was killed by a signal from outside. It must not have been reaped, and may be alive. */
bool killed_from_outside(pid_t pid);

/* Counts a killed process of the robot. Returns non-zero with err if there were too many. */
int killed_count(struct killed *killed, const char *robot, struct err *err);

/* Returns true if the kernel has killed a process for lack of memory, in this control group or, if the group does not
 * count kills, on this machine. Each kill is returned once. */
bool killed_for_memory(struct killed *killed);
