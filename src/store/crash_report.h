/* crash_report.h - the report of a fault as a file: the robot, the game and the ask, the cause, and the command that
 * replays it. The same bytes in every run. */
#pragma once

#include "match/result.h"
#include "robot/robot.h"
#include "store/run.h"
#include "store/run_config.h"

enum { CRASH_REPORTS_PER_ROBOT = 10, CRASH_REPORT_SYMBOL = 200 };

/* The reports of a run, and how many were written so far. */
struct crash_reports {
	const struct run *run;          /* borrowed */
	const struct run_config *info;  /* borrowed */
	int n_written;
	int n_of[SCHEDULE_MAX_ROBOTS];
};

/* May another report of this robot (its index in the run) be written? */
static inline bool crash_report_is_due(const struct crash_reports *crash_reports, int robot)
{
	return crash_reports->n_of[robot] < CRASH_REPORTS_PER_ROBOT;
}

/* Gets the function of the robot's file in which it failed; false when unknown. */
bool crash_report_symbol(const struct robot *robot, const struct fault *fault, char symbol[CRASH_REPORT_SYMBOL]);

/* Writes the crash report of a fault, unless its robot has CRASH_REPORTS_PER_ROBOT already. Faults must come in the
 * order of matches. symbol: as above, or NULL. *name: the file's name within the run's folder, the caller's; NULL
 * when none was written. */
int crash_report_write(struct crash_reports *crash_reports, const char *symbol, const struct fault_record *record, char **name,
		       struct err *err);
