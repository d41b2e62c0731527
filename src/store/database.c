/* database.c - opening, versions, runs. Matches are in database_match.c. */
#include "store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "store/database_inside.h"

static const char schema[] = {
#include "schema.inc"
	, 0 };

/* migrations[v] brings a database from version v to v + 1; the first one makes it. */
static const char *const migrations[] = {schema};

enum {
	VERSION = sizeof migrations / sizeof *migrations,
	APPLICATION = 0x6172656e, /* as in schema.sql */
	BUSY_MS = 60000,
	LONGEST = 64 << 20,       /* of a text or blob: more is an attack */
};

/* ---- failures ----------------------------------------------------------------------- */

static const char *remedy(int code, int system)
{
	if (system == ENOSPC || system == EDQUOT || system == EFBIG)
		return "; make room on the disk";
	switch (code) {
	case SQLITE_FULL:
		return "; make room on the disk";
	case SQLITE_READONLY:
	case SQLITE_PERM:
	case SQLITE_CANTOPEN:
		return "; check the permissions, or name another file with --db";
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
	case SQLITE_ERROR: /* no such table */
	case SQLITE_MISMATCH:
		return "; the file is damaged or no database of the arena's: move it away, or name another one with --db";
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return ": another program holds it";
	default:
		return "";
	}
}

int database_failed(struct database *database, struct err *err, const char *what)
{
	int code = sqlite3_extended_errcode(database->handle) & 0xff;
	/* The system's own word says more, but is only about what has just failed for its sake. */
	bool is_system = code == SQLITE_CANTOPEN || code == SQLITE_IOERR || code == SQLITE_FULL || code == SQLITE_READONLY;
	int system = is_system ? sqlite3_system_errno(database->handle) : 0;
	return err_set(err, EXIT_WORLD, "cannot %s the database '%s': %s%s%s%s%s", what, database->path,
		       sqlite3_errmsg(database->handle), system ? " (" : "", system ? strerror(system) : "",
		       system ? ")" : "", remedy(code, system));
}

/* ---- statements --------------------------------------------------------------------- */

