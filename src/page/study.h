/* study.h - how the robots of a run played, for its report. */
#ifndef ARENA_PAGE_STUDY_H
#define ARENA_PAGE_STUDY_H

#include <stdint.h>

#include <jansson.h>

#include "base/err.h"
#include "match/matches.h"
#include "match/tournament.h"
#include "store/run_config.h"

/* What `arena analyse` says of each of the first eight robots in order[], looking at most_games of the matches that were
 * played: an array, the caller's. tournament: of the run, met. NULL with err. */
json_t *report_study(const struct tournament *tournament, const struct run_config *info, const int *order,
		     const struct matches_list *played, uint64_t most_games, struct err *err);

#endif
