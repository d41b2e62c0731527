/* test_luck.c - the mean of what the dice favour is 0, whatever is played; and what stats/control.h makes of it. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "match/luck.h"

enum { N_GAMES = 6000, MOST = 4 };

static const struct {
	const char *variant, *setting;
	int n_seats;
} kinds[] = {{"liars-dice", "dice=5", 2}, {"wild", "dice=3", 2}, {"perudo", "dice=3", 3}, {"round-table", "dice=4", 4},
	{"liars-dice", "faces=3", 3}};

/* A play that depends on the own dice: the next bid on the favourite face, or a call when it is far above what is
 * held. */
static int play_of(const struct game *game, int seat)
{
	uint8_t dice[GAME_MAX_DICE];
	int n = game_dice(game, seat, dice), most = 0, face = 1;
	for (int i = 0, run = 0; i < n; i++) {
		run = i && dice[i] == dice[i - 1] ? run + 1 : 1;
		if (run > most) {
			most = run;
			face = dice[i];
		}
	}
	for (int play = 11; play <= 10 * (most + 1) + face; play++)
		if (play % 10 == face && game_is_legal(game, play, NULL))
			return play;
	return 0;
}

static void play_game(const struct rules *rules, int n_seats, uint64_t block, struct luck *luck)
{
	static char history[4096], shown[4096], hands[MOST][4096];
	struct game_view view = {.history = history, .shown = shown};
	struct game game;
	for (int seat = 0; seat < n_seats; seat++)
		view.hands[seat] = hands[seat];
	game_start(&game, rules, n_seats, "ABCD", (struct dice_source){rng_key_of_seed("luck"), block}, &view);
	luck_add(luck, &game, 0, 0);
	while (game.need != GAME_NEED_OVER) {
		uint32_t hand = game.hand;
		if (game.need == GAME_NEED_PLAY)
			game_play(&game, play_of(&game, game.turn));
		else
			game_observed(&game);
		if (game.hand != hand)
			luck_add(luck, &game, 0, 0);
	}
}

START_TEST(the_mean_of_every_term_is_0)
{
	struct rules rules;
	int n_seats = kinds[_i].n_seats, n = luck_players(n_seats) * LUCK_TERMS;
	ck_assert_int_eq(rules_init(&rules, kinds[_i].variant, NULL), 0);
	ck_assert_int_eq(rules_set(&rules, kinds[_i].setting, NULL), 0);
	struct luck *luck = luck_new(&rules, n_seats, 1);
	double sum[MOST * LUCK_TERMS] = {0}, squares[MOST * LUCK_TERMS] = {0};
	for (uint64_t game = 0; game < N_GAMES; game++) {
		float terms[MOST * LUCK_TERMS] = {0};
		play_game(&rules, n_seats, game, luck);
		for (int seat = 0; seat < luck_players(n_seats); seat++)
			luck_end(luck, 0, seat, true, terms + seat * LUCK_TERMS);
		luck_flush(luck);
		for (int i = 0; i < n; i++) {
			sum[i] += terms[i];
			squares[i] += (double)terms[i] * terms[i];
		}
	}
	for (int i = 0; i < n; i++)
		ck_assert_msg(fabs(sum[i]) <= 4.5 * sqrt(squares[i]), "term %d: %g, standard error %g", i,
			      sum[i] / N_GAMES, sqrt(squares[i]) / N_GAMES);
	luck_free(luck);
}
END_TEST

/* Counts a rotation that starts again only once and adds the later rotations, also while hands of several lanes wait
 * for their comparison. */
START_TEST(terms_are_those_of_whole_rotations)
{
	struct rules rules;
	float terms[3][LUCK_TERMS], sum[LUCK_TERMS];
	ck_assert_int_eq(rules_init(&rules, "liars-dice", NULL), 0);
	struct luck *luck = luck_new(&rules, 2, 1);
	for (uint64_t game = 0; game < 2; game++) {
		play_game(&rules, 2, game, luck);
		luck_end(luck, 0, 0, true, terms[game]);
	}
	play_game(&rules, 2, 2, luck);
	luck_forget(luck, 0);
	for (uint64_t game = 0; game < 2; game++) {
		play_game(&rules, 2, game, luck);
		luck_end(luck, 0, 0, game == 0, terms[2]);
	}
	luck_flush(luck);
	for (int i = 0; i < LUCK_TERMS; i++)
		sum[i] = terms[1][i] + terms[0][i];
	ck_assert_mem_eq(sum, terms[2], sizeof sum);
	luck_free(luck);
}
END_TEST

/* x is 3 times the first term, less 2 times the second, and noise. */
START_TEST(what_terms_explain_is_removed)
{
	enum { N = 2, UNITS = 20000 };
	int64_t sums[CONTROL_SUMS(N)] = {0};
	uint64_t state = 1;
	for (int unit = 0; unit < UNITS; unit++) {
		int64_t a = (int64_t)(rng_next(&state) % 201) - 100, b = (int64_t)(rng_next(&state) % 201) - 100;
		int64_t noise = (int64_t)(rng_next(&state) % 201) - 100,
			number[N + 1] = {1000 + 3 * a - 2 * b + noise, a, b};
		for (int i = 0; i <= N; i++) {
			sums[i] += number[i];
			for (int j = 0; j <= i; j++)
				sums[CONTROL_PRODUCT(N, i, j)] += number[i] * number[j];
		}
	}
	struct control control = control_fit(N, sums, UNITS, 0.5);
	ck_assert_double_eq_tol(control.remaining, 1.0 / 14, 0.003);
	ck_assert_double_eq_tol(control.shift, 0.5 * (3.0 * (double)sums[1] - 2.0 * (double)sums[2]) / UNITS, 0.02);
	ck_assert_double_eq(control_fit(N, sums, N * CONTROL_LEAST - 1, 0.5).remaining, 1);
}
END_TEST

/* The other player of two has the sums of the first with exchanged terms, and won the rest. */
START_TEST(two_players_are_corrected_alike)
{
	enum { N = 1000 };
	static float terms[N * LUCK_TERMS], share[N];
	int64_t one[LUCK_SUMS] = {0}, other[LUCK_SUMS] = {0};
	uint64_t state = 2;
	for (int i = 0; i < N * LUCK_TERMS; i++)
		terms[i] = (float)(rng_next(&state) % 1000) / 500 - 1;
	for (int i = 0; i < N; i++)
		share[i] = terms[i * LUCK_TERMS] + terms[i * LUCK_TERMS + 7] > 0 ? 1 : 0.5F;
	luck_sum(terms, LUCK_TERMS, share, N, 2, one, other);
	struct control a = control_fit(LUCK_TERMS, one, N, LUCK_SHARE),
		b = control_fit(LUCK_TERMS, other, N, LUCK_SHARE);
	ck_assert_double_lt(a.remaining, 0.6);
	ck_assert_double_eq_tol(a.remaining, b.remaining, 1e-9);
	ck_assert_double_eq_tol(a.shift, -b.shift, 1e-9);
}
END_TEST

SUITE(0, LOOP(the_mean_of_every_term_is_0, 0, COUNT(kinds)), TEST(terms_are_those_of_whole_rotations),
      TEST(what_terms_explain_is_removed), TEST(two_players_are_corrected_alike))
