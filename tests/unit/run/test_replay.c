/* test_replay.c - which games of a run can be played again, with and without a database; numbers of games on the
 * command line. */
#include "database_testing.h"

#include <sys/stat.h>

#include "run/replay.h"
#include "cli/command.h"

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
		snprintf(wanted, sizeof wanted, "game %d of the run 'results/0007' was not played%s",
			 ranges[_i].missing, ranges[_i].is_elsewhere ? " here; it belongs to another shard" : "");
	ck_assert_int_eq(replay_check_games(&replay, ranges[_i].first, ranges[_i].end, &err),
			 ranges[_i].missing ? -1 : 0);
	ck_assert_str_eq(err.text, wanted);
	ck_assert_int_eq(err.code, ranges[_i].missing ? EXIT_USAGE : 0);
	matches_list_release(&replay.played);
	run_config_release(&replay.info);
}
END_TEST

START_TEST(robots_are_found_by_their_labels)
{
	struct run_config info;
	struct err err = {0};
	int robot = 77;
	make_info(&info, FORMAT_TABLE, 3, 3, 12, "one");
	ck_assert_int_eq(run_find_robot(&info, "results/0007", "robot9:key=9", &robot, &err), -1);
	ck_assert_int_eq(robot, 77);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_msg(strncmp(err.text, "no robot 'robot9:key=9' plays in the run 'results/0007'", 55) == 0, "%s",
		      err.text);
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(run_find_robot(&info, "results/0007", info.robots[i].label, &robot, NULL), 0);
		ck_assert_int_eq(robot, i);
	}
	run_config_release(&info);
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
	const struct request request = {.results = "results", .is_trusted = true};
	struct run_config info;
	struct run run = {.folder = (char[]){"results/0001"}};
	struct replay replay = {0};
	struct err err = {0};
	char played[7] = "";
	make_info(&info, FORMAT_TABLE, 2, 2, 12, "one");
	info.shard = guesses[_i].shard;
	info.n_shards = guesses[_i].n_shards;
	ck_assert_int_eq(mkdir("results", 0755) || mkdir("results/0001", 0755), 0);
	ck_assert_int_eq(run_config_write(&info, &run, NULL), 0);
	if (guesses[_i].table)
		write_file("results/0001/table.json", guesses[_i].table);
	ck_assert_msg(replay_open(&replay, &request, "1", &err) == 0, "%s", err.text);
	for (uint64_t match = 0; match < 6; match++)
		played[match] = matches_list_has(&replay.played, match) ? '1' : '0';
	ck_assert_str_eq(played, guesses[_i].played);
	ck_assert_uint_eq(replay.end_game, guesses[_i].end_game);
	ck_assert_str_eq(replay.folder, "results/0001");
	ck_assert_str_eq(strrchr(replay.results, '/'), "/results");
	ck_assert_str_eq(strrchr(replay.database, '/'), "/arena.db");
	ck_assert(replay.tournament.is_trusted && !replay.tournament.allows_weak_sandbox && !replay.stored.database);
	ck_assert(replay.tournament.limits.move_time_ns == 100000000 && replay.tournament.limits.memory == 512 << 20);
	replay_release(&replay);
	run_config_release(&info);
}
END_TEST

/* ---- with a database -------------------------------------------------------------------- */

/* The run 0001 in the folder and the database of the results: a pool, of which matches 0 to 2, 3 and 5 were played. */
static void store_run(struct run_config *info, struct schedule *schedule, enum run_config_log log)
{
	static const struct matches parts[] = {{0, 3, 1}, {3, 1, 1}, {5, 1, 1}};
	struct run run = {.folder = (char[]){"results/0001"}};
	struct err err = {0};
	int64_t id;
	make_info(info, FORMAT_POOL, 3, 2, 12, "one");
	info->log = log;
	ck_assert_int_eq(run_config_schedule(info, schedule, NULL), 0);
	ck_assert_uint_ge(schedule->n_matches, 6);
	ck_assert_int_eq(mkdir("results", 0755) || mkdir("results/0001", 0755), 0);
	ck_assert_int_eq(run_config_write(info, &run, NULL), 0);
	struct database *database = database_open("results/arena.db", DATABASE_WRITE, &err);
	ck_assert_msg(database && database_begin_run(database, info, "0001", &id, &err) == 0, "%s", err.text);
	for (int i = 0; i < COUNT(parts); i++) {
		struct chunk chunk;
		/* the last one has no details */
		make_chunk(schedule, parts[i].first, parts[i].n, 1, i < 2, log == RUN_LOG_HANDS, &chunk);
		ck_assert_msg(database_put_chunk(database, id, schedule, &chunk, robots, &err) == 0, "%s", err.text);
		chunk_release(&chunk);
	}
	database_close(database);
}

