/* test_database.c - runs to the database and back, files of older arenas, several arenas at once. */
#include "store/database_inside.h"
#include "database_testing.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "store/blocks.h"
#include "store/merge.h"

/* ---- runs ------------------------------------------------------------------------------- */

/* Were the results of all runs except `context` written? */
static bool is_told(const char *name, const void *context)
{
	return !context || strcmp(name, context) != 0;
}

START_TEST(a_run_is_read_back)
{
	struct run_config wrote, read;
	struct err err = {0};
	int64_t run;
	make_long_info(&wrote, FORMAT_ROUND_ROBIN, 5, 3, 1001, 7, "a 'seed' \303\266");
	wrote.is_as_given = true;
	wrote.shard = 3;
	wrote.n_shards = 8;
	database_close(begin(&wrote, &run));
	struct database *database = database_open("arena.db", DATABASE_READ, &err);
	ck_assert_msg(database && database_info(database, run, &read, &err) == 0, "%s", err.text);
	ck_assert(merge_is_same(&wrote, &read, NULL));
	ck_assert_str_eq(read.command, wrote.command);
	ck_assert_uint_eq(read.match_length, 7);
	ck_assert(read.is_as_given);
	ck_assert_uint_eq(read.shard, 3);
	ck_assert_uint_eq(read.n_shards, 8);
	for (int i = 0; i < 5; i++) {
		ck_assert_str_eq(read.robots[i].label, wrote.robots[i].label);
		ck_assert_str_eq(read.robots[i].spec, wrote.robots[i].spec);
		ck_assert_str_eq(read.robots[i].sha256, wrote.robots[i].sha256);
		ck_assert_str_eq(read.robots[i].name, robots[i].manifest.name);
	}
	run_config_release(&read);
	run_config_release(&wrote);
	database_close(database);
}
END_TEST

static void register_run(struct database *database, const struct run_config *info, const char *name, int expected)
{
	int64_t run = -7;
	ck_assert_int_eq(database_begin_run(database, info, name, &run, NULL), expected);
	ck_assert_int_eq(run == -7, expected != 0);
}

START_TEST(runs_are_found_by_name)
{
	static const struct {
		const char *asked, *found;
	} cases[] = {{"0001", "0001"}, {"1", "0001"}, {"0012", "0012"}, {"12", "0012"}, {"nightly", "nightly"},
		{NULL, "12345"},
		     {"2", NULL}, {"", NULL}, {"night", NULL}, {"0", NULL}};
	struct run_config info;
	struct err err = {0};
	int64_t run;
	int highest;
	make_info(&info, FORMAT_TABLE, 2, 2, 10, "x");
	struct database *database = begin(&info, &run);
	register_run(database, &info, "0012", 0);
	register_run(database, &info, "nightly", 0);
	register_run(database, &info, "12345", 0);
	register_run(database, &info, "0012", 1); /* taken */
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		int failed = database_find_run(database, cases[i].asked, &run, &err);
		ck_assert_msg((failed == 0) == (cases[i].found != NULL), "'%s'", cases[i].asked);
		if (failed) {
			ck_assert_int_eq(err.code, EXIT_USAGE);
			continue;
		}
		AUTO_FREE char *name = database_name(database, run, NULL);
		ck_assert_str_eq(name, cases[i].found);
	}
	ck_assert_int_eq(database_highest_name(database, &highest, NULL), 0);
	ck_assert_int_eq(highest, 12345);
	database_close(database);
	run_config_release(&info);
}
END_TEST

START_TEST(an_empty_database_has_no_runs)
{
	struct err err = {0};
	int64_t run;
	int highest = 7;
	struct database *database = database_open("arena.db", DATABASE_WRITE, &err);
	ck_assert_int_eq(database_find_run(database, NULL, &run, &err), -1);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_int_eq(database_find_unfinished(database, false, is_told, NULL, &run, &err), -1);
	ck_assert_int_eq(database_highest_name(database, &highest, NULL), 0);
	ck_assert_int_eq(highest, 0);
	database_close(database);
}
END_TEST

