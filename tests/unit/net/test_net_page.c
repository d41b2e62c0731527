/* test_net_page.c - what spectators see: games in progress without their dice, the record of a robot, ratings over
 * time. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "empty_database.h"
#include "net/server/page.h"
#include "store/tourney.h"


/* ---- games in progress ------------------------------------------------------------------ */

struct played {
	struct rules rules;
	struct tourney_game game;
	char history[4096], shown[1024], hands[3][1024];
};

static void begin_with(struct played *p, const char *seed, const char *setting)
{
	*p = (struct played){0};
	ck_assert_int_eq(rules_init(&p->rules, "tourney", NULL), 0);
	ck_assert_int_eq(rules_set(&p->rules, setting, NULL), 0);
	struct game_view view = {.history = p->history, .shown = p->shown,
		.hands = {p->hands[0], p->hands[1], p->hands[2]}};
	tourney_game_begin(&p->game, &p->rules, 3, (struct dice_source){rng_key_of_seed(seed), 1}, "uuid", &view);
}

static void begin(struct played *p, const char *seed)
{
	begin_with(p, seed, "dice=5");
}

static void bid(struct played *p, int count, int face)
{
	tourney_game_response(&p->game, &(struct message_response){.count = count, .face = face});
}

static char *seen(const struct played *p)
{
	AUTO_JSON json_t *titles = json_pack("[s, s, s]", "Ann", "Bob", "Cyd");
	AUTO_JSON json_t *replay = viewer_in_progress(&p->game, titles, 7, 3);
	char *text = json_dumps(replay, JSON_COMPACT);
	ck_assert_ptr_nonnull(text);
	return text;
}

static void check_same(const struct played *a, const struct played *b)
{
	AUTO_FREE char *first = seen(a), *second = seen(b);
	ck_assert_str_eq(first, second);
}

/* Until the hand is over, every byte is the same whatever the dice are. */
START_TEST(spectators_do_not_see_the_dice_of_a_hand)
{
	struct played a, b;
	begin(&a, "one");
	begin(&b, "another");
	ck_assert(a.game.game.seat[0].dice != b.game.game.seat[0].dice);
	for (int count = 1; count <= 5; count++) {
		check_same(&a, &b);
		bid(&a, count, 3);
		bid(&b, count, 3);
	}
	check_same(&a, &b);
	AUTO_FREE char *now = seen(&a);
	ck_assert_ptr_null(strstr(now, "\"true\""));
	ck_assert_ptr_null(strstr(now, "\"own\""));
	ck_assert_ptr_nonnull(strstr(now, "five threes"));
	tourney_game_response(&a.game, &(struct message_response){.is_call = true});
	tourney_game_response(&b.game, &(struct message_response){.is_call = true});
	AUTO_FREE char *first = seen(&a), *second = seen(&b);
	ck_assert_str_ne(first, second);
	ck_assert_ptr_nonnull(strstr(first, "\"true\""));
	ck_assert_ptr_nonnull(strstr(first, "\"turn\":-1"));
	tourney_game_release(&a.game);
	tourney_game_release(&b.game);
}
END_TEST