/* Changes the text of a file of the run, which then has no checksum, as one of an older arena. */
static void change_file(const char *from, const char *to)
{
	AUTO_STR struct str text = {0}, changed = {0};
	ck_assert_int_eq(str_read_file(&text, "results/0001/run.json", 1 << 20, NULL), 0);
	char *at = strstr(text.text, from);
	ck_assert_ptr_nonnull(at);
	str_add_n(&changed, text.text, (size_t)(at - text.text));
	str_addf(&changed, "%s%s", to, at + strlen(from));
	memcpy(strstr(changed.text, "checksum"), "unchecked", 8);
	write_file("results/0001/run.json", changed.text);
}

static int open_replay(struct replay *replay, const char *database, bool is_weak, struct err *err)
{
	const struct request request = {.results = "results", .database = database, .allows_weak_sandbox = is_weak};
	*replay = (struct replay){0};
	return replay_open(replay, &request, "1", err);
}

/* The matches that were played are those of the database, if it has this run; plays, if they were stored. */
static const struct {
	enum run_config_log log;
	const char *from, *to, *database; /* a change of run.json, a path */
	const char *played;           /* the first six matches; or the error */
	bool has_plays;
} openings[] = {
	{RUN_LOG_HANDS, NULL, NULL, NULL, "111101", true},
	{RUN_LOG_HANDS, NULL, NULL, "results/arena.db", "111101", true},
	{RUN_LOG_GAMES, NULL, NULL, NULL, "111101", false},
	{RUN_LOG_NONE, NULL, NULL, NULL, "111101", false},
	{RUN_LOG_HANDS, "made up", "other", NULL, "111111", false},
	{RUN_LOG_HANDS, "\"seed\": \"one\"", "\"seed\": \"two\"", NULL, "111111", false},
	{RUN_LOG_HANDS, NULL, NULL, "nowhere.db", "nowhere.db", false},
};

START_TEST(a_database_says_what_was_played)
{
	struct run_config info;
	struct schedule schedule;
	struct replay replay;
	struct err err = {0};
	char played[7] = "";
	store_run(&info, &schedule, openings[_i].log);
	if (openings[_i].from)
		change_file(openings[_i].from, openings[_i].to);
	int failed = open_replay(&replay, openings[_i].database, false, &err);
	ck_assert_int_eq(failed, openings[_i].played[0] == '1' ? 0 : -1);
	if (failed) {
		ck_assert_msg(strstr(err.text, openings[_i].played), "%s", err.text);
	} else {
		for (uint64_t match = 0; match < 6; match++)
			played[match] = matches_list_has(&replay.played, match) ? '1' : '0';
		ck_assert_str_eq(played, openings[_i].played);
		ck_assert_uint_eq(replay.end_game, openings[_i].played[4] == '0' ? 12 : schedule.n_games);
		ck_assert_int_eq(replay.stored.database != NULL, openings[_i].has_plays);
		ck_assert(!replay.tournament.is_trusted && replay.tournament.n_lanes == 1);
	}
	replay_release(&replay);
	run_config_release(&info);
}
END_TEST

/* With an option that is for robots, which are then not run. */
START_TEST(the_sandbox_may_be_weak)
{
	struct run_config info;
	struct schedule schedule;
	struct replay replay;
	store_run(&info, &schedule, RUN_LOG_HANDS);
	ck_assert_int_eq(open_replay(&replay, NULL, true, NULL), 0);
	ck_assert(replay.tournament.allows_weak_sandbox && !replay.tournament.is_trusted);
	replay_release(&replay);
	run_config_release(&info);
}
END_TEST

