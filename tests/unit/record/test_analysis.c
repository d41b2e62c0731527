/* test_analysis.c - sums over made-up games, and which matches are analysed. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "game/liars/liars.h"
#include "record/analysis.h"
#include "record/replays.h"
#include "record/study.h"

/* ---- sums ------------------------------------------------------------------------------- */

static void check_part(const struct analysis *a, int part, uint64_t hits, uint64_t trials)
{
	ck_assert_msg(a->part[part].hits == hits && a->part[part].trials == trials,
		      "part %d: %lu of %lu, not %lu of %lu", part, (unsigned long)a->part[part].hits,
		      (unsigned long)a->part[part].trials, (unsigned long)hits, (unsigned long)trials);
}

/* A game of two: seat 0 makes a false bid that is called, then calls a true bid, and wins nothing. */
START_TEST(a_game_is_summed)
{
	struct rules rules;
	ck_assert_int_eq(rules_init(&rules, "liars-dice", NULL), 0);
	struct game_record_ask asks[] = {
		{.seat = 0, .play = 36, .made = {36, 0, 0.25, false, false, 0, 0}},
		{.seat = 1, .play = 0, .faced = {36, 0, 0.5, false, false, 0, 0}},
		{.seat = 1, .play = 12, .made = {12, 1, 1, true, true, 0, 0}},
		{.seat = 0, .play = 13, .faced = {12, 1, 0.75, true, false, 0, 0},
		 .made = {13, 0, 1, true, true, 0, 0}},
		{.seat = 1, .play = 14, .faced = {13, 0, 0.5, true, false, 0, 0}, .made = {14, 1, 1, true, true, 0, 0}},
		{.seat = 0, .play = 0, .faced = {14, 1, 0.5, true, true, 0, 0}},
		{.seat = 0, .play = 99999, .verdict = VERDICT_ILLEGAL},
	};
	struct game_record_hand hands[] = {
		{.first_ask = 0, .n_asks = 2, .in_before = 3, .seat = {{.n_dice = 3}, {.n_dice = 3}},
		 .last = {.end = HAND_CALL, .actor = 1, .bidder = 0, .loser = 0, .delta = {-1, 0}}},
		{.first_ask = 2, .n_asks = 4, .in_before = 3, .seat = {{.n_dice = 2}, {.n_dice = 3}},
		 .last = {.end = HAND_CALL, .actor = 0, .bidder = 1, .loser = 0, .delta = {-1, 0}}},
		{.first_ask = 6, .n_asks = 1, .in_before = 3, .seat = {{.n_dice = 1}, {.n_dice = 3}},
		 .last = {.end = HAND_ILLEGAL, .actor = 0, .bidder = -1, .play = 99999, .loser = 0, .delta = {-1, 0}}},
	};
	struct game_record log = {
		.rules = &rules, .n_seats = 2, .is_over = true, .n_hands = 3, .n_asks = 7, .hands = hands, .asks = asks,
		.places = {2, 1}, .n_tied = {1, 1},
	};
	struct analysis a = {.n_seats = 2};
	struct analysis_match match = {0};
	const struct match_plan plan = {.n_blocks = 1, .position = {0, 1}};
	static const uint8_t places[] = {2, 1, 2, 1}; /* seat 0 in rotation 0; in rotation 1 it is player 1 */
	analysis_add(&a, &match, &log, 0);
	analysis_end_match(&a, &match, &plan, places, 0);
	analysis_end(&a);
	ck_assert_uint_eq(a.games, 1);
	ck_assert_uint_eq(a.asks, 4);
	ck_assert_uint_eq(a.illegal, 1);
	ck_assert_uint_eq(a.faults, 0);
	check_part(&a, ANALYSIS_FALSE, 1, 2);
	check_part(&a, ANALYSIS_UNLIKELY, 1, 2);
	check_part(&a, ANALYSIS_UNBACKED, 1, 2);
	check_part(&a, ANALYSIS_CALLED, 1, 2);
	check_part(&a, ANALYSIS_CAUGHT, 1, 1);
	check_part(&a, ANALYSIS_PRECISION, 0, 1);
	check_part(&a, ANALYSIS_RECALL, 0, 0);
	check_part(&a, ANALYSIS_ACCURACY, 1, 2);
	check_part(&a, ANALYSIS_RATE, 1, 2);
	check_part(&a, ANALYSIS_CALLED_TRUE + 5, 1, 1);
	check_part(&a, ANALYSIS_PASSED_TRUE + 7, 1, 1);
	ck_assert_double_eq(calibration_score(&a.called).brier, 0.25);
	ck_assert_uint_eq(a.hands, 3);
	ck_assert_uint_eq(a.lost[CAUSE_OWN_BID], 1);
	ck_assert_uint_eq(a.lost[CAUSE_OWN_CALL], 1);
	ck_assert_uint_eq(a.lost[CAUSE_ILLEGAL], 1);
	ck_assert_uint_eq(a.games_lost[CAUSE_ILLEGAL], 1);
	for (int n_dice = 1; n_dice <= 3; n_dice++)
		check_part(&a, ANALYSIS_LOST + n_dice, 1, 1);
	ck_assert_uint_eq(a.part[ANALYSIS_PASSED_TRUE + 7].clusters, 1);
	ck_assert_double_eq(exact_value(&a.wins_from[3]), 0);
	ck_assert_uint_eq(match.part[ANALYSIS_FALSE].trials, 0);
	analysis_release(&a);

	struct analysis b = {.n_seats = 2};
	analysis_add(&b, &match, &log, 1);
	analysis_end_match(&b, &match, &plan, places, 1);
	analysis_end(&b);
	ck_assert_double_eq(analysis_wins_interval(&b.wins).mean, 1);
	check_part(&b, ANALYSIS_PRECISION, 1, 1);
	check_part(&b, ANALYSIS_ACCURACY, 2, 2);
	check_part(&b, ANALYSIS_CALLED, 1, 2);
	check_part(&b, ANALYSIS_CAUGHT, 0, 0);
	check_part(&b, ANALYSIS_RECALL, 1, 1);
	check_part(&b, ANALYSIS_RATE, 1, 2);
	check_part(&b, ANALYSIS_CALLED_TRUE + 5, 0, 1);
	check_part(&b, ANALYSIS_PASSED_TRUE + 5, 1, 1);
	check_part(&b, ANALYSIS_LOST + 3, 0, 3);
	for (int cause = 0; cause <= CAUSE_COUNT; cause++)
		ck_assert_uint_eq(b.games_lost[cause], 0);
	ck_assert_double_eq(exact_value(&b.wins_from[3]), 3);
	analysis_release(&b);
}
END_TEST

