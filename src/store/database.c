/* database.c - opens databases, checks their versions, and migrates them (database.h). */
#include "store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/text.h"
#include "store/database_inside.h"

/* The Makefile defines schema_sql as the text of schema.sql, schema_9_sql as that of schema_9.sql, and so on. */
#include "store/schema.inc"

/* migrations[v] brings a database from version v to v + 1. */
static const char *const migrations[] = {[8] = schema_9_sql, schema_10_sql, schema_11_sql, schema_12_sql,
	schema_13_sql};

enum {
	VERSION = sizeof migrations / sizeof *migrations,
	APPLICATION = 0x6172656e, /* as in schema.sql */
	BUSY_MS = 60000,
	LONGEST = 1000000000,     /* maximum size of a text or blob */
};

/* Sets *version to the version of the database, which is 0 for an empty file. Fails for a database of another program.
 * Call it within a transaction. */
static int read_version(struct database *database, int *version, struct err *err)
{
	int64_t format, application, n_things;
	int failed = database_numbers(database, "PRAGMA user_version", NULL, &format, 1, err) ||
		     database_numbers(database, "PRAGMA application_id", NULL, &application, 1, err) ||
		     database_numbers(database, "SELECT count(*) FROM sqlite_schema", NULL, &n_things, 1, err);
	if (failed)
		return -1;
	*version = (int)format; /* SQLite stores it in 32 bits */
	if (*version < 0 || (n_things && (application != APPLICATION || *version == 0)))
		return err_set(err, EXIT_WORLD, "'%s' is a database of another program; name another file",
			       database->path);
	if (*version > VERSION)
		return err_set(err, EXIT_WORLD,
			       "the database '%s' has format %d, but this arena (%s) supports formats up to %d: use a "
			       	"newer arena, or another file", database->path, *version, ARENA_VERSION, VERSION);
	if (*version > 0 && !migrations[*version % VERSION] && *version < VERSION)
		return err_set(err, EXIT_WORLD, "the database '%s' has format %d, which is too old: name another "
			"file", database->path, *version);
	return 0;
}

/* Updates an older (or empty) database in one transaction, because another arena may be doing the same. */
static int migrate(struct database *database, struct err *err)
{
	int version;
	if (database_begin(database, err))
		return -1;
	int failed = read_version(database, &version, err);
	while (!failed && version < VERSION) {
		const char *change = version ? migrations[version] : schema_sql;
		version = version ? version + 1 : VERSION;
		AUTO_STR struct str sql = str_of("%s; PRAGMA user_version = %d", change, version);
		failed = sqlite3_exec(database->handle, sql.text, NULL, NULL, NULL);
		if (failed)
			database_failed(database, err, "update");
	}
	return database_settle(database, failed, err);
}

/* Chooses the journal. With a write-ahead log a commit does not wait for the disk. A power failure may lose the last
 * matches, which are then played again, but never damages the file. If a log is impossible (on some network file
 * systems), a commit waits. */
static int choose_journal(struct database *database, bool is_new, struct err *err)
{
	enum { PAUSE_MS = 5 };
	/* An empty file needs no protection against a power failure. */
	if (is_new && sqlite3_exec(database->handle, "PRAGMA synchronous = OFF", NULL, NULL, NULL))
		return database_failed(database, err, "write to");
	AUTO_QUERY sqlite3_stmt *query = database_query(database, "PRAGMA journal_mode = WAL", NULL, err);
	if (!query)
		return -1;
	/* SQLite itself does not wait while several arenas switch to the log at the same time. */
	int code;
	for (int waited_ms = 0; (code = sqlite3_step(query)) == SQLITE_BUSY && waited_ms < BUSY_MS;
	     waited_ms += PAUSE_MS) {
		sqlite3_reset(query);
		sqlite3_sleep(PAUSE_MS);
	}
	if (code != SQLITE_ROW)
		return database_failed(database, err, "write to");
	database->has_log = strcmp(database_text(query, 0), "wal") == 0;
	return 0;
}

static int prepare_to_write(struct database *database, int version, struct err *err)
{
	if (choose_journal(database, version == 0, err) || (version < VERSION && migrate(database, err)))
		return -1;
	const char *sql = database->has_log ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL";
	return sqlite3_exec(database->handle, sql, NULL, NULL, NULL) ? database_failed(database, err, "write to") : 0;
}