/* Stored plays must lead to the stored result, match by match. */
START_TEST(stored_plays_are_checked)
{
	struct run_config info;
	struct schedule schedule;
	struct replay replay;
	struct err err = {0};
	static const uint64_t order[] = {0, 2, 3, 1, 5, 5, 0};
	store_run(&info, &schedule, RUN_LOG_HANDS);
	ck_assert_msg(open_replay(&replay, NULL, false, &err) == 0, "%s", err.text);
	ck_assert_msg(replay_probe(&replay, &(const struct request){0}, &err) == 0, "%s", err.text);
	struct tournament *t = &replay.tournament;
	ck_assert(t->keeps_details && t->stored_plays && t->stored_check);
	for (int i = 0; i < 3; i++) {
		ck_assert_str_eq(replay.robots[i].label, info.robots[i].label);
		ck_assert_int_eq(replay.robots[i].fault.verdict, VERDICT_LOAD); /* nobody needs its file */
	}
	for (int i = 0; i < COUNT(order); i++) {
		struct chunk chunk;
		uint64_t match = order[i];
		AUTO_STR struct str plays = {0};
		make_chunk(&schedule, match, 1, 1, true, true, &chunk);
		size_t size = chunk_match_size(&chunk);
		ck_assert_int_eq(t->stored_plays(match, &plays, t->stored_context, &err), 1);
		ck_assert_uint_eq((unsigned char)plays.text[0], match);
		ck_assert_int_eq(t->stored_check(match, chunk.places, size, &chunk.signatures[0], t->stored_context,
						 &err), 0);
		ck_assert_int_eq(t->stored_check(match, chunk.places, size, NULL, t->stored_context, &err), 0);
		for (int change = 0; change < 3; change++) {
			char wanted[200];
			struct err why = {0};
			chunk.places[0] ^= change == 0;
			chunk.signatures[0] ^= change == 1;
			ck_assert_int_eq(t->stored_check(match, chunk.places, size - (change == 2),
							 &chunk.signatures[0], t->stored_context, &why), -1);
			chunk.places[0] ^= change == 0;
			chunk.signatures[0] ^= change == 1;
			snprintf(wanted, sizeof wanted,
				 "the stored plays of match %d do not lead to its stored result: ", (int)match);
			ck_assert_ptr_eq(strstr(why.text, wanted), why.text);
			ck_assert_ptr_nonnull(strstr(why.text, "/arena.db' was changed; restore it from a backup"));
			ck_assert_int_eq(why.code, EXIT_WORLD);
		}
		chunk_release(&chunk);
	}
	AUTO_STR struct str none = {0};
	ck_assert_int_eq(t->stored_plays(4, &none, t->stored_context, &err), -1);
	ck_assert_str_eq(err.text, "no plays of match 4 are stored: it was not played");
	ck_assert_int_eq(t->stored_check(4, (const uint8_t[]){0}, 1, NULL, t->stored_context, &err), -1);
	ck_assert_str_eq(err.text, "no result of match 4 is stored: it was not played");
	ck_assert_int_eq(err.code, EXIT_USAGE);
	replay_release(&replay);
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
		{"1", 1, 1}, {"7", 7, 7}, {"100", 100, 100}, {"1-100", 1, 100}, {"7-7", 7, 7}, {"7-8", 7, 8},
		{"99-100", 99, 100}, {"0", 0, 0}, {"0-5", 0, 0}, {"101", 0, 0}, {"1-101", 0, 0}, {"8-7", 0, 0},
		{"", 0, 0}, {"-", 0, 0}, {"5-", 0, 0},
		{"-5", 0, 0}, {"1-2-3", 0, 0}, {"x", 0, 0}, {"1x", 0, 0}, {"1-x", 0, 0}, {" 1", 0, 0},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		uint64_t first = 0, last = 0;
		struct err err = {0};
		int failed = setup_numbers(cases[i].text, 100, &first, &last, &err);
		ck_assert_msg(failed == (cases[i].first ? 0 : -1) && first == cases[i].first && last == cases[i].last,
			      "%s", cases[i].text);
		ck_assert(!failed || err.code == EXIT_USAGE);
	}
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	LOOP(games_that_were_not_played_are_named, 0, COUNT(ranges)),
	TEST(robots_are_found_by_their_labels),
	LOOP(without_a_database_the_table_counts, 0, COUNT(guesses)),
	LOOP(a_database_says_what_was_played, 0, COUNT(openings)),
	TEST(the_sandbox_may_be_weak),
	TEST(stored_plays_are_checked),
	TEST(ranges_of_games_are_read))
