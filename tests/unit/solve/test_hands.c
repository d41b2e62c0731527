/* test_hands.c - the hands of a match in their order, and what a call is worth, against plain counting. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "solve/hands.h"
#include "solve/merged.h"

static struct rules rules_with(const char *variant, const char *settings)
{
	struct rules rules;
	struct err err = {0};
	char copy[100], *rest = copy;
	ck_assert_int_eq(rules_init(&rules, variant, &err), 0);
	snprintf(copy, sizeof copy, "%s", settings);
	for (char *setting; (setting = strsep(&rest, " ")) != NULL;)
		ck_assert_msg(!*setting || rules_set(&rules, setting, &err) == 0, "%s", err.text);
	return rules;
}

/* ---- calls ------------------------------------------------------------------------------ */

/* Dice of a holding that count for a face. */
static int matching(const uint8_t *count, const struct subgame *game, bool is_plain, int face)
{
	bool has_ones = game->wild == WILD_ONES || game->wild == WILD_JOKER || (game->wild == WILD_DROP && !is_plain);
	int wild = game->wild == WILD_HIGH ? game->faces : has_ones ? 1 : 0;
	return count[face] + (wild && wild != face ? count[wild] : 0);
}

static double worth_of_call(const struct subgame *game, const struct holdings *holdings, struct subgame_called called,
			    int player, const float *reach, int own)
{
	double sum = 0;
	int face = subgame_face(game, called.bid);
	for (int h = 0; h < holdings[!player].n; h++) {
		int n = matching(holdings[player].count[own], game, called.is_plain, face) +
			matching(holdings[!player].count[h], game, called.is_plain, face);
		int loser = n >= subgame_quantity(game, called.bid) ? called.caller : !called.caller;
		sum += (double)reach[h] * game->worth[called.caller][loser] * (player == 0 ? 1 : -1);
	}
	return sum;
}

/* For each kind of wild dice, with a limit above the dice on the table. */
START_TEST(a_call_is_worth_what_counting_says)
{
	struct subgame game = subgame_of(3, 2, 3, (enum liars_wild)_i);
	struct holdings holdings[2];
	game.limit = 7;
	memcpy(game.worth, (double[2][2]){{-3, 2}, {5, -7}}, sizeof game.worth);
	for (int player = 0; player < 2; player++)
		holdings_init(&holdings[player], &game, player);
	for (int k = 0; k < 8 * subgame_n_bids(&game); k++) {
		struct subgame_called called = {.bid = k / 8, .is_plain = k & 1, .caller = k >> 1 & 1};
		int player = k >> 2 & 1;
		_Alignas(16) float reach[16] = {0}, value[16];
		ck_assert(holdings[0].stride <= 16 && holdings[1].stride <= 16);
		for (int h = 0; h < holdings[!player].n; h++)
			reach[h] = holdings[!player].chance[h] * (float)(h + 1);
		subgame_call(&game, holdings, called, player, reach, value);
		for (int h = 0; h < holdings[player].n; h++)
			ck_assert_double_eq_tol((double)value[h],
						worth_of_call(&game, holdings, called, player, reach, h), 1e-4);
	}
	for (int player = 0; player < 2; player++)
		holdings_release(&holdings[player]);
}
END_TEST

START_TEST(ones_become_plain_with_the_first_bids)
{
	static const struct {
		enum liars_wild wild;
		bool was_plain;
		int n_bids, play;
		bool is_plain;
	} cases[] = {
		{WILD_DROP, false, 0, 11, true}, {WILD_DROP, false, 1, 21, true}, {WILD_DROP, false, 2, 11, false},
		{WILD_DROP, false, 0, 12, false}, {WILD_DROP, true, 5, 12, true}, {WILD_ONES, false, 0, 11, false},
		{WILD_HIGH, false, 1, 11, false},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct subgame game = subgame_of(2, 2, 6, cases[i].wild);
		ck_assert_int_eq(subgame_is_plain(&game, cases[i].was_plain, cases[i].n_bids,
						  subgame_bid(&game, cases[i].play)), cases[i].is_plain);
	}
}
END_TEST

/* ---- what can be solved ----------------------------------------------------------------- */

