/* test_replay.c - which games of a run can be played again, with and without a database; numbers of games on the command line. */
#include "database_testing.h"

#include <sys/stat.h>

#include "run/replay.h"
#include "run/setup.h"

/* ---- games that were played ------------------------------------------------------------- */

/* Runs of six matches of two games. */
static const struct {
	struct matches played;
	uint64_t shard, n_shards;
	uint64_t first, end; /* games, from 0 */
	int missing;         /* the number of the first that was not played, from 1; 0: none */
	bool is_elsewhere;
} ranges[] = {
	{{0, 6, 1}, 0, 1, 0, 12, 0, false},
	{{0, 3, 1}, 0, 1, 0, 6, 0, false},
	{{0, 3, 1}, 0, 1, 5, 6, 0, false},
	{{0, 3, 1}, 0, 1, 0, 7, 7, false},
	{{0, 3, 1}, 0, 1, 5, 12, 7, false},
	{{0, 3, 1}, 0, 1, 7, 12, 8, false},
	{{0, 3, 1}, 0, 1, 8, 9, 9, false},
	{{0, 3, 1}, 0, 1, 9, 10, 10, false},
	{{3, 3, 1}, 0, 1, 0, 12, 1, false},
	{{1, 3, 2}, 1, 2, 0, 12, 0, false},
	{{1, 3, 2}, 1, 2, 2, 4, 0, false},
	{{1, 3, 2}, 1, 2, 1, 3, 0, false},
	{{1, 3, 2}, 1, 2, 0, 2, 1, true},
	{{1, 3, 2}, 1, 2, 9, 10, 10, true},
	{{1, 2, 2}, 1, 2, 8, 12, 11, false},
	{{1, 2, 2}, 1, 2, 8, 10, 9, true},
};

START_TEST(games_that_were_not_played_are_named)
{
	struct replay replay = {.folder = (char[]){"results/0007"}};
	struct matches *list = NEW(struct matches);
	struct err err = {0};
	char wanted[200] = "";
	make_info(&replay.info, FORMAT_TABLE, 2, 2, 12, "one");
	ck_assert_int_eq(run_config_schedule(&replay.info, &replay.tournament.schedule, NULL), 0);
	replay.info.shard = ranges[_i].shard;
	replay.info.n_shards = ranges[_i].n_shards;
	*list = ranges[_i].played;
	matches_list_init(&replay.played, list, 1);
	if (ranges[_i].missing)
		snprintf(wanted, sizeof wanted, "game %d of the run 'results/0007' was not played%s", ranges[_i].missing,
			 ranges[_i].is_elsewhere ? " here; it belongs to another shard" : "");
	ck_assert_int_eq(replay_check_games(&replay, ranges[_i].first, ranges[_i].end, &err), ranges[_i].missing ? -1 : 0);
	ck_assert_str_eq(err.text, wanted);
	ck_assert_int_eq(err.code, ranges[_i].missing ? EXIT_USAGE : 0);
	matches_list_release(&replay.played);
	run_config_release(&replay.info);
}
END_TEST

START_TEST(robots_are_found_by_their_labels)
{
	struct replay replay = {.folder = (char[]){"results/0007"}};
	struct err err = {0};
	int robot = 77;
	make_info(&replay.info, FORMAT_TABLE, 3, 3, 12, "one");
	ck_assert_int_eq(replay_find_robot(&replay, "robot9:key=9", &robot, &err), -1);
	ck_assert_int_eq(robot, 77);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_msg(strncmp(err.text, "no robot 'robot9:key=9' plays in the run 'results/0007'", 55) == 0, "%s", err.text);
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(replay_find_robot(&replay, replay.info.robots[i].label, &robot, NULL), 0);
		ck_assert_int_eq(robot, i);
	}
	run_config_release(&replay.info);
}
END_TEST

/* ---- without a database ----------------------------------------------------------------- */