START_TEST(the_latest_unfinished_run_is_found)
{
	struct run_config whole, shard;
	struct schedule schedule;
	struct err err = {0};
	int64_t first, second, run;
	make_info(&whole, FORMAT_TABLE, 2, 2, 20, "x");
	make_info(&shard, FORMAT_TABLE, 2, 2, 20, "x");
	shard.shard = 1;
	shard.n_shards = 3;
	ck_assert_int_eq(run_config_schedule(&whole, &schedule, NULL), 0);
	ck_assert_uint_eq(schedule.n_matches, 10);
	struct database *database = begin(&whole, &first);
	ck_assert_int_eq(database_begin_run(database, &shard, "0002", &second, NULL), 0);
	ck_assert_int_eq(database_find_unfinished(database, false, is_told, NULL, &run, NULL), 0);
	ck_assert_int_eq(run, second);
	store_chunks(database, second, &schedule, 1, 3, 2); /* all matches of the shard */
	ck_assert_int_eq(database_find_unfinished(database, false, is_told, NULL, &run, NULL), 0);
	ck_assert_int_eq(run, first);
	store_chunks(database, first, &schedule, 0, 1, 4);
	ck_assert_int_eq(database_find_unfinished(database, false, is_told, NULL, &run, &err), -1);
	ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, "arena.db"), "%s", err.text);
	/* its table is not written */
	ck_assert_int_eq(database_find_unfinished(database, false, is_told, "0001", &run, NULL), 0);
	ck_assert_int_eq(run, first);
	database_close(database);
	run_config_release(&whole);
	run_config_release(&shard);
}
END_TEST

START_TEST(a_database_that_is_missing_is_not_made_by_reading)
{
	struct err err = {0};
	for (int mode = DATABASE_READ; mode <= DATABASE_CHANGE; mode++) {
		ck_assert_ptr_null(database_open("none.db", (enum database_mode)mode, &err));
		ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, "none.db"), "%s", err.text);
		ck_assert_int_eq(access("none.db", F_OK), -1);
	}
}
END_TEST

/* A common mistake is to name the folder of the results. */
START_TEST(a_folder_is_no_database)
{
	static const struct {
		const char *path, *says;
	} cases[] = {
		{"empty", "'empty' is a folder, not a database"},
		{"full", "'full' is a folder, not a database (did you mean 'full/arena.db'?)"},
		{"full/", "'full/' is a folder, not a database (did you mean 'full/arena.db'?)"},
	};
	struct err err = {0};
	ck_assert(mkdir("empty", 0777) == 0 && mkdir("full", 0777) == 0);
	write_file("full/arena.db", "");
	for (int i = 0; i < COUNT(cases); i++) {
		ck_assert_ptr_null(database_open(cases[i].path, DATABASE_WRITE, &err));
		ck_assert_int_eq(err.code, EXIT_USAGE);
		ck_assert_str_eq(err.text, cases[i].says);
	}
	ck_assert_ptr_null(database_open("full/arena.db/x", DATABASE_WRITE, &err));
	ck_assert_msg(err.code == EXIT_WORLD &&
		      strstr(err.text, "cannot open the database 'full/arena.db/x': Not a directory"), "%s", err.text);
}
END_TEST

/* A run without a checksum, as older arenas wrote it: each number is read up to its limit. */
#define TEST_OF(n_matches) "INSERT INTO tests VALUES (1, 'logistic', 0, 5, 0.05, 0.05, " n_matches ")"

