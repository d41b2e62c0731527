/* test_candidates.c - which games a report looks at: some of each of a dozen tables, few of robots that time out. */
#include "zoo.h"

#include "page/games.h"

enum { N = 6, MOST_FOUND = 400, GAMES = 30 };

/* Fifteen tables of two with thirty games each. */
static struct robot robots[N];
static struct tournament tournament;

static struct found {
	int n;
	uint64_t games[MOST_FOUND];
} found;

static void set_up(void)
{
	struct err err = {0};
	for (int i = 0; i < N; i++)
		zoo_open(&robots[i], i % 2 ? "caller" : "bumper");
	tournament = (struct tournament){.robots = robots, .seed = rng_key_of_seed("candidates"), .is_trusted = true,
		.n_lanes = 1, .limits = {.move_time_ns = INT64_C(5000000000), .memory = (uint64_t)512 << 20}};
	const struct schedule_options options = {.format = FORMAT_ROUND_ROBIN, .n_robots = N, .n_seats = 2,
		.games = GAMES, .match_length = 1, .seed = tournament.seed};
	ck_assert_int_eq(rules_init(&tournament.rules, "one-hand", &err), 0);
	ck_assert_msg(schedule_init(&tournament.schedule, &options, &err) == 0, "%s", err.text);
	ck_assert_msg(tournament_probe(&tournament, &err) == 0, "%s", err.text);
	found.n = 0;
}

static void tear_down(void)
{
	for (int i = 0; i < N; i++)
		robot_release(&robots[i]);
}

static void take(struct record *record, void *context)
{
	struct found *list = context;
	ck_assert_int_lt(list->n, MOST_FOUND);
	ck_assert(json_is_object(record->json) && record->n_plays > 0);
	ck_assert_uint_eq((uint64_t)json_integer_value(json_object_get(record->json, "number")), record->number + 1);
	list->games[list->n++] = record->number;
	record_release(record);
}

static void find_candidates(const struct report_wish *wish)
{
	struct err err = {0};
	ck_assert_msg(candidates_find(&tournament, wish, take, &found, &err) == 0, "%s", err.text);
}

/* The first 24 games of twelve tables, at equal distances, for any number of processes. */
START_TEST(games_of_a_dozen_tables)
{
	const struct report_wish wish = {.n_jobs = _i + 1};
	find_candidates(&wish);
	ck_assert_int_eq(found.n, 12 * 24);
	for (int i = 0; i < found.n; i++) {
		uint64_t table = (uint64_t)(i / 24) * 15 / 12, turn = (uint64_t)(i % 24) / 2;
		ck_assert_uint_eq(found.games[i], (turn * 15 + table) * 2 + (uint64_t)(i % 2));
	}
}
END_TEST

/* Matches 2, 4 and so on of the run were played, with two games each. */
START_TEST(only_games_that_were_played)
{
	struct matches *all = NEW_ARRAY(struct matches, 1);
	struct matches_list played;
	*all = (struct matches){2, 10, 1};
	matches_list_init(&played, all, 1);
	const struct report_wish wish = {.n_jobs = 1, .played = &played};
	find_candidates(&wish);
	/* Twelve of fifteen tables, all but 4, 9 and 14, have games. The first match of those from 2 to 11 is found. */
	ck_assert_int_eq(found.n, 2 * (10 - 2));
	for (int i = 0; i < found.n; i++) {
		int match = 2 + i / 2;
		match += (match >= 4) + (match + (match >= 4) >= 9);
		ck_assert_uint_eq(found.games[i], (uint64_t)(2 * match + i % 2));
	}
	matches_list_release(&played);
}
END_TEST

static int count(int robot)
{
	int n = 0;
	for (int i = 0; i < found.n; i++) {
		struct match_plan plan = schedule_match(&tournament.schedule,
							schedule_game(&tournament.schedule, found.games[i]).match);
		n += plan.robot[0] == robot || plan.robot[1] == robot;
	}
	return n;
}

/* The games of one robot come from all of its five tables. */
START_TEST(games_of_one_robot)
{
	const struct report_wish wish = {.n_jobs = 1, .has_robot = true, .is_of_robot = true, .robot = 4};
	find_candidates(&wish);
	ck_assert_int_eq(found.n, 5 * 24);
	ck_assert_int_eq(count(4), 5 * 24);
	for (int robot = 0; robot < N; robot++)
		ck_assert(robot == 4 || count(robot) == 24);
}
END_TEST

/* In all games together, two timeouts of a robot are looked at. If it times out in every game, these are two games; in
 * every second game, four; in two of five games, five. */
START_TEST(few_games_of_robots_that_time_out)
{
	static const double timeouts[N] = {1, 0.5, 0, 0, 0.4, 3};
	const struct report_wish wish = {.n_jobs = 1, .timeouts_of_game = timeouts};
	find_candidates(&wish);
	ck_assert_int_eq(count(0), 2);
	ck_assert_int_eq(count(1), 4);
	ck_assert_int_eq(count(4), 5);
	ck_assert_int_eq(count(5), 1); /* at least one, although it times out three times in it */
}
END_TEST

SUITE_WITH(set_up, tear_down, 0,
	LOOP(games_of_a_dozen_tables, 0, 3),
	TEST(only_games_that_were_played),
	TEST(games_of_one_robot),
	TEST(few_games_of_robots_that_time_out))
