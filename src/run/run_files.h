/* run_files.h - what comes out of a run: its sums, and from them the files of its folder. Used while
 * it is played and, for a run in a database, afterwards: the same bytes. */
#ifndef ARENA_RUN_RUN_FILES_H
#define ARENA_RUN_RUN_FILES_H

#include <stdint.h>

#include "base/err.h"
#include "match/schedule.h"
#include "standings/standings.h"
#include "store/database.h"
#include "store/run.h"
#include "store/run_config.h"

struct run_files {
	const struct run_config *info;        /* borrowed */
	struct schedule schedule;
	const struct robot *robots;     /* in the order of info; borrowed */
	const struct run *run;          /* its folder; NULL: there is none; borrowed */
	struct database *database;      /* that has the run; NULL without a folder; borrowed */
	int64_t run_id;
	uint64_t n_matches;             /* added so far */
	struct standings standings;
	struct chunk faults;            /* the first ones of each robot, for their crash reports; nothing else of it is used. Owned */
};

void run_files_init(struct run_files *results, const struct run_config *info, const struct schedule *schedule,
		  const struct robot *robots);
void run_files_release(struct run_files *results);

/* Makes the folder of the run, unless it is there. EXIT_USAGE when it holds another run. */
int run_files_open_folder(const struct run_config *info, const char *folder, struct err *err);

/* run_files_write will write the faults as crash reports into the run's folder. */
void run_files_keep(struct run_files *results, const struct run *run, struct database *database, int64_t run_id);

/* Adds a chunk; in any order. With a database, one that it holds already. */
int run_files_add(struct run_files *results, const struct chunk *chunk, struct err *err);

/* Have all matches (of the shard) been added? */
bool run_files_are_complete(const struct run_files *results);

/* Adds the options in which rules are not as their variant has them (those from a file: as their family
 * has them), each with a blank before it. */
void run_files_changes(const struct rules *rules, struct str *out);

/* Adds what was played, in a line; every single rule is in run.json. */
void run_files_heading(const struct run_files *results, struct str *out);

void run_files_json(const struct run_files *results, struct str *out);

/* Writes run.json, the crash reports and the tables, table.json last. */
int run_files_write(struct run_files *results, struct err *err);

/* Takes table.json away, which is of fewer matches than will be played: a run that has none was not told to its end. */
int run_files_forget(const struct run_files *results, struct err *err);

#endif
