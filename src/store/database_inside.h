/* database_inside.h - shared by the files that make up the database; nobody else includes it. */
#ifndef ARENA_STORE_DATABASE_INSIDE_H
#define ARENA_STORE_DATABASE_INSIDE_H

#include <sqlite3.h>

#include "store/database.h"

/* Statements that run once per match are prepared once. */
enum statement {
	STATEMENT_BEGIN, STATEMENT_COMMIT, STATEMENT_ROLLBACK, STATEMENT_PUT_MATCH,
	STATEMENT_PUT_SEAT, STATEMENT_COUNT_FAULTS, STATEMENT_PUT_FAULT, STATEMENT_GET_MATCH, STATEMENT_GET_SEATS,
	STATEMENT_GET_FAULTS, STATEMENT_PUT_TOURNEY_GAME, STATEMENT_PUT_PLAYS, STATEMENT_GET_PLAYS,
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

void database_bind_text(sqlite3_stmt *statement, int column, const char *text);
const char *database_text(sqlite3_stmt *statement, int column); /* "" for NULL; until the next step */

#endif