/* An illegal play that counts as a call is not counted as a call; exact has its own sums. */
START_TEST(causes_are_told_apart)
{
	struct rules rules;
	ck_assert_int_eq(rules_init(&rules, "perudo", NULL), 0);
	struct game_record_ask ask = {.seat = 0, .play = PLAY_EXACT, .faced = {23, 1, 0.5, true, true, 0, 0}};
	const struct {
		struct hand_result last;
		int cause;
	} ends[] = {
		{{.end = HAND_CALL, .actor = 0, .play = 77, .bidder = 1, .loser = 0, .delta = {-1}}, CAUSE_ILLEGAL},
		{{.end = HAND_EXACT, .actor = 0, .play = 2, .bidder = 1, .loser = 0, .delta = {-1}}, CAUSE_OWN_EXACT},
		{{.end = HAND_EXACT, .actor = 1, .play = 2, .bidder = 0, .loser = -1, .delta = {-1}},
		 CAUSE_OTHERS_EXACT},
		{{.end = HAND_EXACT, .actor = 1, .play = 2, .bidder = 0, .loser = -1, .delta = {0, 1}}, -1},
		{{.end = HAND_FAULT, .actor = 0, .bidder = -1, .loser = 0, .delta = {-5}}, CAUSE_FAULT},
		{{.end = HAND_FAULT, .actor = 1, .bidder = -1, .loser = 1, .delta = {0, -5}}, -1},
		{{.end = HAND_BELIEVED, .actor = 1, .bidder = 0, .loser = -1}, -1},
	};
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
		struct game_record_hand hand = {.n_asks = 1, .in_before = 3, .seat = {{.n_dice = 5}, {.n_dice = 5}},
			.last = ends[i].last};
		struct game_record log = {.rules = &rules, .n_seats = 2, .is_over = true, .n_hands = 1, .n_asks = 1,
			.hands = &hand, .asks = &ask, .places = {2, 1}, .n_tied = {1, 1}};
		struct analysis a = {.n_seats = 2};
		struct analysis_match match = {0};
		analysis_add(&a, &match, &log, 0);
		for (int cause = 0; cause < CAUSE_COUNT; cause++)
			ck_assert_uint_eq(a.lost[cause], cause == ends[i].cause);
		ck_assert_uint_eq(match.part[ANALYSIS_RATE].trials, 0);
		ck_assert_uint_eq(match.part[ANALYSIS_EXACT].trials, i == 1);
		hand.failed_looking = 1; /* this was the last observation that cost anything */
		a = (struct analysis){.n_seats = 2};
		analysis_add(&a, &match, &log, 0);
		ck_assert_uint_eq(a.games_lost[CAUSE_FAULT], 1);
	}
}
END_TEST

