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
	const struct tournament *tournament; /* of the run, with its robots probed; borrowed, like all members */
	const struct run_config *info;
	const int *order;                    /* n_robots of them are studied, at most STUDY_MOST_ROBOTS */
	int n_robots;
	const struct matches_list *played;
	struct sample_limits limits;         /* of the games of each robot */
	int n_jobs;                          /* processes; 0: one per core */
	struct progress *progress; /* may be NULL */
};

/* Returns the results of `arena analyse` for each of these robots: an array, the caller's. Returns NULL with err on
 * failure. */
json_t *report_study(const struct report_study *wish, struct err *err);

/* Returns the part "coach" of the report's data, the caller's: empty, or with the reason "why" its games cannot be
 * coached. */
json_t *report_coach_begin(const struct run_config *info);

/* Adds "robots" to this part, unless it has "why": the results of `arena coach` for each of the robots that are
 * studied, from games within the limits of `wish`. The hands are solved once for all robots, which takes most of the
 * time, by wish->n_jobs processes. Sets err on failure. */
int report_coach(const struct report_study *wish, json_t *coach, struct err *err);

/* JSON values made by several processes, for the slow parts of a report, such as replayed games. */
struct items {
	int n, n_jobs;                                  /* n_jobs: at most this many processes; 0: one per core */
	bool is_alone;                                  /* make them in this process, if processes cannot share the input */
	json_t *(*make)(int index, void *context, struct err *err); /* item index < n: the caller's; NULL with err */
	void (*take)(int index, json_t *item, void *context); /* in this process, in order */
	void *context;
};

/* The items are the same for any number of processes. Sets err on failure. */
int items_make(const struct items *items, struct err *err);
