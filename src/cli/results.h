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
	uint64_t n_matches;             /* added so far */
	struct standings standings;
	struct chunk faults;            /* the first ones of each robot, for their capsules; nothing else of it is used. Owned */
};

void results_init(struct results *results, const struct info *info, const struct schedule *schedule,
		  const struct robot *robots);
void results_release(struct results *results);

/* Makes the folder of the run, unless it is there. EXIT_USAGE when it holds another run. */
int results_open_folder(const struct info *info, const char *folder, struct err *err);

/* results_write will write the faults as capsules into the run's folder. */
void results_keep(struct results *results, const struct run *run, struct database *database, int64_t run_id);

/* Adds a chunk; in any order. With a database, one that it holds already. */
int results_add(struct results *results, const struct chunk *chunk, struct err *err);

/* Have all matches (of the shard) been added? */
bool results_are_complete(const struct results *results);

/* Adds the options in which rules are not as their variant has them (those from a file: as their family
 * has them), each with a blank before it. */
void results_changes(const struct rules *rules, struct str *out);

/* Adds what was played, in a line; every single rule is in run.json. */
void results_heading(const struct results *results, struct str *out);

void results_json(const struct results *results, struct str *out);

/* Writes run.json, the capsules and the tables, table.json last. */
int results_write(struct results *results, struct err *err);

/* Takes table.json away, which is of fewer matches than will be played: a run that has none was not told to its end. */
int results_forget(const struct results *results, struct err *err);

#endif