START_TEST(the_hand_in_progress_is_shown)
{
	struct played p;
	begin(&p, "one");
	bid(&p, 1, 2);
	tourney_game_failed(&p.game, TOURNEY_LOG_ERROR_TIMEOUT);
	tourney_game_observed(&p.game);
	bid(&p, 2, 4);
	AUTO_JSON json_t *titles = json_pack("[s, s, s]", "Ann", "Bob", "Cyd");
	AUTO_JSON json_t *replay = viewer_in_progress(&p.game, titles, 7, 3);
	const json_t *hands = json_object_get(replay, "hands"), *now = json_array_get(hands, 1);
	ck_assert_uint_eq(json_array_size(hands), 2);
	ck_assert_ptr_null(json_object_get(replay, "places"));
	ck_assert_int_eq(json_integer_value(json_object_get(replay, "turn")), 2);
	ck_assert_str_eq(json_string_value(json_array_get(json_object_get(now, "dice"), 1)), "xxxx");
	ck_assert_str_eq(json_string_value(json_array_get(json_object_get(now, "dice"), 0)), "xxxxx");
	AUTO_FREE char *text = json_dumps(now, JSON_COMPACT);
	ck_assert_str_eq(text,
		"{\"dice\":[\"xxxxx\",\"xxxx\",\"xxxxx\"],\"left\":[5,4,5],\"points\":[0,0,0],\"in\":[1,1,1],"
		"\"steps\":["
		"{\"seat\":1,\"at\":0,\"play\":24,\"words\":\"two fours\",\"verdict\":\"ok\","
		"\"truth\":{\"seat\":1,\"bid\":24,\"wild\":0}}],\"history\":\"\"}");
	ck_assert_int_eq(json_integer_value(json_object_get(replay, "number")), 7);
	ck_assert_int_eq(json_integer_value(json_object_get(replay, "tourney")), 3);
	/* a fault does not count as a play */
	ck_assert_int_eq(json_integer_value(json_object_get(replay, "plays")), 2);
	ck_assert_uint_eq(
		strlen(json_string_value(json_array_get(json_object_get(json_array_get(hands, 0), "dice"), 1))), 5);
	tourney_game_release(&p.game);
}
END_TEST

/* Between two hands no player has the turn. A player without dice is shown with an empty hand. */
START_TEST(a_hand_without_all_players_is_shown)
{
	struct played p;
	begin_with(&p, "one", "dice=1");
	tourney_game_failed(&p.game, TOURNEY_LOG_ERROR_TIMEOUT);
	AUTO_FREE char *between = seen(&p);
	ck_assert_ptr_nonnull(strstr(between, "\"turn\":-1,\"plays\":0"));
	tourney_game_observed(&p.game);
	AUTO_FREE char *next = seen(&p);
	ck_assert_msg(strstr(next, "{\"dice\":[\"\",\"x\",\"x\"],\"left\":[0,1,1],\"points\":[0,0,0],\"in\":[0,1,1],"
			     "\"steps\":[],") != NULL, "%s", next);
	ck_assert_ptr_nonnull(strstr(next, "\"turn\":1,\"plays\":0"));
	tourney_game_release(&p.game);
}
END_TEST

/* ---- records and ratings ---------------------------------------------------------------- */

/* Stores n games between A and B. A wins the first n_won, and B ends a hand of each game by a timeout. */
static void put_tourney(struct database *database, int64_t number, int n, int n_won, const char *ended)
{
	struct err err = {0};
	char uuid[40], log[600];
	snprintf(uuid, sizeof uuid, "t%d", (int)number);
	const struct tourney_entry entries[] = {
		{.player = "P", .name = "A", .version = "1", .session_uuid = "a",
		 .meta = "{\"full_title\": \"A_1_P\"}"},
		{.player = "P", .name = "B", .version = "1", .session_uuid = "b",
		 .meta = "{\"full_title\": \"B_1_P\"}"},
	};
	const struct tourney_record record = {.number = number, .uuid = uuid, .tag = "", .seed = "s",
		.scoring_method = "even", .score_mult = 1, .started = ended, .n_entries = 2, .entries = entries};
	ck_assert_msg(tourney_put_begin(database, &record, &err) == 0, "%s", err.text);
	for (int i = 0; i < n; i++) {
		bool has_won = i < n_won;
		const struct tourney_share shares[] = {{"a", has_won, has_won}, {"b", !has_won, !has_won}};
		snprintf(uuid, sizeof uuid, "t%d-%d", (int)number, i);
		snprintf(log, sizeof log,
			 "{\"game_uuid\":\"%s\",\"tourney_index\":%d,\"match_index\":%d,"
			 "\"bot_titles\":[\"A_1_P\",\"B_1_P\"],"
			 "\"bot_rankings\":%s,\"game_history\":[{\"calling_player\":0,\"result\":\"good_call\"},"
			 "{\"calling_player\":1,\"result\":\"error_timeout\"}]}", uuid, (int)number, i,
			 has_won ? "[0,1]" : "[1,0]");
		const struct tourney_game_record played = {.tourney = number, .match = i, .uuid = uuid, .ended = ended,
			.log = log, .size = strlen(log), .n_shares = 2, .shares = shares};
		ck_assert_msg(tourney_put_game(database, &played, &err) == 0, "%s", err.text);
	}
	ck_assert_msg(tourney_put_end(database, number, ended, 1000, &err) == 0, "%s", err.text);
}

