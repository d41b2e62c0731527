/* test_database_hostile.c - databases that are damaged, somebody else's, newer, sealed, locked, or on a full
 * disk: an error that says so, never a crash, and nothing that was stored is lost. */
#include "database_testing.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { N_MATCHES = 12 };

static struct info info;
static struct schedule schedule;
static int64_t run;

/* "arena.db" with one run of four robots, all its matches, and nothing beside it. */
static void enter(void)
{
	enter_folder();
	make_info(&info, FORMAT_ROUND_ROBIN, 4, 2, 4, "x");
	ck_assert_int_eq(info_schedule(&info, &schedule, NULL), 0);
	ck_assert_uint_eq(schedule.n_matches, N_MATCHES);
	struct database *database = begin(&info, &run);
	store_matches(database, run, &schedule, 0, 1);
	database_close(database);
	ck_assert_int_ne(access("arena.db-wal", F_OK), 0);
}

static void leave(void)
{
	info_release(&info);
	leave_folder();
}

/* ---- everything there is, read ---------------------------------------------------------- */

static int visit(const struct stored_match *match, void *context, struct err *err)
{
	(void)context;
	(void)err;
	/* Whatever it is, it can be read: a sanitizer looks on. */
	volatile unsigned sum = 0;
	for (size_t i = 0; i < match->size; i++)
		sum += ((const unsigned char *)match->outcomes)[i];
	return 0;
}

/* Reads all matches as --resume does. The number of matches found, or -1 with err. */
static int read_all(struct err *err)
{
	int64_t *runs = NULL;
	int n_runs = 0, n_found = 0;
	struct info read = {0};
	struct schedule of_run;
	struct database *database = database_open("arena.db", DATABASE_READ, err);
	if (!database)
		return -1;
	int failed = database_runs(database, &runs, &n_runs, err);
	for (int i = 0; i < n_runs && !failed; i++) {
		failed = database_info(database, runs[i], &read, err) || info_schedule(&read, &of_run, err) ||
			 database_each_match(database, runs[i], visit, NULL, err);
		for (uint64_t number = 0; !failed && number < N_MATCHES && number < of_run.n_matches; number++) {
			struct match_plan plan;
			struct match_result result = {0};
			schedule_match(&of_run, number, &plan);
			int found = database_get_match(database, runs[i], &plan, read.n_seats, &result, err);
			failed = found < 0;
			n_found += found > 0;
			match_result_release(&result);
		}
		info_release(&read);
	}
	free(runs);
	database_close(database);
	return failed ? -1 : n_found;
}

static void check_error(const struct err *err, const char *says)
{
	ck_assert_msg(err->code == EXIT_WORLD && strstr(err->text, says) && strstr(err->text, "arena.db"), "%d: %s", err->code,
		      err->text);
}

/* ---- changed by somebody ---------------------------------------------------------------- */

