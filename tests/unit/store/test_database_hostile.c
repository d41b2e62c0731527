/* test_database_hostile.c - databases that are damaged, of another program, newer, read-only, locked, or on a full
 * disk: each is an error with the right message, never a crash, and nothing that was stored is lost. */
#include "database_testing.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "store/checksum.h"
#include "store/database_inside.h"

enum { N_MATCHES = 12, TOGETHER = 2 };

static struct run_config info;
static struct schedule schedule;
static int64_t run;

/* Makes "arena.db" with one run of four robots and all its matches, and without a log file. */
static void enter(void)
{
	enter_folder();
	make_info(&info, FORMAT_ROUND_ROBIN, 4, 2, 4, "x");
	ck_assert_int_eq(run_config_schedule(&info, &schedule, NULL), 0);
	ck_assert_uint_eq(schedule.n_matches, N_MATCHES);
	struct database *database = begin(&info, &run);
	store_chunks(database, run, &schedule, 0, 1, TOGETHER);
	database_close(database);
	ck_assert_int_eq(access("arena.db-wal", F_OK), -1);
}

static void leave(void)
{
	run_config_release(&info);
	leave_folder();
}

/* ---- reading everything ----------------------------------------------------------------- */

/* Reading must be safe whatever the file contains (checked by the sanitizers). */
static int visit(const struct chunk *chunk, void *context, struct err *err)
{
	volatile unsigned sum __attribute__((unused)) = 0;
	(void)err;
	for (size_t i = 0; i < chunk->matches.n * chunk_match_size(chunk); i++)
		sum += chunk->places[i];
	*(int *)context += (int)chunk->matches.n;
	return 0;
}

static void visit_match(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context)
{
	(void)places;
	*(uint64_t *)context += times * plan->n_blocks;
}

/* Reads all matches as --resume and standings do. The number of matches found, or -1 with err. */
static int read_all(struct err *err)
{
	int64_t *runs = NULL;
	int n_runs = 0, n_found = 0;
	uint64_t times = 0;
	struct run_config read = {0};
	struct schedule of_run;
	struct database *database = database_open("arena.db", DATABASE_READ, err);
	if (!database)
		return -1;
	int failed = database_runs(database, &runs, &n_runs, err);
	for (int i = 0; i < n_runs && !failed; i++) {
		failed = database_info(database, runs[i], &read, err) || run_config_schedule(&read, &of_run, err) ||
			 database_each_match(database, runs[i], &of_run, visit_match, &times, err) ||
			 database_each_chunk(database, runs[i], &of_run, visit, &n_found, err);
		run_config_release(&read);
	}
	free(runs);
	database_close(database);
	return failed ? -1 : n_found;
}

static bool says_so(const struct err *err, const char *says)
{
	return err->code == EXIT_WORLD && strstr(err->text, says) && strstr(err->text, "arena.db");
}

static void check_error(const struct err *err, const char *says)
{
	ck_assert_msg(says_so(err, says), "%d: %s", err->code, err->text);
}

static void copy_file(const char *from, const char *to)
{
	AUTO_STR struct str bytes = {0};
	ck_assert_int_eq(str_read_file(&bytes, from, 1 << 28, NULL), 0);
	FILE *file = fopen(to, "w");
	ck_assert_uint_eq(fwrite(bytes.text, 1, bytes.length, file), bytes.length);
	ck_assert_int_eq(fclose(file), 0);
}

/* ---- modified databases ----------------------------------------------------------------- */

