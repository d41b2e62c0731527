/* database.h - the results of all runs in one SQLite file (schema.sql).
 *
 * Each chunk (match/chunk.h) is stored in one transaction, so the file has only complete chunks, and matches that are
 * missing after a power failure can be played again. Several processes may write to one file, but only one plays a
 * given run. It holds a lock on the run, which the kernel releases when the process ends for any reason.
 *
 * Stored data may be damaged. Checksums cover every row from which results are computed, and errors name the damaged
 * run and matches. */
#pragma once

#include "match/chunk.h"
#include "robot/robot.h"
#include "store/run_config.h"
#include "match/result.h"
#include "store/run.h"

/* A crash report is a file about a fault: the robot, the game and the ask, the cause, and the command that replays it.
 * Its contents are the same in every run with the same seed. */

enum { CRASH_REPORTS_PER_ROBOT = 10, CRASH_REPORT_SYMBOL = 200 };

/* The crash reports of a run, and how many have been written so far. */
struct crash_reports {
	const struct run *run;          /* borrowed */
	const struct run_config *info;  /* borrowed */
	int n_written;
	int n_of[SCHEDULE_MAX_ROBOTS];
};

/* Returns true if another report of this robot (an index in the run) may be written. */
static inline bool crash_report_is_due(const struct crash_reports *crash_reports, int robot)
{
	return crash_reports->n_of[robot] < CRASH_REPORTS_PER_ROBOT;
}

/* Gets the name of the function in which the robot failed, from the symbols of its file. Returns false when unknown. */
bool crash_report_symbol(const struct robot *robot, const struct fault *fault, char symbol[CRASH_REPORT_SYMBOL]);

/* Writes the crash report of a fault, unless its robot already has CRASH_REPORTS_PER_ROBOT. Faults must be passed in
 * the order of matches. `symbol` comes from crash_report_symbol, or is NULL. Sets *name to the name of the file within
 * the run's folder, owned by the caller, or to NULL when none was written. */
int crash_report_write(struct crash_reports *crash_reports, const char *symbol, const struct fault_record *record,
		       char **name, struct err *err);

struct database;

enum database_mode {
	DATABASE_READ,   /* must exist */
	DATABASE_CHANGE, /* must exist; updated if old */
	DATABASE_WRITE,  /* created if missing, updated if old */
};

/* Opens a database, which the caller closes. On failure returns NULL with err: EXIT_WORLD when the file cannot be
 * opened, is damaged, or was written by a newer arena; EXIT_USAGE when it is a folder or does not exist. */
struct database *database_open(const char *path, enum database_mode mode, struct err *err);
void database_close(struct database *database);

/* Returns the path with which the database was opened; the database owns it. */
const char *database_path(const struct database *database);

/* Registers a run under its name ("0007"), with its robots, and locks it (database_lock_run). Returns 0 with its id in
 * *run, 1 when the name is in use, or -1 with err on failure. */
int database_begin_run(struct database *database, const struct run_config *info, const char *name, int64_t *run,
		       struct err *err);

/* Locks the run until the database is closed or this process ends, so that no other process can play it or merge into
 * it. Returns -1 with EXIT_WORLD if another process, which err names, holds the lock. */
int database_lock_run(struct database *database, int64_t run, struct err *err);

/* Locks the tourneys in the same way, so that only one server runs at a time. */
int database_lock_tourney(struct database *database, struct err *err);

/* Checks that the path still refers to the file that was opened. Fails with EXIT_WORLD if it was deleted or replaced.
 * Each transaction that writes begins with this check. */
int database_check_file(const struct database *database, struct err *err);

/* Stores a chunk in one transaction. A chunk with a match that is already stored is ignored. `schedule` and `robots`
 * are those of the run; the names of the functions in which robots crashed come from the robots' files. The order of
 * the matches is stored for chunks with details, for chunks of several tables, and in pools and pairs. Only the first
 * CRASH_REPORTS_PER_ROBOT faults of each robot in the run are kept, whatever the order in which chunks arrive. */
int database_put_chunk(struct database *database, int64_t run, const struct schedule *schedule,
		       const struct chunk *chunk, const struct robot *robots, struct err *err);

/* Lists the stored matches in *chunks, which the caller owns, in the order of their first matches; NULL and 0 when
 * there are none. For a decided test it lists only matches up to the deciding one, so the last chunk may be
 * shortened. */
