/* test_maexchen_rolls.c - the rolls of Mäxchen are fair, independent, and a function of block, hand, seat and number of
 * the roll; and the effect of the cheats on them. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "game/maexchen/cheat.h"
#include "game/maexchen/maexchen.h"

enum { N_GAMES = 3000, MAX_ROLLS = 8 };

static struct rules rules;
static struct game game;
static char history[1024], shown[1024], hands[GAME_MAX_SEATS][1024];

static void set_rules(const char *const *settings)
{
	struct err err = {0};
	ck_assert_int_eq(rules_init(&rules, "maexchen", &err), 0);
	for (; settings && *settings; settings++)
		ck_assert_msg(rules_set(&rules, *settings, &err) == 0, "%s", err.text);
}

static void start(int n, const char *letters, uint64_t block)
{
	struct game_view view = {.history = history, .shown = shown};
	for (int seat = 0; seat < n; seat++)
		view.hands[seat] = hands[seat];
	ck_assert_uint_le(game_hands_size(&rules, n), sizeof shown);
	ck_assert_uint_le(game_history_size(&rules, n), sizeof history);
	game_start(&game, &rules, n, letters,
		   (struct dice_source){rng_key_derive(rng_key_of_seed("fair rolls"), RNG_DICE), block}, &view);
}

static const struct maexchen_state *state(void)
{
	return &game.u.maexchen;
}

/* The lowest claim above the last, or 0 if there is none. */
static int lowest_claim(void)
{
	int best = 0;
	for (int value = 11; value <= 66; value++)
		if (maexchen_judge(&game, value) == MAEXCHEN_LEGAL &&
		    (!best || maexchen_rank(rules.value, value) < maexchen_rank(rules.value, best)))
			best = value;
	return best;
}

/* Advances to the next ask for a claim; false when the game is over. */
static bool go_on(uint64_t *random)
{
	while (game.need != GAME_NEED_OVER) {
		if (game.need == GAME_NEED_OBSERVE)
			game_observed(&game);
		else if (state()->is_believing)
			game_play(&game, rng_below(rng_next(random), 8) > 0);
		else
			game_play(&game, lowest_claim());
		if (game.need == GAME_NEED_PLAY && !state()->is_believing)
			return true;
	}
	return false;
}

/* ---- fairness --------------------------------------------------------------------------- */

/* Fails if chi-square is beyond the 1 in 10,000 quantile (Wilson & Hilferty). The key is fixed, so the result is always
 * the same. */
static void check_counts(const long *count, const double *chance, int n_cells, const char *what)
{
	double total = 0, chi2 = 0, z = 3.72, df = n_cells - 1;
	for (int i = 0; i < n_cells; i++)
		total += (double)count[i];
	for (int i = 0; i < n_cells; i++) {
		double wanted = chance[i] * total, off = (double)count[i] - wanted;
		ck_assert_msg(wanted > 5, "%s: too few were counted", what);
		chi2 += off * off / wanted;
	}
	double spread = sqrt(2 / (9 * df)), middle = 1 - 2 / (9 * df);
	double high = df * pow(middle + z * spread, 3), low = df > 2 ? df * pow(fmax(middle - z * spread, 0), 3) : 0;
	ck_assert_msg(chi2 < high && chi2 >= low, "%s: chi-square %.1f of %d cells is not in %.1f to %.1f", what, chi2,
		n_cells, low, high);
}

/* How many of the 36 equally likely rolls of two dice show a value. */
static int rolls_that_show(int value)
{
	int n = 0;
	for (int first = 1; first <= 6; first++)
		for (int second = 1; second <= 6; second++)
			n += maexchen_value_of(rules.value, first, second) == value;
	return n;
}

static const char *const as_rolled[] = {"order_digits=false", NULL};

