/* test_database_failing.c - each call of SQLite fails in turn. Every operation of the database then returns an error,
 * and what was stored is as it was before. */
#include "database_testing.h"

#include <dlfcn.h>

#include "base/file.h"
#include "store/database_inside.h"
#include "store/merge.h"

/* ---- calls that fail -------------------------------------------------------------------- */

static int n_until;     /* the call that fails: 1 is the next one; 0: none does */
static bool has_failed; /* the last call did */

/* Names in messages, and functions in which robots crashed, may be missing. A snapshot may begin late. */
static bool must_succeed(const char *sql)
{
	return strcmp(sql, "COMMIT") == 0 || strcmp(sql, "ROLLBACK") == 0 || strstr(sql, "SELECT symbol");
}

static bool fails(const char *sql)
{
	return has_failed = n_until > 0 && !must_succeed(sql) && --n_until == 0;
}

#define REAL_FUNCTION(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int sqlite3_step(sqlite3_stmt *statement)
{
	return fails(sqlite3_sql(statement)) ? SQLITE_IOERR : REAL_FUNCTION(sqlite3_step)(statement);
}

int sqlite3_prepare_v2(sqlite3 *handle, const char *sql, int n, sqlite3_stmt **statement, const char **tail)
{
	return fails(sql) ? SQLITE_IOERR : REAL_FUNCTION(sqlite3_prepare_v2)(handle, sql, n, statement, tail);
}

int sqlite3_prepare_v3(sqlite3 *handle, const char *sql, int n, unsigned flags, sqlite3_stmt **statement,
		       const char **tail)
{
	return fails(sql) ? SQLITE_IOERR : REAL_FUNCTION(sqlite3_prepare_v3)(handle, sql, n, flags, statement, tail);
}

int sqlite3_exec(sqlite3 *handle, const char *sql, int (*each)(void *, int, char **, char **), void *context,
		 char **why)
{
	return strcmp(sql, "BEGIN") != 0 && fails(sql) ? SQLITE_IOERR
						       : REAL_FUNCTION(sqlite3_exec)(handle, sql, each, context, why);
}

int sqlite3_extended_errcode(sqlite3 *handle)
{
	return has_failed ? SQLITE_IOERR : REAL_FUNCTION(sqlite3_extended_errcode)(handle);
}

int sqlite3_open_v2(const char *name, sqlite3 **handle, int flags, const char *vfs)
{
	int code = REAL_FUNCTION(sqlite3_open_v2)(name, handle, flags, vfs);
	return fails("") ? SQLITE_IOERR : code;
}

/* Files need not outlive a power cut. */
__attribute__((visibility("default"))) int fdatasync(int fd)
{
	return fd < 0 ? -1 : 0;
}

__attribute__((visibility("default"))) int fsync(int fd)
{
	return fd < 0 ? -1 : 0;
}

/* ---- operations ------------------------------------------------------------------------- */

/* Three runs: a tournament of all matches with plays and faults; a test that is decided within its second chunk; a
 * tournament of listed tables without matches. */
static struct run_config infos[3];
static struct schedule schedules[3];

static int64_t begin_run(struct database *database, int which, const char *name)
{
	int64_t run;
	struct err err = {0};
	ck_assert_msg(database_begin_run(database, &infos[which], name, &run, &err) == 0, "%s", err.text);
	return run;
}

static void fill(struct database *database, int64_t run, uint64_t first, uint64_t n)
{
	struct chunk chunk;
	struct err err = {0};
	const struct schedule *schedule = &schedules[run - 1];
	make_chunk(schedule, first, n, 1, true, run == 1, &chunk);
	ck_assert_msg(database_put_chunk(database, run, schedule, &chunk, robots, &err) == 0, "%s", err.text);
	chunk_release(&chunk);
}