START_TEST(impossible_runs_are_noticed)
{
	static const struct {
		const char *change, *says; /* NULL: it is valid */
	} cases[] = {
		{"n_seats = 2", NULL}, {"n_seats = 3", NULL}, {"n_seats = 1", "invalid numbers"},
		{"n_seats = 4", "invalid tables"}, {"n_seats = 26", "invalid tables"},
		{"n_seats = 27", "invalid numbers"}, {"n_seats = 4294967298", "invalid numbers"},
		{"games = 1", NULL}, {"games = 0", "invalid numbers"}, {"games = 1000000000000", NULL},
		{"games = 1000000000001", "invalid numbers"}, {"games = -1", "invalid numbers"},
		{"move_time_ns = 1", NULL}, {"move_time_ns = 0", "invalid numbers"},
		{"start_time_ns = 0", "invalid numbers"}, {"start_time_ns = 1", NULL},
		{"readable = '/a' || char(7)", "invalid text"}, {"shard = 2, n_shards = 3", NULL},
		{"shard = 3, n_shards = 3", "invalid numbers"}, {"n_shards = 1000000", NULL},
		{"n_shards = 1000001", "invalid numbers"}, {"n_shards = 0", "invalid numbers"},
		{"match_length = -1", "invalid numbers"}, {"match_length = 100000", NULL},
		{"match_length = 100001", "invalid numbers"}, {"seed = 'a' || char(7)", "invalid text"},
		{"arena = 'a' || char(7)", "invalid text"}, {"name = 'a' || char(7)", "invalid text"},
		{"rules = 'odd'", "rules that cannot be played"},
		{"rules = 'liars-dice dice=99'", "rules that cannot be played"},
		{"format = 'odd'", "an unknown format"}, {"log = 'odd'", "an unknown log"}, {"log = 'games'", NULL},
		{"seal = 0; UPDATE run_robots SET position = 3 WHERE position = 2", "a robot missing"},
		{"seal = 0; DELETE FROM run_robots WHERE position = 2", NULL},
		{"seal = 0; DELETE FROM run_robots WHERE position > 0", "fewer than two robots"},
		{"seal = 0; DELETE FROM run_robots", "fewer than two robots"},
		{"format = 'paired'; " TEST_OF("2"), NULL}, /* of as many matches */
		{"format = 'paired'; " TEST_OF("3"), "an invalid test"},
		{"format = 'paired', n_shards = 2; " TEST_OF("2"), "an invalid test"},
		{"format = 'pool'; " TEST_OF("2"), "an invalid test"},
		{"format = 'table', n_seats = 3; " TEST_OF("1"), "an invalid test"},
		{"format = 'table'; DELETE FROM run_robots WHERE position = 2; " TEST_OF("1"), NULL},
		{"id = 2", "is damaged"}, /* there is no run 1 */
	};
	struct run_config info, read = {0};
	struct err err = {0};
	int64_t run;
	AUTO_STR struct str sql = {0};
	make_info(&info, FORMAT_ROUND_ROBIN, 3, 2, 2, "x");
	struct database *database = begin(&info, &run);
	str_addf(&sql, "PRAGMA foreign_keys = OFF; UPDATE runs SET %s", cases[_i].change);
	execute("arena.db", sql.text);
	database_sum_run(database, run, NULL); /* as far as it can be read */
	int failed = database_info(database, run, &read, &err);
	ck_assert_msg(failed == (cases[_i].says ? -1 : 0), "%s: %s", cases[_i].change, err.text);
	ck_assert_msg(!failed || (err.code == EXIT_WORLD && strstr(err.text, cases[_i].says)), "%s: %s",
		      cases[_i].change, err.text);
	ck_assert(failed || read.n_robots >= 2);
	run_config_release(&read);
	run_config_release(&info);
	database_close(database);
}
END_TEST

/* ---- tests of `arena regress` ----------------------------------------------------------- */

static const struct run_config_test a_test = {.is_set = true, .elo0 = -5.5, .elo1 = 1.0 / 3, .alpha = 0.05,
	.beta = 0.1};

static int count_chunk(const struct chunk *chunk, void *context, struct err *err)
{
	(void)err;
	*(uint64_t *)context += chunk->matches.n;
	return 0;
}

static void count_match(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context)
{
	(void)plan;
	(void)places;
	*(uint64_t *)context += times;
}

/* It was decided after its sixth match, the second of a chunk of four: later matches do not count. */
static void check_decided(struct database *database, int64_t run, const struct schedule *schedule)
{
	struct matches *chunks;
	struct chunk cut, first_two;
	size_t n_chunks;
	uint64_t count, visited = 0, times = 0;
	ck_assert_int_eq(database_count(database, run, &count, NULL), 0);
	ck_assert_uint_eq(count, 6);
	ck_assert_int_eq(database_chunks(database, run, &chunks, &n_chunks, NULL), 0);
	ck_assert(n_chunks == 2 && chunks[0].n == 4 && chunks[1].first == 4 && chunks[1].n == 2);
	make_chunk(schedule, 4, 2, 1, true, false, &first_two);
	ck_assert_int_eq(database_get_chunk(database, run, schedule, &chunks[1], &cut, NULL), 0);
	for (int i = 0; i < first_two.n_faults; i++) /* the first ten of the run were stored */
		fault_record_release(&first_two.faults[i]);
	first_two.n_faults = cut.n_faults;
	first_two.has_luck = false; /* only the sums of the whole chunk are stored */
	ck_assert_int_le(cut.n_faults, 4);
	first_two.faults = mem_resize(first_two.faults, (size_t)cut.n_faults + 1, sizeof *cut.faults);
	for (int i = 0; i < cut.n_faults; i++) {
		ck_assert_uint_lt(schedule_game(schedule, cut.faults[i].game).match, 6);
		first_two.faults[i] = cut.faults[i];
	}
	check_chunk(&cut, &first_two, schedule, true);
	first_two.n_faults = 0;
	chunk_release(&first_two);
	chunk_release(&cut);
	ck_assert_int_eq(database_each_chunk(database, run, schedule, count_chunk, &visited, NULL), 0);
	ck_assert_int_eq(database_each_match(database, run, schedule, count_match, &times, NULL), 0);
	ck_assert(visited == 6 && times == 6);
	free(chunks);
}

