/* make_table.c - computes champion's table: make_table FILE [DICE], with hands of up to DICE dice each (default 5).
 *
 * Each hand of a match of two players is solved near equilibrium (solve/merged.h), those with few dice first: the worth
 * of the end of a hand is the value of the next hand, in which the bidder opens. The result has the same bytes in every
 * run: no clock, no threads, and a fixed number of iterations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "robots/champion/table.h"
#include "solve/merged.h"

/* How long a hand is solved: iterations times its size, within limits; together about two minutes. */
static const double work = 1e9;
enum { LEAST_ITERATIONS = 16, MOST_ITERATIONS = 400 };

/* Hands of up to this many dice remember two faces, larger ones one. */
enum { DICE_WITH_TWO_FACES = 5 };

/* A weight of 1 in WEIGHTS is the least that is stored; the rest of a mixture is dropped. */
enum { WEIGHTS = 255, LEAST_WEIGHT = 5 };

/* The value of the match to the player who opens a hand with n dice against m: -1 to 1. */
static double value_of[TABLE_DICE + 1][TABLE_DICE + 1];

/* The worth of the match to player 0 when `opener` opens the next hand with these dice. */
static double worth_of(int n, int m, int opener)
{
	if (n == 0 || m == 0)
		return n == 0 ? -1 : 1;
	return opener == 0 ? value_of[n][m] : -value_of[m][n];
}

static struct subgame hand_of(int n, int m)
{
	struct subgame hand = subgame_of(n, m, TABLE_FACES, WILD_NONE);
	for (int caller = 0; caller < 2; caller++)
		for (int loser = 0; loser < 2; loser++)
			hand.worth[caller][loser] = worth_of(n - (loser == 0), m - (loser == 1), !caller);
	return hand;
}

static int n_iterations(const struct merged *merged)
{
	double size = 0;
	for (uint32_t i = 0; i < merged->n_states; i++)
		size += merged_n_actions(merged, i);
	int n = (int)(work / (size * merged->holdings[0].stride * merged->holdings[1].stride));
	return n < LEAST_ITERATIONS ? LEAST_ITERATIONS : n > MOST_ITERATIONS ? MOST_ITERATIONS : n;
}

static void put_u32(struct str *to, size_t at, size_t value)
{
	for (int i = 0; i < 4; i++)
		to->text[at + (size_t)i] = (char)(value >> 8 * i & 255);
}

static void put_zeros(struct str *to, size_t n)
{
	while (n-- > 0)
		str_add_n(to, "", 1);
}

/* One holding's mixture over the actions of a state; column `h` of rows of `stride`. */
static void put_mixture(struct str *to, const struct merged *merged, uint32_t state, const float *rows, int h)
{
	int n_actions = merged_n_actions(merged, state), stride = merged->holdings[merged->states[state].actor].stride;
	unsigned char bytes[1 + 2 * (SUBGAME_MAX_BIDS + 1)];
	int n = 0;
	for (int k = 0; k < n_actions; k++) {
		int weight = (int)lrintf(rows[k * stride + h] * WEIGHTS);
		if (weight < LEAST_WEIGHT)
			continue;
		bytes[1 + 2 * n] = (unsigned char)(merged_action(merged, state, k) + 1);
		bytes[2 + 2 * n++] = (unsigned char)weight;
	}
	bytes[0] = (unsigned char)n;
	str_add_n(to, (const char *)bytes, 1 + 2 * (size_t)n);
}

/* The average of a state; for a holding that never reached it, the mixture of the last iteration. */
static void put_state(struct str *to, const struct merged *merged, uint32_t number)
{
	const struct merged_state *state = &merged->states[number];
	const struct holdings *holdings = &merged->holdings[state->actor];
	int n = merged_n_actions(merged, number), stride = holdings->stride;
	const float *average = merged->average + state->at, *mix = merged->mix + state->at;
	AUTO_FREE float *rows = NEW_ARRAY(float, (size_t)(n * stride));
	merged_mix(merged, number, rows);
	for (int h = 0; h < holdings->n; h++) {
		float sum = 0;
		for (int k = 0; k < n; k++)
			sum += average[k * stride + h];
		put_mixture(to, merged, number, sum > REGRET_LEAST ? rows : mix, h);
	}
}

/* The plays of one player of a hand. */
static void put_role(struct str *to, const struct merged *merged, int role)
{
	int n = merged->game.n_dice[role], m = merged->game.n_dice[!role];
	size_t at = to->length + 4;
	put_u32(to, table_root(n, m, role), to->length);
	put_zeros(to, 4 + 4 * (size_t)table_n_states(merged->memory, n, m));
	put_u32(to, at - 4, (size_t)merged->memory);
	for (uint32_t i = 0; i < merged->n_states; i++) {
		const struct merged_state *state = &merged->states[i];
		if (state->actor != role)
			continue;
		put_u32(to, at + 4 * table_state(merged->memory, state->bid, state->face), to->length);
		put_state(to, merged, i);
	}
}

static void solve(struct str *to, int n, int m)
{
	struct subgame hand = hand_of(n, m);
	struct merged merged;
	merged_init(&merged, &hand, n + m <= DICE_WITH_TWO_FACES ? 2 : 1);
	for (int left = n_iterations(&merged); left > 0; left--)
		merged_iterate(&merged);
	put_role(to, &merged, 0);
	put_role(to, &merged, 1);
	value_of[n][m] = merged_value(&merged);
	put_u32(to, table_worth(n, m), (size_t)lrint((1 + value_of[n][m]) * TABLE_ONE));
	printf("%d against %d dice: %d iterations, the opener wins %.4f\n", n, m, merged.n_iterations, (1 + value_of[n][m]) / 2);
	merged_release(&merged);
}

static int write_file(const char *path, const struct str *table, struct err *err)
{
	struct output output;
	if (output_open(&output, path, err))
		return err->code;
	output_add(&output, table->text, table->length);
	return output_close(&output, err);
}

int main(int argc, char **argv)
{
	AUTO_STR struct str table = {0};
	struct err err = {0};
	long long most = TABLE_DICE;
	if (argc < 2 || argc > 3 || (argc == 3 && !str_to_int(argv[2], 1, TABLE_DICE, &most))) {
		fprintf(stderr, "usage: make_table FILE [DICE]\n");
		return EXIT_USAGE;
	}
	str_add(&table, TABLE_MAGIC);
	put_zeros(&table, TABLE_HEADER - table.length);
	for (int dice = 2; dice <= 2 * most; dice++)
		for (int n = dice - 1; n >= 1; n--)
			if (n <= most && dice - n <= most)
				solve(&table, n, dice - n);
	if (write_file(argv[1], &table, &err)) {
		fprintf(stderr, "make_table: %s\n", err.text);
		return err.code;
	}
	return 0;
}