/* The change, and what the error must say. */
static const struct {
	const char *sql, *says;
} changes[] = {
	{"DROP TABLE chunks", "no such table: chunks"},
	{"DROP TABLE runs", "no such table: runs"},
	{"DROP TABLE chunk_robots", "no such table: chunk_robots"},
	{"DROP TABLE faults", "no such table: faults"},
	{"DROP TABLE robots", "no such table: robots"},
	{"DROP TABLE run_robots", "no such table: run_robots"},
	{"DROP TABLE tests", "no such table: tests"},
	{"ALTER TABLE chunks RENAME outcomes TO x", "no such column: outcomes"},
	{"PRAGMA user_version = 99", "use a newer arena"},
	{"PRAGMA user_version = -1", "a database of another program"},
	{"PRAGMA application_id = 7", "a database of another program"},
	{"PRAGMA user_version = 0", "a database of another program"},
	{"ALTER TABLE chunks RENAME TO m; CREATE VIEW chunks AS SELECT * FROM m", "prohibited"},
	{"ALTER TABLE runs RENAME TO r; CREATE VIEW runs AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT 1 FROM "
	 "n) SELECT id, '1' AS name FROM n", "no such table"},
	{"UPDATE runs SET rules = 'nothing of the kind'", "rules that cannot be played"},
	{"UPDATE runs SET rules = ''", "rules that cannot be played"},
	{"UPDATE runs SET rules = replace(rules, 'dice=5', 'dice=500')", "rules that cannot be played"},
	{"UPDATE runs SET format = 'heap'", "an unknown format"},
	{"UPDATE runs SET log = 'much'", "an unknown log"},
	{"UPDATE runs SET n_seats = 27", "invalid numbers"},
	{"UPDATE runs SET n_seats = -1", "invalid numbers"},
	{"UPDATE runs SET n_seats = 4294967298", "invalid numbers"},
	{"UPDATE runs SET n_seats = 5", "does not match its data"},
	{"UPDATE runs SET format = 'table'", "does not match its data"},
	{"UPDATE runs SET checksum = NULL", "does not match its data"},
	{"UPDATE runs SET games = 0", "invalid numbers"},
	{"UPDATE runs SET games = -5", "invalid numbers"},
	{"UPDATE runs SET games = 9223372036854775807", "invalid numbers"},
	{"UPDATE runs SET move_time_ns = 0", "invalid numbers"},
	{"UPDATE runs SET n_shards = 0", "invalid numbers"},
	{"UPDATE runs SET n_shards = 3, shard = 3", "invalid numbers"},
	{"UPDATE runs SET n_shards = -3, shard = -4", "invalid numbers"},
	{"UPDATE runs SET name = char(27) || '[31m'", "invalid text"},
	{"UPDATE runs SET seed = char(27)", "invalid text"},
	{"UPDATE runs SET arena = char(10)", "invalid text"},
	{"DELETE FROM run_robots WHERE position = 0", "a robot missing"},
	{"DELETE FROM run_robots WHERE position > 0", "fewer than two robots"},
	{"DELETE FROM run_robots", "fewer than two robots"},
	{"DELETE FROM robots WHERE id = 1", "a robot missing"},
	{"UPDATE runs SET match_length = -1", "invalid numbers"},
	{"UPDATE runs SET match_length = 100001", "invalid numbers"},
	{"UPDATE runs SET seed = 'y'", "the checksum of the run 0001 does not match its data"},
	{"UPDATE runs SET games = 6", "does not match its data"},
	{"UPDATE runs SET match_length = 2", "does not match its data"},
	{"UPDATE runs SET settings = '{\"as_given\":true}'", "does not match its data"},
	{"UPDATE runs SET settings = '[]'", "invalid settings"},
	{"UPDATE runs SET command = 'c'", "does not match its data"},
	{"UPDATE runs SET name = '0002'", "does not match its data"},
	{"UPDATE runs SET log = 'hands'", "does not match its data"},
	{"UPDATE runs SET checksum = NULL", "does not match its data"},
	{"UPDATE runs SET n_shards = 2", "does not match its data"},
	{"UPDATE run_robots SET label = 'someone else' WHERE position = 2", "does not match its data"},
	{"UPDATE run_robots SET robot = 1", "does not match its data"},
	{"UPDATE robots SET sha256 = '7' || substr(sha256, 2) WHERE id = 2", "does not match its data"},
	{"UPDATE runs SET seal = seal + 1", "matches of the run 0001 are missing"},
	{"DELETE FROM chunks WHERE first = 4", "are missing; --resume"},
	{"DELETE FROM chunks", "are missing; --resume"},
	{"UPDATE chunks SET outcomes = x'' WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET outcomes = x'ffffffffffffffffffffffffffff' WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET outcomes = zeroblob(8000000) WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET outcomes = CAST(outcomes || x'00' AS BLOB) WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET n_blocks = n_blocks + 1 WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET n_blocks = 4294967296 + n_blocks WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET n_alike = n_blocks + 1 WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET n_alike = -1 WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET signature = NULL WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET ordering = NULL WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET details = NULL WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET details = x'00' WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET luck = NULL WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET luck = x'00' WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET luck = CAST(luck || x'00' AS BLOB) WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET checksum = checksum + 1 WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET checksum = NULL WHERE first = 4", "matches 4 to 5"},
	{"UPDATE chunks SET stride = 3 WHERE first = 4", "matches 4 to 7"},
	{"UPDATE chunks SET stride = 0 WHERE first = 4", "matches 4 to 4"},
	{"UPDATE chunks SET stride = -1 WHERE first = 4", "matches 4 to 4"},
	{"UPDATE chunks SET n_matches = 0 WHERE first = 4", "matches 4 to 4"},
	{"UPDATE chunks SET n_matches = 1 WHERE first = 4", "matches 4 to 4"},
	{"UPDATE chunks SET n_matches = 9223372036854775807 WHERE first = 4", "matches 4 to"},
	{"UPDATE chunks SET first = 11 WHERE first = 4", "matches 11 to 12"},
	{"INSERT INTO tests VALUES (1, 'logistic', 0, 1, 0.1, 0.1, NULL)", "an invalid test"}, /* a test of four
	                                                                                              * robots */
	{"DELETE FROM chunk_robots WHERE first = 6", "matches 6 to 7"},
	{"DELETE FROM chunk_robots WHERE first = 6 AND robot = (SELECT max(robot) FROM chunk_robots WHERE first = 6)",
	 "matches 6 to 7"},
	{"UPDATE chunk_robots SET robot = 99 WHERE first = 6 AND robot = (SELECT max(robot) "
	 "FROM chunk_robots WHERE first = 6)", "matches 6 to 7"},
	{"UPDATE chunk_robots SET robot = 4294967296 + robot WHERE first = 6", "matches 6 to 7"},
	{"UPDATE chunk_robots SET wins = wins + 1 WHERE first = 6", "matches 6 to 7"},
	{"UPDATE chunk_robots SET wins = 9e999 WHERE first = 6", "matches 6 to 7"},
	{"UPDATE chunk_robots SET scores = -9e999 WHERE first = 6", "matches 6 to 7"},
	{"UPDATE chunk_robots SET games = games + 2 WHERE first = 6", "matches 6 to 7"},
	{"UPDATE chunk_robots SET asks = -1 WHERE first = 6", "matches 6 to 7"},
	{"UPDATE chunk_robots SET failed_games = 1000 WHERE first = 6", "matches 6 to 7"},
	{"UPDATE faults SET robot = 77 WHERE number = 3", "matches 2 to 3"},
	{"UPDATE faults SET robot = -1 WHERE number = 3", "matches 2 to 3"},
	{"UPDATE faults SET game = game + 100 WHERE number = 3", "matches 2 to 3"},
	{"UPDATE faults SET game = 0 WHERE number = 3", "matches 2 to 3"},
	{"UPDATE faults SET me = '' WHERE number = 3", "matches 2 to 3"},
	{"UPDATE faults SET me = 'Z' WHERE number = 3", "matches 2 to 3"},
	{"UPDATE faults SET verdict = 'bad luck' WHERE number = 3", "matches 2 to 3"},
	{"UPDATE faults SET hands = 'A:1' WHERE number = 3", "matches 2 to 3"},
	{"UPDATE faults SET checksum = checksum + 1 WHERE number = 3", "matches 2 to 3"},
	{"UPDATE faults SET checksum = NULL WHERE number = 3", "faults of the run 0001 are missing"},
	{"DELETE FROM faults WHERE number = 3", "faults of the run 0001 are missing"},
	{"UPDATE runs SET fault_seal = 1", "faults of the run 0001 are missing"},
};
enum { N_CHANGES = sizeof changes / sizeof changes[0] };