static const json_t *rating_after(const json_t *ratings, size_t tourney, size_t robot)
{
	return json_array_get(json_object_get(json_array_get(json_object_get(ratings, "tourneys"), tourney), "ratings"),
			      robot);
}

/* Returns the ratings over all tourneys up to the last, which the caller owns. Each call reads for a twentieth of a
 * second, which on a busy machine may be enough for only one tourney. */
static json_t *ratings_until(struct tourney_ratings *ratings, int last)
{
	for (;;) {
		json_t *answer = server_ratings_json(ratings);
		const json_t *points = json_object_get(answer, "tourneys"),
			*newest = json_array_get(points, json_array_size(points) - 1);
		if (newest && json_integer_value(json_object_get(newest, "tourney_index")) == last)
			return answer;
		json_decref(answer);
	}
}

/* Logs that say nothing of who is better, or of whom they speak. */
static const char *const odd_ends[] = {
	"\"bot_titles\":[\"A_1_P\",\"A_1_P\"],\"bot_rankings\":[0,1]",
	"\"bot_titles\":[\"A_1_P\"],\"bot_rankings\":[0]",
	"\"bot_titles\":[\"A_1_P\",7],\"bot_rankings\":[0,1]",
	"\"bot_titles\":[\"A_1_P\",\"B_1_P\"],\"bot_rankings\":[0,0]",
	"\"bot_titles\":[\"A_1_P\",\"B_1_P\"],\"bot_rankings\":[0]",
};

START_TEST(games_without_an_end_are_not_rated)
{
	char path[] = "/tmp/arena-ratings-XXXXXX", log[200], uuid[20];
	struct database *database = open_empty(path);
	struct err err = {0};
	put_tourney(database, 0, 3, 1, "2025-01-01 00:00:01");
	for (int i = 0; i < (int)(sizeof odd_ends / sizeof *odd_ends); i++) {
		const struct tourney_share shares[] = {{"a", true, 1}};
		snprintf(log, sizeof log, "{%s,\"game_history\":[]}", odd_ends[i]);
		snprintf(uuid, sizeof uuid, "odd-%d", i);
		const struct tourney_game_record played = {.tourney = 0, .match = 3 + i, .uuid = uuid,
			.ended = "2025-01-01 00:00:01", .log = log, .size = strlen(log), .n_shares = 1,
			.shares = shares};
		ck_assert_msg(tourney_put_game(database, &played, &err) == 0, "%s", err.text);
	}
	struct tourney_ratings *ratings = server_ratings_new(database);
	AUTO_JSON json_t *answer = ratings_until(ratings, 0);
	for (size_t robot = 0; robot < 2; robot++)
		ck_assert_int_eq(json_integer_value(json_array_get(rating_after(answer, 0, robot), 4)), 3);
	ck_assert_uint_eq(json_array_size(json_object_get(answer, "titles")), 2);
	/* The record has them, without a place. */
	AUTO_JSON json_t *record = serve_page_answer(&(struct serve_page){.database = database},
						     "/api/records/B_1_P.json");
	const json_t *games = json_object_get(record, "games");
	ck_assert_uint_eq(json_array_size(games), 3 + 2);
	int n_placed = 0;
	for (size_t i = 0; i < json_array_size(games); i++)
		n_placed += !json_is_null(json_object_get(json_array_get(games, i), "place"));
	ck_assert_int_eq(n_placed, 3);
	server_ratings_free(ratings);
	close_and_remove(database, path);
}
END_TEST