int database_chunks(struct database *database, int64_t run, struct matches **chunks, size_t *n_chunks, struct err *err);

/* Reads a chunk listed by database_chunks, without its plays, its cpu_ns (which is -1) and faults that were not stored.
 * Its sums are computed from the stored matches and compared with the stored sums. The caller releases the chunk. */
int database_get_chunk(struct database *database, int64_t run, const struct schedule *schedule,
		       const struct matches *which, struct chunk *chunk, struct err *err);

/* Calls visit with every chunk of database_chunks, as database_get_chunk reads it; visit borrows it. Stops
 * and returns -1 if visit returns non-zero with err. */
int database_each_chunk(struct database *database, int64_t run, const struct schedule *schedule,
			int (*visit)(const struct chunk *chunk, void *context, struct err *err), void *context,
			struct err *err);

/* Visits the stored matches without their order and sums. visit is called for each distinct match of a chunk at one
 * table, as in chunk_each; `plan` is one of these matches. Makes the same checks as database_each_chunk, and is much
 * faster when few matches are distinct. */
int database_each_match(struct database *database, int64_t run, const struct schedule *schedule,
			void (*visit)(const struct match_plan *plan, const uint8_t *places, uint64_t times,
				      void *context), void *context, struct err *err);

/* Adds the luck of the dice, in chunks where it is stored (match/luck.h), to sums[robot * LUCK_SUMS] and the following
 * elements, and the number of matches in these sums to n_matches[robot]. The caller owns the arrays, which must have
 * room for all robots of the run. */
int database_luck(struct database *database, int64_t run, const struct schedule *schedule, int64_t *sums,
		  uint64_t *n_matches, struct err *err);

/* Reads a run as database_info does. Returns 0 on success, 1 with err when it is damaged, and -1 with err when it may
 * be readable later. */
int database_examine(struct database *database, int64_t run, struct run_config *info, struct err *err);

/* Appends the stored plays of a match (match/move_log.h; they may be damaged) and returns 1. Returns 0 when there are
 * none, and -1 with err on failure. Fast for matches in ascending order. */
int database_get_plays(struct database *database, int64_t run, uint64_t number, struct str *plays, struct err *err);

/* Gets the name of the stored function in which the robot failed. Returns false when there is none. */
bool database_symbol(struct database *database, int64_t run, const struct fault_record *record,
		     char symbol[CRASH_REPORT_SYMBOL]);

/* Deletes the damaged chunks, so that they can be played again, and calls `deleted` for each. The run must be locked.
 * Returns 0 even when there are none, and -1 when the file itself is damaged. */
int database_mend(struct database *database, int64_t run, const struct schedule *schedule,
		  void (*deleted)(const struct matches *which, void *context), void *context, struct err *err);

/* Counts the stored matches of the run that database_chunks lists. */
int database_count(struct database *database, int64_t run, uint64_t *n_matches, struct err *err);

/* Finds the run with this name ("7" is "0007"), or the latest when name is NULL. Returns -1 with EXIT_USAGE when there
 * is none. */
int database_find_run(struct database *database, const char *name, int64_t *run, struct err *err);

/* Finds the latest test (is_test) or tournament that has missing matches, or whose results are not completely written
 * (is_told(name) returns false). Returns -1 with EXIT_USAGE when there is none. */
int database_find_unfinished(struct database *database, bool is_test,
	bool (*is_told)(const char *name, const void *context), const void *context, int64_t *run, struct err *err);

/* Records that the run's test was decided after n_matches. No more will be played. */
int database_end_test(struct database *database, int64_t run, uint64_t n_matches, struct err *err);

/* Returns the run's name, which the caller frees. Returns NULL with err on failure. */
char *database_name(struct database *database, int64_t run, struct err *err);

/* Sets *number to the highest number that is the name of a run, or to 0 when there is none. */
int database_highest_name(struct database *database, int *number, struct err *err);

/* Reads the configuration of a run; the caller releases info. */
int database_info(struct database *database, int64_t run, struct run_config *info, struct err *err);

/* Gets the ids of all runs, oldest first. The caller owns *runs. */
int database_runs(struct database *database, int64_t **runs, int *n_runs, struct err *err);

/* Describes the connection's last failure in err: the action, the file, the reason, the remedy. Returns -1. */
int database_failed(struct database *database, struct err *err, const char *what);