/* Seat `seat` of three: bids of which one is as likely true as not, answers that did not come, an exact that was right,
 * and a hand that it is out of before it is played. */
START_TEST(a_seat_is_followed_while_it_is_in)
{
	struct rules rules;
	const int seat = _i, other = (_i + 1) % 3, third = (_i + 2) % 3;
	ck_assert_int_eq(rules_init(&rules, "perudo", NULL), 0);
	struct game_record_ask asks[] = {
		{.seat = other, .play = 12, .made = {.bid = 12, .chance = 0.1}},
		{.seat = seat, .play = 13, .faced = {.bid = 12, .chance = 0.1},
		 .made = {.bid = 13, .chance = 0.5, .is_backed = true}},
		{.seat = other, .play = 0, .faced = {.bid = 13, .chance = 0.5}},
		{.seat = third, .play = 14, .made = {.bid = 14, .chance = 0.9}},
		{.seat = seat, .play = PLAY_EXACT, .faced = {.bid = 14, .chance = 0.9}},
		{.seat = seat, .play = 15, .made = {.bid = 15, .chance = 0.49}},
		{.seat = other, .play = PLAY_EXACT, .faced = {.bid = 15, .chance = 0.2}},
		{.seat = seat, .verdict = VERDICT_TIMEOUT, .faced = {.bid = 22, .chance = 0.2}},
		{.seat = seat, .play = 0, .faced = {.bid = 22, .chance = 0.2}}, /* of a hand that it is not in */
	};
	const struct game_record_seat dice = {.n_dice = 4};
	struct game_record_hand hands[] = {
		{.first_ask = 0, .n_asks = 3, .in_before = 7, .seat = {dice, dice, dice},
		 .last = {.end = HAND_CALL, .actor = other, .bidder = seat, .loser = other}},
		{.first_ask = 3, .n_asks = 2, .in_before = 7, .seat = {dice, dice, dice},
		 .last = {.end = HAND_EXACT, .actor = seat, .play = PLAY_EXACT, .bidder = third, .loser = -1}},
		{.first_ask = 5, .n_asks = 2, .in_before = 7, .seat = {dice, dice, dice},
		 .last = {.end = HAND_EXACT, .actor = other, .play = PLAY_EXACT, .bidder = seat, .loser = other}},
		{.first_ask = 7, .n_asks = 1, .in_before = 7, .seat = {dice, dice, dice},
		 .last = {.end = HAND_FAULT, .actor = seat, .bidder = other, .loser = -1}},
		{.first_ask = 8, .n_asks = 1, .in_before = 7u & ~(1u << seat), .seat = {dice, dice, dice},
		 .last = {.end = HAND_CALL, .loser = other}},
	};
	struct game_record log = {.rules = &rules, .n_seats = 3, .is_over = true, .n_hands = 5, .n_asks = 9,
		.hands = hands, .asks = asks, .places = {2, 2, 2}, .n_tied = {2, 2, 2}};
	struct analysis a = {.n_seats = 3};
	struct analysis_match match = {0};
	analysis_add(&a, &match, &log, seat);
	ck_assert(a.hands == 4 && a.asks == 4 && a.faults == 1 && a.illegal == 0);
	ck_assert_uint_eq(a.games_lost[CAUSE_COUNT], 1); /* by none of its hands */
	static const struct {
		int part;
		uint32_t hits, trials;
	} wanted[] = {
		{ANALYSIS_FALSE, 2, 2}, {ANALYSIS_UNLIKELY, 1, 2}, {ANALYSIS_UNBACKED, 1, 2}, {ANALYSIS_CALLED, 1, 2},
		{ANALYSIS_CAUGHT, 0, 2}, {ANALYSIS_EXACT, 1, 1}, {ANALYSIS_RATE, 0, 1}, {ANALYSIS_RECALL, 0, 1},
		{ANALYSIS_ACCURACY, 0, 1}, {ANALYSIS_PRECISION, 0, 0},
		{ANALYSIS_LOST + 4, 0, 4},
	};
	for (int i = 0; i < COUNT(wanted); i++)
		ck_assert_msg(match.part[wanted[i].part].hits == wanted[i].hits &&
			      match.part[wanted[i].part].trials == wanted[i].trials,
			      "part %d: %u of %u", wanted[i].part, match.part[wanted[i].part].hits,
			      match.part[wanted[i].part].trials);
	ck_assert_double_eq(exact_value(&a.wins_from[4]), 0);
	for (int cause = 0; cause < CAUSE_COUNT; cause++)
		ck_assert_uint_eq(a.lost[cause], 0);

	log.places[seat] = 1; /* shared by two: half a win, in each of the hands that it began */
	hands[2].failed_looking = 1u << seat;
	a = (struct analysis){.n_seats = 3};
	analysis_add(&a, &match, &log, seat);
	ck_assert_double_eq(exact_value(&a.wins_from[4]), 2);
	ck_assert(a.games_lost[CAUSE_COUNT] == 0 && a.games_lost[CAUSE_FAULT] == 0 && a.lost[CAUSE_FAULT] == 1);
}
END_TEST

