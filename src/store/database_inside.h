/* database_inside.h - shared by the files that make up the database; nobody else includes it. */
#ifndef ARENA_STORE_DATABASE_INSIDE_H
#define ARENA_STORE_DATABASE_INSIDE_H

#include <sqlite3.h>

#include "store/database.h"

/* Statements that run once per match are prepared once. */
enum statement {
	STATEMENT_BEGIN, STATEMENT_COMMIT, STATEMENT_ROLLBACK, STATEMENT_PUT_MATCH,
	STATEMENT_PUT_SEAT, STATEMENT_COUNT_FAULTS, STATEMENT_PUT_FAULT, STATEMENT_GET_MATCH, STATEMENT_GET_SEATS,
	STATEMENT_GET_FAULTS, STATEMENT_PUT_TOURNEY_GAME, STATEMENT_ADD_TOURNEY_GAME, STATEMENT_ADD_TO_ENTRY, STATEMENT_ADD_TO_BOT,
	STATEMENT_PUT_PLAYS, STATEMENT_GET_PLAYS,
	STATEMENT_COUNT,
};

struct database {
	sqlite3 *handle;
	char *path;
	sqlite3_stmt *statements[STATEMENT_COUNT];
};

/* The prepared statement, reset; NULL with err. */
sqlite3_stmt *database_statement(struct database *database, enum statement which, struct err *err);

/* Runs one without rows. */
int database_do(struct database *database, enum statement which, const char *what, struct err *err);

/* Where the names of the functions come from in which robots failed: their files, or the rows of a run
 * that is being copied. */
struct symbols {
	const struct robot *robots; /* in the order of the run; NULL: database and run */
	struct database *database;
	int64_t run;
};

/* The rows of a match, within a transaction of the caller's. Nothing when it is there already. */
int database_put_rows(struct database *database, int64_t run, const struct match_result *result,
		      const struct symbols *symbols, struct err *err);

/* The row of a run's test, and from it info->test; nothing for a tournament. info has everything else. */
int database_put_test(struct database *database, int64_t run, const struct info_test *test, struct err *err);
int database_get_test(struct database *database, int64_t run, struct info *info, struct err *err);

/* A run of which something cannot be: fills err. -1. */
int database_damaged_run(const struct database *database, const char *what, struct err *err);

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
