/* test_game_dice.c - the dice are fair, independent, and a function of block, hand and seat. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/dice.h"
#include "game/game.h"
#include "game/view.h"

enum { N_DICE_ROLLED = 1000000 };

/* Fails if chi-square of these counts, all equally likely, is beyond the 1 in 10,000 quantile on either side (Wilson &
 * Hilferty's approximation). The key is fixed, so the result is always the same. */
static void check_uniform(const long *count, int n_cells, const char *what, int faces)
{
	double total = 0, chi2 = 0, z = 3.72, df = n_cells - 1;
	for (int i = 0; i < n_cells; i++)
		total += (double)count[i];
	for (int i = 0; i < n_cells; i++) {
		double off = (double)count[i] - total / n_cells;
		chi2 += off * off / (total / n_cells);
	}
	double high = df * pow(1 - 2 / (9 * df) + z * sqrt(2 / (9 * df)), 3);
	double low = df > 2 ? df * pow(1 - 2 / (9 * df) - z * sqrt(2 / (9 * df)), 3) : 0;
	ck_assert_msg(chi2 < high && chi2 >= low, "%s, %d faces: chi-square %.1f of %d cells is not in %.1f to %.1f",
		what, faces, chi2, n_cells, low, high);
	ck_assert_msg(total >= N_DICE_ROLLED, "%s: only %.0f were counted", what, total);
}

static struct rng_key test_key(void)
{
	return rng_key_derive(rng_key_of_seed("fair dice"), RNG_DICE);
}

START_TEST(each_face_is_as_likely)
{
	int faces = _i;
	long by_face[GAME_MAX_FACES] = {0}, by_place[GAME_MAX_DICE * GAME_MAX_FACES] = {0};
	for (uint32_t hand = 0; hand < N_DICE_ROLLED / GAME_MAX_DICE; hand++) {
		uint8_t dice[GAME_MAX_DICE];
		dice_roll(rng_word(test_key(), 7, hand), (int)hand % GAME_MAX_SEATS, GAME_MAX_DICE, faces, dice);
		for (int k = 0; k < GAME_MAX_DICE; k++) {
			if (dice[k] < 1 || dice[k] > faces) /* asserting each die would take too long */
				ck_abort_msg("%d was rolled", dice[k]);
			by_face[dice[k] - 1]++;
			by_place[k * faces + dice[k] - 1]++;
		}
	}
	check_uniform(by_face, faces, "faces", faces);
	check_uniform(by_place, GAME_MAX_DICE * faces, "faces by position", faces);
}
END_TEST

START_TEST(each_seat_is_as_lucky)
{
	int faces = _i;
	long by_seat[GAME_MAX_SEATS * GAME_MAX_FACES] = {0};
	for (uint64_t block = 0; block < N_DICE_ROLLED / (5 * GAME_MAX_SEATS) + 1; block++) {
		for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
			uint8_t dice[5];
			dice_roll(rng_word(test_key(), block, 0), seat, 5, faces, dice);
			for (int k = 0; k < 5; k++)
				by_seat[seat * faces + dice[k] - 1]++;
		}
	}
	check_uniform(by_seat, GAME_MAX_SEATS * faces, "faces by seat", faces);
}
END_TEST