/* Every roll of many games: by value, by seat, by number in the hand, and with the previous roll. */
START_TEST(rolls_are_fair)
{
	static long by_value[67], cells[67], by_seat[3 * 36], by_number[4 * 36], pairs[36 * 36];
	double chance[67], even[36 * 36];
	int n_cells = 0, last = -1;
	uint64_t random = 1;
	set_rules(_i ? as_rolled : NULL);
	for (uint64_t block = 0; block < N_GAMES; block++) {
		start(3, "ABC", block);
		do {
			int value = state()->roll,
				cell = rolls_that_show(value) == 1 ? value / 10 * 6 + value % 10 - 7 : -1;
			by_value[value]++;
			if (_i && cell >= 0) {
				by_seat[game.turn * 36 + cell]++;
				if (state()->n_rolls < 4)
					by_number[state()->n_rolls * 36 + cell]++;
				if (last >= 0)
					pairs[last * 36 + cell]++;
				last = cell;
			}
		} while (go_on(&random));
	}
	for (int value = 11; value <= 66; value++) {
		if (!rolls_that_show(value)) {
			ck_assert_int_eq(by_value[value], 0);
			continue;
		}
		chance[n_cells] = rolls_that_show(value) / 36.0;
		cells[n_cells++] = by_value[value];
	}
	ck_assert_int_eq(n_cells, _i ? 36 : 21);
	ck_assert_int_eq(rolls_that_show(21), _i ? 1 : 2); /* 2/36 or 1/36 for a Mäxchen */
	check_counts(cells, chance, n_cells, "values");
	if (!_i)
		return;
	for (int i = 0; i < 36 * 36; i++)
		even[i] = 1.0 / (36 * 36);
	check_counts(pairs, even, 36 * 36, "pairs of rolls");
	for (int i = 0; i < 36; i++)
		even[i] = 1.0 / 36;
	for (int seat = 0; seat < 3; seat++)
		check_counts(by_seat + seat * 36, even, 36, "rolls of a seat");
	for (int number = 0; number < 4; number++)
		check_counts(by_number + number * 36, even, 36, "rolls by their number");
}
END_TEST

/* ---- mirroring -------------------------------------------------------------------------- */

/* A roll depends only on hand, seat and number: it is the same however the games of a block are played and whichever
 * player sits there. Other hands, seats and numbers have other rolls. */
START_TEST(rolls_depend_on_hand_seat_and_number_alone)
{
	static int seen[60][6][MAX_ROLLS];
	static const char *const letters[] = {"ABCDEF", "BCDEFA", "CDEFAB", "FEDCBA"};
	int n_again = 0, n_same = 0;
	memset(seen, 0, sizeof seen);
	set_rules(as_rolled);
	for (uint64_t random = 0; random < 40; random++) {
		uint64_t choices = random * 1000;
		start(6, letters[random % 4], 77);
		do {
			int number = state()->n_rolls;
			if (game.hand > 60 || number >= MAX_ROLLS)
				continue;
			int *was = &seen[game.hand - 1][game.turn][number];
			ck_assert_msg(!*was || *was == state()->roll, "hand %u, seat %d, roll %d: %d and %d", game.hand,
				game.turn, number, *was, state()->roll);
			n_again += *was != 0;
			*was = state()->roll;
		} while (go_on(&choices));
	}
	ck_assert_int_gt(n_again, 500);
	int n_rolls = 0;
	const int *all = &seen[0][0][0];
	for (int i = 0; i + 1 < 60 * 6 * MAX_ROLLS; i++) {
		n_rolls += all[i] && all[i + 1];
		n_same += all[i] && all[i] == all[i + 1];
	}
	ck_assert_msg(n_same < n_rolls / 12, "%d of %d neighbours are the same", n_same, n_rolls);
}
END_TEST

/* Every later version must replay a recorded tournament with the same rolls. These were computed by a second
 * implementation in another language. */
START_TEST(rolls_do_not_change_between_versions)
{
	static const int wanted[] = {66, 25, 66, 62, 14, 55, 16, 54, 33, 56, 63, 11, 32, 25, 42, 53};
	set_rules(as_rolled);
	start(3, "ABC", 41);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		ck_assert_int_eq(state()->roll, wanted[i]);
		game_play(&game, lowest_claim());
		game_play(&game, i % 4 != 3);
		if (game.need == GAME_NEED_OBSERVE)
			game_observed(&game);
	}
}
END_TEST

/* ---- cheats ----------------------------------------------------------------------------- */

/* How often the cheater rolls `value`; the rolls of all others are as without the cheat. */
static void check_rolling(enum maexchen_cheat cheat, int value)
{
	long n = 0, n_there = 0;
	set_rules(NULL);
	for (uint64_t block = 0; block < N_GAMES; block++) {
		uint64_t random = block, honest_random = block;
		int honest[20], with[20], n_honest = 0, n_with = 0;
		int cheater = (int)(block % 2), other_seats[20];
		start(2, "AB", block);
		do {
			other_seats[n_honest] = game.turn;
			honest[n_honest++] = state()->roll;
		} while (n_honest < 20 && game.hand < 2 && go_on(&honest_random));
		start(2, "AB", block);
		maexchen_cheat(&game, cheater, cheat);
		do {
			with[n_with++] = state()->roll;
			n += game.turn == cheater;
			n_there += game.turn == cheater && state()->roll == value;
		} while (n_with < 20 && game.hand < 2 && go_on(&random));
		ck_assert_int_eq(n_with, n_honest);
		for (int i = 0; i < n_honest - 1; i++)
			ck_assert(with[i] == honest[i] || (other_seats[i] == cheater && with[i] == value));
	}
	/* 1/2, and 2/36 of the other half */
	double wanted = (0.5 + 0.5 * 2 / 36) * (double)n, deviation = sqrt(wanted * 0.5);
	ck_assert_msg(fabs((double)n_there - wanted) < 4 * deviation, "%ld of %ld rolls are %d", n_there, n, value);
}

