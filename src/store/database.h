/* database.h - the results of all runs in one SQLite file (schema.sql).
 *
 * Each chunk (match/chunk.h) is one transaction: the contents of the file are complete, and matches that are missing
 * after a power cut can be played again. Several processes may write to one file, but only one plays a given run. It
 * holds a lock on the run, which the kernel releases when the process ends for any reason.
 *
 * Stored data may be damaged. Checksums cover every row that results are computed from, and errors name the damaged run
 * and matches. */
#pragma once

#include "match/chunk.h"
#include "robot/robot.h"
#include "store/run_config.h"
#include "match/result.h"
#include "store/run.h"

/* A crash report is a file about a fault: the robot, the game and the ask, the cause, and the command that replays it.
 * Its bytes are the same in every run. */

enum { CRASH_REPORTS_PER_ROBOT = 10, CRASH_REPORT_SYMBOL = 200 };

/* The reports of a run, and how many were written so far. */
struct crash_reports {
	const struct run *run;          /* borrowed */
	const struct run_config *info;  /* borrowed */
	int n_written;
	int n_of[SCHEDULE_MAX_ROBOTS];
};

/* May another report of this robot (its index in the run) be written? */
static inline bool crash_report_is_due(const struct crash_reports *crash_reports, int robot)
{
	return crash_reports->n_of[robot] < CRASH_REPORTS_PER_ROBOT;
}

/* Gets the function of the robot's file in which it failed; false when unknown. */
bool crash_report_symbol(const struct robot *robot, const struct fault *fault, char symbol[CRASH_REPORT_SYMBOL]);

/* Writes the crash report of a fault, unless its robot has CRASH_REPORTS_PER_ROBOT already. Faults must come in the
 * order of matches. symbol: from crash_report_symbol, or NULL. *name: the file's name within the run's folder, the
 * caller's; NULL when none was written. */
int crash_report_write(struct crash_reports *crash_reports, const char *symbol, const struct fault_record *record, char **name,
		       struct err *err);

struct database;

enum database_mode {
	DATABASE_READ,   /* must exist */
	DATABASE_CHANGE, /* must exist; updated if old */
	DATABASE_WRITE,  /* created if missing, updated if old */
};

/* Opens a database, which the caller closes. Returns NULL with err: EXIT_WORLD when it cannot be opened, is damaged, or
 * was written by a newer arena; EXIT_USAGE when it is a folder or does not exist. */
struct database *database_open(const char *path, enum database_mode mode, struct err *err);
void database_close(struct database *database);

/* Returns the path as it was opened, which the database owns. */
const char *database_path(const struct database *database);

/* Registers a run under its name ("0007"), with its robots, and locks it (database_lock_run). Returns 0 with its id in
 * *run, 1 when the name is in use, or -1 with err on failure. */
int database_begin_run(struct database *database, const struct run_config *info, const char *name, int64_t *run,
		       struct err *err);

/* Locks the run until the database is closed or this process ends: no other process can play it or merge into it.
 * Returns -1 with EXIT_WORLD if another process, which err names, holds the lock. */
int database_lock_run(struct database *database, int64_t run, struct err *err);

/* Locks the tourneys of a server in the same way: one server at a time. */
int database_lock_tourney(struct database *database, struct err *err);

/* Checks that the path still names the file that was opened. Fails with EXIT_WORLD if it was deleted or replaced. Each
 * transaction that writes begins with this check. */
int database_check_file(const struct database *database, struct err *err);

/* Stores a chunk in one transaction. A chunk with a match that is already stored is ignored. schedule, robots: of the
 * run; the robots' files give the names of the functions in which they crashed. The order of the matches is stored for
 * chunks with details, for chunks of several tables, and in pools and pairs. Only the first CRASH_REPORTS_PER_ROBOT
 * faults of each robot in the run are kept, in whatever order chunks arrive. */
int database_put_chunk(struct database *database, int64_t run, const struct schedule *schedule, const struct chunk *chunk,
		       const struct robot *robots, struct err *err);

/* Lists the stored matches in *chunks, the caller's, ascending by their first; NULL and 0 when there are none. For a
 * decided test it lists only those up to the deciding match: the last chunk may be cut. */
