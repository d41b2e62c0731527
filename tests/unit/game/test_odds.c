/* test_odds.c - the odds of the bid on the table as a seat can judge it: its chance against counted ones, whether it is
 * true, and which players support it. (odds_tail itself is in test_game_record.c.) */
#include "game/odds.h"
#include "game_testing.h"
#include "test_maexchen_table.h"

static void open_game(struct table *t, const char *variant, int n)
{
	struct err err = {0};
	ck_assert_msg(rules_init(&t->rules, variant, &err) == 0, "%s", err.text);
	table_open(t, n, 0);
}

/* ---- Mäxchen ------------------------------------------------------------------------------ */

/* Counted over the 36 rolls that show the claim or more: two for mixed dice, one for a pair. */
static const struct {
	int claim, n_good;
} claims[] = {
	{31, 36}, {32, 34}, {41, 32}, {43, 30}, {51, 28}, {52, 26}, {53, 24}, {54, 22}, {61, 20}, {62, 18}, {63, 16},
	{64, 14}, {65, 12}, {11, 10}, {22, 9}, {33, 8}, {44, 7}, {55, 6}, {66, 5}, {21, 4}, {42, 2},
};

enum { N_CLAIMS = sizeof claims / sizeof *claims };

START_TEST(a_claim_has_its_chance)
{
	/* The lowest roll, one in the middle, the highest but one: claims up to each are true. */
	static const struct {
		int first, second, n_true;
	} rolls[] = {{3, 1, 1}, {6, 5, 13}, {1, 2, 20}};
	for (int i = 0; i < 3; i++) {
		struct table t = {0};
		struct odds odds;
		open_game(&t, "maexchen", 3);
		int claimer = t.game.turn;
		maexchen_set_roll(&t.game, rolls[i].first, rolls[i].second);
		odds_of(&t.game, claimer, &odds);
		ck_assert_int_eq(odds.bid, 0);
		ck_assert(game_play(&t.game, claims[_i].claim));
		ck_assert_int_ne(t.game.turn, claimer);
		bool is_true = _i < rolls[i].n_true;
		for (int seat = 0; seat < 3; seat++) {
			bool is_claimer = seat == claimer;
			odds_of(&t.game, seat, &odds);
			ck_assert_int_eq(odds.bid, claims[_i].claim);
			ck_assert_int_eq(odds.bidder, claimer);
			ck_assert_int_eq(odds.is_true, is_true);
			ck_assert_int_eq(odds.is_backed, is_claimer && is_true);
			ck_assert_int_eq(odds.count, claims[rolls[i].n_true - 1].claim);
			ck_assert_double_eq_tol(odds.chance, is_claimer ? is_true : claims[_i].n_good / 36.0, 1e-15);
		}
		table_close(&t);
	}
}
END_TEST

START_TEST(claims_follow_each_other)
{
	struct rules rules = rules_of("maexchen");
	const struct family *family = rules.family;
	struct err err = {0};
	ck_assert_int_eq(family->next_claim(&rules, 0), claims[0].claim);
	for (int i = 0; i + 1 < N_CLAIMS; i++)
		ck_assert_int_eq(family->next_claim(&rules, claims[i].claim), claims[i + 1].claim);
	ck_assert_int_eq(family->next_claim(&rules, 42), 0);
	ck_assert_int_eq(rules_set(&rules, "order_digits=false", &err) || rules_set(&rules, "hamburger=11", &err), 0);
	static const int from[] = {0, 12, 16, 26, 65, 22, 66, 21, 11}, to[] = {12, 13, 23, 31, 22, 33, 21, 11, 0};
	for (int i = 0; i < COUNT(from); i++)
		ck_assert_int_eq(family->next_claim(&rules, from[i]), to[i]);
}
END_TEST

/* ---- Liar's Dice ---------------------------------------------------------------------------- */

/* Seat 0 holds 1 1 4 4 6, seat 1 2 3 4 5 6; the bid is 3 fours. */
static const struct {
	const char *variant;
	int play, seat;
	double chance; /* of what five unknown dice must show */
	bool is_true, is_backed;
	int count, wild;
} bids[] = {
	{"liars-dice", 34, 0, 1 - 3125.0 / 7776, true, true, 3, 0},     /* one of five, each 1/6 */
	{"liars-dice", 34, 1, 1 - 2 * 3125.0 / 7776, true, true, 3, 0}, /* two of five */
	{"liars-dice", 44, 0, 1 - 2 * 3125.0 / 7776, false, true, 3, 0}, /* two of five */
	{"liars-dice", 12, 0, 1 - 3125.0 / 7776, true, false, 1, 0},    /* a two */
	{"liars-dice", 81, 0, 0, false, true, 2, 0},                    /* eight ones: six of five */
	{"wild", 34, 0, 1, true, true, 5, 1},                           /* it holds four */
	{"wild", 34, 1, 131.0 / 243, true, true, 5, 1},                 /* two of five, each 1/3 */
	{"wild", 54, 1, 11.0 / 243, true, true, 5, 1},                  /* four of five */
	{"wild", 64, 0, 131.0 / 243, false, true, 5, 1},                /* two of five */
	{"wild", 12, 1, 1, true, true, 3, 1},
	{"wild", 31, 0, 1 - 3125.0 / 7776, false, true, 2, 0},          /* for ones, nothing else counts */
};