/* What was done to the database, and what the error must say. */
static const struct {
	const char *sql, *says;
} changes[] = {
	{"DROP TABLE matches", "no such table: matches"},
	{"DROP TABLE runs", "no such table: runs"},
	{"DROP TABLE seats", "no such table: seats"},
	{"DROP TABLE faults", "no such table: faults"},
	{"DROP TABLE robots", "no such table: robots"},
	{"DROP TABLE run_robots", "no such table: run_robots"},
	{"DROP TABLE tests", "no such table: tests"},
	{"ALTER TABLE matches RENAME outcomes TO x", "no such column: outcomes"},
	{"PRAGMA user_version = 99", "use a newer arena"},
	{"PRAGMA user_version = -1", "none of the arena's"},
	{"PRAGMA application_id = 7", "none of the arena's"},
	{"PRAGMA user_version = 0", "none of the arena's"},
	{"ALTER TABLE matches RENAME TO m; CREATE VIEW matches AS SELECT * FROM m", "prohibited"},
	{"ALTER TABLE runs RENAME TO r; CREATE VIEW runs AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT 1 FROM n) "
	 "SELECT id, '1' AS name FROM n", "no such table"},
	{"UPDATE runs SET rules = 'nothing of the kind'", "rules that cannot be played"},
	{"UPDATE runs SET rules = ''", "rules that cannot be played"},
	{"UPDATE runs SET rules = replace(rules, 'dice=5', 'dice=500')", "rules that cannot be played"},
	{"UPDATE runs SET format = 'heap'", "an unknown format"},
	{"UPDATE runs SET log = 'much'", "an unknown log"},
	{"UPDATE runs SET n_seats = 27", "numbers that cannot be"},
	{"UPDATE runs SET n_seats = -1", "numbers that cannot be"},
	{"UPDATE runs SET n_seats = 4294967298", "numbers that cannot be"},
	{"UPDATE runs SET n_seats = 5", "tables that cannot be"},
	{"UPDATE runs SET format = 'table'", "tables that cannot be"},
	{"UPDATE runs SET games = 0", "numbers that cannot be"},
	{"UPDATE runs SET games = -5", "numbers that cannot be"},
	{"UPDATE runs SET games = 9223372036854775807", "numbers that cannot be"},
	{"UPDATE runs SET move_time_ns = 0", "numbers that cannot be"},
	{"UPDATE runs SET n_shards = 0", "numbers that cannot be"},
	{"UPDATE runs SET n_shards = 3, shard = 3", "numbers that cannot be"},
	{"UPDATE runs SET n_shards = -3, shard = -4", "numbers that cannot be"},
	{"UPDATE runs SET name = char(27) || '[31m'", "texts that cannot be"},
	{"UPDATE runs SET seed = char(27)", "texts that cannot be"},
	{"UPDATE runs SET arena = char(10)", "texts that cannot be"},
	{"DELETE FROM run_robots WHERE position = 0", "a robot missing"},
	{"DELETE FROM run_robots WHERE position > 0", "fewer than two robots"},
	{"DELETE FROM run_robots", "fewer than two robots"},
	{"DELETE FROM robots WHERE id = 1", "a robot missing"},
	{"UPDATE matches SET outcomes = x'' WHERE number = 5", "match 5"},
	{"UPDATE matches SET outcomes = x'ffffffffffffffffffffffffffff' WHERE number = 5", "match 5"},
	{"UPDATE matches SET outcomes = zeroblob(60000000) WHERE number = 5", "match 5"},
	{"UPDATE matches SET outcomes = CAST(outcomes || x'00' AS BLOB) WHERE number = 5", "match 5"},
	{"UPDATE matches SET n_blocks = n_blocks + 1 WHERE number = 5", "match 5"},
	{"UPDATE matches SET n_blocks = 4294967296 + n_blocks WHERE number = 5", "match 5"},
	{"UPDATE matches SET outcomes = zeroblob(70000000) WHERE number = 5", "too big"},
	{"UPDATE matches SET n_alike = n_blocks + 1 WHERE number = 5", "match 5"},
	{"UPDATE matches SET n_alike = -1 WHERE number = 5", "match 5"},
	{"INSERT INTO tests VALUES (1, 'logistic', 0, 1, 0.1, 0.1, NULL)", "a test that cannot be"}, /* of four robots */
	{"DELETE FROM seats WHERE number = 7", "match 7"},
	{"DELETE FROM seats WHERE number = 7 AND player = 0", "match 7"},
	{"UPDATE seats SET player = 3 WHERE number = 7 AND player = 1", "match 7"},
	{"UPDATE seats SET robot = 99 WHERE number = 7", "match 7"},
	{"UPDATE seats SET robot = 4294967296 + robot WHERE number = 7", "match 7"},
	{"UPDATE seats SET wins = wins + 1 WHERE number = 7", "match 7"},
	{"UPDATE seats SET wins = 9e999 WHERE number = 7", "match 7"},
	{"UPDATE seats SET scores = -9e999 WHERE number = 7", "match 7"},
	{"UPDATE seats SET block_squares = 1e-3 WHERE number = 7", "match 7"},
	{"UPDATE seats SET games = games + 2 WHERE number = 7", "match 7"},
	{"UPDATE seats SET asks = -1 WHERE number = 7", "match 7"},
	{"UPDATE seats SET failed_games = 1000 WHERE number = 7", "match 7"},
	{"UPDATE faults SET robot = 77 WHERE number = 3", "match 3"},
	{"UPDATE faults SET robot = -1 WHERE number = 3", "match 3"},
	{"UPDATE faults SET game = game + 100 WHERE number = 3", "match 3"},
	{"UPDATE faults SET game = 0 WHERE number = 3", "match 3"},
	{"UPDATE faults SET me = '' WHERE number = 3", "match 3"},
	{"UPDATE faults SET me = 'Z' WHERE number = 3", "match 3"},
	{"UPDATE faults SET verdict = 'bad luck' WHERE number = 3", "match 3"},
};
enum { N_CHANGES = sizeof changes / sizeof changes[0] };