/* Where points go up and down, no hand decides a game. */
START_TEST(games_by_dice_have_a_last_hand)
{
	static const struct {
		const char *variant;
		bool has_last_hand;
	} cases[] = {{"liars-dice", true}, {"one-hand", true}, {"round-table", false}, {"maexchen", true}};
	struct rules rules;
	ck_assert_int_eq(rules_init(&rules, cases[_i].variant, NULL), 0);
	ck_assert_int_eq(analysis_has_last_hand(&rules), cases[_i].has_last_hand);
}
END_TEST

/* ---- matches ------------------------------------------------------------------------------ */

/* `outcomes` has a digit per match: the wins of player 0 in the games of two with `n_blocks` blocks. */
static void add_outcomes(struct analysis *a, const char *outcomes, uint32_t n_blocks, struct match_plan plan)
{
	for (const char *at = outcomes; *at; at++) {
		uint8_t places[64];
		struct analysis_match match = {0};
		for (uint32_t game = 0; game < 2 * n_blocks; game++) {
			bool is_won = (int)game < *at - '0';
			places[2 * game] = is_won ? 1 : 2;
			places[2 * game + 1] = is_won ? 2 : 1;
		}
		plan.set = (uint64_t)(at - outcomes);
		analysis_end_match(a, &match, &plan, places, 0);
	}
	analysis_end(a);
}

/* The unit is the match, for wins and seats; the effective number of games follows from the variances. */
START_TEST(matches_are_the_units)
{
	static const struct {
		const char *outcomes;
		uint32_t n_blocks;
		double low, high, worth, first_seat;
	} table[] = {
		/* one coin toss decides all four games of a match */
		{"20111111112222220000", 1, 0, 1, 0.79703, 0.75}, /* nearly as if games were independent */
		{"11111111111111111111111111111111111111111111111111", 1, 0.473885, 0.526115, 0, 1}, /* all equal */
		{"11111111110211111111", 1, 0, 1, 4.75, 0.95},          /* adjustment that cancels */
		{"04040404040404040404", 2, 0, 1, 0.2375, 0.5},
		{"2", 2, 0, 1, 0, 0.5},
		{"20", 1, 0, 1, 0.25, 0.5},                             /* two matches are enough */
	};
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct analysis a = {.n_seats = 2};
		const struct match_plan plan = {.n_blocks = table[i].n_blocks, .position = {0, 1}};
		add_outcomes(&a, table[i].outcomes, table[i].n_blocks, plan);
		struct interval wins = analysis_wins_interval(&a.wins), first = analysis_wins_interval(&a.by_seat[0]);
		ck_assert_uint_eq(a.wins.shares.n, strlen(table[i].outcomes));
		ck_assert_uint_eq(a.by_seat[1].games, table[i].n_blocks * a.wins.shares.n);
		ck_assert_msg(fabs(analysis_wins_worth(&a.wins) - table[i].worth) < 5e-5, "%s: %.5f", table[i].outcomes,
			      analysis_wins_worth(&a.wins));
		if (table[i].high < 1) {
			ck_assert_double_eq_tol(wins.low, table[i].low, 5e-4);
			ck_assert_double_eq_tol(wins.high, table[i].high, 5e-4);
		}
		ck_assert(wins.low < wins.mean && wins.mean < wins.high);
		ck_assert_double_eq_tol(first.mean, table[i].first_seat, 1e-12);
		analysis_release(&a);
	}
}
END_TEST

