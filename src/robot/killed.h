/* killed.h - processes of robots that were killed from outside.
 *
 * A confined robot cannot send signals (filter.h). So a robot that dies of a signal which it did not cause was killed
 * from outside. If a person killed it, the robot is not at fault: its games are played again, and after KILLED_MOST
 * such deaths the run ends with an error. If memory is short, the kernel kills the largest process, and robots before
 * the arena. After the first such kill, the robot's games are played again in one lane. The second one is a fault of
 * the robot. */
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

/* Returns true if a signal from outside killed this child. The child may be alive, but must not have been reaped. */
bool killed_from_outside(pid_t pid);

/* Counts a process of the robot that was killed. Returns non-zero with err if there were too many kills. */
int killed_count(struct killed *killed, const char *robot, struct err *err);

/* Returns true if the kernel has killed a process for lack of memory, in this control group or, if the group does not
 * count kills, on this machine. Each kill is reported only once. */
bool killed_for_memory(struct killed *killed);
