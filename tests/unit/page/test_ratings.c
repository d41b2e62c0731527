/* test_ratings.c - ratings and head-to-head results for a page, of made-up games. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/mem.h"
#include "page/ratings.h"
#include "standings/pool.h"

/* ---- ratings ---------------------------------------------------------------------------- */

/* The first and the last are outside the list. */
static struct robot_rating made[] = {
	{.kind = RATING_SINGLE, .elo = 99}, {.kind = RATING_NONE},
	{.kind = RATING_BETWEEN, .elo = 1.5, .low = -2, .high = 4, .games = 7, .component = {2, 0}},
	{.kind = RATING_SINGLE, .elo = 3, .low = 3, .high = 3, .games = 1},
	{.kind = RATING_AT_LEAST, .elo = 9, .low = 5, .high = 9, .games = 2},
	{.kind = RATING_AT_MOST, .elo = -9, .low = -9, .high = -5, .games = 3},
	{.kind = RATING_SINGLE, .elo = 99},
};

static const char none[] = "{\"kind\":\"none\",\"elo\":0.0,\"low\":0.0,\"high\":0.0,\"games\":0,\"island\":0}";

static const struct {
	int index;
	const char *json;
} ratings_of_robots[] = {
	{-1, none}, {0, none},
	{1, "{\"kind\":\"between\",\"elo\":1.5,\"low\":-2.0,\"high\":4.0,\"games\":7,\"island\":2}"},
	{2, "{\"kind\":\"single\",\"elo\":3.0,\"low\":3.0,\"high\":3.0,\"games\":1,\"island\":0}"},
	{3, "{\"kind\":\"least\",\"elo\":9.0,\"low\":5.0,\"high\":9.0,\"games\":2,\"island\":0}"},
	{4, "{\"kind\":\"most\",\"elo\":-9.0,\"low\":-9.0,\"high\":-5.0,\"games\":3,\"island\":0}"}, {5, none},
};

START_TEST(a_robot_has_a_rating)
{
	const struct ratings ratings = {.n_robots = COUNT(made) - 2, .robots = made + 1};
	AUTO_STR struct str json = {0};
	json_add_line(&json, report_rating(&ratings, ratings_of_robots[_i].index), 0);
	ck_assert_str_eq(json.text, ratings_of_robots[_i].json);
}
END_TEST

/* ---- head to head ----------------------------------------------------------------------- */

/* Games of robots a, b and so on, in the order of their places. */
static void add_games(struct pool *pool, const char *robots, int times)
{
	const char *names[SCHEDULE_MAX_SEATS];
	char texts[SCHEDULE_MAX_SEATS][2] = {{0}};
	uint8_t places[SCHEDULE_MAX_SEATS];
	int n = 0;
	for (; robots[n]; n++) {
		texts[n][0] = robots[n];
		names[n] = texts[n];
		places[n] = (uint8_t)(n + 1);
	}
	for (int i = 0; i < times; i++)
		ck_assert(pool_add_game(pool, n, names, places));
}

static const json_t *cell(const json_t *versus, const char *matrix, size_t row, size_t column)
{
	return json_array_get(json_array_get(json_object_get(versus, matrix), row), column);
}

static double number(const json_t *versus, const char *matrix, size_t row, size_t column)
{
	ck_assert(json_is_number(cell(versus, matrix, row, column)));
	return json_number_value(cell(versus, matrix, row, column));
}

static void rate(struct pool *pool, struct ratings *ratings)
{
	struct rating_options options = rating_defaults();
	options.n_resamples = 50;
	pool_finish(pool);
	ratings_of(ratings, &pool->blocks, &options);
}

/* Robots 0 to 2 of the pool, which are a, b and c, in the order c, a, b. */
static json_t *versus_of(struct pool *pool, struct ratings *ratings)
{
	rate(pool, ratings);
	return report_versus_among(pool, ratings, (const int[]){2, 0, 1}, (const int[]){12, 10, 11}, 3);
}

/* Each of three robots wins 70 of 100 games against the next. In the second case the first also wins 70 against the
 * last, as the ratings predict. */
START_TEST(a_misfit_is_said)
{
	struct pool pool = {.by = RATING_BY_WINS};
	AUTO_RATINGS struct ratings ratings = {0};
	add_games(&pool, "ab", 70);
	add_games(&pool, "ba", 30);
	add_games(&pool, "bc", 70);
	add_games(&pool, "cb", 30);
	add_games(&pool, _i ? "ac" : "ca", _i ? 85 : 70);
	add_games(&pool, _i ? "ca" : "ac", _i ? 15 : 30);
	AUTO_JSON json_t *versus = versus_of(&pool, &ratings);
	const char *text = json_string_value(json_object_get(versus, "misfit"));
	const json_t *exploit = json_object_get(versus, "exploit"); /* of a, in row 1, and b */
	if (_i == 0)
		ck_assert(json_integer_value(json_array_get(exploit, 0)) == 1 &&
			  json_integer_value(json_array_get(exploit, 1)) == 2);
	else
		ck_assert(json_is_null(exploit));
	if (_i == 0)
		ck_assert_str_eq(text,
			"The ratings do not explain all results: a beat b in 70.0% of the games that one of them won, "
			"and the ratings predict 50.0% (z 4.0). Of 3 pairs, 3 surely differ.\na > b > c > a: "
			"each surely beats the next.\n");
	else
		ck_assert(json_is_null(json_object_get(versus, "misfit")));
	pool_release(&pool);
}
END_TEST