/* Matches with the same dice are one unit. */
START_TEST(deal_sets_are_the_units)
{
	struct analysis a = {.n_seats = 2};
	for (uint64_t number = 0; number < 40; number++) {
		const struct match_plan plan = {.number = number, .set = number / 2, .n_blocks = 1, .position = {0, 1}};
		uint8_t win = number % 4 < 2 ? 1 : 2, other = 3 - win;
		struct analysis_match match = {.part[ANALYSIS_PRECISION] = {number % 4 < 2, 1}};
		analysis_end_match(&a, &match, &plan, (const uint8_t[]){win, other, win, other}, 0);
	}
	analysis_end(&a);
	ck_assert(a.wins.shares.n == 20 && a.wins.shares.n_matches == 40 && a.by_seat[0].shares.n == 20 &&
		  a.wins.games == 80);
	ck_assert(a.part[ANALYSIS_PRECISION].clusters == 20 && a.part[ANALYSIS_PRECISION].trials == 40);
	ck_assert_double_eq_tol(ratio_design_effect(&a.part[ANALYSIS_PRECISION]), 2, 0.2);
	analysis_release(&a);
}
END_TEST

/* A shared first place is a share of a win. The rate of wins is that of the games, also when matches are of different
 * lengths. */
START_TEST(wins_may_be_shared)
{
	struct analysis a = {.n_seats = 3}, halves = {.n_seats = 2};
	struct analysis_match match = {0};
	struct match_plan plan = {.n_blocks = 1, .position = {0, 1, 2}};
	analysis_end_match(&a, &match, &plan, (const uint8_t[]){1, 1, 3, 1, 1, 1, 2, 1, 3}, 0); /* 1/2, 1/3, 0 */
	ck_assert(a.wins.games == 3 && a.wins.first_count[0] == 0 && a.wins.first_count[1] == 1 &&
		  a.wins.first_count[2] == 1);
	ck_assert_double_eq_tol(analysis_wins_interval(&a.wins).mean, 5 / 18.0, 1e-12);
	plan.n_blocks = 3;
	uint8_t places[27];
	for (int i = 0; i < 27; i++)
		places[i] = (uint8_t)(1 + i % 3);
	plan.set = 1;
	analysis_end_match(&a, &match, &plan, places, 0);
	analysis_end(&a);
	ck_assert(a.wins.games == 12 && a.wins.first_count[0] == 9 && a.wins.shares.n == 2);
	ck_assert_double_eq_tol(analysis_wins_interval(&a.wins).mean, (9 + 5 / 6.0) / 12, 1e-12);
	double sum = 0;
	for (int seat = 0; seat < 3; seat++) {
		struct interval in_seat = analysis_wins_interval(&a.by_seat[seat]);
		ck_assert(a.by_seat[seat].games == 4 && a.by_seat[seat].shares.n == 2 && in_seat.low <= in_seat.mean &&
			  in_seat.mean <= in_seat.high);
		sum += in_seat.mean;
	}
	ck_assert_double_eq_tol(analysis_wins_interval(&a.by_seat[0]).mean, 3.5 / 4, 1e-12);
	ck_assert_double_eq_tol(sum, (9 + 5 / 6.0) / 4, 1e-12);
	analysis_release(&a);

	/* Shares 1/2 and 1 in two matches of two games: the first had a shared place in each. */
	plan.n_blocks = 1;
	analysis_end_match(&halves, &match, &plan, (const uint8_t[]){1, 1, 1, 1}, 0);
	plan.set = 2;
	analysis_end_match(&halves, &match, &plan, (const uint8_t[]){1, 2, 1, 2}, 0);
	analysis_end(&halves);
	ck_assert_double_eq_tol(analysis_wins_worth(&halves.wins), (2.5 / 4 - 0.5625) / (0.125 * 2), 1e-12);
	analysis_release(&halves);
}
END_TEST

/* Many short matches that were won, and a long one that was lost: the mean of the games is outside of what matches
 * alone would say. */
START_TEST(an_interval_contains_its_mean)
{
	struct analysis_wins wins = {0};
	for (int i = 0; i < 40; i++)
		analysis_wins_add(&wins, (uint64_t)i, (const uint64_t[SCHEDULE_MAX_SEATS]){_i ? 0 : 1}, 1);
	analysis_wins_add(&wins, 40, (const uint64_t[SCHEDULE_MAX_SEATS]){_i ? 400 : 0}, 400);
	analysis_wins_add(&wins, 41, (const uint64_t[SCHEDULE_MAX_SEATS]){7}, 0); /* nothing was played */
	analysis_wins_end(&wins);
	const struct interval interval = analysis_wins_interval(&wins);
	ck_assert(wins.games == 440 && wins.shares.n == 41);
	ck_assert_double_eq_tol(interval.mean, _i ? 400 / 440.0 : 40 / 440.0, 1e-12);
	ck_assert(_i ? interval.high == interval.mean && interval.low < 0.5
		     : interval.low == interval.mean && interval.high > 0.5);
	histogram_release(&wins.shares);
}
END_TEST