START_TEST(changes_are_noticed)
{
	struct err err = {0};
	execute("arena.db", changes[_i].sql);
	ck_assert_int_eq(read_all(&err), -1);
	check_error(&err, changes[_i].says);
}
END_TEST

/* Tables that take anything, with text and nothing where there should be numbers. */
START_TEST(wrong_types_are_noticed)
{
	static const struct {
		const char *table, *sql, *says;
	} cases[] = {
		{"runs", "UPDATE runs SET n_seats = 'two'", "numbers that cannot be"},
		{"runs", "UPDATE runs SET rules = NULL", "rules that cannot be played"},
		{"runs", "UPDATE runs SET seed = NULL, format = x'00'", "an unknown format"},
		{"matches", "UPDATE matches SET outcomes = 'text'", "match 0"},
		{"matches", "UPDATE matches SET outcomes = NULL", "match 0"},
		{"matches", "UPDATE matches SET n_blocks = 'many'", "match 0"},
		{"seats", "UPDATE seats SET wins = 'all of them'", "match 0"},
		{"seats", "UPDATE seats SET robot = NULL", "match 0"},
		{"faults", "UPDATE faults SET cause = NULL, hands = NULL, history = x'00ff00', output = 7, verdict = NULL", "match 0"},
	};
	struct err err = {0};
	char sql[1000];
	snprintf(sql, sizeof sql, "CREATE TABLE loose AS SELECT * FROM %s; DROP TABLE %s; ALTER TABLE loose RENAME TO %s; %s",
		 cases[_i].table, cases[_i].table, cases[_i].table, cases[_i].sql);
	execute("arena.db", sql);
	ck_assert_int_eq(read_all(&err), -1);
	check_error(&err, cases[_i].says);
}
END_TEST

/* As when an index names a run that its table lacks. */
START_TEST(a_row_that_is_missing_is_damage)
{
	struct err err = {0};
	struct info gone;
	struct database *database = database_open("arena.db", DATABASE_READ, &err);
	ck_assert_int_ne(database_info(database, 999, &gone, &err), 0);
	check_error(&err, "the file is damaged");
	database_close(database);
}
END_TEST

START_TEST(triggers_do_not_run)
{
	struct match_result result;
	struct err err = {0};
	execute("arena.db", "DELETE FROM matches WHERE number = 0; DELETE FROM seats WHERE number = 0; "
		"CREATE TRIGGER t AFTER INSERT ON matches BEGIN DELETE FROM runs; END");
	struct database *database = database_open("arena.db", DATABASE_CHANGE, &err);
	make_match(&schedule, 0, &result);
	ck_assert_msg(database_put_match(database, run, &result, robots, &err) == 0, "%s", err.text);
	match_result_release(&result);
	database_close(database);
	ck_assert_int_eq(read_all(&err), N_MATCHES);
}
END_TEST

START_TEST(a_strangers_database_is_left_alone)
{
	struct err err = {0};
	unlink("arena.db");
	execute("arena.db", "CREATE TABLE bookmarks (url TEXT)");
	for (int mode = DATABASE_READ; mode <= DATABASE_WRITE; mode++) {
		ck_assert_ptr_null(database_open("arena.db", (enum database_mode)mode, &err));
		check_error(&err, "none of the arena's");
	}
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM sqlite_schema"), 1);
}
END_TEST

/* ---- damaged bytes ---------------------------------------------------------------------- */

static void copy_file(const char *from, const char *to)
{
	AUTO_STR struct str bytes = {0};
	ck_assert_int_eq(str_read_file(&bytes, from, 1 << 28, NULL), 0);
	FILE *file = fopen(to, "w");
	ck_assert_uint_eq(fwrite(bytes.text, 1, bytes.length, file), bytes.length);
	ck_assert_int_eq(fclose(file), 0);
}

START_TEST(files_cut_short_are_refused)
{
	struct stat st;
	ck_assert_int_eq(stat("arena.db", &st), 0);
	rename("arena.db", "whole.db");
	for (off_t size = st.st_size - 512; size > 0; size -= size > 2048 ? 1024 : 99) {
		struct err err = {0};
		copy_file("whole.db", "arena.db");
		ck_assert_int_eq(truncate("arena.db", size), 0);
		ck_assert_msg(read_all(&err) == -1, "%lld bytes were taken", (long long)size);
		check_error(&err, "arena.db");
		ck_assert(database_open("arena.db", DATABASE_WRITE, NULL) == NULL);
	}
}
END_TEST