/* "full.db", from which each test starts, and "part.db" with a part of the first run. */
static void make_databases(void)
{
	static const int tables[] = {0, 1, 1, 2};
	struct err err = {0};
	int64_t run;
	make_info(&infos[0], FORMAT_TABLE, 2, 2, 12, "a");
	make_info(&infos[1], FORMAT_TABLE, 2, 2, 12, "b");
	make_info(&infos[2], FORMAT_ROUND_ROBIN, 3, 2, 4, "c");
	infos[0].log = RUN_LOG_HANDS;
	infos[1].test = (struct run_config_test){.is_set = true, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
	infos[2].format = FORMAT_LISTED;
	infos[2].n_tables = 2;
	infos[2].tables = NEW_ARRAY(int, 4);
	memcpy(infos[2].tables, tables, sizeof tables);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(run_config_schedule(&infos[i], &schedules[i], NULL), 0);
	struct database *database = database_open("full.db", DATABASE_WRITE, &err);
	ck_assert_msg(database, "%s", err.text);
	run = begin_run(database, 0, "0001");
	fill(database, run, 0, 3);
	fill(database, run, 3, 3);
	run = begin_run(database, 1, "0002");
	for (uint64_t first = 0; first < 6; first += 2)
		fill(database, run, first, 2);
	ck_assert_int_eq(database_end_test(database, run, 3, NULL), 0);
	begin_run(database, 2, "0003");
	database_close(database);
	database = database_open("part.db", DATABASE_WRITE, &err);
	run = begin_run(database, 0, "0007");
	fill(database, run, 0, 3);
	database_close(database);
}

static int read_info(struct database *database, int64_t run, struct err *err)
{
	struct run_config info;
	int failed = database_info(database, run, &info, err);
	if (!failed)
		run_config_release(&info);
	return failed;
}

static int list_runs(struct database *database, int64_t run, struct err *err)
{
	AUTO_FREE int64_t *runs = NULL;
	int n;
	(void)run;
	return database_runs(database, &runs, &n, err);
}

static int find_run(struct database *database, int64_t run, struct err *err)
{
	return database_find_run(database, run == 1 ? "1" : NULL, &run, err);
}

static bool is_never_told(const char *name, const void *context)
{
	(void)name, (void)context;
	return false;
}

static int find_unfinished(struct database *database, int64_t run, struct err *err)
{
	return database_find_unfinished(database, run == 2, is_never_told, NULL, &run, err);
}

static int get_name(struct database *database, int64_t run, struct err *err)
{
	AUTO_FREE char *name = database_name(database, run, err);
	return name ? 0 : -1;
}

static int get_highest(struct database *database, int64_t run, struct err *err)
{
	int number;
	(void)run;
	return database_highest_name(database, &number, err);
}

static int count(struct database *database, int64_t run, struct err *err)
{
	uint64_t n;
	return database_count(database, run, &n, err);
}

static int count_shards(struct database *database, int64_t run, struct err *err)
{
	uint64_t n[2];
	return merge_count_shards(database, run, 2, n, err);
}

static int end_test(struct database *database, int64_t run, struct err *err)
{
	return database_end_test(database, run, 2, err);
}

static int get_chunk(struct database *database, int64_t run, struct err *err)
{
	struct chunk chunk = {0};
	const struct matches which = {.first = 0, .n = run == 1 ? 3 : 2, .stride = 1};
	int failed = database_get_chunk(database, run, &schedules[run - 1], &which, &chunk, err);
	chunk_release(&chunk);
	return failed;
}

static int ignore_chunk(const struct chunk *chunk, void *context, struct err *err)
{
	(void)chunk, (void)context, (void)err;
	return 0;
}

static int each_chunk(struct database *database, int64_t run, struct err *err)
{
	return database_each_chunk(database, run, &schedules[run - 1], ignore_chunk, NULL, err);
}

static void ignore_match(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context)
{
	(void)plan, (void)places, (void)times, (void)context;
}

static int each_match(struct database *database, int64_t run, struct err *err)
{
	return database_each_match(database, run, &schedules[run - 1], ignore_match, NULL, err);
}

static int get_plays(struct database *database, int64_t run, struct err *err)
{
	AUTO_STR struct str plays = {0};
	int found = database_get_plays(database, run, 4, &plays, err);
	return found == 1 ? 0 : found;
}

static int begin_another(struct database *database, int64_t run, struct err *err)
{
	return database_begin_run(database, &infos[run - 1], "0009", &run, err);
}

/* Of a run whose first chunk is deleted before: with plays and with more faults than are kept. */
static int put_chunk(struct database *database, int64_t run, struct err *err)
{
	struct chunk chunk;
	make_chunk(&schedules[run - 1], 0, 3, 1, true, true, &chunk);
	int failed = database_put_chunk(database, run, &schedules[run - 1], &chunk, robots, err);
	chunk_release(&chunk);
	return failed;
}

static void ignore_deleted(const struct matches *which, void *context)
{
	(void)which, (void)context;
}

static int mend(struct database *database, int64_t run, struct err *err)
{
	return database_mend(database, run, &schedules[run - 1], ignore_deleted, NULL, err);
}

/* Into the run that is there. */
static int merge(struct database *database, int64_t run, struct err *err)
{
	struct merge_count copied = {0};
	struct database *part = database_open("part.db", DATABASE_READ, err);
	int failed = part ? merge_run(database, run, part, 1, &copied, err) : -1;
	database_close(part);
	return failed;
}

/* Into a new database. */
static int merge_all(struct database *database, int64_t run, struct err *err)
{
	static char part[] = "part.db";
	static char *const parts[] = {part, NULL};
	struct merging merging = {.out = "out.db"};
	AUTO_STR struct str missing = {0};
	(void)database;
	int failed = merging_run(&merging, parts, NULL, err) ||
		merging_add_missing(&merging, &schedules[run - 1], &missing, err) ? -1 : 0;
	merging_release(&merging);
	return failed;
}

/* Into a database that has this run already: no failure makes it a second one. */
static int merge_again(struct database *database, int64_t run, struct err *err)
{
	int until = n_until;
	n_until = 0;
	ck_assert_int_eq(merge_all(database, run, NULL), 0);
	n_until = until;
	int failed = merge_all(database, run, err);
	until = n_until;
	n_until = 0;
	ck_assert_int_eq((int)number_of("out.db", "SELECT count(*) FROM runs"), 1);
	n_until = until;
	return failed;
}

static int open_again(struct database *database, int64_t run, struct err *err)
{
	(void)database;
	struct database *other = database_open("arena.db", run == 1 ? DATABASE_READ : DATABASE_CHANGE, err);
	database_close(other);
	return other ? 0 : -1;
}

/* What is done to run `run` of the database after `sql`. */
static const struct {
	int (*operation)(struct database *database, int64_t run, struct err *err);
	int64_t run;
	const char *sql;
} cases[] = {
	{read_info, 1, NULL}, {read_info, 2, NULL}, {read_info, 3, NULL}, {list_runs, 1, NULL}, {find_run, 1, NULL},
	{find_run, 2, NULL}, {find_unfinished, 1, NULL}, {find_unfinished, 2, NULL}, {get_name, 1, NULL},
	{get_highest, 1, NULL}, {count, 2, NULL},
	{count_shards, 1, NULL}, {end_test, 2, NULL}, {get_chunk, 1, NULL}, {get_chunk, 2, NULL}, {each_chunk, 1, NULL},
	{each_chunk, 2, NULL}, {each_match, 1, NULL}, {each_match, 2, NULL}, {get_plays, 1, NULL},
	{begin_another, 1, NULL}, {begin_another, 2, NULL},
	{begin_another, 3, NULL},
	{put_chunk, 1,
	 "DELETE FROM chunks WHERE run = 1 AND first = 0; DELETE FROM chunk_robots WHERE run = 1 AND first = 0; "
	 "DELETE FROM plays WHERE first = 0; UPDATE faults SET game = game + 1000 WHERE run = 1; "
	 "INSERT INTO faults SELECT run, robot, game + 2000, ask, number, verdict, cause, me, hands, history, "
	 "offset, symbol, output, checksum FROM faults WHERE run = 1"},
	{mend, 1, NULL}, {mend, 2, NULL}, {mend, 2, "UPDATE chunks SET n_alike = 77 WHERE run = 2 AND first = 2"},
	{mend, 2, "UPDATE faults SET me = 'C' WHERE run = 2 AND game = 1"},
	{merge, 1,
	 "DELETE FROM chunks WHERE run = 1 AND first = 0; DELETE FROM chunk_robots WHERE run = 1 AND first = 0; "
	 "DELETE FROM plays WHERE first = 0"},
	{merge, 1, NULL}, {merge_all, 1, NULL}, {merge_again, 1, NULL},
	{open_again, 1, NULL}, {open_again, 2, NULL},
};

/* A number that changes when a row is added, removed or changed. */
static const char fingerprint[] =
	"SELECT (SELECT total(length(name) + seal % 1000000 + fault_seal % 1000000 + checksum % 1000000) FROM runs) + "
	"(SELECT count(*) FROM run_robots) * 7 + (SELECT count(*) FROM robots) * 11 + "
	"(SELECT total(n_matches) FROM tests) * 13 + (SELECT total(checksum % 1000000) FROM chunks) + "
	"(SELECT count(*) FROM chunk_robots) * 17 + (SELECT count(*) FROM plays) * 19 + "
	"(SELECT total(game) FROM faults)";

static void copy_database(const char *sql)
{
	AUTO_STR struct str bytes = {0};
	ck_assert_int_eq(str_read_file(&bytes, "full.db", 1 << 20, NULL), 0);
	unlink("out.db");
	FILE *file = fopen("arena.db", "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes.text, 1, bytes.length, file), bytes.length);
	ck_assert_int_eq(fclose(file), 0);
	if (sql)
		execute("arena.db", sql);
}

START_TEST(every_failure_of_sqlite_is_an_error)
{
	make_databases();
	bool has_happened = true;
	copy_database(cases[_i].sql);
	const long long before = number_of("arena.db", fingerprint);
	for (int n = 1; has_happened; n++) {
		struct err err = {0};
		copy_database(cases[_i].sql);
		struct database *database = database_open("arena.db", DATABASE_CHANGE, NULL);
		ck_assert_ptr_nonnull(database);
		n_until = n;
		int failed = cases[_i].operation(database, cases[_i].run, &err);
		has_happened = n_until == 0;
		n_until = 0;
		ck_assert_msg(failed == (has_happened ? -1 : 0), "call %d: %d, %s", n, failed, err.text);
		ck_assert_msg(has_happened ? err.code == EXIT_WORLD && strstr(err.text, ".db'") : err.code == EXIT_OK,
			      "call %d: %s", n, err.text);
		/* no transaction is open */
		ck_assert(database_begin(database, NULL) == 0 && database_settle(database, 0, NULL) == 0);
		database_close(database);
		if (has_happened)
			ck_assert_msg(number_of("arena.db", fingerprint) == before, "call %d", n);
		ck_assert_msg(has_happened || n > 1, "nothing was called");
	}
	for (int i = 0; i < 3; i++)
		run_config_release(&infos[i]);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	LOOP(every_failure_of_sqlite_is_an_error, 0, COUNT(cases)))
