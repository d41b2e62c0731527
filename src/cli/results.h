/* results.h - what comes out of a run: its sums, and from them the files of its folder. Used while
 * it is played and, for a run in a database, afterwards: the same bytes. */
#ifndef ARENA_CLI_RESULTS_H
#define ARENA_CLI_RESULTS_H

#include <stdint.h>

#include "base/err.h"
#include "cli/standings.h"
#include "match/schedule.h"
#include "store/capsule.h"
#include "store/database.h"
#include "store/info.h"
#include "store/run.h"

struct results {
	const struct info *info;        /* borrowed */
	struct schedule schedule;
	const struct robot *robots;     /* in the order of info; borrowed */
	const struct run *run;          /* its folder; NULL: there is none; borrowed */
	struct database *database;      /* that has the run; NULL without a folder; borrowed */
	int64_t run_id;
	uint64_t n_matches;             /* finished so far */
	struct standings standings;
	struct capsules *capsules;      /* owned */
};

void results_init(struct results *results, const struct info *info, const struct schedule *schedule,
		  const struct robot *robots);
void results_release(struct results *results);

/* Makes the folder of the run, unless it is there. EXIT_USAGE when it holds another run. */
int results_open_folder(const struct info *info, const char *folder, struct err *err);

/* From now on faults become capsules in the run's folder. */
void results_keep(struct results *results, const struct run *run, struct database *database, int64_t run_id);

/* The next match, in the order of matches; with a database, one that it holds already. Writes the
 * capsules of its faults. */
int results_add(struct results *results, const struct match_result *result, struct err *err);

/* Have all matches (of the shard) been added? */
bool results_are_complete(const struct results *results);

/* Adds the options in which rules are not as their variant has them (those from a file: as their family
 * has them), each with a blank before it. */
void results_changes(const struct rules *rules, struct str *out);

/* Adds what was played, in a line; every single rule is in run.json. */
void results_heading(const struct results *results, struct str *out);

void results_json(const struct results *results, struct str *out);

/* Writes run.json and the tables, table.json last. */
int results_write(const struct results *results, struct err *err);

/* Takes table.json away, which is of fewer matches than will be played: a run that has none was not told to its end. */
int results_forget(const struct results *results, struct err *err);

#endif