enum { CHANGES_AT_ONCE = 13 };

/* Each is made to a copy: a new database takes more time than all of its test. */
START_TEST(changes_are_noticed)
{
	static const char *const endings[] = {"", "-wal", "-shm"};
	ck_assert_int_eq(rename("arena.db", "whole.db"), 0);
	for (int i = _i * CHANGES_AT_ONCE; i < N_CHANGES && i < (_i + 1) * CHANGES_AT_ONCE; i++) {
		struct err err = {0};
		for (int k = 0; k < 3; k++) {
			char path[20];
			snprintf(path, sizeof path, "arena.db%s", endings[k]);
			unlink(path);
		}
		copy_file("whole.db", "arena.db");
		execute("arena.db", changes[i].sql);
		ck_assert_msg(read_all(&err) == -1, "%s: everything can be read", changes[i].sql);
		ck_assert_msg(says_so(&err, changes[i].says), "%s: %d: %s", changes[i].sql, err.code, err.text);
	}
}
END_TEST

/* Tables without types, with text and NULLs where there should be numbers. */
START_TEST(wrong_types_are_noticed)
{
	static const struct {
		const char *table, *sql, *says;
	} cases[] = {
		{"runs", "UPDATE runs SET n_seats = 'two'", "invalid numbers"},
		{"runs", "UPDATE runs SET rules = NULL", "rules that cannot be played"},
		{"runs", "UPDATE runs SET seed = NULL, format = x'00'", "an unknown format"},
		{"chunks", "UPDATE chunks SET outcomes = 'text'", "matches 0 to 1"},
		{"chunks", "UPDATE chunks SET outcomes = NULL", "matches 0 to 1"},
		{"chunks", "UPDATE chunks SET n_blocks = 'many'", "matches 0 to 1"},
		{"chunk_robots", "UPDATE chunk_robots SET wins = 'all of them'", "matches 0 to 1"},
		{"chunk_robots", "UPDATE chunk_robots SET robot = NULL", "matches 0 to 1"},
		{"faults",
		 "UPDATE faults SET cause = NULL, hands = NULL, history = x'00ff00', output = 7, verdict = NULL",
		 "matches 0 to 1"},
	};
	struct err err = {0};
	char sql[1000];
	snprintf(sql, sizeof sql,
		 "CREATE TABLE loose AS SELECT * FROM %s; DROP TABLE %s; ALTER TABLE loose RENAME TO %s; %s",
		 cases[_i].table, cases[_i].table, cases[_i].table, cases[_i].sql);
	execute("arena.db", sql);
	ck_assert_int_eq(read_all(&err), -1);
	check_error(&err, cases[_i].says);
}
END_TEST