static const struct {
	const char *variant, *settings;
	int n_first, n_second;
	const char *complaint; /* NULL: it can be solved */
} hands_to_check[] = {
	{"liars-dice", "", 1, 1, NULL}, {"maexchen", "", 1, 1, "not in 'maexchen'"},
	{"perudo", "", 1, 1, "than 'perudo'"},
	{"liars-dice", "exact=others", 1, 1, "-r exact=off"}, {"wild", "ones_rule=perudo", 1, 1, "ones_rule=plain"},
	{"wild", "palifico=on", 1, 1, "palifico=off"}, {"liars-dice", "dice=2", 2, 2, NULL},
	{"liars-dice", "dice=2", 3, 1, "no player has 3 dice in 'liars-dice': add -r dice=3"},
	{"liars-dice", "dice=2", 1, 4, "no player has 4 dice in 'liars-dice': add -r dice=4"},
	{"liars-dice", "dice=10 faces=9 limit=start", 1, 1, NULL},
	{"liars-dice", "dice=11 faces=9 limit=start", 1, 1, "a hand with 198 different bids is too large"},
	{"liars-dice", "", 5, 5, NULL},
	{"liars-dice", "dice=7", 7, 7,
	 "a hand of 7 against 7 dice has 84 bids and needs 2.8 GB of memory; raise --memory"},
	{"liars-dice", "wild=joker", 2, 3, NULL}, {"liars-dice", "faces=2", 5, 5, NULL},
	{"liars-dice", "faces=9", 1, 2, NULL},
};

START_TEST(hands_are_checked)
{
	struct rules rules = rules_with(hands_to_check[_i].variant, hands_to_check[_i].settings);
	struct hands hands = {.rules = &rules, .most_bytes = 1e9};
	struct err err = {0};
	int failed = hands_check(&hands, hands_to_check[_i].n_first, hands_to_check[_i].n_second, &err);
	if (!hands_to_check[_i].complaint) {
		ck_assert_msg(!failed, "%s", err.text);
		return;
	}
	ck_assert(failed && err.code == EXIT_USAGE);
	ck_assert_msg(strstr(err.text, hands_to_check[_i].complaint), "%s", err.text);
}
END_TEST

START_TEST(the_limit_is_that_of_the_rules)
{
	struct rules rules = rules_with("liars-dice", "dice=5 limit=start");
	ck_assert_int_eq(subgame_of_rules(&rules, 1, 2).limit, 10);
	rules = rules_with("liars-dice", "dice=5 limit=table");
	ck_assert_int_eq(subgame_of_rules(&rules, 1, 2).limit, 3);
}
END_TEST

START_TEST(a_match_has_a_form)
{
	static const struct {
		const char *settings;
		enum solution_form form;
	} cases[] = {
		{"dice=2", SOLUTION_FORM_NEXT}, {"dice=1", SOLUTION_FORM_HAND},
		{"dice=2 starter=loser", SOLUTION_FORM_HAND},
		{"dice=2 loss=game", SOLUTION_FORM_HAND}, {"dice=2 loss=point rounds=3", SOLUTION_FORM_HAND},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct rules rules = rules_with("liars-dice", cases[i].settings);
		ck_assert_int_eq(hands_form(&rules), cases[i].form);
	}
}
END_TEST

/* ---- a match ---------------------------------------------------------------------------- */

enum { ITERATIONS = 100 };

/* Of a hand with three faces that is worth this. */
static double value_of(int n, int m, double if_0_calls_and_loses, double if_0_calls, double if_1_calls,
	double if_1_calls_and_loses)
{
	struct subgame game = subgame_of(n, m, 3, WILD_NONE);
	struct tree tree;
	memcpy(game.worth, (double[2][2]){{if_0_calls_and_loses, if_0_calls},
	{if_1_calls, if_1_calls_and_loses}}, sizeof game.worth);
	ck_assert_int_eq(tree_init(&tree, &game, 1e9, NULL), 0);
	while (tree.n_iterations < ITERATIONS)
		tree_iterate(&tree);
	double value = tree_bounds(&tree).value;
	tree_release(&tree);
	return value;
}

