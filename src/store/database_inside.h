/* database_inside.h - shared by the files of the database; no other file includes it. */
#pragma once

#include <sqlite3.h>

#include "match/matches.h"
#include "store/database.h"

/* Statements that run often are prepared once (statements.sql). */
enum statement {
#define STATEMENT(name, text) STATEMENT_##name,
#include "store/statements.inc"
#undef STATEMENT
	STATEMENT_COUNT,
};

/* The plays of the chunk that was read last. Reading continues where the last match ended. */
struct plays_cache {
	int64_t run;          /* 0: none */
	struct matches matches;
	struct str bytes;
	uint64_t next;        /* index of the match whose plays begin at bytes.text + at */
	size_t at;
};

struct database {
	sqlite3 *handle;
	char *path;
	int fd;               /* descriptor of the file, which has the locks on runs */
	bool is_unreadable;   /* the last failure was not due to the contents: I/O, memory or a lock */
	bool has_log;         /* write-ahead logging: a commit does not wait for the disk */
	struct plays_cache plays;
	sqlite3_stmt *statements[STATEMENT_COUNT];
};

/* The value of a parameter of a statement. Texts and bytes must stay valid until the statement has run. */
struct value {
	enum { VALUE_END, VALUE_NULL, VALUE_NUMBER, VALUE_REAL, VALUE_TEXT, VALUE_BLOB } type;
	int64_t number;
	double real;
	const void *bytes; /* NULL is stored as NULL */
	size_t size;       /* size of a blob */
};
#define NUMBER(x) {VALUE_NUMBER, .number = (x)}
#define NUMBER_IF(is_set, x) {(is_set) ? VALUE_NUMBER : VALUE_NULL, .number = (x)}
#define REAL(x) {VALUE_REAL, .real = (x)}
#define TEXT(x) {VALUE_TEXT, .bytes = (x)}
#define BLOB(blob) {VALUE_BLOB, .bytes = (blob).bytes, .size = (blob).size}
#define VALUES(...) ((const struct value[]){__VA_ARGS__, {.type = VALUE_END}}) /* the values of the parameters, in
                                                                                * order */

/* Returns the prepared statement, after resetting it and binding these values (NULL: none), or NULL with err. */
sqlite3_stmt *database_statement(struct database *database, enum statement which, const struct value *values,
				 struct err *err);

/* Runs a statement that returns no rows. `what` is the action for messages: "write to". */
int database_do(struct database *database, enum statement which, const struct value *values, const char *what,
		struct err *err);

/* Begins a transaction that may write. Fails when database_check_file fails. */
int database_begin(struct database *database, struct err *err);

/* Commits the transaction, or rolls it back if `failed` or if the commit fails. Returns 0, or -1 after a rollback. */
int database_settle(struct database *database, int failed, struct err *err);

/* Evaluates `work`, an expression that is non-zero on failure, in a transaction that may write. The value is 0 or
 * -1. */
#define DATABASE_TRANSACTION(database, work, err) \
	(database_begin(database, err) ? -1 : database_settle(database, work, err))

/* The source of rows. The names of functions in which robots failed come from the robots' files, or from the rows of a
 * run that is being copied. */
struct rows_source {
	const struct schedule *schedule;
	const struct robot *robots; /* in the order of the run; NULL: use database and run */
	struct database *database;
	int64_t run;
};

/* Stores the rows of a chunk, within a transaction of the caller. Sets *is_new to false when one of its matches was
 * already stored. */
int database_put_rows(struct database *database, int64_t run, const struct rows_source *source,
		      const struct chunk *chunk, bool *is_new, struct err *err);

/* A row of chunk_robots without its key, in the order of the statement GET_ROBOTS; database_robot_row computes it from
 * the sums of a chunk. */
enum { ROBOT_NUMBERS = 12, ROBOT_NUMBERS_OLD = 8, ROBOT_REALS = 3 };
struct robot_row {
	union {
		struct {
			int64_t robot, matches, games, asks;
			TROUBLES(int64_t);
			struct showdowns showdowns;
		};
		int64_t numbers[ROBOT_NUMBERS];
	};
	union {
		struct {
			double wins, places, scores;
		};
		double reals[ROBOT_REALS];
	};
};
struct robot_row database_robot_row(const struct chunk_robot *robot, int n_seats);

/* The columns, in the order of their members in struct chunk_row. */
#define CHUNK_COLUMNS \
	"first, stride, n_matches, n_blocks, signature, n_alike, checksum, outcomes, ordering, details, luck"

struct blob {
	const void *bytes; /* NULL: missing */
	size_t size;
};
struct chunk_row {
	struct matches matches;
	int64_t n_blocks;
	uint64_t signature, n_alike;
	struct blob outcomes, ordering, details, luck;
};

/* Returns the first three columns of a query for CHUNK_COLUMNS. */
struct matches database_matches(sqlite3_stmt *query);