START_TEST(what_is_no_database_is_refused)
{
	struct err err = {0};
	FILE *file = fopen("arena.db", "w");
	for (int i = 0; i < 1000; i++)
		fputs("This is a letter to my aunt.\n", file);
	fclose(file);
	for (int mode = DATABASE_READ; mode <= DATABASE_WRITE; mode++) {
		ck_assert_ptr_null(database_open("arena.db", (enum database_mode)mode, &err));
		check_error(&err, "not a database");
	}
	ck_assert_int_eq(close(open("arena.db", O_TRUNC | O_WRONLY)), 0);
	ck_assert_ptr_null(database_open("arena.db", DATABASE_READ, &err));
	check_error(&err, "an empty database");
}
END_TEST

/* Wrong bytes anywhere: all is read or there is an error; never a crash. */
START_TEST(wrong_bytes_do_no_harm)
{
	AUTO_STR struct str bytes = {0};
	uint64_t state = (uint64_t)_i;
	ck_assert_int_eq(str_read_file(&bytes, "arena.db", 1 << 28, NULL), 0);
	for (int round = 0; round < 60; round++) {
		struct err err = {0};
		int fd = open("arena.db", O_WRONLY);
		off_t at = rng_below(rng_next(&state), (uint32_t)bytes.length);
		char wrong[16];
		for (int i = 0; i < 16; i++)
			wrong[i] = (char)rng_next(&state);
		ck_assert_int_eq(pwrite(fd, wrong, 1 + rng_below(rng_next(&state), 16), at) > 0, 1);
		int found = read_all(&err);
		if (found < 0 && (!err.code || !strstr(err.text, "arena.db")))
			ck_abort_msg("%d: %s", err.code, err.text);
		if (pwrite(fd, bytes.text, bytes.length, 0) != (ssize_t)bytes.length || ftruncate(fd, (off_t)bytes.length))
			ck_abort();
		close(fd);
	}
}
END_TEST

/* ---- no room, no right, no turn --------------------------------------------------------- */

/* Stores one more run of as many matches as there is room for; the number of them. */
static int fill(struct database *database, struct err *err)
{
	struct info large;
	struct schedule of_large;
	int64_t id;
	int n_stored = 0;
	make_info(&large, FORMAT_TABLE, 6, 6, 60000, "large");
	ck_assert_int_eq(info_schedule(&large, &of_large, NULL), 0);
	ck_assert_int_eq(database_begin_run(database, &large, "0002", &id, NULL), 0);
	for (uint64_t number = 0; number < 1000; number++) {
		struct match_result result;
		make_match(&of_large, number, &result);
		int failed = database_put_match(database, id, &result, robots, err);
		match_result_release(&result);
		if (failed)
			break;
		n_stored++;
	}
	info_release(&large);
	return n_stored;
}

/* What was stored before the failure is all there. */
static void check_stored(int n_stored)
{
	char sql[200];
	struct err err = {0};
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM matches WHERE run = 2"), n_stored);
	snprintf(sql, sizeof sql, "SELECT count(*) = %d AND max(number) = %d FROM seats WHERE run = 2 AND player = 5", n_stored,
		 n_stored - 1);
	ck_assert_int_eq(number_of("arena.db", sql), 1);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"), 1);
	ck_assert_msg(read_all(&err) >= N_MATCHES, "%s", err.text);
}

START_TEST(a_database_that_may_not_grow_loses_nothing)
{
	struct err err = {0};
	struct database *database = database_open("arena.db", DATABASE_CHANGE, &err);
	sqlite3_exec(database_handle(database), "PRAGMA max_page_count = 60", NULL, NULL, NULL);
	int n_stored = fill(database, &err);
	ck_assert_int_gt(n_stored, 10);
	ck_assert_int_lt(n_stored, 1000);
	check_error(&err, "room on the disk");
	database_close(database);
	check_stored(n_stored);
}
END_TEST

/* A disk that is full, as the system says it: files may not grow beyond a size. */
START_TEST(a_full_disk_loses_nothing)
{
	struct err err = {0};
	struct rlimit limit, unlimited;
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &unlimited);
	limit = unlimited;
	limit.rlim_cur = 400000;
	struct database *database = database_open("arena.db", DATABASE_CHANGE, &err);
	setrlimit(RLIMIT_FSIZE, &limit);
	int n_stored = fill(database, &err);
	database_close(database);
	setrlimit(RLIMIT_FSIZE, &unlimited);
	ck_assert_int_gt(n_stored, 10);
	ck_assert_int_lt(n_stored, 1000);
	check_error(&err, "room on the disk");
	check_stored(n_stored);
	/* With room again it goes on. */
	database = database_open("arena.db", DATABASE_CHANGE, &err);
	struct match_result result;
	execute("arena.db", "DELETE FROM matches WHERE run = 1 AND number = 0; DELETE FROM seats WHERE run = 1 AND number = 0");
	make_match(&schedule, 0, &result);
	ck_assert_msg(database_put_match(database, run, &result, robots, &err) == 0, "%s", err.text);
	match_result_release(&result);
	database_close(database);
}
END_TEST