static void check_hand(const struct hands *hands, int at, int n, int m, double value)
{
	const struct solved_hand *solved = &hands->solved[at];
	ck_assert(solved->n_first == n && solved->n_second == m && !solved->is_merged &&
		  solved->n_iterations == ITERATIONS);
	ck_assert_double_eq_tol(solved->value, value, 1e-6);
	ck_assert(solved->exploitability >= 0 && solved->exploitability < 0.01);
}

/* Whoever loses the last die loses the match; the player after the caller opens the next hand. */
START_TEST(hands_of_a_match_follow_each_other)
{
	struct rules rules = rules_with("liars-dice", _i ? "dice=2 faces=3 starter=loser" : "dice=2 faces=3");
	struct hands hands = {.rules = &rules, .most_iterations = ITERATIONS, .most_bytes = 1e9};
	ck_assert_int_eq(hands_solve_match(&hands, NULL), 0);
	ck_assert_int_eq(hands.n_solved, 4);
	double v11 = value_of(1, 1, -1, 1, -1, 1);
	double v12 = _i ? value_of(1, 2, -1, 1, -1, 1) : value_of(1, 2, -1, -v11, -1, v11);
	double v21 = _i ? value_of(2, 1, -1, 1, -1, 1) : value_of(2, 1, -v11, 1, v11, 1);
	double v22 = _i ? value_of(2, 2, -1, 1, -1, 1) : value_of(2, 2, -v21, -v12, v12, v21);
	check_hand(&hands, 0, 1, 1, v11);
	check_hand(&hands, 1, 1, 2, v12);
	check_hand(&hands, 2, 2, 1, v21);
	check_hand(&hands, 3, 2, 2, v22);
	hands_release(&hands);
}
END_TEST

/* The iterations after which a hand is measured. */
struct measured {
	int n, at[20];
};

static void note(const struct solved_hand *hand, void *context)
{
	struct measured *measured = context;
	if (hand->exploitability >= 0)
		measured->at[measured->n++] = hand->n_iterations;
}

START_TEST(a_hand_is_measured_now_and_then)
{
	static const struct {
		int most_iterations;
		double accuracy;
		struct measured wanted;
	} cases[] = {
		{100, 0, {9, {10, 20, 30, 40, 50, 60, 72, 86, 100}}}, {25, 1e-9, {3, {10, 20, 25}}}, {7, 0, {1, {7}}},
		{100, 1, {1, {10}}},
	};
	struct rules rules = rules_with("liars-dice", "dice=2 faces=2 loss=game");
	struct measured measured = {0};
	struct hands hands = {.rules = &rules, .most_iterations = cases[_i].most_iterations,
		.accuracy = cases[_i].accuracy, .most_bytes = 1e9, .progress = note, .context = &measured};
	ck_assert_int_eq(hands_solve_match(&hands, NULL), 0); /* a single hand */
	ck_assert(hands.n_solved == 1 && hands.solved[0].n_first == 2 && hands.solved[0].n_second == 2);
	ck_assert_mem_eq(&measured, &cases[_i].wanted, sizeof measured);
	hands_release(&hands);
}
END_TEST

static void note_exploitability(const struct solved_hand *hand, void *context)
{
	if (hand->n_iterations == 20)
		*(double *)context = hand->exploitability;
}

START_TEST(a_hand_that_is_exact_enough_is_done)
{
	struct rules rules = rules_with("liars-dice", "dice=1 faces=3");
	double after_20 = 0;
	struct hands hands = {.rules = &rules, .most_iterations = 40, .most_bytes = 1e9,
		.progress = note_exploitability, .context = &after_20};
	ck_assert_int_eq(hands_solve_one(&hands, 1, 1, NULL), 0);
	ck_assert_int_eq(hands.solved[0].n_iterations, 40);
	hands_release(&hands);
	struct hands again = {.rules = &rules, .most_iterations = 40, .most_bytes = 1e9, .accuracy = after_20};
	ck_assert_int_eq(hands_solve_one(&again, 1, 1, NULL), 0);
	ck_assert_int_eq(again.solved[0].n_iterations, 20);
	hands_release(&again);
}
END_TEST

