/* study.h - analyses of the robots of a run and the costs of their mistakes, for its report. */
#pragma once

#include <jansson.h>

#include "match/matches.h"
#include "match/tournament.h"
#include "record/replays.h"
#include "run/progress.h"
#include "store/run_config.h"

enum { STUDY_MOST_ROBOTS = 8 };

/* The input of a study. */
struct report_study {
	const struct tournament *tournament; /* the tournament of the run, with its robots probed; all members are
	                                      * borrowed */
	const struct run_config *info;
	const int *order;                    /* order[i], i < n_robots <= STUDY_MOST_ROBOTS: the robots to study */
	int n_robots;
	const struct matches_list *played;
	struct sample_limits limits;         /* limits on the games of each robot */
	int n_jobs;                          /* processes; 0: one per core */
	struct progress *progress; /* may be NULL */
};

/* Returns the results of `arena analyse` for each of these robots as an array that the caller owns, or NULL with
 * err. */
json_t *report_study(const struct report_study *wish, struct err *err);

/* Returns the part "coach" of the report's data, which is empty or has "why", the reason why its games cannot be
 * coached. The caller owns it. */
json_t *report_coach_begin(const struct run_config *info);

/* Adds "robots" to this part, unless it has "why": the results of `arena coach` for each of the studied robots, from
 * games within the limits of `wish`. wish->n_jobs processes solve the hands once for all robots, which takes most of
 * the time. Sets err on failure. */
int report_coach(const struct report_study *wish, json_t *coach, struct err *err);

/* JSON values that several processes make, for the slow parts of a report, such as replayed games. */
struct items {
	int n, n_jobs;                                  /* n_jobs: at most this many processes; 0: one per core */
	bool is_alone;                                  /* make the items in this process, because processes cannot
	                                                 * share the input */
	json_t *(*make)(int index, void *context, struct err *err); /* returns item `index` < n, which the caller owns,
	                                                             * or NULL with err */
	void (*take)(int index, json_t *item, void *context); /* called in this process, in order */
	void *context;
};

/* Makes the items, which are the same for any number of processes. Sets err on failure. */
int items_make(const struct items *items, struct err *err);
