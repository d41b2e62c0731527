/* capsule.h - the story of a fault as a file: what was asked of which robot in which game, what
 * became of it, and the command that plays it again. The same bytes in every run. */
#ifndef ARENA_STORE_CAPSULE_H
#define ARENA_STORE_CAPSULE_H

#include "base/err.h"
#include "match/result.h"
#include "robot/robot.h"
#include "store/info.h"
#include "store/run.h"

enum { CAPSULES_PER_ROBOT = 10 };

/* Counts what was written; zeroed at the start of a run. */
struct capsules {
	int n_written;
	int n_of[SCHEDULE_MAX_ROBOTS];
};

/* Writes the capsule of a fault, unless its robot has had its share. Faults must come in the order of
 * matches. *name: of the file within the run's folder, the caller's; NULL when none was written. */
int capsule_write(struct capsules *capsules, const struct run *run, const struct info *info,
		  const struct robot *robot, const struct fault_record *record, char **name, struct err *err);

#endif
