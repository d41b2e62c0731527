/* test_database.c - runs and matches to the database and back, several arenas at once. */
#include "database_testing.h"

#include <sys/wait.h>

#include "store/merge.h"

/* ---- runs ------------------------------------------------------------------------------- */

/* Were the results of all runs but `context` written? */
static bool is_told(const char *name, const void *context)
{
	return !context || strcmp(name, context) != 0;
}

START_TEST(a_run_comes_back)
{
	struct info wrote, read;
	struct err err = {0};
	int64_t run;
	make_info(&wrote, FORMAT_ROUND_ROBIN, 5, 3, 1001, "a 'seed' \303\266");
	wrote.shard = 3;
	wrote.n_shards = 8;
	database_close(begin(&wrote, &run));
	struct database *database = database_open("arena.db", DATABASE_READ, &err);
	ck_assert_msg(database && database_info(database, run, &read, &err) == 0, "%s", err.text);
	ck_assert(merge_is_same(&wrote, &read, NULL));
	ck_assert_str_eq(read.command, wrote.command);
	ck_assert_uint_eq(read.shard, 3);
	ck_assert_uint_eq(read.n_shards, 8);
	for (int i = 0; i < 5; i++) {
		ck_assert_str_eq(read.robots[i].label, wrote.robots[i].label);
		ck_assert_str_eq(read.robots[i].spec, wrote.robots[i].spec);
		ck_assert_str_eq(read.robots[i].sha256, wrote.robots[i].sha256);
		ck_assert_str_eq(read.robots[i].name, robots[i].card.name);
	}
	info_release(&read);
	info_release(&wrote);
	database_close(database);
}
END_TEST

static void register_run(struct database *database, const struct info *info, const char *name, int expected)
{
	int64_t run = -7;
	ck_assert_int_eq(database_begin_run(database, info, name, &run, NULL), expected);
	ck_assert_int_eq(run == -7, expected != 0);
}

START_TEST(runs_are_found_by_name)
{
	static const struct {
		const char *asked, *found;
	} cases[] = {{"0001", "0001"}, {"1", "0001"}, {"0012", "0012"}, {"12", "0012"}, {"nightly", "nightly"}, {NULL, "12345"},
		     {"2", NULL}, {"", NULL}, {"night", NULL}, {"0", NULL}};
	struct info info;
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
	info_release(&info);
}
END_TEST

START_TEST(an_empty_database_has_no_runs)
{
	struct err err = {0};
	int64_t run;
	int highest = 7;
	struct database *database = database_open("arena.db", DATABASE_WRITE, &err);
	ck_assert_int_ne(database_find_run(database, NULL, &run, &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_int_ne(database_find_unfinished(database, false, is_told, NULL, &run, &err), 0);
	ck_assert_int_eq(database_highest_name(database, &highest, NULL), 0);
	ck_assert_int_eq(highest, 0);
	database_close(database);
}
END_TEST

START_TEST(the_latest_unfinished_run_is_found)
{
	struct info whole, shard;
	struct schedule schedule;
	struct err err = {0};
	int64_t first, second, run;
	make_info(&whole, FORMAT_TABLE, 2, 2, 20, "x");
	make_info(&shard, FORMAT_TABLE, 2, 2, 20, "x");
	shard.shard = 1;
	shard.n_shards = 3;
	ck_assert_int_eq(info_schedule(&whole, &schedule, NULL), 0);
	ck_assert_uint_eq(schedule.n_matches, 10);
	struct database *database = begin(&whole, &first);
	ck_assert_int_eq(database_begin_run(database, &shard, "0002", &second, NULL), 0);
	ck_assert_int_eq(database_find_unfinished(database, false, is_told, NULL, &run, NULL), 0);
	ck_assert_int_eq(run, second);
	store_matches(database, second, &schedule, 1, 3); /* all that a shard has to play */
	ck_assert_int_eq(database_find_unfinished(database, false, is_told, NULL, &run, NULL), 0);
	ck_assert_int_eq(run, first);
	store_matches(database, first, &schedule, 0, 1);
	ck_assert_int_ne(database_find_unfinished(database, false, is_told, NULL, &run, &err), 0);
	ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, "arena.db"), "%s", err.text);
	ck_assert_int_eq(database_find_unfinished(database, false, is_told, "0001", &run, NULL), 0); /* its table is not written */
	ck_assert_int_eq(run, first);
	database_close(database);
	info_release(&whole);
	info_release(&shard);
}
END_TEST