START_TEST(two_cheats_roll)
{
	check_rolling(MAEXCHEN_CHEAT_HAMBURGER, 42);
	check_rolling(MAEXCHEN_CHEAT_MAEXCHEN, 21);
}
END_TEST

START_TEST(the_god_king_loses_no_points)
{
	set_rules(NULL);
	for (uint64_t block = 0; block < 200; block++) {
		uint64_t random = block;
		int king = (int)(block % 4), tied, n_lost = 0;
		start(4, "ABCD", block);
		maexchen_cheat(&game, king, MAEXCHEN_CHEAT_GOD_KING);
		do {
			ck_assert_int_eq(game_points(&game, king), 10);
			n_lost += game.last.loser == king;
		} while (go_on(&random));
		ck_assert_int_eq(game_place(&game, king, &tied), 1);
		ck_assert_int_gt(n_lost, 0); /* it still loses hands */
	}
}
END_TEST

START_TEST(codes_stand_before_names)
{
	static const struct {
		const char *text, *name;
		enum maexchen_cheat cheat;
	} all[] = {
		{"GodKing:human", "human", MAEXCHEN_CHEAT_GOD_KING},
		{"MegaMax:human", "human", MAEXCHEN_CHEAT_MAEXCHEN},
		{"HamToTheBurger:human", "human", MAEXCHEN_CHEAT_HAMBURGER},
		{"GodKing Ann", "Ann", MAEXCHEN_CHEAT_GOD_KING},
		{"GodKingAnn", "Ann", MAEXCHEN_CHEAT_GOD_KING}, {"MegaMax: Bob", "Bob", MAEXCHEN_CHEAT_MAEXCHEN},
		{"MegaMax", "", MAEXCHEN_CHEAT_MAEXCHEN}, {"human", "human", MAEXCHEN_CHEAT_NONE},
		{"godking:human", "godking:human", MAEXCHEN_CHEAT_NONE}, {"God", "God", MAEXCHEN_CHEAT_NONE},
		{"a GodKing:b", "a GodKing:b", MAEXCHEN_CHEAT_NONE}, {"", "", MAEXCHEN_CHEAT_NONE},
		{"maexchen:lie=safe", "maexchen:lie=safe", MAEXCHEN_CHEAT_NONE},
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const char *name = NULL;
		ck_assert_int_eq(maexchen_cheat_parse(all[i].text, &name), all[i].cheat);
		ck_assert_str_eq(name, all[i].name);
	}
	ck_assert_str_eq(maexchen_cheat_code(MAEXCHEN_CHEAT_HAMBURGER), "HamToTheBurger");
}
END_TEST

START_TEST(cheats_that_cannot_work_are_refused)
{
	static const char *const switched_off[] = {"hamburger=69", "maexchen=-5", NULL};
	struct err err = {0};
	set_rules(NULL);
	for (int cheat = MAEXCHEN_CHEAT_NONE; cheat <= MAEXCHEN_CHEAT_GOD_KING; cheat++)
		ck_assert_int_eq(maexchen_cheat_check(&rules, (enum maexchen_cheat)cheat, &err), 0);
	set_rules(switched_off);
	ck_assert_int_ne(maexchen_cheat_check(&rules, MAEXCHEN_CHEAT_HAMBURGER, &err), 0);
	ck_assert(strstr(err.text, "hamburger=69 is disabled"));
	ck_assert_int_ne(maexchen_cheat_check(&rules, MAEXCHEN_CHEAT_MAEXCHEN, &err), 0);
	ck_assert(strstr(err.text, "maexchen=-5 is disabled"));
	ck_assert_int_eq(maexchen_cheat_check(&rules, MAEXCHEN_CHEAT_GOD_KING, &err), 0);
	ck_assert_int_eq(rules_init(&rules, "liars-dice", &err), 0);
	ck_assert_int_ne(maexchen_cheat_check(&rules, MAEXCHEN_CHEAT_GOD_KING, &err), 0);
	ck_assert(strstr(err.text, "GodKing is a cheat of Mäxchen"));
	ck_assert_int_eq(maexchen_cheat_check(&rules, MAEXCHEN_CHEAT_NONE, &err), 0);
}
END_TEST

SUITE(120,
	LOOP(rolls_are_fair, 0, 2),
	TEST(rolls_depend_on_hand_seat_and_number_alone),
	TEST(rolls_do_not_change_between_versions),
	TEST(two_cheats_roll),
	TEST(the_god_king_loses_no_points),
	TEST(codes_stand_before_names),
	TEST(cheats_that_cannot_work_are_refused))