/* For example, an index may refer to a run that its table lacks. */
START_TEST(a_row_that_is_missing_is_damage)
{
	struct err err = {0};
	struct run_config gone;
	struct database *database = database_open("arena.db", DATABASE_READ, &err);
	ck_assert_int_eq(database_info(database, 999, &gone, &err), -1);
	check_error(&err, "the file is damaged");
	database_close(database);
}
END_TEST

/* Deletes the first chunk, as a repair does. */
static const char forget_first[] =
	"UPDATE runs SET seal = (seal | c) - (seal & c) FROM (SELECT checksum AS c FROM chunks WHERE first = 0); "
	"DELETE FROM chunks WHERE first = 0; DELETE FROM chunk_robots WHERE first = 0; "
	"UPDATE faults SET checksum = NULL; UPDATE runs SET fault_seal = 0";

START_TEST(triggers_do_not_run)
{
	struct chunk chunk;
	struct err err = {0};
	execute("arena.db", forget_first);
	execute("arena.db", "CREATE TRIGGER t AFTER INSERT ON chunks BEGIN DELETE FROM runs; END");
	struct database *database = database_open("arena.db", DATABASE_CHANGE, &err);
	make_chunk(&schedule, 0, TOGETHER, 1, true, false, &chunk);
	ck_assert_msg(database_put_chunk(database, run, &schedule, &chunk, robots, &err) == 0, "%s", err.text);
	chunk_release(&chunk);
	database_close(database);
	ck_assert_int_eq(read_all(&err), N_MATCHES);
}
END_TEST

START_TEST(views_are_not_read)
{
	struct err err = {0};
	execute("arena.db", "ALTER TABLE tests RENAME TO hidden; CREATE VIEW tests AS SELECT * FROM hidden");
	ck_assert_int_eq(read_all(&err), -1);
	check_error(&err, "access to view \"tests\" prohibited");
}
END_TEST

START_TEST(another_programs_database_is_not_changed)
{
	struct err err = {0};
	unlink("arena.db");
	execute("arena.db", "CREATE TABLE bookmarks (url TEXT)");
	for (int mode = DATABASE_READ; mode <= DATABASE_WRITE; mode++) {
		ck_assert_ptr_null(database_open("arena.db", (enum database_mode)mode, &err));
		check_error(&err, "a database of another program");
	}
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM sqlite_schema"), 1);
}
END_TEST

/* ---- damaged bytes ---------------------------------------------------------------------- */

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

