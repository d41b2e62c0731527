/* database.h - the results of all runs in one SQLite file (schema.sql).
 *
 * One transaction per match, in match order: what is in the file is whole, and what is missing
 * after a power cut are matches that can be played again. Several arenas may write to one file.
 * Everything read back was in a file, so it may be damaged: errors say so. */
#ifndef ARENA_STORE_DATABASE_H
#define ARENA_STORE_DATABASE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "match/result.h"
#include "robot/robot.h"
#include "store/capsule.h"
#include "store/info.h"

struct database;

enum database_mode {
	DATABASE_READ,   /* must exist */
	DATABASE_CHANGE, /* must exist; brought up to date when old */
	DATABASE_WRITE,  /* made when missing, brought up to date when old */
};

/* The caller closes it. NULL with err: EXIT_WORLD when it cannot be opened, is damaged, or was
 * written by a newer arena; EXIT_USAGE when it is a folder, or not there. */
struct database *database_open(const char *path, enum database_mode mode, struct err *err);
void database_close(struct database *database);

/* Registers a run under its name ("0007"), with its robots. 0 and *run, its id; 1 when the name is
 * taken; -1 err. */
int database_begin_run(struct database *database, const struct info *info, const char *name, int64_t *run,
		       struct err *err);

/* Stores a finished match in one transaction; one that is there already is left alone. robots: of the
 * run, for the names of the functions in which they crashed. Of a robot's faults only the first
 * CAPSULES_PER_ROBOT in a run are kept. */
int database_put_match(struct database *database, int64_t run, const struct match_result *result,
		       const struct robot *robots, struct err *err);

/* Is the match stored? 1 yes, and *result is filled as it was (but for cpu_ns, plays, the order of blocks where that was not kept,
 * and faults that were not kept; the caller releases it); 0 no; -1 err. plan: of the match, by
 * schedule_match. */
int database_get_match(struct database *database, int64_t run, const struct match_plan *plan, int n_seats,
		       struct match_result *result, struct err *err);

/* Adds the plays that were kept of a match (playlog.h, but they may be damaged): 1; 0 there are none; -1 err. */
int database_get_plays(struct database *database, int64_t run, uint64_t number, struct str *plays, struct err *err);

/* A match as it is stored. Belongs to the database, until visit returns. */
struct stored_match {
	uint64_t number;
	int64_t n_blocks;     /* may be anything, like outcomes (blocks.h) */
	const void *outcomes;
	size_t size;          /* of outcomes in bytes */
};

/* Calls visit with every match of the run in match order. When it returns non-zero, with err filled, that
 * is returned. */
int database_each_match(struct database *database, int64_t run,
			int (*visit)(const struct stored_match *match, void *context, struct err *err), void *context,
			struct err *err);

/* A match that visit found to be damaged: fills err. -1. */
int database_damaged(const struct database *database, uint64_t number, struct err *err);

/* The run of that name ("7" is "0007"), or the latest when name is NULL. 0 and *run, or -1: EXIT_USAGE
 * when there is none. */
int database_find_run(struct database *database, const char *name, int64_t *run, struct err *err);

/* The latest run of which matches are missing, or whose results, by its name, is_told denies to have been written down to the
 * end; among the tests or among the tournaments. As above. */
int database_find_unfinished(struct database *database, bool is_test, bool (*is_told)(const char *name, const void *context),
			     const void *context, int64_t *run, struct err *err);

/* The test that the run makes was decided after so many matches: no more will be played. */
int database_end_test(struct database *database, int64_t run, uint64_t n_matches, struct err *err);

/* Its name; the caller frees it. NULL with err. */
char *database_name(struct database *database, int64_t run, struct err *err);

/* The highest number that is the name of a run; 0 when there is none. */
int database_highest_name(struct database *database, int *number, struct err *err);

/* What it played; the caller releases info. */
int database_info(struct database *database, int64_t run, struct info *info, struct err *err);

/* How many of its matches are stored. */
int database_count(struct database *database, int64_t run, uint64_t *n_matches, struct err *err);

/* The ids of all runs, oldest first. *runs is the caller's. */
int database_runs(struct database *database, int64_t **runs, int *n_runs, struct err *err);

/* The function in which the robot failed as it was stored, up to its NUL; false when none was found. */
bool database_symbol(struct database *database, int64_t run, const struct fault_record *record,
		     char symbol[CAPSULE_SYMBOL]);

/* The connection, for the store's other files: sqlite3 *. */
struct sqlite3;
struct sqlite3 *database_handle(struct database *database);

/* Fills err from the connection's last failure: what was tried, on which file, why, what to do. -1. */
int database_failed(struct database *database, struct err *err, const char *what);

#endif