/* A robot that has played no game has no share of games won. */
START_TEST(a_share_needs_a_game)
{
	for (int n = 0; n < 2; n++) {
		char path[] = "/tmp/arena-page-XXXXXX";
		struct database *database = open_empty(path);
		put_tourney(database, 0, n, n, "2025-01-01 00:00:01");
		const struct serve_page page = {.database = database, .ratings = server_ratings_new(database)};
		AUTO_JSON json_t *answer = serve_page_answer(&page, "/api/standings.json");
		const json_t *list = json_object_get(answer, "standings");
		ck_assert_uint_eq(json_array_size(list), 2);
		for (size_t i = 0; i < 2; i++) /* who has won all, and who has won none */
			ck_assert_int_eq(json_object_get(json_array_get(list, i), "win_rate") != NULL, n);
		server_ratings_free(page.ratings);
		close_and_remove(database, path);
	}
}
END_TEST

START_TEST(a_robot_has_a_record)
{
	char path[] = "/tmp/arena-record-XXXXXX";
	struct database *database = open_empty(path);
	put_tourney(database, 0, 3, 2, "2025-01-01 00:00:01");
	put_tourney(database, 1, 60, 60, "2025-01-01 00:00:02");
	AUTO_JSON json_t *record = serve_page_answer(&(struct serve_page){.database = database},
						     "/api/records/B_1_P.json");
	ck_assert_uint_eq(json_array_size(json_object_get(record, "games")), 50);
	ck_assert_int_eq(
		json_integer_value(json_object_get(json_array_get(json_object_get(record, "games"), 0), "place")), 2);
	const json_t *tourneys = json_object_get(record, "tourneys"), *first = json_array_get(tourneys, 1);
	ck_assert_uint_eq(json_array_size(tourneys), 2);
	ck_assert_int_eq(json_integer_value(json_object_get(first, "games")), 3);
	ck_assert_int_eq(json_integer_value(json_object_get(first, "wins")), 1);
	ck_assert_double_eq_tol(json_real_value(json_object_get(first, "best")), 2, 1e-9);
	ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(record, "hands"), "error_timeout")), 50);
	ck_assert_ptr_null(json_object_get(json_object_get(record, "hands"), "good_call"));
	ck_assert_uint_eq(json_array_size(json_object_get(record, "faults")), 20);
	ck_assert_int_eq(
		json_integer_value(json_object_get(json_array_get(json_object_get(record, "faults"), 0), "hand")), 2);
	ck_assert_ptr_null(serve_page_answer(&(struct serve_page){.database = database}, "/api/records/A_1.json"));
	close_and_remove(database, path);
}
END_TEST

START_TEST(ratings_move_with_each_tourney)
{
	char path[] = "/tmp/arena-ratings-XXXXXX";
	struct database *database = open_empty(path);
	struct tourney_ratings *ratings = server_ratings_new(database);
	AUTO_JSON json_t *none = server_ratings_json(ratings);
	ck_assert_uint_eq(json_array_size(json_object_get(none, "tourneys")), 0);
	put_tourney(database, 0, 40, 20, "2025-01-01 00:00:01");
	put_tourney(database, 1, 40, 40, "2025-01-01 00:00:02");
	AUTO_JSON json_t *two = ratings_until(ratings, 1);
	ck_assert_uint_eq(json_array_size(json_object_get(two, "tourneys")), 2);
	const json_t *even = rating_after(two, 0, 0), *ahead = rating_after(two, 1, 0);
	ck_assert_double_eq_tol(json_number_value(json_array_get(even, 1)), 0, 1e-6);
	/* 60 of 80: 95 Elo to either side of the mean */
	ck_assert_double_gt(json_number_value(json_array_get(ahead, 1)), 50);
	for (size_t i = 0; i < 2; i++) {
		const json_t *of = rating_after(two, i, 0);
		ck_assert_double_lt(json_number_value(json_array_get(of, 2)), json_number_value(json_array_get(of, 1)));
		ck_assert_double_gt(json_number_value(json_array_get(of, 3)), json_number_value(json_array_get(of, 1)));
	}
	ck_assert_int_eq(json_integer_value(json_array_get(ahead, 4)), 80);
	ck_assert_int_eq(tourney_end_season(database, "first", "2025-01-01 00:00:03", NULL), 0);
	AUTO_JSON json_t *after = server_ratings_json(ratings);
	ck_assert_uint_eq(json_array_size(json_object_get(after, "tourneys")), 0);
	put_tourney(database, 2, 10, 5, "2025-01-01 00:00:04");
	AUTO_JSON json_t *next = ratings_until(ratings, 2);
	/* of this season alone */
	ck_assert_int_eq(json_integer_value(json_array_get(rating_after(next, 0, 1), 4)), 10);
	server_ratings_free(ratings);
	close_and_remove(database, path);
}
END_TEST

