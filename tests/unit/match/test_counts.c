/* test_counts.c - what is computed of matches without playing any: lanes, lists of matches, sums, variants, leaks. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "match/leak.h"
#include "match/matches.h"
#include "match/result.h"
#include "match/tournament.h"
#include "match/worker.h"

/* ---- lanes ------------------------------------------------------------------------------ */

/* Lanes are those of the number of seats, of the robots, of the option, or of the matches. */
static const struct {
	int n_seats, n_lanes;
	bool is_trusted;
	int program, max_lanes; /* the last robot is a program; and its limit */
	uint64_t games, end_match;
	int wanted;
} lanes[] = {
	{.n_seats = 2, .games = 100000, .wanted = 768},
	{.n_seats = 3, .games = 100000, .wanted = 1024},
	{.n_seats = 6, .games = 100000, .wanted = 1024},
	{.n_seats = 7, .games = 100000, .wanted = 877},   /* 6 * 1024 seats */
	{.n_seats = 26, .games = 100000, .wanted = 236},
	{.n_seats = 2, .is_trusted = true, .games = 100000, .wanted = 1},
	{.n_seats = 2, .is_trusted = true, .n_lanes = 5, .games = 100000, .wanted = 5},
	{.n_seats = 2, .n_lanes = 5, .games = 100000, .wanted = 5},
	{.n_seats = 2, .max_lanes = 7, .games = 100000, .wanted = 7},
	{.n_seats = 2, .n_lanes = 6, .max_lanes = 7, .games = 100000, .wanted = 6},
	{.n_seats = 2, .n_lanes = 8, .max_lanes = 7, .games = 100000, .wanted = 7},
	{.n_seats = 4, .program = 1, .games = 100000, .wanted = 4}, /* 16 processes of programs */
	{.n_seats = 4, .program = 1, .max_lanes = 3, .games = 100000, .wanted = 12},
	{.n_seats = 4, .is_trusted = true, .program = 1, .games = 100000, .wanted = 4},
	{.n_seats = 2, .games = 20, .wanted = 10},
	{.n_seats = 2, .games = 20, .n_lanes = 10, .wanted = 10},
	{.n_seats = 2, .games = 20, .end_match = 4, .wanted = 4},
	{.n_seats = 2, .games = 2, .wanted = 1},
};

START_TEST(lanes_are_limited)
{
	struct robot robots[SCHEDULE_MAX_SEATS] = {0};
	struct err err = {0};
	struct tournament t = {.robots = robots, .is_trusted = lanes[_i].is_trusted, .n_lanes = lanes[_i].n_lanes,
			       .end_match = lanes[_i].end_match};
	const struct schedule_options options = {.format = FORMAT_TABLE, .n_robots = lanes[_i].n_seats,
		.games = lanes[_i].games, .match_length = 1};
	struct robot *last = &robots[lanes[_i].n_seats - 1];
	last->kind = lanes[_i].program ? ROBOT_PROGRAM : ROBOT_SO;
	last->manifest.max_lanes = (uint32_t)lanes[_i].max_lanes;
	ck_assert_msg(schedule_init(&t.schedule, &options, &err) == 0, "%s", err.text);
	ck_assert_int_eq(worker_lanes(&t), lanes[_i].wanted);
	ck_assert_int_eq(worker_robot_lanes(&robots[0], lanes[_i].n_seats), 0);
}
END_TEST

/* ---- lists of matches ------------------------------------------------------------------- */