int database_chunks(struct database *database, int64_t run, struct matches **chunks, size_t *n_chunks, struct err *err);

/* Reads a chunk of database_chunks, without its plays, its cpu_ns (-1) and the faults that were not stored. Its sums
 * are computed from the stored matches and compared with the stored sums. The caller releases the chunk. */
int database_get_chunk(struct database *database, int64_t run, const struct schedule *schedule, const struct matches *which,
		       struct chunk *chunk, struct err *err);

/* Calls visit with every chunk of database_chunks, as database_get_chunk reads it; visit borrows it. If visit returns
 * non-zero, with err filled, this is returned. */
int database_each_chunk(struct database *database, int64_t run, const struct schedule *schedule,
			int (*visit)(const struct chunk *chunk, void *context, struct err *err), void *context,
			struct err *err);

/* Visits the stored matches without their order and sums: visit is called for each distinct match of a chunk at one
 * table, as by chunk_each; plan is one of these matches. Checks as much as database_each_chunk, and is much faster when
 * few matches are distinct. */
int database_each_match(struct database *database, int64_t run, const struct schedule *schedule,
			void (*visit)(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context),
			void *context, struct err *err);

/* Adds the luck of the dice in chunks where it is stored (match/luck.h): to sums[robot * LUCK_SUMS], and to
 * n_matches[robot] the matches of these sums. The arrays are the caller's, for all robots of the run. */
int database_luck(struct database *database, int64_t run, const struct schedule *schedule, int64_t *sums, uint64_t *n_matches, struct err *err);

/* Reads a run as database_info does. Returns 0, 1 with err when it is damaged, or -1 when it may be readable later. */
int database_examine(struct database *database, int64_t run, struct run_config *info, struct err *err);

/* Appends the stored plays of a match (match/move_log.h; they may be damaged) and returns 1; 0 when there are none.
 * Returns -1 with err on failure. Fast for matches in ascending order. */
int database_get_plays(struct database *database, int64_t run, uint64_t number, struct str *plays, struct err *err);

/* Gets the name of the stored function in which the robot failed; false when there is none. */
bool database_symbol(struct database *database, int64_t run, const struct fault_record *record,
		     char symbol[CRASH_REPORT_SYMBOL]);

/* Deletes the damaged chunks, so that they can be played again, and calls `deleted` for each. The run must be locked. Returns
 * 0 also when there are none, -1 when the file itself is damaged. */
int database_mend(struct database *database, int64_t run, const struct schedule *schedule,
		  void (*deleted)(const struct matches *which, void *context), void *context, struct err *err);

/* Counts the stored matches of the run, as database_chunks counts them. */
int database_count(struct database *database, int64_t run, uint64_t *n_matches, struct err *err);

/* Finds the run with this name ("7" is "0007"), or the latest when name is NULL. Returns -1 with EXIT_USAGE when there
 * is none. */
int database_find_run(struct database *database, const char *name, int64_t *run, struct err *err);

/* Finds the latest test or tournament that has missing matches, or whose results are not completely written
 * (is_told(name) is false). Returns -1 with EXIT_USAGE when there is none. */
int database_find_unfinished(struct database *database, bool is_test, bool (*is_told)(const char *name, const void *context),
			     const void *context, int64_t *run, struct err *err);

/* Records that the run's test was decided after n_matches; no more will be played. */
int database_end_test(struct database *database, int64_t run, uint64_t n_matches, struct err *err);

/* Returns the run's name, which the caller frees. Returns NULL with err on failure. */
char *database_name(struct database *database, int64_t run, struct err *err);

/* Gets the highest number that is the name of a run; 0 when there is none. */
int database_highest_name(struct database *database, int *number, struct err *err);

/* Reads the configuration of a run; the caller releases info. */
int database_info(struct database *database, int64_t run, struct run_config *info, struct err *err);

/* Gets the ids of all runs, oldest first. *runs is the caller's. */
int database_runs(struct database *database, int64_t **runs, int *n_runs, struct err *err);

/* Fills err from the connection's last failure: the action, the file, the reason, the remedy. Returns -1. */
int database_failed(struct database *database, struct err *err, const char *what);