START_TEST(paths_are_read)
{
	static const char *const missing[] = {
		"/api/", "/api/tables", "/api/tables/.json", "/api/tables/x", "/api/records/.json",
		"/api/records/x.json", "/api/records/A_1_P", "/api/ratings.jsonx", "/api/games/x.json",
	};
	char path[] = "/tmp/arena-paths-XXXXXX";
	struct database *database = open_empty(path);
	put_tourney(database, 0, 1, 1, "2025-01-01 00:00:01");
	const struct serve_page page = {.database = database, .ratings = server_ratings_new(database)};
	AUTO_JSON json_t *tables = serve_page_answer(&page, "/api/tables.json"),
		*record = serve_page_answer(&page, "/api/records/A_1_P.json");
	ck_assert_uint_eq(json_array_size(json_object_get(tables, "tables")), 0);
	ck_assert_str_eq(json_string_value(json_object_get(record, "title")), "A_1_P");
	AUTO_JSON json_t *over = serve_page_answer(&page, "/api/tables/t0-0.json");
	ck_assert(json_is_null(json_object_get(over, "replay")));
	for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
		ck_assert_msg(serve_page_answer(&page, missing[i]) == NULL, "%s", missing[i]);
	server_ratings_free(page.ratings);
	close_and_remove(database, path);
}
END_TEST

/* Of the robots of a standing, the share of the games won, with its interval. */
START_TEST(standings_have_intervals)
{
	char path[] = "/tmp/arena-page-XXXXXX";
	struct database *database = open_empty(path);
	put_tourney(database, 0, 4, 3, "2025-01-01 00:00:01");
	const struct serve_page page = {.database = database, .ratings = server_ratings_new(database)};
	AUTO_JSON json_t *answer = serve_page_answer(&page, "/api/standings.json");
	const json_t *list = json_object_get(answer, "standings");
	ck_assert_uint_eq(json_array_size(list), 2);
	for (size_t i = 0; i < 2; i++) {
		const json_t *robot = json_array_get(list, i);
		double rate = json_real_value(json_object_get(robot, "win_rate"));
		ck_assert_double_eq_tol(rate, i ? 0.25 : 0.75, 1e-9);
		ck_assert_double_lt(json_real_value(json_object_get(robot, "win_low")), rate);
		ck_assert_double_gt(json_real_value(json_object_get(robot, "win_high")), rate);
	}
	ck_assert_uint_eq(json_array_size(json_object_get(answer, "tourneys")), 1);
	ck_assert_uint_eq(json_array_size(json_object_get(answer, "seasons")), 0);
	ck_assert_uint_eq(strlen(json_string_value(json_object_get(answer, "zone"))), 5);
	AUTO_JSON json_t *games = serve_page_answer(&page, "/api/games.json"),
		*logs = serve_page_answer(&page, "/api/robots/A_1_P.json");
	ck_assert_uint_eq(json_array_size(json_object_get(games, "games")), 4);
	ck_assert_uint_eq(json_array_size(json_object_get(logs, "games")), 4);
	ck_assert_ptr_null(serve_page_answer(&page, "/api/robots/A_1.json"));
	server_ratings_free(page.ratings);
	close_and_remove(database, path);
}
END_TEST