/* Return the checksums of rows. */
uint64_t database_chunk_sum(const struct chunk_row *row);
uint64_t database_robot_sum(uint64_t sum, const struct robot_row *row);
uint64_t database_plays_sum(uint64_t first, const void *plays, size_t size);
uint64_t database_fault_sum(const struct fault_record *record, uint64_t match, const char *symbol);

/* Adds the SQL function checksum_of(VALUE, ...) to the connection. */
int database_add_checksum(struct database *database, struct err *err);

/* Updates the checksum of a run after its rows were changed. Call it within a transaction. */
int database_sum_run(struct database *database, int64_t run, struct err *err);

enum reading {
	READING_OK = 0,
	READING_DAMAGED, /* the stored data is invalid; err is not set */
	READING_FAILED,  /* err is set */
};

struct reader {
	struct database *database;
	int64_t run;
	const struct schedule *schedule;
	uint64_t end;  /* only matches below this number count */
	uint64_t seal, fault_seal; /* exclusive or of the checksums of the rows read so far */
};

/* Returns true if the numbers of all these matches are below n_matches. *matches may hold any values. */
bool database_are_matches(const struct matches *matches, uint64_t n_matches);

/* Compares structs that begin with matches, for qsort_r: by the first match modulo the stride, then by the first match.
 * `stride` points to a uint64_t. */
int database_by_remainder(const void *a, const void *b, void *stride);

/* Read the current row of a query for CHUNK_COLUMNS: database_read_row sets *row, which borrows from the query;
 * database_read_chunk reads the whole chunk, which the caller releases, without the matches that do not count. At least
 * one match must count. */
/* database_read_luck adds the luck of the dice, if it is stored, to sums[robot * LUCK_SUMS] and the following elements,
 * and its number of matches to n_matches[robot]. */
enum reading database_read_luck(struct reader *reader, sqlite3_stmt *query, int64_t *sums, uint64_t *n_matches,
				struct err *err);
enum reading database_read_row(struct reader *reader, sqlite3_stmt *query, struct chunk_row *row, struct err *err);
enum reading database_read_chunk(struct reader *reader, sqlite3_stmt *query, struct chunk *chunk, struct err *err);

/* Computes the exclusive or of the checksums of all faults of the run. */
int database_fault_seal(struct database *database, int64_t run, uint64_t *seal, struct err *err);

/* Deletes the damaged rows of faults. Sets *matches, which the caller owns, to the numbers of their matches. */
int database_drop_bad_faults(struct reader *reader, uint64_t **matches, size_t *n_matches, struct err *err);

/* Reads the seals (checksums of a run's rows) from the run's row. */
int database_seals(struct database *database, int64_t run, uint64_t *seal, uint64_t *fault_seal, struct err *err);

/* Adds the stored faults to a chunk that is otherwise complete. */
enum reading database_read_faults(struct reader *reader, struct chunk *chunk, struct err *err);

/* Reads the faults of a chunk that does not count, only for the seal. Returns -1 with err on failure. */
int database_skip_faults(struct reader *reader, const struct matches *matches, struct err *err);

/* Write the row of a run's test, and read it into info->test. They do nothing for a tournament. */
int database_put_test(struct database *database, int64_t run, const struct run_config_test *test, struct err *err);
int database_get_test(struct database *database, int64_t run, struct run_config *info, struct err *err);

/* Does the same as database_end_test, within a transaction of the caller. */
int database_set_test(struct database *database, int64_t run, uint64_t n_matches, struct err *err);

/* Set err to say which run, or which matches of a run, are damaged. Return -1. */
int database_damaged_run(const struct database *database, const char *what, struct err *err);
int database_damaged_chunk(struct database *database, int64_t run, const struct matches *which, struct err *err);

/* Returns a query that is not kept prepared, with these values (NULL: none); finalize it with database_end_query.
 * Returns NULL with err on failure. */
sqlite3_stmt *database_query(struct database *database, const char *sql, const struct value *values, struct err *err);
void database_end_query(sqlite3_stmt **statement);

#define AUTO_QUERY __attribute__((cleanup(database_end_query)))

/* Steps to the next row. Returns false after the last one (*failed is 0) and on errors (*failed is -1). A NULL query
 * counts as one that has already failed, with err set. */
bool database_next(struct database *database, sqlite3_stmt *query, int *failed, struct err *err);

/* Steps to the first row of the query, which must have one. `what` is as in database_do. */
int database_row(struct database *database, sqlite3_stmt *query, const char *what, struct err *err);

/* Reads the first n columns of the first row of a query, which must have one. */
int database_numbers(struct database *database, const char *sql, const struct value *values, int64_t *numbers, int n,
		     struct err *err);

/* Runs SQL that writes and returns no rows. The statement is not kept. */
int database_write(struct database *database, const char *sql, const struct value *values, struct err *err);

/* Runs a writing statement to its end, and resets it. */
int database_finish(struct database *database, sqlite3_stmt *statement, const char *what, struct err *err);

const char *database_text(sqlite3_stmt *statement, int column); /* "" for NULL; valid until the next step */
