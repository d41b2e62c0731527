/* run_files.h - the results of a run: its sums, and the files of its folder. Used during the run and, with data from
 * the database, after it; the files are the same. */
#pragma once

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
	struct database *database;      /* contains the run; NULL without a folder; borrowed */
	int64_t run_id;
	uint64_t n_matches;             /* matches added so far */
	struct standings standings;
	struct chunk faults;            /* only its faults are used, the first few of each robot; owned */
};

void run_files_init(struct run_files *results, const struct run_config *info, const struct schedule *schedule,
		  const struct robot *robots);
void run_files_release(struct run_files *results);

/* Creates the folder of the run if it is missing. Fails with EXIT_USAGE when it contains another run. */
int run_files_open_folder(const struct run_config *info, const char *folder, struct err *err);

/* Makes run_files_write write the faults as crash reports into the run's folder. */
void run_files_keep(struct run_files *results, const struct run *run, struct database *database, int64_t run_id);

/* Adds a chunk. Chunks may come in any order. If there is a database, the chunk must already be stored in it. */
int run_files_add(struct run_files *results, const struct chunk *chunk, struct err *err);

/* Returns true if all matches (of the shard) have been added. */
bool run_files_are_complete(const struct run_files *results);

/* Adds the options that differ from the variant (for rules from a file: from the defaults of the family), each preceded
 * by a space. */
void run_files_changes(const struct rules *rules, struct str *out);

/* Adds a line about the rules and games that were played; run.json has all rules. */
void run_files_heading(const struct run_files *results, struct str *out);

void run_files_json(const struct run_files *results, struct str *out);

/* Writes run.json, the crash reports and the tables, table.json last. */
int run_files_write(struct run_files *results, struct err *err);

/* Removes table.json before more matches are played, because a run without it counts as incomplete. */
int run_files_forget(const struct run_files *results, struct err *err);

/* Writes the files of the run (run_files.h) into the folder, byte for byte as the command that played it did. `name` is
 * the name of the run, for errors. Fails with EXIT_USAGE when the folder contains another run. */
int rewrite_files(struct database *database, int64_t run_id, const char *name, const char *folder, struct err *err);
