/* coach.h - what the mistakes of the robots of a run cost, for its report. */
#pragma once

#include "page/study.h"

/* The part "coach" of the report's data, the caller's: empty, or with the reason "why" such games cannot be coached. */
json_t *report_coach_begin(const struct run_config *info);

/* Adds "robots" to it, unless it has "why": the results of `arena coach` for each of the robots that are studied, from games
 * within the limits of `wish`. The hands are solved once for all robots, which takes most of the time, by wish->n_jobs
 * processes.
 * Non-zero: err. */
int report_coach(const struct report_study *wish, json_t *coach, struct err *err);
