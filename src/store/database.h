/* database.h - the results of all runs in one SQLite file (schema.sql).
 *
 * One transaction per chunk (match/chunk.h): what is in the file is whole, and what is missing after a power cut are
 * matches that can be played again. Several arenas may write to one file, but only one plays a run: who does holds a
 * lock on it, which the kernel takes back when the process ends in whatever way.
 *
 * Everything read back was in a file, so it may be damaged. Checksums cover every row that a table is made from; errors
 * say which run and which matches are damaged. Files of older arenas have none and are checked by their contents. */
#ifndef ARENA_STORE_DATABASE_H
#define ARENA_STORE_DATABASE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "match/chunk.h"
#include "robot/robot.h"
#include "store/crash_report.h"
#include "store/run_config.h"

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

/* Registers a run under its name ("0007"), with its robots, and locks it (database_lock_run). 0 and *run, its id; 1 when
 * the name is taken; -1 err. */
int database_begin_run(struct database *database, const struct run_config *info, const char *name, int64_t *run,
		       struct err *err);

/* From now on until the database is closed, or this process ends, no other process can play the run or merge into it.
 * -1: EXIT_WORLD that names the process which does. */
int database_lock_run(struct database *database, int64_t run, struct err *err);

/* The same for the tourneys of a server: one server at a time. */
int database_lock_tourney(struct database *database, struct err *err);

/* Is the file that was opened still the one that has its name? Else EXIT_WORLD: it was deleted or replaced. */
int database_check_file(const struct database *database, struct err *err);

/* ---- chunks ----------------------------------------------------------------------------- */

/* Stores a chunk in one transaction. One of which a match is stored already is left alone. schedule: of the run. robots:
 * of the run, for the names of the functions in which they crashed. The order of its matches is stored where it has
 * details, where it is of several tables, and in pools and pairs. Of a robot's faults the first CRASH_REPORTS_PER_ROBOT in the run
 * are kept, in whatever order chunks come. Fails with database_check_file, too. */
int database_put_chunk(struct database *database, int64_t run, const struct schedule *schedule, const struct chunk *chunk,
		       const struct robot *robots, struct err *err);

/* Which matches are stored: *chunks is the caller's, ascending by their first; NULL and 0 when none are. Of a test that was
 * decided, only those up to the deciding one: the last chunk may be cut. */
int database_chunks(struct database *database, int64_t run, struct matches **chunks, size_t *n_chunks, struct err *err);

/* Reads one of them, which the caller releases; all but its plays and cpu_ns (-1), and those of its faults that were not
 * kept. Its sums are made again from what is stored and compared. */
int database_get_chunk(struct database *database, int64_t run, const struct schedule *schedule, const struct matches *which,
		       struct chunk *chunk, struct err *err);

/* Calls visit with every chunk of database_chunks, as database_get_chunk reads it; they are the database's. When visit
 * returns non-zero, with err filled, that is returned. */
int database_each_chunk(struct database *database, int64_t run, const struct schedule *schedule,
			int (*visit)(const struct chunk *chunk, void *context, struct err *err), void *context,
			struct err *err);

/* The same matches without their order and sums, counted: visit is called for each distinct match of a chunk at one table,
 * as by chunk_each, plan being one of those matches. As checked, and much faster where few are different. */
int database_each_match(struct database *database, int64_t run, const struct schedule *schedule,
			void (*visit)(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context),
			void *context, struct err *err);

/* Adds the plays that were kept of a match (match/move_log.h, but they may be damaged): 1; 0 there are none; -1 err. Cheap for
 * matches in ascending order. */
int database_get_plays(struct database *database, int64_t run, uint64_t number, struct str *plays, struct err *err);

/* The function in which the robot failed as it was stored, up to its NUL; false when none was found. */
bool database_symbol(struct database *database, int64_t run, const struct fault_record *record,
		     char symbol[CRASH_REPORT_SYMBOL]);

/* Deletes the chunks that are damaged, so that they can be played again, and calls told for each. The run must be locked.
 * 0 also when there are none; -1 when the file itself is damaged. */
int database_mend(struct database *database, int64_t run, const struct schedule *schedule,
		  void (*told)(const struct matches *which, void *context), void *context, struct err *err);

/* How many of its matches are stored; as in database_chunks. */
int database_count(struct database *database, int64_t run, uint64_t *n_matches, struct err *err);

/* ---- runs ------------------------------------------------------------------------------- */

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
int database_info(struct database *database, int64_t run, struct run_config *info, struct err *err);

/* The ids of all runs, oldest first. *runs is the caller's. */
int database_runs(struct database *database, int64_t **runs, int *n_runs, struct err *err);

/* The connection, for the store's other files: sqlite3 *. */
struct sqlite3;
struct sqlite3 *database_handle(struct database *database);

/* Fills err from the connection's last failure: what was tried, on which file, why, what to do. -1. */
int database_failed(struct database *database, struct err *err, const char *what);

#endif