START_TEST(a_database_that_is_missing_is_not_made_by_reading)
{
	struct err err = {0};
	for (int mode = DATABASE_READ; mode <= DATABASE_CHANGE; mode++) {
		ck_assert_ptr_null(database_open("none.db", (enum database_mode)mode, &err));
		ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, "none.db"), "%s", err.text);
		ck_assert_int_ne(access("none.db", F_OK), 0);
	}
}
END_TEST

static int compare(const void *a, const void *b, void *size)
{
	return memcmp(a, b, *(size_t *)size);
}

/* As it was, but for the order of blocks unless they will be compared one by one. */
static void check_match(const struct match_result *read, struct match_result *wrote)
{
	size_t size = (size_t)wrote->n_seats * (size_t)wrote->n_seats;
	if (!wrote->keeps_order)
		qsort_r(wrote->places, wrote->plan.n_blocks, size, compare, &size);
	ck_assert_mem_eq(read->places, wrote->places, wrote->plan.n_blocks * size);
	ck_assert_int_eq(read->n_seats, wrote->n_seats);
	ck_assert_mem_eq(&read->plan, &wrote->plan, sizeof read->plan);
	ck_assert_int_eq(read->is_signed, wrote->is_signed);
	ck_assert_int_eq(read->keeps_order, wrote->keeps_order);
	ck_assert_uint_eq(read->signature, wrote->signature);
	ck_assert_uint_eq(read->n_alike_blocks, wrote->n_alike_blocks);
	for (int player = 0; player < wrote->n_seats; player++) {
		ck_assert_mem_eq(&read->tally[player], &wrote->tally[player], sizeof read->tally[player]);
		ck_assert_int_eq(read->cpu_ns[player], -1);
	}
	ck_assert_int_eq(read->n_faults, wrote->n_faults);
	for (int i = 0; i < wrote->n_faults; i++) {
		const struct fault_record *a = &read->faults[i], *b = &wrote->faults[i];
		ck_assert(a->game == b->game && a->robot == b->robot && a->ask == b->ask && a->me == b->me);
		ck_assert_str_eq(a->hands, b->hands);
		ck_assert_str_eq(a->history, b->history);
		ck_assert_int_eq(a->fault->verdict, b->fault->verdict);
		ck_assert_str_eq(a->fault->cause, b->fault->cause);
		ck_assert_int_eq(a->fault->has_offset, b->fault->has_offset);
		ck_assert(!b->fault->has_offset || a->fault->offset == b->fault->offset);
		ck_assert_str_eq(a->fault->output, b->fault->output);
		ck_assert_uint_eq(a->fault->n_output, b->fault->n_output);
	}
}

/* ---- tests of `arena regress` ----------------------------------------------------------- */

static const struct info_test a_test = {.is_set = true, .elo0 = -5.5, .elo1 = 1.0 / 3, .alpha = 0.05, .beta = 0.1};

START_TEST(a_test_comes_back)
{
	struct info wrote, read;
	struct schedule schedule;
	int64_t run, found;
	make_info(&wrote, _i ? FORMAT_PAIRED : FORMAT_TABLE, 2 + _i, 2, 20, "x");
	wrote.test = a_test;
	wrote.test.is_normalized = _i;
	struct database *database = begin(&wrote, &run);
	ck_assert_int_eq(info_schedule(&wrote, &schedule, NULL), 0);
	ck_assert_int_eq(database_info(database, run, &read, NULL), 0);
	ck_assert(read.test.is_set && read.test.is_normalized == _i && read.test.n_matches == 0);
	ck_assert(read.test.elo0 == a_test.elo0 && read.test.elo1 == a_test.elo1);
	ck_assert(read.test.alpha == a_test.alpha && read.test.beta == a_test.beta);
	ck_assert_uint_eq(info_matches(&read, &schedule), schedule.n_matches);
	ck_assert(merge_is_same(&wrote, &read, NULL));
	read.test.elo1 = 5;
	ck_assert(!merge_is_same(&wrote, &read, NULL));
	info_release(&read);
	/* It is unfinished, but no tournament; decided it is at its end. */
	ck_assert_int_ne(database_find_unfinished(database, false, is_told, NULL, &found, NULL), 0);
	ck_assert_int_eq(database_find_unfinished(database, true, is_told, NULL, &found, NULL), 0);
	ck_assert_int_eq(found, run);
	store_matches(database, run, &schedule, 0, schedule.n_matches / 2);
	ck_assert_int_eq(database_end_test(database, run, 2, NULL), 0);
	ck_assert_int_ne(database_find_unfinished(database, true, is_told, NULL, &found, NULL), 0);
	ck_assert_int_eq(database_info(database, run, &read, NULL), 0);
	ck_assert_uint_eq(info_matches(&read, &schedule), 2);
	info_release(&read);
	ck_assert_int_eq(database_end_test(database, run, schedule.n_matches + 1, NULL), 0);
	ck_assert_int_ne(database_info(database, run, &read, NULL), 0);
	database_close(database);
	info_release(&wrote);
}
END_TEST