sqlite3_stmt *database_statement(struct database *database, enum statement which, struct err *err)
{
	static const char *const text[STATEMENT_COUNT] = {
		[STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
		[STATEMENT_COMMIT] = "COMMIT",
		[STATEMENT_ROLLBACK] = "ROLLBACK",
		[STATEMENT_HAS_MATCH] = "SELECT 1 FROM matches WHERE run = ? AND number = ?",
		[STATEMENT_PUT_MATCH] = "INSERT OR IGNORE INTO matches VALUES (?, ?, ?, ?)",
		[STATEMENT_PUT_SEAT] = "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		[STATEMENT_COUNT_FAULTS] =
			"SELECT count(*) FROM faults WHERE run = ? AND robot = ? AND (game, ask) < (?, ?)",
		[STATEMENT_PUT_FAULT] = "INSERT OR IGNORE INTO faults VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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

static int read_number(struct database *database, const char *sql, int *number, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database, sql, err);
	if (!query)
		return -1;
	if (sqlite3_step(query) != SQLITE_ROW)
		return database_failed(database, err, "read");
	*number = sqlite3_column_int(query, 0);
	return 0;
}

/* Whose is it? *version is 0 for an empty file. Somebody else's database is left alone. */
static int read_version(struct database *database, int *version, struct err *err)
{
	int application, n_things;
	if (read_number(database, "PRAGMA user_version", version, err) ||
	    read_number(database, "PRAGMA application_id", &application, err) ||
	    read_number(database, "SELECT count(*) FROM sqlite_schema", &n_things, err))
		return -1;
	if (*version < 0 || (n_things && (application != APPLICATION || *version == 0)))
		return err_set(err, EXIT_WORLD, "'%s' is a database, but none of the arena's; name another file with --db",
			       database->path);
	if (*version > VERSION)
		return err_set(err, EXIT_WORLD,
			       "the database '%s' has format %d, and this arena (%s) knows up to %d: use a newer arena, "
			       "or another file with --db", database->path, *version, ARENA_VERSION, VERSION);
	return 0;
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
	if (failed || database_do(database, STATEMENT_COMMIT, "write to", err)) {
		database_do(database, STATEMENT_ROLLBACK, "leave", NULL);
		return -1;
	}
	return 0;
}

/* With a write-ahead log a commit waits for no disk: a power cut may cost the last matches, which are
 * played again, and never the file. Where there can be none (some network file systems) it does wait. */
static int choose_journal(struct database *database, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database, "PRAGMA journal_mode = WAL", err);
	if (!query)
		return -1;
	if (sqlite3_step(query) != SQLITE_ROW)
		return database_failed(database, err, "write to");
	bool has_log = strcmp(database_text(query, 0), "wal") == 0;
	const char *sql = has_log ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL";
	return sqlite3_exec(database->handle, sql, NULL, NULL, NULL) ? database_failed(database, err, "write to") : 0;
}

/* What a stranger's file may hold must not run: no views, no triggers, no functions in its schema. */
static void distrust(struct database *database)
{
	sqlite3_db_config(database->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(database->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(database->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_db_config(database->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	sqlite3_limit(database->handle, SQLITE_LIMIT_LENGTH, LONGEST);
}

static int prepare(struct database *database, enum database_mode mode, struct err *err)
{
	int version;
	distrust(database);
	sqlite3_busy_timeout(database->handle, BUSY_MS);
	if (read_version(database, &version, err))
		return -1;
	if (mode != DATABASE_READ)
		return choose_journal(database, err) || (version < VERSION && migrate(database, err)) ? -1 : 0;
	if (version < VERSION)
		return err_set(err, EXIT_WORLD, "'%s' is %s; `arena tournament --db` brings it up to date", database->path,
			       version ? "of an older form" : "an empty database");
	return 0;
}

static int open_with(struct database *database, const char *name, int flags, struct err *err)
{
	sqlite3_close(database->handle);
	if (sqlite3_open_v2(name, &database->handle, flags | SQLITE_OPEN_NOMUTEX, NULL))
		return database_failed(database, err, "open");
	return 0;
}

/* A file that is not being written to (it has no log beside it) can be read as it is where the log, which
 * any other way of opening makes, cannot be made. */
static bool is_at_rest(const struct database *database)
{
	AUTO_STR struct str log = {0};
	str_addf(&log, "%s-wal", database->path);
	return access(log.text, F_OK) != 0;
}

static int open_sealed(struct database *database, struct err *err)
{
	AUTO_STR struct str name = {0};
	str_add(&name, "file:");
	for (const char *c = database->path; *c; c++)
		str_addf(&name, strchr("?#%", *c) ? "%%%02x" : "%c", (unsigned char)*c);
	str_add(&name, "?immutable=1");
	return open_with(database, name.text, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, err) ||
	       prepare(database, DATABASE_READ, err) ? -1 : 0;
}

static int open_to_read(struct database *database, struct err *err)
{
	struct err why = {0};
	if (open_with(database, database->path, SQLITE_OPEN_READWRITE, &why) == 0 &&
	    prepare(database, DATABASE_READ, &why) == 0)
		return 0;
	int code = sqlite3_errcode(database->handle) & 0xff;
	if ((code == SQLITE_CANTOPEN || code == SQLITE_READONLY) && is_at_rest(database))
		return open_sealed(database, err);
	if (err)
		*err = why;
	return -1;
}

static int open_to_write(struct database *database, enum database_mode mode, struct err *err)
{
	return open_with(database, database->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err) ||
	       prepare(database, mode, err) ? -1 : 0;
}

/* Why a file cannot be opened the system says better than SQLite. */
static int try_file(const char *path, enum database_mode mode, struct err *err)
{
	static const int flags[] = {
		[DATABASE_READ] = O_RDONLY, [DATABASE_CHANGE] = O_RDWR, [DATABASE_WRITE] = O_RDWR | O_CREAT};
	AUTO_CLOSE int fd = open(path, flags[mode] | O_CLOEXEC, 0666);
	if (fd >= 0)
		return 0;
	if (errno == ENOENT && mode != DATABASE_WRITE)
		return err_set(err, EXIT_USAGE, "there is no database '%s' (`arena tournament` makes one; --db names another)",
			       path);
	return err_errno(err, "cannot open the database '%s' (--db names another)", path);
}

struct database *database_open(const char *path, enum database_mode mode, struct err *err)
{
	if (try_file(path, mode, err))
		return NULL;
	struct database *database = NEW(struct database);
	database->path = mem_strdup(path);
	if ((mode == DATABASE_READ ? open_to_read(database, err) : open_to_write(database, mode, err)) == 0)
		return database;
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