START_TEST(matches_are_found_in_lists)
{
	static const struct matches stored[] = {{1, 3, 2}, {2, 1, 7}, {4, 4, 2}, {9, 1, 1}, {11, 2, 2}};
	static const int where[] = {-1, 0, 1, 0, 2, 0, 2, -1, 2, 3, 2, 4, -1, 4, -1, -1}; /* by number */
	struct matches *items = NEW_ARRAY(struct matches, COUNT(stored));
	struct matches_list list;
	memcpy(items, stored, sizeof stored);
	matches_list_init(&list, items, COUNT(stored));
	ck_assert_uint_eq(list.stride, 2);
	for (int number = 0; number < COUNT(where); number++) {
		const struct matches *found = matches_list_find(&list, (uint64_t)number);
		ck_assert_msg(found == (where[number] < 0 ? NULL : &list.items[where[number]]), "%d", number);
		ck_assert_int_eq(matches_list_has(&list, (uint64_t)number), where[number] >= 0);
	}
	ck_assert_uint_eq(matches_list_end(&list), 14);
	list.n = 4;
	ck_assert_uint_eq(matches_list_end(&list), 11); /* the highest is not in the last one */
	list.n = 2;
	ck_assert_uint_eq(matches_list_end(&list), 6);
	matches_list_release(&list);
	ck_assert(list.n == 0 && list.items == NULL);
	matches_list_init(&list, NULL, 0);
	ck_assert(list.stride == 1 && matches_list_end(&list) == 0 && !matches_list_has(&list, 0));
	items = NEW(struct matches);
	*items = (struct matches){0, 1, 5};
	matches_list_init(&list, items, 1);
	ck_assert(list.stride == 1 && matches_list_end(&list) == 1 && matches_list_has(&list, 0) &&
		  !matches_list_has(&list, 5));
	matches_list_release(&list);
}
END_TEST

/* ---- sums ------------------------------------------------------------------------------- */

START_TEST(tallies_are_added)
{
	struct tally sum, part;
	uint64_t *numbers = (uint64_t *)&part, *sums = (uint64_t *)&sum;
	const size_t n = sizeof part / sizeof *numbers;
	ck_assert_uint_eq(n, 8 + 2 * SCHEDULE_MAX_SEATS); /* all of them are numbers of this size */
	for (size_t i = 0; i < n; i++) {
		numbers[i] = 3 * i + 1;
		sums[i] = 1000 * i;
	}
	tally_add(&sum, &part);
	for (size_t i = 0; i < n; i++)
		ck_assert_uint_eq(sums[i], 1003 * i + 1);
}
END_TEST

/* Two games of two matches: A wins, then shares the first place with C. */
START_TEST(places_are_counted)
{
	static const uint8_t places[] = {1, 3, 2, 1, 3, 1};
	struct tally tally = {0};
	tally_places(&tally, places, 2, 3, 0, 2);
	ck_assert(tally.matches == 2 && tally.games == 4);
	ck_assert(tally.first_count[0] == 2 && tally.first_count[1] == 2 && tally.first_count[2] == 0);
	ck_assert(tally.place_count[0] == 4 && tally.place_count[1] == 0 && tally.place_count[2] == 0);
	ck_assert_uint_eq(tally.place_halves, 2 * (2 + 3));
	ck_assert(tally_wins(&tally) == 3 && tally_win_share(&tally) == 0.75 && tally_place(&tally) == 1.25 &&
		  tally_score(&tally, 3) == 0.875);
	tally_places(&tally, places, 2, 3, 1, 1);
	ck_assert(tally.place_count[2] == 2 && tally.first_count[2] == 0 && tally.place_halves == 10 + 12);
}
END_TEST

START_TEST(faults_are_in_the_order_of_games)
{
	static const struct fault_record ascending[] = {{.game = 1, .robot = 5, .ask = 9},
		{.game = 2, .robot = 3, .ask = 7}, {.game = 2, .robot = 4, .ask = 1},
		{.game = 2, .robot = 4, .ask = 2}};
	for (int a = 0; a < 4; a++)
		for (int b = 0; b < 4; b++) {
			int order = fault_record_compare(&ascending[a], &ascending[b]);
			ck_assert_int_eq((order > 0) - (order < 0), (a > b) - (a < b));
		}
}
END_TEST

/* ---- leaks ------------------------------------------------------------------------------ */