START_TEST(a_test_is_read_back)
{
	struct run_config wrote, read;
	struct schedule schedule;
	int64_t run, found;
	make_info(&wrote, _i ? FORMAT_PAIRED : FORMAT_TABLE, 2 + (_i > 0), 2, 20, "x");
	wrote.test = a_test;
	wrote.test.model = (enum run_config_model)_i;
	struct database *database = begin(&wrote, &run);
	ck_assert_int_eq(run_config_schedule(&wrote, &schedule, NULL), 0);
	ck_assert_int_eq(database_info(database, run, &read, NULL), 0);
	ck_assert(read.test.is_set && (int)read.test.model == _i && read.test.n_matches == 0);
	ck_assert(read.test.elo0 == a_test.elo0 && read.test.elo1 == a_test.elo1);
	ck_assert(read.test.alpha == a_test.alpha && read.test.beta == a_test.beta);
	ck_assert_uint_eq(run_config_matches(&read, &schedule), schedule.n_matches);
	ck_assert(merge_is_same(&wrote, &read, NULL));
	read.test.elo1 = 5;
	ck_assert(!merge_is_same(&wrote, &read, NULL));
	run_config_release(&read);
	/* It is unfinished, but not a tournament; when it is decided it is finished. */
	ck_assert_int_eq(database_find_unfinished(database, false, is_told, NULL, &found, NULL), -1);
	ck_assert_int_eq(database_find_unfinished(database, true, is_told, NULL, &found, NULL), 0);
	ck_assert_int_eq(found, run);
	store_chunks(database, run, &schedule, 0, 1, 4);
	ck_assert_int_eq(database_end_test(database, run, 6, NULL), 0);
	ck_assert_int_eq(database_find_unfinished(database, true, is_told, NULL, &found, NULL), -1);
	ck_assert_int_eq(database_info(database, run, &read, NULL), 0);
	ck_assert_uint_eq(run_config_matches(&read, &schedule), 6);
	run_config_release(&read);
	check_decided(database, run, &schedule);
	ck_assert_int_eq(database_end_test(database, run, schedule.n_matches + 1, NULL), 0);
	ck_assert_int_eq(database_info(database, run, &read, NULL), -1);
	database_close(database);
	run_config_release(&wrote);
}
END_TEST

/* A tournament with --stop-on-fault: it is unfinished until the fault. */
START_TEST(the_end_at_a_fault_is_read_back)
{
	struct run_config wrote, read;
	struct schedule schedule;
	int64_t run, found;
	make_info(&wrote, FORMAT_TABLE, 2, 2, 20, "x");
	wrote.test.stop_faults = 1U << VERDICT_ILLEGAL | 1U << VERDICT_CRASH;
	struct database *database = begin(&wrote, &run);
	ck_assert_int_eq(run_config_schedule(&wrote, &schedule, NULL), 0);
	for (uint64_t n = 0; n <= 6; n += 6) {
		if (n)
			ck_assert_int_eq(database_end_test(database, run, n, NULL), 0);
		ck_assert_int_eq(database_info(database, run, &read, NULL), 0);
		ck_assert(!read.test.is_set && read.test.n_matches == n &&
			  read.test.stop_faults == wrote.test.stop_faults);
		ck_assert_uint_eq(run_config_matches(&read, &schedule), n ? n : schedule.n_matches);
		run_config_release(&read);
		ck_assert_int_eq(database_find_unfinished(database, true, is_told, NULL, &found, NULL), -1);
		ck_assert_int_eq(database_find_unfinished(database, false, is_told, NULL, &found, NULL), n ? -1 : 0);
		if (!n)
			store_chunks(database, run, &schedule, 0, 1, 4);
	}
	check_decided(database, run, &schedule);
	database_close(database);
	run_config_release(&wrote);
}
END_TEST