/* ---- older forms ------------------------------------------------------------------------ */

/* What turns today's database into one of a version. */
static const char *const back_to[] = {
	"DROP TABLE tests; ALTER TABLE matches DROP COLUMN signature; ALTER TABLE matches DROP COLUMN n_alike; "
	"ALTER TABLE matches DROP COLUMN ordering; "
	"PRAGMA user_version = 1",
	"DROP TABLE entries; DROP TABLE tourney_games; DROP TABLE tourneys; DROP TABLE bots; PRAGMA user_version = 2",
	"DROP TABLE plays; ALTER TABLE runs DROP COLUMN log; PRAGMA user_version = 3",
};
enum { N_OLD = sizeof back_to / sizeof back_to[0] };

/* One run with its matches, as that version wrote it. */
static void make_old(int version, struct schedule *schedule, int64_t *run)
{
	struct info info;
	make_info(&info, FORMAT_TABLE, 2, 2, 20, "x");
	struct database *database = begin(&info, run);
	ck_assert_int_eq(info_schedule(&info, schedule, NULL), 0);
	store_matches(database, *run, schedule, 0, 1);
	database_close(database);
	info_release(&info);
	for (int i = N_OLD - 1; i >= version - 1; i--)
		execute("arena.db", back_to[i]);
}

static void check_old(struct database *database, int version, const struct schedule *schedule, int64_t run)
{
	struct info info;
	struct err err = {0};
	ck_assert_msg(database_info(database, run, &info, &err) == 0, "%s", err.text);
	ck_assert(!info.test.is_set);
	info_release(&info);
	for (uint64_t number = 0; number < schedule->n_matches; number++) {
		struct match_result wrote, read = {0};
		make_match(schedule, number, &wrote);
		ck_assert_msg(database_get_match(database, run, &wrote.plan, 2, &read, &err) == 1, "%s", err.text);
		if (version == 1) {
			ck_assert(!read.is_signed);
			wrote.is_signed = false;
			wrote.signature = wrote.n_alike_blocks = 0;
		}
		check_match(&read, &wrote);
		match_result_release(&read);
		match_result_release(&wrote);
	}
}

START_TEST(an_old_database_is_read_as_it_is)
{
	struct schedule schedule;
	struct err err = {0};
	int64_t run;
	make_old(_i, &schedule, &run);
	struct database *database = database_open("arena.db", DATABASE_READ, &err);
	ck_assert_msg(database != NULL, "%s", err.text);
	check_old(database, _i, &schedule, run);
	database_close(database);
	ck_assert_int_eq(number_of("arena.db", "PRAGMA user_version"), _i);
}
END_TEST

START_TEST(an_old_database_is_brought_up_to_date)
{
	struct schedule schedule;
	struct err err = {0};
	struct info info;
	int64_t run, other;
	make_old(_i, &schedule, &run);
	struct database *database = database_open("arena.db", DATABASE_CHANGE, &err);
	ck_assert_msg(database != NULL, "%s", err.text);
	check_old(database, _i, &schedule, run);
	make_info(&info, FORMAT_TABLE, 2, 2, 20, "y");
	info.test = a_test;
	ck_assert_int_eq(database_begin_run(database, &info, "0002", &other, NULL), 0);
	store_matches(database, other, &schedule, 0, 1);
	database_close(database);
	info_release(&info);
	ck_assert_int_eq(number_of("arena.db", "PRAGMA user_version"), N_OLD + 1);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM matches WHERE signature NOT NULL"),
			 (long long)schedule.n_matches * (_i == 1 ? 1 : 2));
}
END_TEST

/* ---- matches stored and brought back ---------------------------------------------------- */

