/* database_inside.h - shared by the files that make up the database; nobody else includes it. */
#ifndef ARENA_STORE_DATABASE_INSIDE_H
#define ARENA_STORE_DATABASE_INSIDE_H

#include <sqlite3.h>

#include "match/matches.h"
#include "store/database.h"

/* Statements that run often are prepared once. */
enum statement {
	STATEMENT_BEGIN, STATEMENT_COMMIT, STATEMENT_ROLLBACK,
	STATEMENT_FIND_OVERLAP, STATEMENT_PUT_CHUNK, STATEMENT_PUT_ROBOT, STATEMENT_PUT_PLAYS, STATEMENT_PUT_FAULT,
	STATEMENT_COUNT_FAULTS, STATEMENT_TRIM_FAULTS, STATEMENT_SEAL, STATEMENT_FAULT_SEAL,
	STATEMENT_GET_CHUNK, STATEMENT_GET_ROBOTS, STATEMENT_GET_FAULTS, STATEMENT_GET_PLAYS,
	STATEMENT_PUT_TOURNEY_GAME, STATEMENT_ADD_TOURNEY_GAME, STATEMENT_ADD_TO_ENTRY, STATEMENT_ADD_TO_BOT,
	STATEMENT_COUNT,
};

/* The plays of the chunk that was asked for last: those of a match after it are further on. */
struct plays_cache {
	int64_t run;          /* 0: none */
	struct matches matches;
	bool is_sized;        /* as in schema_5.sql */
	struct str bytes;
	uint64_t next;        /* index of the match whose plays begin at bytes.text + at */
	size_t at;
};

struct database {
	sqlite3 *handle;
	char *path;
	int fd;               /* of the file, with the locks on runs */
	bool has_log;         /* SQLite writes ahead: a commit waits for no disk */
	struct plays_cache plays;
	sqlite3_stmt *statements[STATEMENT_COUNT];
};

/* The prepared statement, reset; NULL with err. */
sqlite3_stmt *database_statement(struct database *database, enum statement which, struct err *err);

/* Runs one without rows. */
int database_do(struct database *database, enum statement which, const char *what, struct err *err);

/* Where the names of the functions come from in which robots failed: their files, or the rows of a run that is being copied. */
struct symbols {
	const struct robot *robots; /* in the order of the run; NULL: database and run */
	struct database *database;
	int64_t run;
};

/* The rows of a chunk, within a transaction of the caller's. *is_new: false when a match of it was there already. */
int database_put_rows(struct database *database, int64_t run, const struct schedule *schedule, const struct chunk *chunk,
		      const struct symbols *symbols, bool *is_new, struct err *err);

/* What a row of chunk_robots holds but its key; and the same as the sums of a chunk make it. */
struct robot_row {
	int64_t robot, matches, games;
	double wins, places, scores;
	int64_t asks, illegal, timeouts, crashes, failed_games;
};
struct robot_row database_robot_row(const struct chunk_robot *robot, int n_seats);

/* In the order of their members in struct chunk_row. */
#define CHUNK_COLUMNS "first, stride, n_matches, n_blocks, signature, n_alike, checksum, outcomes, ordering, details"

/* The checksums of rows. A NULL blob is none. */
struct chunk_row {
	struct matches matches;
	int64_t n_blocks;
	bool is_signed;
	uint64_t signature, n_alike;
	const void *outcomes, *ordering, *details;
	size_t outcomes_size, ordering_size, details_size;
};
uint64_t database_chunk_sum(const struct chunk_row *row);
uint64_t database_robot_sum(uint64_t sum, const struct robot_row *row);
uint64_t database_plays_sum(uint64_t first, const void *plays, size_t size);
uint64_t database_fault_sum(const struct fault_record *record, uint64_t match, const char *symbol);

/* Below which number the matches of the run count: that of the deciding one plus 1, or UINT64_MAX. */
int database_end_match(struct database *database, int64_t run, uint64_t *end, struct err *err);