/* Forbids views, triggers and functions in the schema, because untrusted files must not run code. */
static void distrust(struct database *database)
{
	sqlite3_db_config(database->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(database->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(database->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_db_config(database->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	sqlite3_limit(database->handle, SQLITE_LIMIT_LENGTH, LONGEST);
}

static int open_with(struct database *database, const char *name, int flags, struct err *err)
{
	sqlite3_close(database->handle);
	if (sqlite3_open_v2(name, &database->handle, flags | SQLITE_OPEN_NOMUTEX, NULL))
		return database_failed(database, err, "open");
	distrust(database);
	return database_add_checksum(database, err);
}

/* Copies the database for a reader, which must not change the file of an older arena, and updates the copy. The copy
 * has no name and disappears when it is closed. */
static int read_copy(struct database *database, struct err *err)
{
	sqlite3 *original = database->handle;
	database->handle = NULL;
	int code = SQLITE_ERROR, failed = open_with(database, "", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err);
	sqlite3_backup *copying = failed ? NULL : sqlite3_backup_init(database->handle, "main", original, "main");
	if (copying) {
		code = sqlite3_backup_step(copying, -1);
		sqlite3_backup_finish(copying); /* sets the error of the copy, which database_failed reports */
	}
	if (!failed && code != SQLITE_DONE)
		failed = database_failed(database, err, "read");
	sqlite3_close(original);
	return failed || migrate(database, err) ? -1 : 0;
}

static int prepare(struct database *database, enum database_mode mode, struct err *err)
{
	int version;
	sqlite3_busy_timeout(database->handle, BUSY_MS);
	/* Reads in one snapshot, because another arena may be creating the database. */
	sqlite3_exec(database->handle, "BEGIN", NULL, NULL, NULL);
	if (read_version(database, &version, err))
		return -1;
	sqlite3_exec(database->handle, "COMMIT", NULL, NULL, NULL);
	if (mode != DATABASE_READ)
		return prepare_to_write(database, version, err);
	if (version == 0)
		return err_set(err, EXIT_WORLD, "'%s' is an empty database; `arena tournament --db` initialises it",
			       database->path);
	return version < VERSION ? read_copy(database, err) : 0;
}

/* Returns true if the file has no log beside it. No process is then writing to it, so it can be read even where a
 * reader cannot create the log. */
static bool is_at_rest(const struct database *database)
{
	AUTO_STR struct str log = str_of("%s-wal", database->path);
	return access(log.text, F_OK) != 0;
}

static int open_sealed(struct database *database, struct err *err)
{
	AUTO_STR struct str name = str_of("file:");
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

static uint32_t big_endian(const unsigned char *bytes, int n)
{
	uint32_t number = 0;
	for (int i = 0; i < n; i++)
		number = number << 8 | bytes[i];
	return number;
}

/* Returns true if a file at rest is shorter than its header says. SQLite would detect this only when it reads a missing
 * page (https://www.sqlite.org/fileformat2.html, 1.3). */
static bool is_cut_short(int fd)
{
	unsigned char head[100];
	struct stat st;
	/* Reads the header before the size, because an arena that is creating the file only makes it larger. */
	if (pread(fd, head, sizeof head, 0) != sizeof head || fstat(fd, &st) ||
	    memcmp(head, "SQLite format 3", 16) != 0)
		return false;
	uint32_t page_size = big_endian(head + 16, 2), n_pages = big_endian(head + 28, 4);
	bool is_counted = memcmp(head + 24, head + 92, 4) == 0;
	return is_counted && (uint64_t)st.st_size < (uint64_t)n_pages * (page_size == 1 ? 65536 : page_size);
}

/* Reports a common mistake: the name of the results folder instead of the database. */
static int complain_of_folder(const char *path, struct err *err)
{
	AUTO_STR struct str inside = str_of("%s%sarena.db", path, path[strlen(path) - 1] == '/' ? "" : "/");
	bool has_one = access(inside.text, F_OK) == 0;
	return err_set(err, EXIT_USAGE, "'%s' is a folder, not a database%s%s%s", path,
		       has_one ? " (did you mean '" : "", has_one ? inside.text : "", has_one ? "'?)" : "");
}

/* Opens the file. If this fails, the system's reason is more precise than SQLite's. The mode is 0600, because the file
 * contains the seeds of its runs. */
static int try_file(struct database *database, enum database_mode mode, struct err *err)
{
	static const int flags[] = {
		[DATABASE_READ] = O_RDONLY, [DATABASE_CHANGE] = O_RDWR, [DATABASE_WRITE] = O_RDWR | O_CREAT};
	struct stat st;
	if (stat(database->path, &st) == 0 && S_ISDIR(st.st_mode))
		return complain_of_folder(database->path, err);
	bool was_at_rest = is_at_rest(database);
	int fd = database->fd = open(database->path, flags[mode] | O_CLOEXEC, 0600);
	if (fd < 0 && errno == ENOENT && mode != DATABASE_WRITE)
		return err_set(err, EXIT_USAGE, "there is no database '%s' (`arena tournament` creates one; --db names "
			       "another)",
			       database->path);
	if (fd < 0)
		return err_errno(err, "cannot open the database '%s'", database->path);
	if (was_at_rest && is_cut_short(fd) && is_at_rest(database))
		return err_set(err, EXIT_WORLD,
			       "the database '%s' is damaged: its end is missing; move it away, or name another "
			       "one", database->path);
	return 0;
}

struct database *database_open(const char *path, enum database_mode mode, struct err *err)
{
	struct database *database = NEW(struct database);
	database->path = mem_strdup(path);
	database->fd = -1;
	if ((mode != DATABASE_WRITE || text_check_path("the database", path, err) == 0) &&
	    try_file(database, mode, err) == 0 &&
	    (mode == DATABASE_READ
	     ? open_to_read(database, err) == 0
	     : open_with(database, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err) == 0 &&
	       prepare(database, mode, err) == 0))
		return database;
	database_close(database);
	return NULL;
}

const char *database_path(const struct database *database)
{
	return database->path;
}

void database_close(struct database *database)
{
	if (!database)
		return;
	for (int i = 0; i < STATEMENT_COUNT; i++)
		sqlite3_finalize(database->statements[i]);
	sqlite3_close(database->handle);
	/* Close the descriptor only after SQLite has closed the file, because closing any descriptor of a file releases
	 * all locks of the process on that file. */
	if (database->fd >= 0)
		close(database->fd);
	str_release(&database->plays.bytes);
	FREE_ALL(database->path, database);
}