START_TEST(a_match_comes_back_whatever_the_seats)
{
	struct info info;
	struct schedule schedule;
	struct match_result wrote, read;
	struct err err = {0};
	int64_t run;
	make_info(&info, FORMAT_TABLE, _i, _i, 9000, "x");
	ck_assert_int_eq(info_schedule(&info, &schedule, NULL), 0);
	struct database *database = begin(&info, &run);
	make_match(&schedule, 3, &wrote);
	ck_assert_int_eq(database_get_match(database, run, &wrote.plan, _i, &read, &err), 0);
	ck_assert_msg(database_put_match(database, run, &wrote, robots, &err) == 0, "%s", err.text);
	database_close(database);
	database = database_open("arena.db", DATABASE_READ, &err);
	ck_assert_msg(database_get_match(database, run, &wrote.plan, _i, &read, &err) == 1, "%s", err.text);
	check_match(&read, &wrote);
	match_result_release(&wrote);
	match_result_release(&read);
	database_close(database);
	info_release(&info);
}
END_TEST

/* Twins are compared block by block. */
START_TEST(twins_come_back_in_order)
{
	struct info info;
	struct schedule schedule;
	struct match_result wrote, read;
	struct err err = {0};
	int64_t run;
	make_info(&info, FORMAT_PAIRED, 4, 3, 90000, "x");
	ck_assert_int_eq(info_schedule(&info, &schedule, NULL), 0);
	struct database *database = begin(&info, &run);
	make_match(&schedule, (uint64_t)_i, &wrote);
	ck_assert_uint_gt(wrote.plan.n_blocks, 10);
	ck_assert_msg(database_put_match(database, run, &wrote, robots, &err) == 0, "%s", err.text);
	ck_assert_msg(database_get_match(database, run, &wrote.plan, 3, &read, &err) == 1, "%s", err.text);
	check_match(&read, &wrote);
	match_result_release(&read);
	database_close(database);
	execute("arena.db", "UPDATE matches SET ordering = NULL");
	database = database_open("arena.db", DATABASE_READ, &err);
	ck_assert_int_eq(database_get_match(database, run, &wrote.plan, 3, &read, &err), -1);
	ck_assert_msg(strstr(err.text, "is damaged"), "%s", err.text);
	match_result_release(&wrote);
	database_close(database);
	info_release(&info);
}
END_TEST

/* What --log keeps. */
START_TEST(order_and_plays_come_back)
{
	struct info info, read_info;
	struct schedule schedule;
	struct match_result wrote, read;
	AUTO_STR struct str plays = {0};
	struct err err = {0};
	int64_t run;
	make_info(&info, FORMAT_TABLE, 3, 3, 90000, "x");
	info.log = (enum info_log)_i;
	ck_assert_int_eq(info_schedule(&info, &schedule, NULL), 0);
	struct database *database = begin(&info, &run);
	ck_assert_int_eq(database_info(database, run, &read_info, NULL), 0);
	ck_assert_int_eq(read_info.log, _i);
	make_match(&schedule, 5, &wrote);
	wrote.keeps_order = _i >= INFO_LOG_GAMES;
	if (_i == INFO_LOG_HANDS) {
		wrote.plays_size = 7;
		wrote.plays = mem_strdup("\1bytes");
	}
	ck_assert_msg(database_put_match(database, run, &wrote, robots, &err) == 0, "%s", err.text);
	ck_assert_msg(database_get_match(database, run, &wrote.plan, 3, &read, &err) == 1, "%s", err.text);
	check_match(&read, &wrote);
	ck_assert_int_eq(database_get_plays(database, run, 5, &plays, NULL), _i == INFO_LOG_HANDS);
	ck_assert(plays.length == wrote.plays_size && (_i < INFO_LOG_HANDS || memcmp(plays.text, "\1bytes", 7) == 0));
	ck_assert_int_eq(database_get_plays(database, run, 6, &plays, NULL), 0);
	match_result_release(&read);
	match_result_release(&wrote);
	database_close(database);
	info_release(&read_info);
	info_release(&info);
}
END_TEST

START_TEST(a_match_is_stored_once)
{
	struct info info;
	struct schedule schedule;
	struct match_result first, second, read;
	int64_t run;
	uint64_t count;
	make_info(&info, FORMAT_TABLE, 2, 2, 10, "x");
	ck_assert_int_eq(info_schedule(&info, &schedule, NULL), 0);
	struct database *database = begin(&info, &run);
	make_match(&schedule, 1, &first);
	make_match(&schedule, 1, &second);
	second.tally[0].asks = 5;
	ck_assert_int_eq(database_put_match(database, run, &first, robots, NULL), 0);
	ck_assert_int_eq(database_put_match(database, run, &second, robots, NULL), 0);
	ck_assert_int_eq(database_count(database, run, &count, NULL), 0);
	ck_assert_uint_eq(count, 1);
	ck_assert_int_eq(database_get_match(database, run, &first.plan, 2, &read, NULL), 1);
	check_match(&read, &first);
	match_result_release(&first);
	match_result_release(&second);
	match_result_release(&read);
	database_close(database);
	info_release(&info);
}
END_TEST