START_TEST(other_files_are_refused)
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

/* The data from which standings are computed. */
static uint64_t fingerprint;

static int take_fingerprint(const struct chunk *chunk, void *context, struct err *err)
{
	(void)context;
	(void)err;
	for (int i = 0; i < chunk->n_robots; i++)
		fingerprint = checksum_bytes(fingerprint, &chunk->robots[i].tally, sizeof chunk->robots[i].tally);
	for (int i = 0; i < chunk->n_faults; i++)
		fingerprint = checksum_text(checksum_number(fingerprint, chunk->faults[i].game),
					    chunk->faults[i].fault->output);
	return 0;
}

/* Over all runs; -1 if anything is damaged. */
static int take_all(void)
{
	int64_t *runs = NULL;
	int n_runs = 0, failed = 0;
	struct database *database = database_open("arena.db", DATABASE_READ, NULL);
	if (!database)
		return -1;
	fingerprint = 0;
	failed = database_runs(database, &runs, &n_runs, NULL);
	for (int i = 0; i < n_runs && !failed; i++) {
		struct run_config read = {0};
		struct schedule of_run;
		AUTO_FREE char *name = database_name(database, runs[i], NULL);
		failed = !name || database_info(database, runs[i], &read, NULL) ||
			run_config_schedule(&read, &of_run, NULL) ||
			database_each_chunk(database, runs[i], &of_run, take_fingerprint, NULL, NULL);
		for (int k = 0; k < read.n_robots && !failed; k++)
			fingerprint = checksum_text(checksum_text(fingerprint, read.robots[k].label),
						    read.robots[k].sha256);
		if (!failed)
			fingerprint = checksum_text(checksum_text(fingerprint, read.seed), name);
		run_config_release(&read);
	}
	free(runs);
	database_close(database);
	return failed ? -1 : 0;
}

/* Flips any single bit: either there is an error, or nothing has changed. */
START_TEST(a_flipped_bit_changes_no_result)
{
	AUTO_STR struct str bytes = {0};
	uint64_t state = (uint64_t)_i;
	ck_assert_int_eq(str_read_file(&bytes, "arena.db", 1 << 28, NULL), 0);
	ck_assert_int_eq(take_all(), 0);
	uint64_t good = fingerprint;
	int n_noticed = 0;
	for (int round = 0; round < 200; round++) {
		int fd = open("arena.db", O_WRONLY);
		off_t at = rng_below(rng_next(&state), (uint32_t)bytes.length);
		char wrong = (char)(bytes.text[at] ^ 1 << rng_below(rng_next(&state), 8));
		ck_assert_int_eq(pwrite(fd, &wrong, 1, at), 1);
		int failed = take_all();
		n_noticed += failed != 0;
		ck_assert_msg(failed || fingerprint == good, "byte %lld", (long long)at);
		ck_assert_int_eq(pwrite(fd, bytes.text + at, 1, at), 1);
		close(fd);
	}
	ck_assert_int_gt(n_noticed, 3);
}
END_TEST

/* Wrong bytes anywhere: either everything can be read or there is an error; never a crash. */
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
		if (pwrite(fd, bytes.text, bytes.length, 0) != (ssize_t)bytes.length ||
		    ftruncate(fd, (off_t)bytes.length))
			ck_abort();
		close(fd);
	}
}
END_TEST

/* ---- full disk, no permission, locks ---------------------------------------------------- */

/* Stores another run with as many matches as there is space for; returns their number. */
static int fill(struct database *database, struct err *err)
{
	struct run_config large;
	struct schedule of_large;
	int64_t id;
	int n_stored = 0;
	make_long_info(&large, FORMAT_TABLE, 6, 6, 60000, 4, "large");
	ck_assert_int_eq(run_config_schedule(&large, &of_large, NULL), 0);
	ck_assert_int_eq(database_begin_run(database, &large, "0002", &id, NULL), 0);
	for (uint64_t number = 0; number < of_large.n_matches; number++) {
		struct chunk chunk;
		make_chunk(&of_large, number, 1, 1, true, false, &chunk);
		int failed = database_put_chunk(database, id, &of_large, &chunk, robots, err);
		chunk_release(&chunk);
		if (failed)
			break;
		n_stored++;
	}
	run_config_release(&large);
	return n_stored;
}