/* Games at tables of several sizes, each a match of its own. */
START_TEST(games_are_matches_of_a_tourney)
{
	struct analysis a = {.n_seats = 4};
	struct analysis_match match = {0};
	ck_assert_double_eq(analysis_fair(&a), 0.25); /* nothing was played */
	ck_assert_int_eq(analysis_fewest_seats(&a), 4);
	analysis_end_game(&a, &match, 4, 3, 1);
	ck_assert_double_eq(analysis_fair(&a), 0.25);
	ck_assert_int_eq(analysis_fewest_seats(&a), 4);
	match.part[ANALYSIS_FALSE] = (struct analysis_count){1, 2};
	analysis_end_game(&a, &match, 2, 0, 2);
	ck_assert_uint_eq(match.part[ANALYSIS_FALSE].trials, 0);
	check_part(&a, ANALYSIS_FALSE, 1, 2);
	analysis_end_game(&a, &match, 2, 1, 1);
	ck_assert_double_eq_tol(analysis_fair(&a), (0.25 + 0.5 + 0.5) / 3, 1e-12);
	ck_assert_int_eq(analysis_fewest_seats(&a), 2);
	ck_assert(a.tables[2] == 2 && a.tables[3] == 0 && a.tables[4] == 1 && a.wins.games == 3);
	ck_assert(a.by_seat[0].games == 1 && a.by_seat[1].games == 1 && a.by_seat[2].games == 0 &&
		  a.by_seat[3].games == 1);
	ck_assert_double_eq_tol(analysis_wins_interval(&a.wins).mean, 2 / 3.0, 1e-12);
	ck_assert_double_eq(analysis_wins_interval(&a.by_seat[0]).mean, 0);
	ck_assert_double_eq(analysis_wins_interval(&a.by_seat[2]).mean, 0);
	ck_assert_double_eq(analysis_wins_worth(&a.wins), 0); /* one game each */
	a.tables[1] = 1;
	a.tables[SCHEDULE_MAX_SEATS] = 4;
	ck_assert_double_eq_tol(analysis_fair(&a), (0.25 + 0.5 + 0.5 + 1 + 4.0 / SCHEDULE_MAX_SEATS) / 8, 1e-12);
	ck_assert_int_eq(analysis_fewest_seats(&a), 1);
	analysis_release(&a);
}
END_TEST

/* Calls that are correlated within matches give less information than as many independent ones: the interval is over
 * matches. */
START_TEST(proportions_are_those_of_matches)
{
	struct analysis alone = {.n_seats = 2}, together = {.n_seats = 2};
	struct match_plan plan = {.n_blocks = 1, .position = {0, 1}};
	static const uint8_t places[] = {1, 2, 2, 1};
	for (uint32_t i = 0; i < 100; i++) {
		struct analysis_match match = {0};
		plan.set = i;
		match.part[ANALYSIS_PRECISION] = (struct analysis_count){10 * (i % 2), 10};
		analysis_end_match(&together, &match, &plan, places, 0);
		match.part[ANALYSIS_PRECISION] = (struct analysis_count){4 + 2 * (i % 2), 10};
		analysis_end_match(&alone, &match, &plan, places, 0);
	}
	analysis_end(&together);
	analysis_end(&alone);
	struct interval wide = ratio_interval(&together.part[ANALYSIS_PRECISION]);
	struct interval narrow = ratio_interval(&alone.part[ANALYSIS_PRECISION]);
	ck_assert_double_eq(wide.mean, 0.5);
	ck_assert_double_eq(narrow.mean, 0.5);
	ck_assert_double_eq_tol(wide.high - wide.low, 0.2, 0.01);
	ck_assert_double_lt(narrow.high - narrow.low, 0.05);
	analysis_release(&alone);
	analysis_release(&together);
}
END_TEST

/* Ten matches in which the robot won a quarter more than the baseline, and one in which it won nothing and the baseline
 * all: the interval is that of the shares (1 + d) / 2, as differences. */
START_TEST(a_lead_is_a_difference_of_shares)
{
	struct replacement replacement = {.ahead = {0}};
	histogram_add(&replacement.ahead, 0.625, 10);
	histogram_add(&replacement.ahead, 0, 1);
	const struct interval lead = replacement_ahead(&replacement), shares = interval_of_shares(&replacement.ahead);
	ck_assert_double_eq_tol(lead.mean, (10 * 0.25 - 1) / 11, 1e-12);
	ck_assert_double_eq_tol(lead.low, 2 * shares.low - 1, 1e-12);
	ck_assert_double_eq_tol(lead.high, 2 * shares.high - 1, 1e-12);
	ck_assert(-1 <= lead.low && lead.low < lead.mean && lead.mean < lead.high && lead.high <= 1);
	replacement_release(&replacement);
}
END_TEST