/* Bounds that no test can have. */
START_TEST(a_damaged_test_is_noticed)
{
	static const char *const changes[] = {
		"UPDATE tests SET elo1 = elo0", "UPDATE tests SET elo0 = 1e9", "UPDATE tests SET alpha = 0",
		"UPDATE tests SET alpha = 0.5", "UPDATE tests SET beta = 0", "UPDATE tests SET beta = 0.5",
		"UPDATE tests SET model = 'odd'",
	};
	struct run_config info, read;
	int64_t run;
	make_info(&info, FORMAT_TABLE, 2, 2, 20, "x");
	info.test = a_test;
	struct database *database = begin(&info, &run);
	execute("arena.db", "CREATE TABLE whole AS SELECT * FROM tests");
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		struct err err = {0};
		execute("arena.db", changes[i]);
		ck_assert_int_eq(database_info(database, run, &read, &err), -1);
		ck_assert_msg(strstr(err.text, "an invalid test") != NULL, "%s: %s", changes[i], err.text);
		execute("arena.db", "DELETE FROM tests; INSERT INTO tests SELECT * FROM whole");
	}
	ck_assert_int_eq(database_info(database, run, &read, NULL), 0);
	run_config_release(&read);
	run_config_release(&info);
	database_close(database);
}
END_TEST

/* The tables are part of the configuration. */
START_TEST(a_list_of_tables_is_read_back)
{
	static int tables[] = {0, 2, 1, 0, 0, 2};
	static const char *const wrong[] = {"", "0", "0-3", "0-0", "0-1,", "0-1  1-2", "0-1 ", "-1-2", "0-1-2",
		"99999999999-1"};
	struct run_config wrote, read;
	struct schedule schedule;
	struct match_plan plan;
	int64_t run;
	make_info(&wrote, FORMAT_POOL, 3, 2, 20, "x");
	wrote.format = FORMAT_LISTED;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		ck_assert_msg(!tables_from_text(&wrote, wrong[i]) && !wrote.tables, "%s", wrong[i]);
	ck_assert(tables_from_text(&wrote, "0-2 1-0 0-2"));
	struct database *database = begin(&wrote, &run);
	ck_assert_int_eq(database_info(database, run, &read, NULL), 0);
	ck_assert(read.n_tables == 3 && memcmp(read.tables, tables, sizeof tables) == 0);
	ck_assert_int_eq(run_config_schedule(&read, &schedule, NULL), 0);
	ck_assert_uint_eq(schedule.n_matches, 30);
	for (uint64_t number = 0; number < 30; number++) {
		plan = schedule_match(&schedule, number);
		ck_assert(plan.robot[0] == tables[number % wrote.n_tables * 2] &&
			  plan.robot[1] == tables[number % wrote.n_tables * 2 + 1]);
	}
	store_chunks(database, run, &schedule, 0, 1, 30);
	uint64_t visited = 0;
	ck_assert_int_eq(database_each_chunk(database, run, &schedule, count_chunk, &visited, NULL), 0);
	ck_assert_uint_eq(visited, 30);
	run_config_release(&read);
	database_close(database);
	execute("arena.db", "UPDATE runs SET tables = '0-2 1-0 1-2'"); /* the checksum covers them */
	database = database_open("arena.db", DATABASE_READ, NULL);
	ck_assert_int_eq(database_info(database, run, &read, NULL), -1);
	database_close(database);
	run_config_release(&wrote);
}
END_TEST

/* ---- older versions --------------------------------------------------------------------- */

enum { OLDEST = 8, NOW = 13 };

static struct str old_schema;

/* Makes arena.db of version 8, with the rows of now.db. */
static void make_tables_of_old(void)
{
	AUTO_STR struct str sql = str_of("ATTACH 'now.db' AS now; PRAGMA foreign_keys = OFF; ");
	sqlite3 *handle;
	sqlite3_stmt *query;
	execute("arena.db", old_schema.text);
	ck_assert_int_eq(sqlite3_open("arena.db", &handle), SQLITE_OK);
	ck_assert_int_eq(sqlite3_prepare_v2(handle,
		"SELECT m.name, group_concat(c.name) FROM sqlite_schema AS m, pragma_table_info(m.name) AS c "
		"WHERE m.type = 'table' GROUP BY m.name", -1, &query, NULL), SQLITE_OK);
	while (sqlite3_step(query) == SQLITE_ROW)
		str_addf(&sql, "INSERT INTO main.%s (%s) SELECT %s FROM now.%s; ",
			 (const char *)sqlite3_column_text(query, 0), (const char *)sqlite3_column_text(query, 1),
			 (const char *)sqlite3_column_text(query, 1), (const char *)sqlite3_column_text(query, 0));
	sqlite3_finalize(query);
	sqlite3_close(handle);
	execute("arena.db", sql.text);
}