/* All that is read until database_end_reading is of one moment. True: it began here, and must be ended by the caller. */
bool database_begin_reading(struct database *database);
void database_end_reading(struct database *database, bool has_begun);

/* Renews the checksum of a run after its rows were changed; within a transaction. */
int database_sum_run(struct database *database, int64_t run, struct err *err);

/* ---- reading ---------------------------------------------------------------------------- */

enum reading {
	READING_OK = 0,
	READING_DAMAGED, /* what is stored cannot be; err is not filled */
	READING_FAILED,  /* err is */
};

struct reader {
	struct database *database;
	int64_t run;
	const struct schedule *schedule;
	uint64_t end;  /* matches below it count */
	uint64_t seal, fault_seal; /* of the rows read so far */
};

/* Are all of them below n_matches? They may be anything. */
bool database_are_matches(const struct matches *matches, uint64_t n_matches);

/* Do they all have the same table, so that it does not matter which is which? */
bool database_is_one_table(const struct matches *matches, const struct schedule *schedule);

/* The row that a query for CHUNK_COLUMNS stands at, which *row then borrows; or the whole chunk, which the caller
 * releases, without the matches that do not count. Some of them do. */
enum reading database_read_row(struct reader *reader, sqlite3_stmt *query, struct chunk_row *row, struct err *err);
enum reading database_read_chunk(struct reader *reader, sqlite3_stmt *query, struct chunk *chunk, struct err *err);

/* Exclusive or of the checksums of all that there are of the run. */
int database_fault_seal(struct database *database, int64_t run, uint64_t *seal, struct err *err);

/* Deletes the rows of faults that are damaged. *matches is the caller's: of their games. */
int database_drop_bad_faults(struct reader *reader, uint64_t **matches, size_t *n_matches, struct err *err);

/* What the run says of its seals. */
int database_seals(struct database *database, int64_t run, uint64_t *seal, uint64_t *fault_seal, struct err *err);

/* Of a chunk that has everything else. */
enum reading database_read_faults(struct reader *reader, struct chunk *chunk, struct err *err);

/* For the seal alone: of a chunk that does not count. -1 err. */
int database_skip_faults(struct reader *reader, const struct matches *matches, struct err *err);

/* The row of a run's test, and from it info->test; nothing for a tournament. info has everything else. */
int database_put_test(struct database *database, int64_t run, const struct run_config_test *test, struct err *err);
int database_get_test(struct database *database, int64_t run, struct run_config *info, struct err *err);

/* database_end_test within a transaction of the caller's. */
int database_set_test(struct database *database, int64_t run, uint64_t n_matches, struct err *err);

/* A run of which something cannot be, or matches of it, that are damaged: fills err. -1. */
int database_damaged_run(const struct database *database, const char *what, struct err *err);
int database_damaged_chunk(struct database *database, int64_t run, const struct matches *which, struct err *err);

/* A query of its own; finalize with database_end_query. NULL with err. */
sqlite3_stmt *database_query(struct database *database, const char *sql, struct err *err);
void database_end_query(sqlite3_stmt **statement);
#define AUTO_QUERY __attribute__((cleanup(database_end_query)))

/* Binds values to the parameters from `first` on, which is 1 or more; texts stay the caller's, until the statement ran. */
#define BIND_TEXTS(statement, first, ...) \
	database_bind_texts(statement, first, (const char *const[]){__VA_ARGS__}, \
			    sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))
#define BIND_NUMBERS(statement, first, ...) \
	database_bind_numbers(statement, first, (const int64_t[]){__VA_ARGS__}, \
			      sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
void database_bind_texts(sqlite3_stmt *statement, int first, const char *const *texts, size_t n);
void database_bind_numbers(sqlite3_stmt *statement, int first, const int64_t *numbers, size_t n);

/* Runs a statement that writes and brings no rows, and resets it. */
int database_write(struct database *database, sqlite3_stmt *statement, struct err *err);

const char *database_text(sqlite3_stmt *statement, int column); /* "" for NULL; until the next step */

#endif