/* A hand is merged when its tree needs more memory than there is: a tree without bids above all dice, which these rules
 * allow. */
START_TEST(memory_decides_what_is_merged)
{
	struct rules rules = rules_with("liars-dice", "dice=2 faces=3");
	const struct subgame game = subgame_of(1, 1, 3, WILD_NONE);
	struct hands hands = {.rules = &rules, .most_iterations = 10, .most_bytes = tree_bytes(&game) - _i};
	ck_assert_int_eq(hands_solve_one(&hands, 1, 1, NULL), 0);
	ck_assert_int_eq(hands.solved[0].is_merged, _i);
	hands_release(&hands);
}
END_TEST

/* The value and the exploitability are those of the best responses in both seats. */
static void check_merged(const struct solved_hand *hand, int n_iterations)
{
	const struct subgame game = subgame_of(1, 1, 3, WILD_NONE);
	struct merged merged;
	double best[2];
	merged_init(&merged, &game, 2);
	while (merged.n_iterations < n_iterations)
		merged_iterate(&merged);
	const struct policy policy = merged_policy(&merged);
	for (int player = 0; player < 2; player++) {
		struct response response = {.game = &game, .holdings = merged.holdings, .policy = &policy,
			.player = player};
		ck_assert_int_eq(response_find(&response, NULL), 0);
		best[player] = response.value;
	}
	ck_assert_double_eq_tol(hand->value, (best[0] - best[1]) / 2, 1e-9);
	ck_assert_double_eq_tol(hand->exploitability, (best[0] + best[1]) / 2, 1e-9);
	merged_release(&merged);
}

/* Merged states have an end of their own. */
START_TEST(a_large_hand_is_merged)
{
	struct rules rules = rules_with("liars-dice", "dice=1 faces=3");
	struct measured measured = {0};
	struct hands hands = {.rules = &rules, .most_iterations = _i, .most_bytes = 10, .progress = note,
		.context = &measured};
	ck_assert_int_eq(hands_solve_one(&hands, 1, 1, NULL), 0);
	ck_assert(hands.n_solved == 1 && hands.solved[0].is_merged && measured.n == 1);
	ck_assert_int_eq(measured.at[0], _i < MERGED_MOST_ITERATIONS ? _i : MERGED_MOST_ITERATIONS);
	ck_assert_double_eq_tol(hands.solved[0].value, -1 / 9.0, 0.01);
	ck_assert(hands.solved[0].exploitability >= 0 && hands.solved[0].exploitability < 0.02);
	check_merged(&hands.solved[0], measured.at[0]);
	hands_release(&hands);
}
END_TEST

START_TEST(a_stopped_hand_is_not_kept)
{
	static const volatile sig_atomic_t stop = 1;
	struct rules rules = rules_with("liars-dice", "dice=2 faces=2");
	struct hands hands = {.rules = &rules, .most_iterations = 100, .most_bytes = _i ? 10 : 1e9, .stop = &stop};
	ck_assert_int_eq(hands_solve_match(&hands, NULL), 0);
	ck_assert_int_eq(hands.n_solved, 0);
	ck_assert_int_eq(hands_solve_one(&hands, 1, 1, NULL), 0);
	ck_assert_int_eq(hands.n_solved, 0);
	hands_release(&hands);
}
END_TEST

SUITE(300,
	LOOP(a_call_is_worth_what_counting_says, WILD_NONE, WILD_HIGH + 1),
	TEST(ones_become_plain_with_the_first_bids),
	LOOP(hands_are_checked, 0, COUNT(hands_to_check)),
	TEST(the_limit_is_that_of_the_rules),
	TEST(a_match_has_a_form),
	LOOP(hands_of_a_match_follow_each_other, 0, 2),
	LOOP(a_hand_is_measured_now_and_then, 0, 4),
	TEST(a_hand_that_is_exact_enough_is_done),
	LOOP(memory_decides_what_is_merged, 0, 2),
	LOOP(a_large_hand_is_merged, 200, 202),
	LOOP(a_large_hand_is_merged, 399, 402),
	LOOP(a_stopped_hand_is_not_kept, 0, 2))
