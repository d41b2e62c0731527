/* study.h - how the robots of a run played, for its report. */
#pragma once

#include <jansson.h>

#include "match/matches.h"
#include "match/tournament.h"
#include "record/sample.h"
#include "run/progress.h"
#include "store/run_config.h"

enum { STUDY_MOST_ROBOTS = 8 };

/* The input of a study. */
struct report_study {
	const struct tournament *tournament; /* of the run, with its robots probed; borrowed, like all members */
	const struct run_config *info;
	const int *order;                    /* the first STUDY_MOST_ROBOTS in it are studied */
	const struct matches_list *played;
	struct sample_limits limits;         /* of what is looked at for each */
	int n_jobs;                          /* processes; 0: one per core */
	struct progress *progress; /* may be NULL */
};

/* The results of `arena analyse` for each of these robots: an array, the caller's. NULL with err. */
json_t *report_study(const struct report_study *wish, struct err *err);