/* The latest of each are listed, and no more. */
START_TEST(lists_have_a_length)
{
	enum { SEASONS = 20, TOURNEYS = 10, GAMES = 50 };
	char path[] = "/tmp/arena-page-XXXXXX", name[20];
	struct database *database = open_empty(path);
	const struct serve_page page = {.database = database, .ratings = server_ratings_new(database)};
	for (int i = 0; i <= SEASONS; i++) {
		put_tourney(database, i, i < TOURNEYS ? GAMES / TOURNEYS + 1 : 1, 1, "2025-01-01 00:00:01");
		snprintf(name, sizeof name, "s%d", i);
		ck_assert_int_eq(tourney_end_season(database, name, "2025-01-01 00:00:02", NULL), 0);
	}
	AUTO_JSON json_t *all = serve_page_answer(&page, "/api/standings.json"),
		*games = serve_page_answer(&page, "/api/games.json");
	AUTO_JSON json_t *logs = serve_page_answer(&page, "/api/robots/A_1_P.json");
	ck_assert_uint_eq(json_array_size(json_object_get(all, "seasons")), SEASONS);
	ck_assert_uint_eq(json_array_size(json_object_get(all, "tourneys")), TOURNEYS);
	ck_assert_uint_eq(json_array_size(json_object_get(games, "games")), GAMES);
	ck_assert_uint_eq(json_array_size(json_object_get(logs, "games")), GAMES);
	server_ratings_free(page.ratings);
	close_and_remove(database, path);
}
END_TEST

/* The longest name of a path. */
START_TEST(names_in_paths_have_a_length)
{
	enum { MOST = 100 };
	char path[] = "/tmp/arena-page-XXXXXX";
	struct database *database = open_empty(path);
	const struct serve_page page = {.database = database, .ratings = server_ratings_new(database)};
	for (int n = MOST; n <= MOST + 1; n++) {
		char asked[MOST + 40];
		snprintf(asked, sizeof asked, "/api/tables/%0*d.json", n, 1);
		AUTO_JSON json_t *answer = serve_page_answer(&page, asked);
		ck_assert_int_eq(answer != NULL, n == MOST);
	}
	server_ratings_free(page.ratings);
	close_and_remove(database, path);
}
END_TEST

/* Of the tourneys the latest hundred are shown. */
START_TEST(ratings_are_shown_for_a_while)
{
	enum { MORE = 2 };
	char path[] = "/tmp/arena-ratings-XXXXXX";
	struct database *database = open_empty(path);
	struct tourney_ratings *ratings = server_ratings_new(database);
	for (int i = 0; i < RATINGS_SHOWN + MORE; i++)
		put_tourney(database, i, 1, i % 2, "2025-01-01 00:00:01");
	AUTO_JSON json_t *answer = ratings_until(ratings, RATINGS_SHOWN + MORE - 1);
	const json_t *points = json_object_get(answer, "tourneys");
	ck_assert_uint_eq(json_array_size(points), RATINGS_SHOWN);
	ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(points, 0), "tourney_index")), MORE);
	ck_assert_int_eq(json_integer_value(json_array_get(rating_after(answer, RATINGS_SHOWN - 1, 0), 4)),
			 RATINGS_SHOWN + MORE);
	ck_assert_double_eq_tol(json_number_value(json_array_get(rating_after(answer, RATINGS_SHOWN - 1, 1), 1)), 0,
				1e-6);
	server_ratings_free(ratings);
	close_and_remove(database, path);
}
END_TEST

SUITE(0,
	TEST(standings_have_intervals),
	TEST(lists_have_a_length),
	TEST(names_in_paths_have_a_length),
	TEST(ratings_are_shown_for_a_while),
	TEST(spectators_do_not_see_the_dice_of_a_hand),
	TEST(the_hand_in_progress_is_shown),
	TEST(a_hand_without_all_players_is_shown),
	TEST(games_without_an_end_are_not_rated),
	TEST(a_share_needs_a_game),
	TEST(a_robot_has_a_record),
	TEST(ratings_move_with_each_tourney),
	TEST(paths_are_read))