/* Pairs of adjacent dice: dice of one seat, and the same die of two seats, two hands or two blocks. */
START_TEST(dice_do_not_depend_on_each_other)
{
	int faces = _i;
	long within[81] = {0}, seats[81] = {0}, hands[81] = {0}, blocks[81] = {0}, across_words[81] = {0};
	for (uint32_t n = 0; n < N_DICE_ROLLED; n++) {
		uint8_t a[10], b[1], c[1], d[1];
		uint64_t block = n / 10;
		uint32_t hand = n % 10 * 2;
		dice_roll(rng_word(test_key(), block * 2, hand), 0, 10, faces, a);
		dice_roll(rng_word(test_key(), block * 2, hand), 1, 1, faces, b);
		dice_roll(rng_word(test_key(), block * 2, hand + 1), 0, 1, faces, c);
		dice_roll(rng_word(test_key(), block * 2 + 1, hand), 0, 1, faces, d);
		within[(a[0] - 1) * faces + a[1] - 1]++;
		across_words[(a[7] - 1) * faces + a[8] - 1]++;
		seats[(a[0] - 1) * faces + b[0] - 1]++;
		hands[(a[0] - 1) * faces + c[0] - 1]++;
		blocks[(a[0] - 1) * faces + d[0] - 1]++;
	}
	check_uniform(within, faces * faces, "neighbouring dice", faces);
	check_uniform(across_words, faces * faces, "dice 8 and 9", faces);
	check_uniform(seats, faces * faces, "neighbouring seats", faces);
	check_uniform(hands, faces * faces, "neighbouring hands", faces);
	check_uniform(blocks, faces * faces, "neighbouring blocks", faces);
}
END_TEST

START_TEST(packed_dice_are_the_same_dice)
{
	int faces = _i;
	for (int n = 0; n <= GAME_MAX_DICE; n++) {
		for (uint64_t word = 0; word < 200; word++) {
			uint8_t dice[GAME_MAX_DICE];
			int showing[GAME_MAX_FACES + 1] = {0};
			uint64_t hand_word = rng_mix(word), packed = dice_roll_packed(hand_word, 3, n, faces);
			dice_roll(hand_word, 3, n, faces, dice);
			for (int k = 0; k < n; k++)
				showing[dice[k]]++;
			for (int face = 1; face <= GAME_MAX_FACES; face++)
				ck_assert_int_eq(dice_showing(packed, face), showing[face]);
			ck_assert_int_eq(dice_at_least(packed, 1), n);
		}
	}
}
END_TEST

/* Dice of two seats, computed by a second implementation in another language. Every later version must replay a
 * recorded tournament with the same dice. */
START_TEST(dice_do_not_change_between_versions)
{
	static const uint8_t wanted[2][9] = {{2, 3, 2, 5, 2, 6, 4, 1, 2}, {6, 4, 2, 6, 6, 6, 6, 1, 2}};
	for (int seat = 0; seat < 2; seat++) {
		uint8_t dice[9];
		dice_roll(rng_word(test_key(), 41, 5), seat * 25, 9, 6, dice);
		ck_assert_mem_eq(dice, wanted[seat], 9);
	}
}
END_TEST

static void view_in(struct game_view *view, char (*buffer)[4096], int n_seats)
{
	view->history = buffer[0];
	view->shown = buffer[1];
	for (int seat = 0; seat < n_seats; seat++)
		view->hands[seat] = buffer[2 + seat];
}

/* In the n games of a block with n seats, the dice of a seat are the same, whichever player sits there. */
START_TEST(rotations_of_a_block_see_the_same_dice)
{
	static char buffer[2 + GAME_MAX_SEATS][4096];
	static struct game first, game;
	struct game_view view = {0};
	struct rules rules;
	struct err err;
	int n = _i;
	ck_assert_int_eq(rules_init(&rules, "liars-dice", &err), 0);
	view_in(&view, buffer, n);
	for (int rotation = 0; rotation < n; rotation++) {
		char letters[GAME_MAX_SEATS];
		for (int seat = 0; seat < n; seat++)
			letters[seat] = (char)('A' + (seat + rotation) % n);
		game_start(&game, &rules, n, letters, (struct dice_source){test_key(), 12}, &view);
		for (int hand = 0; hand < 3; hand++) {
			if (rotation == 0 && hand == 0)
				first = game;
			for (int seat = 0; seat < n; seat++) {
				uint8_t dice[GAME_MAX_DICE], raw[5];
				int showing[7] = {0};
				int n_dice = game_dice(&game, seat, dice);
				dice_roll(rng_word(test_key(), 12, (uint32_t)hand), seat, n_dice, 6, raw);
				for (int k = 0; k < n_dice; k++)
					showing[raw[k]]++, showing[dice[k]]--;
				for (int face = 1; face <= 6; face++)
					ck_assert_int_eq(showing[face], 0);
				if (hand == 0)
					ck_assert_uint_eq(game.seat[seat].dice, first.seat[seat].dice);
			}
			game_play(&game, 0); /* there is no bid to call, so this loses the hand */
			game_observed(&game);
		}
	}
}
END_TEST