/* ---- which matches ---------------------------------------------------------------------- */

/* The finished matches: everything, a shard, or ranges of matches with gaps. */
static void make_played(struct matches_list *list, const struct schedule *schedule, int which)
{
	uint64_t n = schedule->n_matches, stride = which == 1 ? 3 : 1;
	struct matches *items = NEW_ARRAY(struct matches, n);
	size_t n_items = 0;
	if (which < 2) {
		uint64_t first = which == 1 ? 2 : 0;
		items[n_items++] = (struct matches){first, (n - first + stride - 1) / stride, stride};
	}
	for (uint64_t first = 5; which == 2 && first + 40 < n; first += 100)
		items[n_items++] = (struct matches){first, 1 + first % 40, 1};
	matches_list_init(list, items, n_items);
}

/* Finds a match by its number with a simple search through the list. */
static bool was_played(const struct matches_list *list, uint64_t match)
{
	for (size_t i = 0; i < list->n; i++)
		for (uint64_t k = 0; k < list->items[i].n; k++)
			if (matches_number(&list->items[i], k) == match)
				return true;
	return false;
}

static void check_sample(const struct schedule *schedule, const struct matches_list *played, uint64_t most)
{
	struct sample sample;
	int with[5] = {0}, n_opponents = 0;
	uint64_t n_games = 0, n_matches = 0, n_own = 0;
	sample_init(&sample, schedule, 3, played, &(const struct sample_limits){.most_games = most});
	for (uint64_t match = 0; match < schedule->n_matches; match++) {
		struct match_plan plan = schedule_match(schedule, match);
		n_own += was_played(played, match) && sample_player(&sample, &plan) >= 0;
		if (!sample_takes(&sample, match))
			continue;
		ck_assert_int_ge(sample_player(&sample, &plan), 0);
		ck_assert(was_played(played, match));
		with[plan.robot[!sample_player(&sample, &plan)]]++;
		n_games += plan.n_blocks * 2;
		n_matches++;
	}
	ck_assert_uint_eq(sample.n_matches, n_own);
	ck_assert_uint_eq(sample.n_games, 2 * n_own);
	ck_assert_uint_eq(n_matches, sample.n_taken);
	ck_assert(n_games <= most || n_matches == 1);
	for (int i = 0; i < 5; i++)
		n_opponents += with[i] > 0;
	if (n_matches >= 8)
		ck_assert_int_eq(n_opponents, 4);
	/* Again, with the same result. */
	uint64_t again = 0;
	sample.n_seen = 0;
	for (uint64_t match = 0; match < schedule->n_matches; match++)
		again += sample_takes(&sample, match);
	ck_assert_uint_eq(again, n_matches);
}

START_TEST(samples_are_spread)
{
	struct schedule schedule;
	struct matches_list played;
	const struct schedule_options options = {
		.format = FORMAT_ROUND_ROBIN, .n_robots = 5, .n_seats = 2, .games = 400, .match_length = 1,
		.seed = rng_key_of_seed("s"),
	};
	ck_assert_int_eq(schedule_init(&schedule, &options, NULL), 0);
	make_played(&played, &schedule, _i);
	for (uint64_t most = 1; most <= 2000; most = most * 3 + 1)
		check_sample(&schedule, &played, most);
	matches_list_release(&played);
}
END_TEST