START_TEST(a_locked_database_says_so)
{
	struct match_result result;
	struct err err = {0};
	sqlite3 *other;
	struct database *database = database_open("arena.db", DATABASE_CHANGE, &err);
	sqlite3_busy_timeout(database_handle(database), 10);
	ck_assert_int_eq(sqlite3_open("arena.db", &other), SQLITE_OK);
	execute("arena.db", "DELETE FROM matches WHERE number = 0; DELETE FROM seats WHERE number = 0");
	ck_assert_int_eq(sqlite3_exec(other, "BEGIN IMMEDIATE; UPDATE runs SET games = 7", NULL, NULL, NULL), SQLITE_OK);
	make_match(&schedule, 0, &result);
	ck_assert_int_ne(database_put_match(database, run, &result, robots, &err), 0);
	check_error(&err, "another program holds it");
	ck_assert_int_eq(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
	ck_assert_msg(database_put_match(database, run, &result, robots, &err) == 0, "%s", err.text);
	match_result_release(&result);
	sqlite3_close(other);
	database_close(database);
	ck_assert_int_eq(read_all(&err), N_MATCHES);
}
END_TEST

/* Root may do everything: a child becomes somebody else; who is not root may not write here either. What it returns
 * is its exit code. */
static int as_nobody(int (*what)(void))
{
	int status;
	ck_assert_int_eq(chmod(".", getuid() == 0 ? 0755 : 0555), 0);
	if (fork() == 0) {
		if (getuid() == 0 && (setgid(65534) || setuid(65534)))
			_exit(99);
		_exit(what());
	}
	ck_assert_int_gt(wait(&status), 0);
	ck_assert_int_eq(chmod(".", 0755), 0);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int read_and_not_write(void)
{
	struct err err = {0};
	if (read_all(&err) != N_MATCHES)
		return fprintf(stderr, "%s\n", err.text), 1;
	if (database_open("arena.db", DATABASE_CHANGE, &err) || err.code != EXIT_WORLD || !strstr(err.text, "Permission denied"))
		return fprintf(stderr, "%s\n", err.text), 2;
	return 0;
}

static int write_nothing(void)
{
	struct err err = {0};
	if (database_open("new.db", DATABASE_WRITE, &err) || err.code != EXIT_WORLD || !strstr(err.text, "Permission denied"))
		return fprintf(stderr, "%s\n", err.text), 3;
	return read_all(&err) == N_MATCHES ? 0 : (fprintf(stderr, "%s\n", err.text), 4);
}

START_TEST(sealed_files_and_folders_can_be_read)
{
	ck_assert_int_eq(chmod("arena.db", 0444), 0);
	ck_assert_int_eq(as_nobody(read_and_not_write), 0);
	ck_assert_int_eq(chmod("arena.db", 0666), 0);
	ck_assert_int_eq(as_nobody(write_nothing), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("database hostile");
	TCase *cases = tcase_create("hostile");
	tcase_add_checked_fixture(cases, enter, leave);
	tcase_add_loop_test(cases, changes_are_noticed, 0, N_CHANGES);
	tcase_add_loop_test(cases, wrong_types_are_noticed, 0, 9);
	tcase_add_test(cases, a_row_that_is_missing_is_damage);
	tcase_add_test(cases, triggers_do_not_run);
	tcase_add_test(cases, a_strangers_database_is_left_alone);
	tcase_add_test(cases, files_cut_short_are_refused);
	tcase_add_test(cases, what_is_no_database_is_refused);
	tcase_add_loop_test(cases, wrong_bytes_do_no_harm, 0, 20);
	tcase_add_test(cases, a_database_that_may_not_grow_loses_nothing);
	tcase_add_test(cases, a_full_disk_loses_nothing);
	tcase_add_test(cases, a_locked_database_says_so);
	tcase_add_test(cases, sealed_files_and_folders_can_be_read);
	suite_add_tcase(suite, cases);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