/* The words that some seat's many dice come from are not those of another seat. */
START_TEST(many_dice_determine_no_others)
{
	static char buffer[2 + 2][4096];
	static struct game game;
	struct game_view view = {0};
	struct rules rules;
	struct err err;
	struct rng_block block = rng_block(test_key(), 12);
	int n_dice = _i;
	char setting[20];
	ck_assert_int_eq(rules_init(&rules, "liars-dice", &err) || rules_set(&rules, "faces=9", &err), 0);
	snprintf(setting, sizeof setting, "dice=%d", n_dice);
	ck_assert_int_eq(rules_set(&rules, setting, &err), 0);
	view_in(&view, buffer, 2);
	game_start(&game, &rules, 2, "AB", (struct dice_source){test_key(), 12}, &view);
	const uint64_t words[] = {dice_hand_word(&block, 0), dice_seat_word(&block, 0, 0),
		dice_seat_word(&block, 0, 1)};
	bool knows_own[2] = {false}, knows_both = false;
	for (int i = 0; i < 3; i++) {
		bool is_of[2];
		for (int seat = 0; seat < 2; seat++) {
			is_of[seat] = game.seat[seat].dice == dice_roll_packed(words[i], seat, n_dice, 9);
			knows_own[seat] |= is_of[seat];
		}
		knows_both |= is_of[0] && is_of[1];
	}
	ck_assert(knows_own[0] && knows_own[1]);
	ck_assert_int_eq(knows_both, n_dice <= DICE_WORD);
}
END_TEST

START_TEST(other_blocks_have_other_dice)
{
	int n_same = 0;
	for (uint64_t block = 0; block < 1000; block++) {
		uint8_t a[10], b[10];
		dice_roll(rng_word(test_key(), block, 0), 0, 10, 6, a);
		dice_roll(rng_word(test_key(), block + 1, 0), 0, 10, 6, b);
		n_same += memcmp(a, b, 10) == 0;
	}
	ck_assert_int_eq(n_same, 0);
}
END_TEST

START_TEST(integers_are_written_as_printf_does)
{
	static const int odd[] = {-2147483647 - 1, -2147483647, 2147483647, -1, -10, 1000000000, 999999999, 100000};
	for (int i = -2000; i < 20000 + (int)(sizeof odd / sizeof *odd); i++) {
		int value = i < 20000 ? i : odd[i - 20000];
		char wanted[32], got[32];
		snprintf(wanted, sizeof wanted, "%d", value);
		*encode_int(got, value) = '\0';
		ck_assert_str_eq(got, wanted);
	}
}
END_TEST

SUITE(120,
	LOOP(each_face_is_as_likely, 2, GAME_MAX_FACES + 1),
	LOOP(each_seat_is_as_lucky, 2, GAME_MAX_FACES + 1),
	LOOP(dice_do_not_depend_on_each_other, 2, GAME_MAX_FACES + 1),
	LOOP(packed_dice_are_the_same_dice, 2, GAME_MAX_FACES + 1),
	TEST(dice_do_not_change_between_versions),
	LOOP(rotations_of_a_block_see_the_same_dice, 2, GAME_MAX_SEATS + 1),
	LOOP(many_dice_determine_no_others, 7, GAME_MAX_DICE + 1),
	TEST(other_blocks_have_other_dice),
	TEST(integers_are_written_as_printf_does))
