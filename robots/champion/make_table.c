/* make_table.c - computes champion's table, with hands of up to DICE dice each (default 5), by make_table FILE [DICE
 * [ITERATIONS]], or an answer to a population in some variants, by make_table FILE answer VALUES VARIANT,... WEIGHT
 * DICE ROBOT[:key=value]...
 *
 * Each hand of a match of two players is solved near equilibrium (solve/merged.h), those with few dice first, because
 * the worth of the end of a hand is the value of the next hand, in which the bidder opens. The result has the same
 * bytes in every run, because there are no clocks or threads, and the number of iterations is fixed.
 *
 * An answer is a restricted Nash response (Johanson, Zinkevich & Bowling 2008): the best play of a hand if the opponent
 * is one of the robots with the chance WEIGHT, and otherwise knows this play and answers it. The worth of the end of a
 * hand is that of the table in the file VALUES. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "robots/champion/population.h"
#include "robots/champion/table.h"
#include "solve/merged.h"

/* How long a hand is solved: the number of iterations times its size, within limits. All hands together take about five
 * minutes. */
static double work = MERGED_WORK;
static const double work_of_answer = 2.5e9;
enum { LEAST_ITERATIONS_OF_ANSWER = 40 };
static long long most_iterations = MERGED_MOST_ITERATIONS; /* the tests use fewer, for a rough table */

/* Probabilities are stored in units of 1/WEIGHTS; plays below LEAST_WEIGHT units are left out. */
enum { WEIGHTS = 255, LEAST_WEIGHT = 5 };

/* The value of the match, -1 to 1, to the player who opens a hand with n dice against m. */
static double value_of[N_TABLE_SETS][TABLE_DICE + 1][TABLE_DICE + 1];

static int most_dice; /* of one player */

_Static_assert((int)DICE_WILD_ONES == (int)WILD_ONES && (int)DICE_WILD_DROP == (int)WILD_DROP,
	       "wild has the same numbers");

/* Returns the worth of the match to player 0 if `opener` opens the next hand, which is of this set, with these dice. */
static double worth_of(int set, int n, int m, int opener)
{
	if (n == 0 || m == 0)
		return n == 0 ? -1 : 1;
	return opener == 0 ? value_of[set][n][m] : -value_of[set][m][n];
}

/* Returns the worth after a hand of n against m that `loser` loses. In perudo the first hand with one die is a palifico
 * hand. */
static double worth_of_loss(int set, int n, int m, int caller, int loser)
{
	int left[2] = {n - (loser == 0), m - (loser == 1)}, next = set == TABLE_PALIFICO ? TABLE_PERUDO : set;
	if (next == TABLE_PERUDO && left[loser] == 1)
		next = TABLE_PALIFICO;
	return worth_of(next, left[0], left[1], table_rules[set].starter == DICE_STARTER_LOSER ? loser : !caller);
}

/* Returns the worth after a hand in which `caller` says "exact" and is right. Hands with more dice are solved later, so
 * the worth is that of the same dice in the variant `wild`, which differs little. */
static double worth_of_exact(int n, int m, int caller)
{
	int left[2] = {n + (caller == 0), m + (caller == 1)};
	if (left[caller] > most_dice)
		left[caller] = most_dice;
	return worth_of(TABLE_WILD, left[0], left[1], caller);
}

static struct subgame hand_of(int set, int n, int m)
{
	const struct table_rules *rules = &table_rules[set];
	struct subgame hand = subgame_of(n, m, TABLE_FACES,
					 rules->is_palifico ? WILD_NONE : (enum liars_wild)rules->wild);
	hand.is_palifico = rules->is_palifico;
	hand.is_perudo = rules->ones_rule == DICE_ONES_PERUDO && !rules->is_palifico;
	hand.has_exact = rules->exact == DICE_EXACT_GAIN;
	for (int caller = 0; caller < 2; caller++) {
		hand.exact[caller] = worth_of_exact(n, m, caller);
		for (int loser = 0; loser < 2; loser++)
			hand.worth[caller][loser] = worth_of_loss(set, n, m, caller, loser);
	}
	return hand;
}