/* A database of version 8 with a run of this format, whose checksums are those of then. */
static void make_old(enum format format, struct run_config *info, struct schedule *schedule)
{
	int64_t run;
	struct chunk chunk;
	make_info(info, format, 2, 2, 20, "x");
	info->epoch = 0;
	info->deals = DEALS_OLD;
	info->has_luck = false;
	ck_assert_int_eq(run_config_schedule(info, schedule, NULL), 0);
	struct database *database = begin(info, &run);
	make_chunk(schedule, 0, 4, 1, true, false, &chunk);
	chunk.has_luck = false;
	for (int i = 0; i < chunk.n_robots; i++)
		chunk.robots[i].showdowns = (struct showdowns){0};
	for (size_t i = 0; i < chunk.n_troubles; i++)
		chunk.troubles[i].showdowns = (struct showdowns){0};
	ck_assert_int_eq(database_put_chunk(database, run, schedule, &chunk, robots, NULL), 0);
	chunk_release(&chunk);
	database_close(database);
	ck_assert_int_eq(rename("arena.db", "now.db"), 0);
	execute("now.db", "ALTER TABLE runs ADD COLUMN is_as_given INTEGER NOT NULL DEFAULT 0; "
		"UPDATE runs SET is_as_given = settings = '{\"as_given\":true}'"); /* which was a column of its own */
	make_tables_of_old();
}

/* Reading does not change the file; writing brings it up to date. */
START_TEST(an_old_database_is_read)
{
	struct schedule schedule;
	struct run_config info, read;
	struct err err = {0};
	uint64_t visited = 0;
	make_old(FORMAT_TABLE, &info, &schedule);
	struct database *database = database_open("arena.db", _i ? DATABASE_CHANGE : DATABASE_READ, &err);
	ck_assert_msg(database != NULL, "%s", err.text);
	ck_assert_msg(database_info(database, 1, &read, &err) == 0, "%s", err.text);
	ck_assert_msg(database_each_chunk(database, 1, &schedule, count_chunk, &visited, &err) == 0, "%s", err.text);
	ck_assert_uint_eq(visited, 4);
	if (_i)
		store_chunks(database, 1, &schedule, 4, 1, 3);
	database_close(database);
	ck_assert_int_eq(number_of("arena.db", "PRAGMA user_version"), _i ? NOW : OLDEST);
	run_config_release(&read);
	run_config_release(&info);
}
END_TEST

/* The tables of such a run took no turns. And there are databases that are older still. */
START_TEST(what_is_too_old_is_refused)
{
	struct schedule schedule;
	struct run_config info;
	struct err err = {0};
	make_old(FORMAT_ROUND_ROBIN, &info, &schedule);
	struct database *database = database_open("arena.db", DATABASE_READ, &err);
	ck_assert_int_eq(database_info(database, 1, &info, &err), -1);
	ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, "the run 0001 comes from an older arena"), "%s",
		      err.text);
	database_close(database);
	execute("arena.db", "PRAGMA user_version = 7");
	for (int mode = DATABASE_READ; mode <= DATABASE_WRITE; mode++) {
		ck_assert_ptr_null(database_open("arena.db", (enum database_mode)mode, &err));
		ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "format 7, which is too old"), "%s", err.text);
	}
	run_config_release(&info);
}
END_TEST

/* A new database and a migrated one have the same tables. */
START_TEST(migrated_and_new_databases_have_equal_tables)
{
	struct schedule schedule;
	struct run_config info;
	static const char sql[] =
		"ATTACH 'new.db' AS new; CREATE TABLE differing AS SELECT * FROM (SELECT m.name AS t, "
		"c.* FROM main.sqlite_schema AS m, pragma_table_info(m.name, 'main') AS c WHERE m.type = 'table') "
		"EXCEPT SELECT * FROM (SELECT m.name AS t, c.* FROM new.sqlite_schema AS m, pragma_table_info(m.name, "
		"'new') AS c WHERE m.type = 'table')";
	make_old(FORMAT_TABLE, &info, &schedule);
	run_config_release(&info);
	database_close(database_open("arena.db", DATABASE_CHANGE, NULL));
	database_close(database_open("new.db", DATABASE_WRITE, NULL));
	execute("arena.db", sql);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM differing"), 0);
	execute("new.db", "ATTACH 'arena.db' AS old; CREATE TABLE more AS SELECT name FROM main.sqlite_schema WHERE "
			  "type = 'table' EXCEPT SELECT name FROM old.sqlite_schema");
	ck_assert_int_eq(number_of("new.db", "SELECT count(*) FROM more"), 0);
	ck_assert_int_eq(number_of("new.db", "PRAGMA user_version"), NOW);
}
END_TEST

