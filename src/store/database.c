/* database.c - opening, versions, runs. Matches are in database_match.c. */
#include "store/database.h"

#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "store/database_inside.h"

static const char schema[] = {
#include "schema.inc"
	, 0 };

/* migrations[v] brings a database from version v to v + 1; the first one makes it. */
static const char *const migrations[] = {schema};

enum { VERSION = sizeof migrations / sizeof *migrations, BUSY_MS = 60000 };

/* ---- failures ----------------------------------------------------------------------- */

static const char *remedy(int code)
{
	switch (code & 0xff) {
	case SQLITE_FULL:
		return "; make room on the disk and go on with --resume";
	case SQLITE_READONLY:
	case SQLITE_PERM:
	case SQLITE_CANTOPEN:
		return "; check the permissions, or name another file with --db";
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return "; the file is damaged or no database: move it away, or name another one with --db";
	case SQLITE_BUSY:
		return "; another program holds it locked";
	default:
		return "";
	}
}

int database_failed(struct database *database, struct err *err, const char *what)
{
	int code = sqlite3_extended_errcode(database->handle);
	return err_set(err, EXIT_WORLD, "cannot %s the database '%s': %s%s", what, database->path,
		       sqlite3_errmsg(database->handle), remedy(code));
}

/* ---- statements --------------------------------------------------------------------- */

sqlite3_stmt *database_statement(struct database *database, enum statement which, struct err *err)
{
	static const char *const text[STATEMENT_COUNT] = {
		[STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
		[STATEMENT_COMMIT] = "COMMIT",
		[STATEMENT_ROLLBACK] = "ROLLBACK",
		[STATEMENT_PUT_MATCH] = "INSERT OR IGNORE INTO matches VALUES (?, ?, ?, ?)",
		[STATEMENT_PUT_SEAT] = "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		[STATEMENT_PUT_FAULT] = "INSERT OR IGNORE INTO faults VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		[STATEMENT_GET_MATCH] = "SELECT n_blocks, outcomes FROM matches WHERE run = ? AND number = ?",
		[STATEMENT_GET_SEATS] = "SELECT * FROM seats WHERE run = ? AND number = ? ORDER BY player",
		[STATEMENT_GET_FAULTS] =
			"SELECT * FROM faults WHERE run = ? AND number = ? ORDER BY game, robot, ask",
	};
	sqlite3_stmt **slot = &database->statements[which];
	if (!*slot && sqlite3_prepare_v3(database->handle, text[which], -1, SQLITE_PREPARE_PERSISTENT, slot, NULL)) {
		database_failed(database, err, "use");
		return NULL;
	}
	sqlite3_reset(*slot);
	sqlite3_clear_bindings(*slot);
	return *slot;
}

int database_do(struct database *database, enum statement which, const char *what, struct err *err)
{
	sqlite3_stmt *statement = database_statement(database, which, err);
	if (!statement)
		return -1;
	int code = sqlite3_step(statement);
	if (code != SQLITE_DONE)
		database_failed(database, err, what);
	sqlite3_reset(statement);
	return code == SQLITE_DONE ? 0 : -1;
}

/* ---- opening ------------------------------------------------------------------------ */

static int read_version(struct database *database, int *version, struct err *err)
{
	sqlite3_stmt *statement = NULL;
	int failed = sqlite3_prepare_v2(database->handle, "PRAGMA user_version", -1, &statement, NULL) ||
		     sqlite3_step(statement) != SQLITE_ROW;
	if (failed)
		database_failed(database, err, "read");
	else
		*version = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	return failed ? -1 : 0;
}

/* Brings an older (or empty) database up to date, in one transaction: another arena may be doing the
 * same at this moment. */
static int migrate(struct database *database, struct err *err)
{
	int version;
	if (database_do(database, STATEMENT_BEGIN, "lock", err))
		return -1;
	int failed = read_version(database, &version, err);
	for (; !failed && version < VERSION; version++) {
		AUTO_STR struct str sql = {0};
		str_addf(&sql, "%s; PRAGMA user_version = %d", migrations[version], version + 1);
		failed = sqlite3_exec(database->handle, sql.text, NULL, NULL, NULL);
		if (failed)
			database_failed(database, err, "bring up to date");
	}
	if (failed) {
		database_do(database, STATEMENT_ROLLBACK, "leave", NULL);
		return -1;
	}
	return database_do(database, STATEMENT_COMMIT, "write to", err);
}

static int prepare(struct database *database, enum database_mode mode, struct err *err)
{
	int version;
	sqlite3_busy_timeout(database->handle, BUSY_MS);
	if (read_version(database, &version, err))
		return -1;
	if (version > VERSION)
		return err_set(err, EXIT_WORLD,
			       "the database '%s' has format %d, and this arena (%s) knows up to %d: use a newer arena, "
			       "or another file with --db", database->path, version, ARENA_VERSION, VERSION);
	if (mode == DATABASE_READ) {
		if (version < VERSION)
			return err_set(err, EXIT_WORLD, "'%s' is no database of the arena's (or of an older form: "
				       "`arena tournament --db` brings it up to date)", database->path);
		return 0;
	}
	/* A lost last match after a power cut is played again; a torn file is not to be had in WAL mode. */
	if (sqlite3_exec(database->handle, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", NULL, NULL, NULL))
		return database_failed(database, err, "write to");
	return version < VERSION ? migrate(database, err) : 0;
}

struct database *database_open(const char *path, enum database_mode mode, struct err *err)
{
	struct database *database = NEW(struct database);
	database->path = mem_strdup(path);
	int flags = mode == DATABASE_READ ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
	int code = sqlite3_open_v2(path, &database->handle, flags, NULL);
	if (code && mode == DATABASE_READ) { /* a read-only file or folder is fine for reading */
		sqlite3_close(database->handle);
		code = sqlite3_open_v2(path, &database->handle, SQLITE_OPEN_READONLY, NULL);
	}
	if (code) {
		database_failed(database, err, "open");
	} else if (prepare(database, mode, err) == 0) {
		return database;
	}
	database_close(database);
	return NULL;
}

void database_close(struct database *database)
{
	if (!database)
		return;
	for (int i = 0; i < STATEMENT_COUNT; i++)
		sqlite3_finalize(database->statements[i]);
	sqlite3_close(database->handle);
	free(database->path);
	free(database);
}

struct sqlite3 *database_handle(struct database *database)
{
	return database->handle;
}

/* ---- queries ------------------------------------------------------------------------ */

sqlite3_stmt *database_query(struct database *database, const char *sql, struct err *err)
{
	sqlite3_stmt *statement = NULL;
	if (sqlite3_prepare_v2(database->handle, sql, -1, &statement, NULL))
		database_failed(database, err, "use");
	return statement;
}

void database_end_query(sqlite3_stmt **statement)
{
	sqlite3_finalize(*statement);
}

void database_bind_text(sqlite3_stmt *statement, int column, const char *text)
{
	sqlite3_bind_text(statement, column, text, -1, SQLITE_STATIC);
}

const char *database_text(sqlite3_stmt *statement, int column)
{
	const unsigned char *text = sqlite3_column_text(statement, column);
	return text ? (const char *)text : "";
}