static int n_iterations(const struct merged *merged)
{
	int least = merged->fixed ? LEAST_ITERATIONS_OF_ANSWER : MERGED_LEAST_ITERATIONS;
	return merged_iterations(merged, work, least, (int)most_iterations);
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

static unsigned char action_byte(const struct merged *merged, int action)
{
	if (action < 0)
		return action == MERGED_EXACT ? TABLE_EXACT : 0;
	return (unsigned char)(table_bid(subgame_play(&merged->game, action)) + 1);
}

/* A holding that reaches a state in less than this share of games counts as never reaching it by the table's plays. */
static const double least_reach = 0.005;

/* Adds the mixture of one holding over the actions of a state, which is column `h` of rows of `stride`. */
static void put_mixture(struct str *to, const struct merged *merged, uint32_t state, const float *rows, int h)
{
	int n_actions = merged_n_actions(merged, state), stride = merged->holdings[merged->states[state].actor].stride;
	unsigned char bytes[1 + 2 * (SUBGAME_MAX_BIDS + 2)];
	int n = 0;
	for (int k = 0; k < n_actions; k++) {
		int weight = (int)lrintf(rows[k * stride + h] * WEIGHTS);
		if (weight < LEAST_WEIGHT)
			continue;
		bytes[1 + 2 * n] = action_byte(merged, merged_action(merged, state, k));
		bytes[2 + 2 * n++] = (unsigned char)weight;
	}
	bytes[0] = (unsigned char)(n == 1 ? TABLE_SINGLE + bytes[1] : n);
	str_add_n(to, (const char *)bytes, n == 1 ? 1 : 1 + 2 * (size_t)n);
}

/* Returns the sum of the weights of all iterations in the average (merged.c). */
static double all_weights(const struct merged *merged)
{
	double sum = 0;
	for (int t = 1; t <= merged->n_iterations; t++)
		sum += (double)t * t;
	return sum;
}

/* Adds `n` holdings without plays. */
static void put_gap(struct str *to, int n)
{
	for (; n > 0; n -= TABLE_LONGEST_GAP) {
		char byte = (char)(TABLE_GAP + (n < TABLE_LONGEST_GAP ? n : TABLE_LONGEST_GAP));
		str_add_n(to, &byte, 1);
	}
}

/* Adds the average strategy of a state, for the holdings that reach it. Returns false if no holding does. */
static bool put_state(struct str *to, const struct merged *merged, uint32_t number)
{
	const struct merged_state *state = &merged->states[number];
	const struct holdings *holdings = &merged->holdings[state->actor];
	int n = merged_n_actions(merged, number), stride = holdings->stride;
	const float *average = merged->average + state->at;
	AUTO_FREE float *rows = NEW_ARRAY(float, (size_t)(n * stride));
	int gap = 0;
	merged_mix(merged, number, rows);
	for (int h = 0; h < holdings->n; h++) {
		double sum = 0;
		for (int k = 0; k < n; k++)
			sum += (double)average[k * stride + h];
		if (sum < least_reach * all_weights(merged) * (double)holdings->chance[h]) {
			gap++;
			continue;
		}
		put_gap(to, gap);
		put_mixture(to, merged, number, rows, h);
		gap = 0;
	}
	if (gap == holdings->n)
		return false;
	put_gap(to, gap);
	return true;
}

/* Adds the plays of one player of a hand. */
static void put_role(struct str *to, int set, const struct merged *merged, int role)
{
	int n = merged->game.n_dice[role], m = merged->game.n_dice[!role];
	size_t at = to->length + 4;
	put_u32(to, table_root(set, n, m, role), to->length);
	put_zeros(to, 4 + 4 * (size_t)table_n_states(merged->memory, n, m));
	put_u32(to, at - 4, (size_t)merged->memory);
	for (uint32_t i = 0; i < merged->n_states; i++) {
		const struct merged_state *state = &merged->states[i];
		int bid = state->bid < 0 ? -1 : table_bid(subgame_play(&merged->game, state->bid));
		if (state->actor != role)
			continue;
		size_t begin = to->length;
		if (put_state(to, merged, i))
			put_u32(to, at + 4 * table_state(merged->memory, bid, state->face, state->is_plain), begin);
	}
}

static void solve(struct str *to, int set, int n, int m)
{
	struct subgame hand = hand_of(set, n, m);
	struct merged merged;
	merged_init(&merged, &hand, merged_memory(&hand));
	for (int left = n_iterations(&merged); left > 0; left--)
		merged_iterate(&merged);
	put_role(to, set, &merged, 0);
	put_role(to, set, &merged, 1);
	double value = value_of[set][n][m] = merged_value(&merged);
	put_u32(to, table_worth(set, n, m), (size_t)lrint((1 + value) * TABLE_ONE));
	printf("%s: %d against %d dice: %d iterations, the opener wins %.4f\n", table_rules[set].name, n, m,
	       merged.n_iterations, (1 + value) / 2);
	fflush(stdout);
	merged_release(&merged);
}

/* Solves the sets from `first` to `last`, hands with few dice first. The opener of a palifico hand has one die. */
static void solve_sets(struct str *to, int first, int last)
{
	for (int dice = 2; dice <= 2 * most_dice; dice++)
		for (int set = first; set <= last; set++)
			for (int n = table_rules[set].is_palifico ? 1 : dice - 1; n >= 1; n--)
				if (n <= most_dice && dice - n <= most_dice)
					solve(to, set, n, dice - n);
}

/* ---- an answer to a population -------------------------------------------------------- */

struct population {
	double weight;
	struct member members[MOST_ROBOTS];
	int n_members;
};

static void answer_hand(struct str *to, int set, int n, int m, const struct population *population)
{
	struct subgame hand = hand_of(set, n, m);
	for (int role = 0; role < 2; role++) {
		struct merged merged;
		merged_init(&merged, &hand, merged_memory(&hand));
		float *mix = merged_restrict(&merged, !role, population->weight);
		population_mix(population->members, population->n_members, &merged, !role, table_rules[set].name, mix);
		for (int left = n_iterations(&merged); left > 0; left--)
			merged_iterate(&merged);
		put_role(to, set, &merged, role);
		printf("%s: the %s of %d against %d dice: %d iterations\n", table_rules[set].name,
		       role ? "other" : "opener", n, m, merged.n_iterations);
		fflush(stdout);
		merged_release(&merged);
	}
}

/* Reads the values of the match from the header of a table, computed or coded. */
static int read_values(const char *path, struct err *err)
{
	uint8_t header[TABLE_HEADER];
	FILE *file = fopen(path, "rb");
	bool is_read = file && fread(header, sizeof header, 1, file) == 1;
	if (file)
		fclose(file);
	if (!is_read)
		return err_set(err, EXIT_USAGE, "cannot read a table from '%s'", path);
	for (int set = 0; set < N_TABLE_SETS; set++)
		for (int n = 1; n <= TABLE_DICE; n++)
			for (int m = 1; m <= TABLE_DICE; m++)
				value_of[set][n][m] =
					((double)table_u32(header + table_worth(set, n, m)) - TABLE_ONE) / TABLE_ONE;
	return 0;
}

static void put_values(struct str *to, int set)
{
	for (int n = 1; n <= TABLE_DICE; n++)
		for (int m = 1; m <= TABLE_DICE; m++)
			put_u32(to, table_worth(set, n, m), (size_t)lrint((1 + value_of[set][n][m]) * TABLE_ONE));
}

/* Adds the answers in the hands of a set, in the order of solve_sets. */
static void answer_set(struct str *to, int set, const struct population *population)
{
	for (int dice = 2; dice <= 2 * most_dice; dice++)
		for (int n = dice - 1; n >= 1; n--)
			if (n <= most_dice && dice - n <= most_dice)
				answer_hand(to, set, n, dice - n, population);
}

/* Reads variants separated by commas. Robots cannot be told that a hand is palifico, so those hands have no answer. */
static bool read_variants(const char *text, bool *is_answered)
{
	size_t n_read = 0;
	for (int set = 0; set < TABLE_PALIFICO; set++) {
		const char *name = table_rules[set].name, *at = strstr(text, name);
		is_answered[set] = at != NULL;
		n_read += at ? strlen(name) + (n_read > 0) : 0;
	}
	return n_read > 0 && n_read == strlen(text);
}

static int answer(struct str *to, char **argv, int argc, struct err *err)
{
	struct population population = {0};
	long long most = 0;
	char *end;
	bool is_answered[TABLE_PALIFICO];
	if (!read_variants(argv[1], is_answered))
		return err_set(err, EXIT_USAGE, "there is no table for one of the variants '%s'", argv[1]);
	population.weight = strtod(argv[2], &end);
	if (*end || !(population.weight >= 0 && population.weight <= 1) || !str_to_int(argv[3], 1, TABLE_DICE, &most))
		return err_set(err, EXIT_USAGE, "WEIGHT is from 0 to 1, and DICE from 1 to %d", TABLE_DICE);
	if (read_values(argv[0], err))
		return err->code;
	for (int i = 0; i < N_TABLE_SETS; i++)
		put_values(to, i);
	for (int i = 4; i < argc; i++)
		if (population.n_members == MOST_ROBOTS ||
		    !member_load(&population.members[population.n_members++], argv[i]))
			return err_set(err, EXIT_USAGE, "cannot load the robot '%s'", argv[i]);
	most_dice = (int)most;
	work = work_of_answer;
	for (int set = 0; set < TABLE_PALIFICO; set++)
		if (is_answered[set])
			answer_set(to, set, &population);
	return 0;
}

static int write_file(const char *path, const struct str *table, struct err *err)
{
	struct out_file output;
	if (file_open(&output, path, err))
		return err->code;
	file_add(&output, table->text, table->length);
	return file_close(&output, err);
}

int main(int argc, char **argv)
{
	AUTO_STR struct str table = {0};
	struct err err = {0};
	long long most = TABLE_DICE;
	bool is_answer = argc > 7 && strcmp(argv[2], "answer") == 0;
	if (!is_answer && (argc < 2 || argc > 4 || (argc > 2 && !str_to_int(argv[2], 1, TABLE_DICE, &most)) ||
	    (argc > 3 && !str_to_int(argv[3], MERGED_LEAST_ITERATIONS, MERGED_MOST_ITERATIONS, &most_iterations)))) {
		fprintf(stderr, "usage: make_table FILE [DICE [ITERATIONS]]\n"
				"       make_table FILE answer VALUES VARIANT,... WEIGHT DICE ROBOT[:key=value]...\n");
		return EXIT_USAGE;
	}
	str_add(&table, TABLE_COMPUTED);
	put_zeros(&table, TABLE_HEADER - table.length);
	most_dice = (int)most;
	if (!is_answer) {
		solve_sets(&table, TABLE_LIARS_DICE, TABLE_TOURNEY);
		solve_sets(&table, TABLE_PERUDO, TABLE_PALIFICO);
	}
	if ((is_answer && answer(&table, argv + 3, argc - 3, &err)) || write_file(argv[1], &table, &err)) {
		fprintf(stderr, "make_table: %s\n", err.text);
		return err.code;
	}
	return 0;
}