START_TEST(games_of_two)
{
	struct pool pool = {.by = RATING_BY_WINS};
	AUTO_RATINGS struct ratings ratings = {0};
	AUTO_STR struct str robots = {0}, games = {0}, outcomes = {0};
	add_games(&pool, "ab", 6);
	add_games(&pool, "ba", 2);
	add_games(&pool, "ca", 5);
	AUTO_JSON json_t *versus = versus_of(&pool, &ratings);
	json_add_line(&robots, json_incref(json_object_get(versus, "robots")), 0);
	ck_assert_str_eq(robots.text, "[12,10,11]");
	json_add_line(&games, json_incref(json_object_get(versus, "games")), 0);
	ck_assert_str_eq(games.text, "[[0,5,0],[5,0,8],[0,8,0]]");
	json_add_line(&outcomes, json_incref(json_object_get(versus, "outcomes")), 0);
	ck_assert_str_eq(outcomes.text, "[[[0,0,0,0,0],[0,0,0,0,5],[0,0,0,0,0]],[[5,0,0,0,0],[0,0,0,0,0],[2,0,0,0,6]],"
					"[[0,0,0,0,0],[6,0,0,0,2],[0,0,0,0,0]]]");
	ck_assert_double_eq(number(versus, "share", 0, 1), 1);
	ck_assert_double_eq(number(versus, "share", 1, 0), 0);
	ck_assert_double_eq(number(versus, "share", 1, 2), 0.75);
	ck_assert_double_eq(number(versus, "share", 2, 1), 0.25);
	for (size_t i = 0; i < 9; i++) {
		bool has_met = json_integer_value(cell(versus, "games", i / 3, i % 3)) > 0;
		ck_assert_int_eq(json_is_number(cell(versus, "share", i / 3, i % 3)), has_met);
		ck_assert_int_eq(json_is_null(cell(versus, "low", i / 3, i % 3)), !has_met);
		ck_assert_int_eq(json_is_null(cell(versus, "high", i / 3, i % 3)), !has_met);
		ck_assert_int_eq(json_is_null(cell(versus, "better", i / 3, i % 3)), i / 3 == i % 3);
	}
	ck_assert(number(versus, "low", 1, 2) > 0.2 && number(versus, "low", 1, 2) < 0.75);
	ck_assert(number(versus, "high", 1, 2) < 1 && number(versus, "high", 1, 2) > 0.75);
	ck_assert_double_eq_tol(number(versus, "low", 1, 2), 1 - number(versus, "high", 2, 1), 1e-9);
	ck_assert_double_eq(number(versus, "better", 0, 1), ratings_superiority(&ratings, 2, 0));
	ck_assert_double_gt(number(versus, "better", 0, 2), 0.6);
	ck_assert_int_eq(json_integer_value(json_object_get(versus, "left_out")), 0);
	pool_release(&pool);
}
END_TEST

/* Of the games that one of the two won. */
START_TEST(games_of_three)
{
	struct pool pool = {.by = RATING_BY_WINS};
	AUTO_RATINGS struct ratings ratings = {0};
	add_games(&pool, "abc", 3);
	add_games(&pool, "bac", 1);
	add_games(&pool, "cab", 4);
	AUTO_JSON json_t *versus = versus_of(&pool, &ratings);
	ck_assert_double_eq(number(versus, "share", 1, 2), 0.75);
	ck_assert_double_eq(number(versus, "share", 0, 2), 0.8);
	ck_assert_int_eq(json_integer_value(cell(versus, "games", 1, 2)), 8);
	ck_assert_ptr_null(json_object_get(versus, "outcomes"));
	pool_release(&pool);
}
END_TEST

/* The best ones are in the table. */
START_TEST(robots_beyond_the_table)
{
	struct pool pool = {.by = RATING_BY_WINS};
	AUTO_RATINGS struct ratings ratings = {0};
	int ids[REPORT_MOST_VERSUS + 2];
	for (int i = 0; i < REPORT_MOST_VERSUS + 1; i++) {
		add_games(&pool, (const char[]){(char)('A' + i), (char)('A' + i + 1), '\0'}, 1);
		ids[i] = i;
	}
	ids[REPORT_MOST_VERSUS + 1] = REPORT_MOST_VERSUS + 1;
	rate(&pool, &ratings);
	for (int n = REPORT_MOST_VERSUS; n <= REPORT_MOST_VERSUS + 2; n++) {
		AUTO_JSON json_t *versus = report_versus_among(&pool, &ratings, ids, ids, n);
		ck_assert_uint_eq(json_array_size(json_object_get(versus, "robots")), REPORT_MOST_VERSUS);
		ck_assert_uint_eq(json_array_size(json_object_get(versus, "share")), REPORT_MOST_VERSUS);
		ck_assert_int_eq(json_integer_value(json_object_get(versus, "left_out")), n - REPORT_MOST_VERSUS);
	}
	pool_release(&pool);
}
END_TEST

SUITE(0,
	LOOP(a_robot_has_a_rating, 0, COUNT(ratings_of_robots)),
	TEST(games_of_two),
	LOOP(a_misfit_is_said, 0, 2),
	TEST(games_of_three),
	TEST(robots_beyond_the_table))