/* Matches that win everything in the later rotations and nothing in the first, and the other way around. */
START_TEST(a_leak_is_a_gain_that_is_no_accident)
{
	static const struct {
		uint64_t n_gains, n_losses, n_equal;
		double gain;
		bool is_sure_of_one, is_sure_of_many;
	} cases[] = {
		{0, 0, 0, 0, false, false}, {49, 0, 0, 1, false, false}, {50, 0, 0, 1, true, true},
		{0, 50, 0, -1, false, false}, {125, 75, 0, 0.25, true, false}, {26, 24, 0, 0.04, false, false},
		{25, 25, 0, 0, false, false}, {134, 66, 0, 0.34, true, true},
	};
	struct leak leak = {0};
	leak_add(&leak, 0, 1, cases[_i].n_gains);
	leak_add(&leak, 1, 0, cases[_i].n_losses);
	leak_add(&leak, 0.25, 0.25, cases[_i].n_equal);
	ck_assert_double_eq_tol(leak_gain(&leak), cases[_i].gain, 1e-12);
	ck_assert_int_eq(leak_is_sure(&leak, 1), cases[_i].is_sure_of_one);
	ck_assert_int_eq(leak_is_sure(&leak, 100), cases[_i].is_sure_of_many);
	ck_assert(cases[_i].gain > 0 ? leak_chance(&leak) < 0.5 : leak_chance(&leak) >= 0.5);
	histogram_release(&leak.gains);
}
END_TEST

/* Of each hundred showdowns so many are right, in the first rotations and in the later ones. */
START_TEST(who_is_always_right_knows_the_dice)
{
	static const struct {
		int n_hundreds, right[2];
		double chance;
		bool is_sure;
	} cases[] = {
		{5, {100, 100}, 0.5, true}, {1, {100, 100}, 0.5, true}, {5, {50, 50}, 0.5, false},
		{100, {88, 88}, 0.5, false}, {100, {0, 0}, 0.5, false}, {2, {45, 100}, 0.5, true},
		{1, {50, 60}, 0.5, false}, {0, {0, 0}, 0.5, false},
		{100, {100, 100}, 0.95, false}, {1, {100, 100}, 0, true}, {1, {0, 0}, 1, false},
	};
	struct showdowns half[2] = {{0}}, sums = {0};
	AUTO_STR struct str out = {0};
	for (int is_later = 0; is_later < 2; is_later++) {
		for (int i = 0; i < 100 * cases[_i].n_hundreds; i++)
			showdowns_note(&half[is_later], is_later, i % 100 < cases[_i].right[is_later],
				       cases[_i].chance);
		ck_assert_int_eq(half[is_later].evidence[!is_later], 0);
		showdowns_add(&sums, &half[is_later]);
	}
	ck_assert_int_eq(showdowns_warn(&sums, 4, &out), cases[_i].is_sure);
	ck_assert_int_eq(out.length > 0, cases[_i].is_sure);
	ck_assert_int_eq(sums.n, 200 * cases[_i].n_hundreds);
	ck_assert_int_eq(sums.n_right, cases[_i].n_hundreds * (cases[_i].right[0] + cases[_i].right[1]));
}
END_TEST

/* ---- variants --------------------------------------------------------------------------- */

START_TEST(variants_that_a_robot_plays_are_listed)
{
	static const char *const lists[][2] = {
		{"", "x: liars-dice wild round-table tourney perudo one-hand maexchen"}, {"wild", "x: wild"},
		{"one-hand liars-dice", "x: liars-dice one-hand"}, {"none", "x: "},
	};
	struct robot robot = {0};
	AUTO_STR struct str text = {0};
	str_add(&text, "x: ");
	snprintf(robot.manifest.variants, sizeof robot.manifest.variants, "%s", lists[_i][0]);
	tournament_add_variants(&robot, " ", &text);
	ck_assert_str_eq(text.text, lists[_i][1]);
}
END_TEST

SUITE(0,
	LOOP(lanes_are_limited, 0, COUNT(lanes)),
	TEST(matches_are_found_in_lists),
	TEST(tallies_are_added),
	TEST(places_are_counted),
	TEST(faults_are_in_the_order_of_games),
	LOOP(a_leak_is_a_gain_that_is_no_accident, 0, 8),
	LOOP(who_is_always_right_knows_the_dice, 0, 11),
	LOOP(variants_that_a_robot_plays_are_listed, 0, 4))