/* ---- locks on runs ---------------------------------------------------------------------- */

/* Lets another process try to lock the run. Returns 0 for success; else the exit code, with the message in the file
 * "said". */
static int ask_for_run(int64_t run)
{
	int status;
	if (fork() == 0) {
		struct err err = {0};
		struct database *database = database_open("arena.db", DATABASE_CHANGE, &err);
		if (database && database_lock_run(database, run, &err) == 0)
			_exit(0);
		FILE *said = fopen("said", "w");
		fputs(err.text, said);
		fclose(said);
		_exit(err.code);
	}
	ck_assert_int_gt(wait(&status), 0);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

START_TEST(a_run_has_one_writer)
{
	struct run_config info;
	int64_t run, other;
	AUTO_STR struct str said = {0};
	char pid[40];
	make_info(&info, FORMAT_TABLE, 2, 2, 20, "x");
	struct database *database = begin(&info, &run);
	ck_assert_int_eq(ask_for_run(run), EXIT_WORLD);
	ck_assert_int_eq(str_read_file(&said, "said", 4000, NULL), 0);
	snprintf(pid, sizeof pid, "process %ld)", (long)getpid());
	ck_assert_msg(strstr(said.text, "the run 0001") && strstr(said.text, pid), "%s", said.text);
	ck_assert_int_eq(database_lock_run(database, run, NULL), 0); /* this process has the lock */
	/* Another run has its own lock, and may be played at the same time. */
	ck_assert_int_eq(database_begin_run(database, &info, "0002", &other, NULL), 0);
	database_close(database);
	ck_assert_int_eq(ask_for_run(run), 0);
	database = database_open("arena.db", DATABASE_CHANGE, NULL);
	ck_assert_int_eq(database_lock_run(database, other, NULL), 0);
	ck_assert_int_eq(ask_for_run(run), 0);
	ck_assert_int_eq(ask_for_run(other), EXIT_WORLD);
	database_close(database);
	run_config_release(&info);
}
END_TEST

START_TEST(a_lock_ends_with_its_process)
{
	struct run_config info;
	int64_t run;
	int status, ready[2];
	char byte;
	make_info(&info, FORMAT_TABLE, 2, 2, 20, "x");
	database_close(begin(&info, &run));
	ck_assert_int_eq(pipe(ready), 0);
	pid_t holder = fork();
	if (holder == 0) {
		struct database *database = database_open("arena.db", DATABASE_CHANGE, NULL);
		if (database_lock_run(database, run, NULL) || write(ready[1], "x", 1) != 1)
			_exit(1);
		pause();
	}
	ck_assert_int_eq(read(ready[0], &byte, 1), 1);
	ck_assert_int_eq(ask_for_run(run), EXIT_WORLD);
	kill(holder, SIGKILL);
	ck_assert_int_eq(waitpid(holder, &status, 0), holder);
	ck_assert_int_eq(ask_for_run(run), 0);
	run_config_release(&info);
}
END_TEST

/* A database file that was moved or deleted. */
START_TEST(a_database_that_is_gone_is_noticed)
{
	struct run_config info;
	struct schedule schedule;
	struct chunk chunk;
	struct err err = {0};
	int64_t run;
	make_info(&info, FORMAT_TABLE, 2, 2, 20, "x");
	ck_assert_int_eq(run_config_schedule(&info, &schedule, NULL), 0);
	struct database *database = begin(&info, &run);
	store_chunks(database, run, &schedule, 5, 1, 2);
	make_chunk(&schedule, 0, 2, 1, false, false, &chunk);
	ck_assert_int_eq(database_check_file(database, NULL), 0);
	ck_assert_int_eq(rename("arena.db", "elsewhere.db"), 0);
	if (_i)
		ck_assert_int_eq(close(open("arena.db", O_CREAT | O_WRONLY, 0600)), 0);
	ck_assert_int_eq(database_put_chunk(database, run, &schedule, &chunk, robots, &err), -1);
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "'arena.db' was moved, deleted or replaced"), "%s",
		      err.text);
	ck_assert_int_eq(rename("elsewhere.db", "arena.db"), 0);
	ck_assert_msg(database_put_chunk(database, run, &schedule, &chunk, robots, &err) == 0, "%s", err.text);
	chunk_release(&chunk);
	database_close(database);
	run_config_release(&info);
}
END_TEST