/* Only the first ten faults of a robot are kept, in whatever order the matches come. */
START_TEST(faults_are_few)
{
	struct info info;
	struct schedule schedule;
	int64_t run;
	make_info(&info, FORMAT_TABLE, 2, 2, 100, "x");
	ck_assert_int_eq(info_schedule(&info, &schedule, NULL), 0);
	ck_assert_uint_eq(schedule.n_matches, 50);
	struct database *database = begin(&info, &run);
	store_matches(database, run, &schedule, 25, 1);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM faults WHERE robot = 0"), 10);
	store_matches(database, run, &schedule, 0, 1);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM faults WHERE robot = 0 AND number < 25"), 10);
	ck_assert_int_eq(number_of("arena.db", "SELECT max(number) FROM faults WHERE robot = 1 AND number < 25"), 9);
	database_close(database);
	info_release(&info);
}
END_TEST

static int count_matches(const struct stored_match *match, void *context, struct err *err)
{
	int *count = context;
	if (match->number == 7)
		return err_set(err, EXIT_WORLD, "seven");
	ck_assert_uint_eq(match->number, (uint64_t)*count);
	++*count;
	return 0;
}

START_TEST(matches_are_visited_in_order)
{
	struct info info;
	struct schedule schedule;
	struct err err = {0};
	int64_t run;
	int count = 0;
	make_info(&info, FORMAT_TABLE, 2, 2, 20, "x");
	ck_assert_int_eq(info_schedule(&info, &schedule, NULL), 0);
	struct database *database = begin(&info, &run);
	store_matches(database, run, &schedule, 1, 2);
	store_matches(database, run, &schedule, 0, 2);
	ck_assert_int_eq(database_each_match(database, run, count_matches, &count, &err), -1);
	ck_assert_int_eq(count, 7);
	ck_assert_str_eq(err.text, "seven");
	database_close(database);
	info_release(&info);
}
END_TEST

/* ---- several arenas --------------------------------------------------------------------- */

/* One of those that start at the same moment: makes the database or finds it made, and stores a run. */
_Noreturn static void be_arena(int which)
{
	struct info info;
	struct schedule schedule;
	struct err err = {0};
	int64_t run;
	char name[20];
	make_info(&info, FORMAT_TABLE, 2, 2, 80, "x");
	snprintf(name, sizeof name, "%04d", which);
	struct database *database = database_open("arena.db", DATABASE_WRITE, &err);
	int failed = !database || info_schedule(&info, &schedule, &err) ||
		     database_begin_run(database, &info, name, &run, &err);
	for (uint64_t number = 0; !failed && number < schedule.n_matches; number++) {
		struct match_result result;
		make_match(&schedule, number, &result);
		failed = database_put_match(database, run, &result, robots, &err);
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
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM matches"), ARENAS * 40);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM robots"), 2);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"), 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("database");
	TCase *cases = tcase_create("database");
	tcase_add_checked_fixture(cases, enter_folder, leave_folder);
	tcase_add_test(cases, a_run_comes_back);
	tcase_add_test(cases, runs_are_found_by_name);
	tcase_add_test(cases, an_empty_database_has_no_runs);
	tcase_add_test(cases, the_latest_unfinished_run_is_found);
	tcase_add_test(cases, a_database_that_is_missing_is_not_made_by_reading);
	tcase_add_loop_test(cases, a_test_comes_back, 0, 2);
	tcase_add_loop_test(cases, an_old_database_is_read_as_it_is, 1, N_OLD + 1);
	tcase_add_loop_test(cases, an_old_database_is_brought_up_to_date, 1, N_OLD + 1);
	tcase_add_loop_test(cases, a_match_comes_back_whatever_the_seats, 2, 27);
	tcase_add_loop_test(cases, twins_come_back_in_order, 0, 2);
	tcase_add_loop_test(cases, order_and_plays_come_back, INFO_LOG_NONE, INFO_LOG_HANDS + 1);
	tcase_add_test(cases, a_match_is_stored_once);
	tcase_add_test(cases, faults_are_few);
	tcase_add_test(cases, matches_are_visited_in_order);
	tcase_add_test(cases, arenas_may_write_at_once);
	suite_add_tcase(suite, cases);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