/* The table says how many games were played. */
static const struct {
	const char *table; /* NULL: there is none */
	uint64_t shard, n_shards;
	const char *played; /* of the six matches */
	uint64_t end_game;
} guesses[] = {
	{NULL, 0, 1, "111111", 12},
	{"{\"games_finished\": 12}", 0, 1, "111111", 12},
	{"{\"games_finished\": 100}", 0, 1, "111111", 12},
	{"{\"games_finished\": -1}", 0, 1, "111111", 12},
	{"{}", 0, 1, "111111", 12},
	{"{", 0, 1, "111111", 12},
	{"{\"games_finished\": 6}", 0, 1, "111000", 6},
	{"{\"games_finished\": 5}", 0, 1, "111000", 6},
	{"{\"games_finished\": 1}", 0, 1, "100000", 2},
	{"{\"games_finished\": 0}", 0, 1, "000000", 0},
	{"{\"games_finished\": 6}", 1, 2, "010101", 12},
	{"{\"games_finished\": 4}", 1, 2, "010100", 8},
	{"{\"games_finished\": 2}", 2, 3, "001000", 6},
	{NULL, 2, 3, "001001", 12},
};

START_TEST(without_a_database_the_table_counts)
{
	static const struct opt options[] = {OPTION_RESULTS, OPTION_DB, OPTION_TRUST, OPTION_WEAK_SANDBOX, {0}};
	struct run_config info;
	struct run run = {.folder = (char[]){"results/0001"}};
	struct replay replay = {0};
	struct args args = {0};
	struct err err = {0};
	char played[7] = "", *argv[] = {(char[]){"replay"}, (char[]){"--trust"}, NULL};
	make_info(&info, FORMAT_TABLE, 2, 2, 12, "one");
	info.shard = guesses[_i].shard;
	info.n_shards = guesses[_i].n_shards;
	ck_assert_int_eq(mkdir("results", 0755) || mkdir("results/0001", 0755), 0);
	ck_assert_int_eq(run_config_write(&info, &run, NULL), 0);
	if (guesses[_i].table)
		write_file("results/0001/table.json", guesses[_i].table);
	ck_assert_int_eq(args_parse(&args, options, 2, argv, NULL), 0);
	ck_assert_msg(replay_open(&replay, &args, "1", &err) == 0, "%s", err.text);
	for (uint64_t match = 0; match < 6; match++)
		played[match] = replay_has_match(&replay, match) ? '1' : '0';
	ck_assert_str_eq(played, guesses[_i].played);
	ck_assert_uint_eq(replay.end_game, guesses[_i].end_game);
	ck_assert_str_eq(replay.folder, "results/0001");
	ck_assert_str_eq(strrchr(replay.results, '/'), "/results");
	ck_assert_str_eq(strrchr(replay.database, '/'), "/arena.db");
	ck_assert(replay.tournament.is_trusted && !replay.tournament.allows_weak_sandbox && !replay.stored.database);
	ck_assert(replay.tournament.limits.move_time_ns == 100000000 && replay.tournament.limits.memory == 512 << 20);
	replay_release(&replay);
	args_release(&args);
	run_config_release(&info);
}
END_TEST

/* ---- the command line ------------------------------------------------------------------- */

START_TEST(ranges_of_games_are_read)
{
	static const struct {
		const char *text;
		uint64_t first, last; /* 0: refused */
	} cases[] = {
		{"1", 1, 1}, {"7", 7, 7}, {"100", 100, 100}, {"1-100", 1, 100}, {"7-7", 7, 7}, {"7-8", 7, 8}, {"99-100", 99, 100},
		{"0", 0, 0}, {"0-5", 0, 0}, {"101", 0, 0}, {"1-101", 0, 0}, {"8-7", 0, 0}, {"", 0, 0}, {"-", 0, 0}, {"5-", 0, 0},
		{"-5", 0, 0}, {"1-2-3", 0, 0}, {"x", 0, 0}, {"1x", 0, 0}, {"1-x", 0, 0}, {" 1", 0, 0},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		uint64_t first = 0, last = 0;
		struct err err = {0};
		int failed = setup_numbers(cases[i].text, 100, &first, &last, &err);
		ck_assert_msg(failed == (cases[i].first ? 0 : -1) && first == cases[i].first && last == cases[i].last, "%s", cases[i].text);
		ck_assert(!failed || err.code == EXIT_USAGE);
	}
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	LOOP(games_that_were_not_played_are_named, 0, COUNT(ranges)),
	TEST(robots_are_found_by_their_labels),
	LOOP(without_a_database_the_table_counts, 0, COUNT(guesses)),
	TEST(ranges_of_games_are_read))