/* The file contains the seeds of its runs. */
START_TEST(a_new_database_is_for_its_owner)
{
	static const char *const names[] = {"arena.db", "arena.db-wal", "arena.db-shm"};
	struct run_config info;
	struct stat st;
	int64_t run;
	make_info(&info, FORMAT_TABLE, 2, 2, 20, "x");
	umask(0);
	struct database *database = begin(&info, &run);
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(stat(names[i], &st), 0);
		ck_assert_int_eq(st.st_mode & 0777, 0600);
	}
	database_close(database);
	run_config_release(&info);
}
END_TEST

/* ---- several arenas --------------------------------------------------------------------- */

/* One of several processes that start at the same moment: creates or opens the database, and stores a run. */
_Noreturn static void be_arena(int which)
{
	struct run_config info;
	struct schedule schedule;
	struct err err = {0};
	int64_t run;
	char name[20];
	make_info(&info, FORMAT_TABLE, 2, 2, 80, "x");
	snprintf(name, sizeof name, "%04d", which);
	struct database *database = database_open("arena.db", DATABASE_WRITE, &err);
	int failed = !database || run_config_schedule(&info, &schedule, &err) ||
		     database_begin_run(database, &info, name, &run, &err);
	for (uint64_t number = 0; !failed && number < schedule.n_matches; number++) {
		struct chunk chunk;
		make_chunk(&schedule, number, 1, 1, false, false, &chunk);
		failed = database_put_chunk(database, run, &schedule, &chunk, robots, &err);
	}
	database_close(database);
	if (failed)
		fprintf(stderr, "arena %d: %s\n", which, err.text);
	_exit(failed ? 1 : 0);
}

START_TEST(arenas_may_write_at_once)
{
	enum { ARENAS = 16 };
	for (int i = 0; i < ARENAS; i++)
		if (fork() == 0)
			be_arena(i);
	for (int status; wait(&status) > 0;)
		ck_assert_int_eq(status, 0);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM runs"), ARENAS);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM chunks"), ARENAS * 40);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM robots"), 2);
	ck_assert_int_eq(number_of("arena.db",
				   "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"), 1);
}
END_TEST

int main(void)
{
	TCase *cases = add_case("database", 0);
	struct err err = {0};
	if (str_read_file(&old_schema, "tests/data/schema_8.sql", 1 << 20, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	tcase_add_checked_fixture(cases, enter_folder, leave_folder);
	tcase_add_test(cases, a_run_is_read_back);
	tcase_add_test(cases, runs_are_found_by_name);
	tcase_add_test(cases, an_empty_database_has_no_runs);
	tcase_add_test(cases, the_latest_unfinished_run_is_found);
	tcase_add_test(cases, a_database_that_is_missing_is_not_made_by_reading);
	tcase_add_test(cases, a_folder_is_no_database);
	tcase_add_loop_test(cases, impossible_runs_are_noticed, 0, 41);
	tcase_add_loop_test(cases, a_test_is_read_back, 0, 2);
	tcase_add_test(cases, the_end_at_a_fault_is_read_back);
	tcase_add_test(cases, a_damaged_test_is_noticed);
	tcase_add_test(cases, a_list_of_tables_is_read_back);
	tcase_add_loop_test(cases, an_old_database_is_read, 0, 2);
	tcase_add_test(cases, what_is_too_old_is_refused);
	tcase_add_test(cases, migrated_and_new_databases_have_equal_tables);
	tcase_add_test(cases, a_run_has_one_writer);
	tcase_add_test(cases, a_lock_ends_with_its_process);
	tcase_add_loop_test(cases, a_database_that_is_gone_is_noticed, 0, 2);
	tcase_add_test(cases, a_new_database_is_for_its_owner);
	tcase_add_test(cases, arenas_may_write_at_once);
	return run_suite();
}