/* Four robots in pairs, 20 matches of two games a pair; robot 1 times out in every game. */
START_TEST(slow_robots_are_left_out)
{
	static const bool is_slow[4] = {false, true, false, false}, are_slow[4] = {true, true, true, true};
	static const double timeouts[4] = {0, 1, 0, 0}, all_timeouts[4] = {0.1, 1, 0.1, 0.1};
	struct schedule schedule;
	const struct schedule_options options = {.format = FORMAT_ROUND_ROBIN, .n_robots = 4, .n_seats = 2, .games = 40,
		.match_length = 1};
	struct err err = {0};
	struct matches *all = NEW(struct matches);
	struct matches_list played;
	struct sample sample;
	ck_assert_int_eq(schedule_init(&schedule, &options, &err), 0);
	*all = (struct matches){0, schedule.n_matches, 1};
	matches_list_init(&played, all, 1);
	const struct {
		struct sample_limits limits;
		int robot;
		uint64_t n_games, n_left_out, n_taken;
	} cases[] = {
		{{1000, NULL, NULL, 0}, 0, 120, 0, 60},
		{{1000, is_slow, timeouts, 3}, 0, 80, 40, 40},      /* without the slow one */
		{{20, is_slow, timeouts, 3}, 0, 80, 40, 10},
		{{1000, is_slow, timeouts, 6}, 1, 120, 0, 3},       /* itself: two timeouts a match */
		{{1000, is_slow, timeouts, 0.5}, 1, 120, 0, 1},     /* one match is bearable */
		{{1000, is_slow, timeouts, 0.1}, 1, 120, 0, 0},     /* one match is too much */
		{{1000, are_slow, all_timeouts, 6}, 0, 120, 0, 6},  /* nobody is left: 60 timeouts in 60 matches */
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint64_t n_taken = 0;
		struct match_plan plan;
		sample_init(&sample, &schedule, cases[i].robot, &played, &cases[i].limits);
		ck_assert_uint_eq(sample.n_games, cases[i].n_games);
		ck_assert_uint_eq(sample.n_left_out, cases[i].n_left_out);
		ck_assert_uint_eq(sample.n_taken, cases[i].n_taken);
		for (uint64_t match = 0; match < sample.end_match; match++) {
			if (!sample_takes(&sample, match))
				continue;
			n_taken++;
			plan = schedule_match(&schedule, match);
			ck_assert(cases[i].robot || !cases[i].n_left_out || (plan.robot[0] != 1 && plan.robot[1] != 1));
		}
		ck_assert_uint_eq(n_taken, cases[i].n_taken);
	}
	matches_list_release(&played);
}
END_TEST

START_TEST(nothing_was_played)
{
	struct schedule schedule;
	struct sample sample;
	struct matches_list played = {.stride = 1};
	const struct schedule_options options = {
		.format = FORMAT_TABLE, .n_robots = 2, .games = 10, .match_length = 1, .seed = rng_key_of_seed("s"),
	};
	ck_assert_int_eq(schedule_init(&schedule, &options, NULL), 0);
	sample_init(&sample, &schedule, 0, &played, &(const struct sample_limits){.most_games = 100});
	ck_assert_uint_eq(sample.n_matches + sample.n_taken + sample.n_games, 0);
	ck_assert(!sample_takes(&sample, 0));
}
END_TEST

/* Numbers are found and counted in a list of any stride. */
START_TEST(matches_are_found_in_lists)
{
	struct schedule schedule;
	struct matches_list played;
	const struct schedule_options options = {
		.format = FORMAT_TABLE, .n_robots = 2, .games = 1000, .match_length = 1, .seed = rng_key_of_seed("s"),
	};
	uint64_t end = 0;
	ck_assert_int_eq(schedule_init(&schedule, &options, NULL), 0);
	make_played(&played, &schedule, _i);
	for (uint64_t match = 0; match < schedule.n_matches + 10; match++) {
		const struct matches *found = matches_list_find(&played, match);
		bool is_there = was_played(&played, match);
		ck_assert_int_eq(matches_list_has(&played, match), is_there);
		ck_assert_int_eq(found != NULL, is_there);
		if (found)
			ck_assert(matches_have(found, match));
		end = is_there ? match + 1 : end;
	}
	ck_assert_uint_eq(matches_list_end(&played), end);
	const struct matches run = {7, 4, 3}; /* 7, 10, 13, 16 */
	static const uint64_t below[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4};
	for (uint64_t at = 0; at < 20; at++)
		ck_assert_uint_eq(matches_below(&run, at), below[at]);
	ck_assert_uint_eq(matches_last(&run), 16);
	matches_list_release(&played);
}
END_TEST

SUITE(0,
	TEST(a_game_is_summed),
	TEST(causes_are_told_apart),
	LOOP(a_seat_is_followed_while_it_is_in, 0, 3),
	LOOP(games_by_dice_have_a_last_hand, 0, 4),
	TEST(matches_are_the_units),
	TEST(deal_sets_are_the_units),
	TEST(wins_may_be_shared),
	LOOP(an_interval_contains_its_mean, 0, 2),
	TEST(games_are_matches_of_a_tourney),
	TEST(proportions_are_those_of_matches),
	TEST(a_lead_is_a_difference_of_shares),
	LOOP(samples_are_spread, 0, 3),
	TEST(slow_robots_are_left_out),
	TEST(nothing_was_played),
	LOOP(matches_are_found_in_lists, 0, 3))