/* Everything stored before the failure is still there. */
static void check_stored(int n_stored)
{
	char sql[200];
	struct err err = {0};
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM chunks WHERE run = 2"), n_stored);
	snprintf(sql, sizeof sql,
		 "SELECT count(*) = %d AND max(first) = %d FROM chunk_robots WHERE run = 2 AND robot = 5", n_stored,
		 n_stored - 1);
	ck_assert_int_eq(number_of("arena.db", sql), 1);
	ck_assert_int_eq(number_of("arena.db",
				   "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"), 1);
	ck_assert_msg(read_all(&err) >= N_MATCHES, "%s", err.text);
}

START_TEST(a_database_that_may_not_grow_loses_nothing)
{
	struct err err = {0};
	struct database *database = database_open("arena.db", DATABASE_CHANGE, &err);
	sqlite3_exec(database->handle, "PRAGMA max_page_count = 60", NULL, NULL, NULL);
	int n_stored = fill(database, &err);
	ck_assert_int_gt(n_stored, 10);
	ck_assert_int_lt(n_stored, 1000);
	check_error(&err, "space on the disk");
	database_close(database);
	check_stored(n_stored);
}
END_TEST

/* The system reports a full disk: files may not exceed a size. */
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
	check_error(&err, "space on the disk");
	check_stored(n_stored);
	/* With space again it continues. */
	database = database_open("arena.db", DATABASE_CHANGE, &err);
	struct chunk chunk;
	execute("arena.db", forget_first);
	make_chunk(&schedule, 0, TOGETHER, 1, true, false, &chunk);
	ck_assert_msg(database_put_chunk(database, run, &schedule, &chunk, robots, &err) == 0, "%s", err.text);
	chunk_release(&chunk);
	database_close(database);
}
END_TEST

START_TEST(a_locked_database_is_an_error)
{
	struct chunk chunk;
	struct err err = {0};
	sqlite3 *other;
	struct database *database = database_open("arena.db", DATABASE_CHANGE, &err);
	sqlite3_busy_timeout(database->handle, 10);
	ck_assert_int_eq(sqlite3_open("arena.db", &other), SQLITE_OK);
	execute("arena.db", forget_first);
	ck_assert_int_eq(sqlite3_exec(other, "BEGIN IMMEDIATE; UPDATE runs SET games = 7", NULL, NULL, NULL),
			 SQLITE_OK);
	make_chunk(&schedule, 0, TOGETHER, 1, true, false, &chunk);
	ck_assert_int_eq(database_put_chunk(database, run, &schedule, &chunk, robots, &err), -1);
	check_error(&err, "another program has locked it");
	ck_assert_int_eq(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
	ck_assert_msg(database_put_chunk(database, run, &schedule, &chunk, robots, &err) == 0, "%s", err.text);
	chunk_release(&chunk);
	sqlite3_close(other);
	database_close(database);
	ck_assert_int_eq(read_all(&err), N_MATCHES);
}
END_TEST

/* Root has all permissions, so a child changes to another user; an ordinary user cannot write here either. Returns the
 * child's exit code. */
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
	if (database_open("arena.db", DATABASE_CHANGE, &err) || err.code != EXIT_WORLD ||
	    !strstr(err.text, "Permission denied"))
		return fprintf(stderr, "%s\n", err.text), 2;
	return 0;
}

static int write_nothing(void)
{
	struct err err = {0};
	if (database_open("new.db", DATABASE_WRITE, &err) || err.code != EXIT_WORLD ||
	    !strstr(err.text, "Permission denied"))
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

SUITE_WITH(enter, leave, 0,
	LOOP(changes_are_noticed, 0, (N_CHANGES + CHANGES_AT_ONCE - 1) / CHANGES_AT_ONCE),
	LOOP(wrong_types_are_noticed, 0, 9),
	TEST(a_row_that_is_missing_is_damage),
	TEST(triggers_do_not_run),
	TEST(views_are_not_read),
	TEST(another_programs_database_is_not_changed),
	TEST(files_cut_short_are_refused),
	TEST(other_files_are_refused),
	LOOP(a_flipped_bit_changes_no_result, 0, 10),
	LOOP(wrong_bytes_do_no_harm, 0, 10),
	TEST(a_database_that_may_not_grow_loses_nothing),
	TEST(a_full_disk_loses_nothing),
	TEST(a_locked_database_is_an_error),
	TEST(sealed_files_and_folders_can_be_read))