START_TEST(a_bid_has_its_chance)
{
	static const uint8_t dice[2][5] = {{1, 1, 4, 4, 6}, {2, 3, 4, 5, 6}};
	struct table t = {0};
	struct odds odds;
	open_game(&t, bids[_i].variant, 2);
	for (int seat = 0; seat < 2; seat++)
		game_set_dice(&t.game, seat, dice[seat], 5);
	int bidder = t.game.turn;
	odds_of(&t.game, bidder, &odds);
	ck_assert_int_eq(odds.bid, 0);
	ck_assert(game_play(&t.game, bids[_i].play));
	odds_of(&t.game, bids[_i].seat, &odds);
	ck_assert_int_eq(odds.bid, bids[_i].play);
	ck_assert_int_eq(odds.bidder, bidder);
	ck_assert_double_eq_tol(odds.chance, bids[_i].chance, 1e-14);
	ck_assert_int_eq(odds.is_true, bids[_i].is_true);
	ck_assert_int_eq(odds.is_backed, bids[_i].is_backed);
	ck_assert_int_eq(odds.count, bids[_i].count);
	ck_assert_int_eq(odds.wild, bids[_i].wild);
	table_close(&t);
}
END_TEST

/* A player who is out still has odds, but their last die is no longer on the table. */
START_TEST(who_is_out_holds_no_dice)
{
	struct table t = {0};
	struct odds odds;
	ck_assert_int_eq(rules_init(&t.rules, "liars-dice", NULL) || rules_set(&t.rules, "dice=1", NULL), 0);
	table_open(&t, 3, 0);
	for (int seat = 0; seat < 3; seat++)
		game_set_dice(&t.game, seat, (const uint8_t[]){(uint8_t)(6 - seat)}, 1);
	game_play(&t.game, 16);
	game_play(&t.game, 0); /* seat 1 loses its die, a five */
	game_observed(&t.game);
	game_set_dice(&t.game, 0, (const uint8_t[]){5}, 1);
	game_set_dice(&t.game, 2, (const uint8_t[]){5}, 1);
	ck_assert(game_play(&t.game, 15));
	odds_of(&t.game, 1, &odds);
	ck_assert_double_eq_tol(odds.chance, 11.0 / 36, 1e-15); /* one of two */
	ck_assert_int_eq(odds.is_backed, false);
	ck_assert_int_eq(odds.count, 2);
	table_close(&t);
}
END_TEST

/* The face that was wild in a finished hand, if a wild die counted for the bid. */
START_TEST(a_hand_has_a_wild_face)
{
	static const struct {
		const char *variant, *setting;
		int bid, wild;
	} hands[] = {
		{"liars-dice", "wild=none", 34, 0}, {"liars-dice", "wild=ones", 34, 1},
		{"liars-dice", "wild=ones", 31, 0},
		{"liars-dice", "wild=high", 34, 6}, {"liars-dice", "wild=high", 36, 0}, {"perudo", "wild=ones", 34, 1},
	};
	static const uint8_t dice[2][5] = {{1, 1, 4, 4, 6}, {2, 3, 4, 5, 6}};
	for (int i = 0; i < COUNT(hands); i++) {
		struct table t = {0};
		ck_assert_int_eq(rules_init(&t.rules, hands[i].variant, NULL) ||
				 rules_set(&t.rules, hands[i].setting, NULL), 0);
		table_open(&t, 2, 0);
		for (int seat = 0; seat < 2; seat++)
			game_set_dice(&t.game, seat, dice[seat], 5);
		ck_assert(game_play(&t.game, hands[i].bid) && game_play(&t.game, 0));
		ck_assert_int_eq(t.rules.family->wild_face(&t.game), hands[i].wild);
		table_close(&t);
	}
}
END_TEST

START_TEST(tails_have_ends)
{
	ck_assert(odds_tail(5, 0, 0.5) == 1 && odds_tail(5, 6, 0.5) == 0 && odds_tail(0, 1, 0.5) == 0);
	/* certain, as with two faces of which one is wild */
	ck_assert(odds_tail(5, 5, 1) == 1 && odds_tail(5, 1, 0) == 0);
	ck_assert_double_eq_tol(odds_tail(5, 1, 0.5), 31.0 / 32, 1e-15);
	ck_assert_double_eq_tol(odds_tail(5, 3, 0.25), 106.0 / 1024, 1e-15); /* 90 + 15 + 1 of 1024 */
	for (int n = 1; n < 60; n++)
		ck_assert(odds_tail(n, 1, 0.99) <= 1); /* the sum is rounded */
}
END_TEST

SUITE(0,
	TEST(tails_have_ends),
	LOOP(a_claim_has_its_chance, 0, N_CLAIMS),
	TEST(claims_follow_each_other),
	LOOP(a_bid_has_its_chance, 0, COUNT(bids)),
	TEST(who_is_out_holds_no_dice),
	TEST(a_hand_has_a_wild_face))
