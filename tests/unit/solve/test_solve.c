/* test_solve.c - the values of small hands, and the exploitability of solved strategies. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "arena_dice.h"
#include "solve/merged.h"
#include "solve/tree.h"

struct known {
	int n, m, faces;
	enum liars_wild wild;
	int n_iterations;
	double value;
};

/* Published values: Thomas Ahle's exact solutions (none, joker), OpenSpiel's liars_dice (high). */
static const struct known known_values[] = {
	{1, 1, 2, WILD_NONE, 10000, 0},
	{2, 1, 2, WILD_NONE, 5000, 1 / 4.0},
	{1, 1, 3, WILD_NONE, 300, -1 / 9.0},
	{1, 1, 6, WILD_NONE, 1000, -1 / 9.0},
	{1, 1, 6, WILD_JOKER, 1000, -7 / 327.0},
	{1, 1, 6, WILD_HIGH, 1200, -7 / 258.0},
	{2, 1, 6, WILD_JOKER, 250, 7 / 27.0},
	{1, 2, 6, WILD_JOKER, 250, -5 / 54.0},
};

static void solve(struct tree *tree, const struct subgame *game, int n_iterations)
{
	struct err err = {0};
	ck_assert_msg(tree_init(tree, game, 1e9, &err) == 0, "%s", err.text);
	for (int i = 0; i < n_iterations; i++)
		tree_iterate(tree);
}

START_TEST(has_the_published_value)
{
	const struct known *known = &known_values[_i];
	struct subgame game = subgame_of(known->n, known->m, known->faces, known->wild);
	struct tree tree;
	solve(&tree, &game, known->n_iterations);
	struct bounds bounds = tree_bounds(&tree);
	ck_assert_double_eq_tol(bounds.value, known->value, 1e-4);
	ck_assert_double_ge(bounds.exploitability, 0);
	ck_assert_double_lt(bounds.exploitability, 1e-4);
	tree_release(&tree);
}
END_TEST

/* With worth 2 and -1 for the opener, whichever player calls, it is the same hand: 1.5 times the value plus one
 * half. */
START_TEST(worth_scales_the_value)
{
	struct subgame game = subgame_of(1, 1, 3, WILD_NONE);
	struct tree tree;
	for (int caller = 0; caller < 2; caller++) {
		game.worth[caller][0] = -1;
		game.worth[caller][1] = 2;
	}
	solve(&tree, &game, 300);
	ck_assert_double_eq_tol(tree_bounds(&tree).value, 0.5 - 1.5 / 9, 1e-4);
	tree_release(&tree);
}
END_TEST

/* Before any iteration both players play all actions with equal probability. NashConv in OpenSpiel: 1.561488646384. */
START_TEST(uniform_play_is_as_exploitable_as_published)
{
	struct subgame game = subgame_of(1, 1, 6, WILD_HIGH);
	struct tree tree;
	solve(&tree, &game, 0);
	ck_assert_double_eq_tol(2 * tree_bounds(&tree).exploitability, 1.561488646384, 1e-6);
	tree_release(&tree);
}
END_TEST

START_TEST(a_large_hand_is_refused)
{
	struct subgame game = subgame_of(5, 5, 6, WILD_NONE);
	struct tree tree;
	struct err err = {0};
	ck_assert_int_ne(tree_init(&tree, &game, 1e9, &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
}
END_TEST

START_TEST(bids_and_plays_agree)
{
	static const enum liars_wild wild[] = {WILD_NONE, WILD_JOKER};
	struct subgame game = subgame_of(2, 3, 6, wild[_i]);
	int last = 0, n = 0;
	for (int play = -20; play < 100; play++) {
		int bid = subgame_bid(&game, play);
		if (bid < 0)
			continue;
		ck_assert_int_eq(bid, n++);
		ck_assert_int_eq(subgame_play(&game, bid), play);
		ck_assert_int_gt(play, last);
		last = play;
	}
	ck_assert_int_eq(n, subgame_n_bids(&game));
	ck_assert_int_eq(n, wild[_i] == WILD_NONE ? 30 : 25);
}
END_TEST

/* In perudo and palifico hands the solver and the robots have the same bids in the same order. */
START_TEST(bids_follow_as_in_perudo)
{
	struct subgame game = subgame_of(_i / 2, 3, 6, WILD_ONES);
	struct dice_view view = {.faces = 6, .lowest = 1, .limit = game.limit};
	game.is_perudo = view.is_perudo = _i % 2;
	game.is_palifico = view.is_palifico = !game.is_perudo;
	for (int last = -1; last < subgame_n_bids(&game); last++) {
		view.last = last < 0 ? 0 : subgame_play(&game, last);
		ck_assert_int_eq(last < 0 ? -1 : subgame_bid(&game, view.last), last);
		for (int bid = 0; bid < subgame_n_bids(&game); bid++)
			ck_assert_msg(subgame_may_follow(&game, last, bid) ==
				      dice_is_legal(&view, subgame_play(&game, bid)), "%d after %d",
				      subgame_play(&game, bid), view.last);
	}
}
END_TEST

/* The holding with these counts by face; -1 when there is none. */
static int find_holding(const struct holdings *holdings, int faces, const uint8_t *count)
{
	for (int h = 0; h < holdings->n; h++)
		if (memcmp(holdings->count[h] + 1, count + 1, (size_t)faces) == 0)
			return h;
	return -1;
}

START_TEST(holdings_are_all_rolls)
{
	struct subgame game = subgame_of(3, 1, 6, WILD_ONES);
	struct holdings holdings;
	holdings_init(&holdings, &game, 0);
	double sum = 0;
	for (int h = 0; h < holdings.n; h++) {
		ck_assert_int_eq(find_holding(&holdings, 6, holdings.count[h]), h);
		sum += (double)holdings.chance[h];
	}
	ck_assert_int_eq(holdings.n, 56);
	ck_assert_double_eq_tol(sum, 1, 1e-6);
	uint8_t count[GAME_MAX_FACES + 1] = {[1] = 1, [4] = 2};
	int h = find_holding(&holdings, 6, count);
	ck_assert_double_eq_tol((double)holdings.chance[h], 3 / 216.0, 1e-7);
	ck_assert_int_eq(holdings.match[0][4][h], 3);
	ck_assert_int_eq(holdings.match[0][1][h], 1);
	ck_assert_int_eq(holdings.match[1][4][h], 3); /* only wild=drop makes ones plain; see below */
	holdings_release(&holdings);
}
END_TEST

/* ---- merged states -------------------------------------------------------------------------- */

static void count_ending(const struct ending *ending, void *context)
{
	double *sums = context;
	sums[0] += ending->chance;
	sums[1] += ending->worth;
}

/* The best response achieves the value that it reports. */
static void check_played(const struct response *response)
{
	double sums[2] = {0};
	struct response_visitor visitor = {.ended = count_ending, .context = sums};
	ck_assert_int_eq(response_play(response, &visitor, NULL), 0);
	ck_assert_double_eq_tol(sums[0], 1, 1e-5);
	ck_assert_double_eq_tol(sums[1], response->value, 1e-5);
}

struct merging {
	int n, m, memory, n_iterations;
	enum liars_wild wild;
	double value, most; /* most: upper bound of the exploitability */
};

static const struct merging mergings[] = {
	{1, 1, 3, 300, WILD_NONE, -1 / 9.0, 0.0005},
	{2, 1, 2, 100, WILD_NONE, 0.2748, 0.0025},
	{1, 1, 2, 300, WILD_HIGH, -7 / 258.0, 0.015},
	{1, 1, 2, 300, WILD_DROP, 0, 0.05},
};

/* With perfect recall they would be equilibria; the best response measures the cost of the limited memory. */
START_TEST(merged_states_lose_little)
{
	const struct merging *merging = &mergings[_i];
	struct subgame game = subgame_of(merging->n, merging->m, 6, merging->wild);
	struct merged merged;
	double exploitability = 0;
	merged_init(&merged, &game, merging->memory);
	for (int i = 0; i < merging->n_iterations; i++)
		merged_iterate(&merged);
	if (merging->wild != WILD_DROP)
		ck_assert_double_eq_tol(merged_value(&merged), merging->value, 0.006);
	struct policy policy = merged_policy(&merged);
	for (int player = 0; player < 2; player++) {
		struct response response = {.game = &game, .holdings = merged.holdings, .policy = &policy,
			.player = player, .is_kept = true};
		ck_assert_int_eq(response_find(&response, NULL), 0);
		exploitability += response.value / 2;
		check_played(&response);
		response_release(&response);
	}
	ck_assert_double_ge(exploitability, 0);
	ck_assert_double_lt(exploitability, merging->most);
	double least = (merged_respond(&merged, 0) + merged_respond(&merged, 1)) / 2;
	ck_assert_double_le(least, exploitability + 1e-6);
	ck_assert_double_ge(least, 0.5 * exploitability);
	merged_release(&merged);
}
END_TEST

static double value_with(struct subgame *game, bool has_exact, double exact)
{
	struct merged merged;
	game->has_exact = has_exact;
	game->exact[0] = exact;
	game->exact[1] = -exact;
	merged_init(&merged, game, 2);
	for (int i = 0; i < 200; i++)
		merged_iterate(&merged);
	double value = merged_value(&merged);
	merged_release(&merged);
	return value;
}

/* It changes nothing when it always loses, and something when it wins. */
START_TEST(exact_is_a_play)
{
	struct subgame game = subgame_of(1, 1, 3, WILD_NONE);
	ck_assert_double_eq_tol(value_with(&game, false, 0), -1 / 9.0, 0.001);
	ck_assert_double_eq_tol(value_with(&game, true, -1), -1 / 9.0, 0.001);
	ck_assert_double_eq_tol(value_with(&game, true, 1), 0, 0.001);
}
END_TEST

/* With one die each the opener bids the own face, and loses only if the other holds it too and raises. */
START_TEST(palifico_keeps_the_face)
{
	struct subgame game = subgame_of(1, 1, 6, WILD_NONE);
	game.is_palifico = true;
	ck_assert_double_eq_tol(value_with(&game, false, 0), 1 - 2 / 6.0, 0.001);
}
END_TEST

/* ---- best responses ------------------------------------------------------------------------- */

/* It opens with one bid or illegally, later it calls or plays illegally, each half of the time with any dice. */
struct clumsy {
	int opening;
	int n_asked;
};

static int mix_clumsily(void *context, const struct line *line, const float *reach, struct mixture *mixture,
			struct err *err)
{
	struct clumsy *clumsy = context;
	clumsy->n_asked++;
	if (line->n_bids > 5)
		return err_set(err, EXIT_ROBOT, "a line of %d bids", line->n_bids);
	for (int h = 0; h < mixture->stride; h++) {
		mixture_row(mixture, line->n_bids ? 0 : clumsy->opening + 1)[h] += reach[h] > 0 ? 0.5F : 0;
		mixture_row(mixture, 5)[h] += reach[h] > 0 ? 0.5F : 0;
	}
	return 0;
}

struct endings {
	double chance[2], worth[2]; /* by is_illegal */
	int n, n_chosen;
};

static void add_ending(const struct ending *ending, void *context)
{
	struct endings *endings = context;
	ck_assert_int_eq(ending->actor, ending->line->n_bids % 2);
	ck_assert_double_gt(ending->chance, 0);
	endings->chance[ending->is_illegal] += ending->chance;
	endings->worth[ending->is_illegal] += ending->worth;
	endings->n++;
}

static void add_choice(const struct line *line, const float *own, const uint8_t *best, void *context)
{
	ck_assert_int_eq(line->n_bids, ((struct endings *)context)->n_chosen ? 2 : 1);
	/* a raise to 12: true with a two, and after an opening of 11 as good as any with a one */
	for (int h = 0; h < 2; h++)
		ck_assert(own[h] > 0 && best[h] == 2);
	((struct endings *)context)->n_chosen++;
}

/* The worth to player 0 when 0 calls and loses, when 0 calls and 1 loses, and so on. */
static const double uneven[2][2] = {{-2, 1}, {-1, 3}};

/* One die each, two faces. The policy opens with 11 or illegally, which costs it 2. Then the responder bids 12. With a
 * two that is true, so a call and an illegal play cost the policy 2. With a one it is true half of the time, else the
 * responder loses 1: (2 + (2 - 1) / 2) / 2 = 1.25. So the value is 2 / 2 + (2 + 1.25) / 4. */
START_TEST(a_response_wins_from_illegal_plays)
{
	struct subgame game = subgame_of(1, 1, 2, WILD_NONE);
	struct holdings holdings[2];
	struct clumsy clumsy = {0};
	const struct policy policy = {mix_clumsily, &clumsy};
	struct endings endings = {0};
	struct response_visitor visitor = {add_ending, add_choice, &endings};
	memcpy(game.worth, uneven, sizeof game.worth);
	for (int player = 0; player < 2; player++)
		holdings_init(&holdings[player], &game, player);
	struct response response = {.game = &game, .holdings = holdings, .policy = &policy, .player = 1,
		.is_kept = true};
	ck_assert_int_eq(response_find(&response, NULL), 0);
	ck_assert_double_eq_tol(response.value, 1.8125, 1e-6);
	ck_assert(!response.is_cut_short && response.n_states > 2);
	ck_assert_int_eq(response_play(&response, &visitor, NULL), 0);
	ck_assert_double_eq_tol(endings.chance[true], 0.75, 1e-6);
	ck_assert_double_eq_tol(endings.worth[true], 1.5, 1e-6);
	ck_assert_double_eq_tol(endings.chance[false], 0.25, 1e-6);
	ck_assert_double_eq_tol(endings.worth[false], 0.3125, 1e-6);
	ck_assert_int_eq(endings.n, 3);
	ck_assert_int_eq(endings.n_chosen, 1);
	/* A bid that the policy did not make before is called: with a two it is true, which costs 3; else half of the
	 * time. */
	clumsy.opening = 1;
	endings = (struct endings){0};
	visitor.chooses = NULL;
	ck_assert_int_eq(response_play(&response, &visitor, NULL), 0);
	ck_assert_double_eq_tol(endings.chance[true], 0.5, 1e-6);
	ck_assert_double_eq_tol(endings.chance[false], 0.5, 1e-6);
	ck_assert_double_eq_tol(endings.worth[false], 0.5 * (-3 - 1) / 2, 1e-6);
	response_release(&response);
	for (int player = 0; player < 2; player++)
		holdings_release(&holdings[player]);
}
END_TEST

/* It opens with what it holds: a call by the policy costs 1, and an illegal play 3. */
START_TEST(a_response_opens)
{
	struct subgame game = subgame_of(1, 1, 2, WILD_NONE);
	struct holdings holdings[2];
	struct clumsy clumsy = {0};
	const struct policy policy = {mix_clumsily, &clumsy};
	static const volatile sig_atomic_t stop = 1;
	game.worth[0][0] = -2;
	game.worth[0][1] = 5;
	game.worth[1][0] = -1;
	game.worth[1][1] = 3;
	for (int player = 0; player < 2; player++)
		holdings_init(&holdings[player], &game, player);
	struct response response = {.game = &game, .holdings = holdings, .policy = &policy};
	ck_assert_int_eq(response_find(&response, NULL), 0);
	ck_assert_double_eq_tol(response.value, 3, 1e-6);
	response_release(&response);
	response = (struct response){.game = &game, .holdings = holdings, .policy = &policy, .stop = &stop};
	ck_assert_int_eq(response_find(&response, NULL), 0);
	ck_assert(response.is_cut_short);
	ck_assert_uint_eq(response.n_states, 1);
	for (int player = 0; player < 2; player++)
		holdings_release(&holdings[player]);
}
END_TEST

static int mix_not(void *context, const struct line *line, const float *reach, struct mixture *mixture, struct err *err)
{
	(void)line, (void)reach;
	return ++*(int *)context < 3 ? mixture_row(mixture, 0)[0] = 1, 0 : err_set(err, EXIT_ROBOT, "it fails");
}

START_TEST(an_error_of_the_policy_ends_the_search)
{
	struct subgame game = subgame_of(1, 1, 2, WILD_NONE);
	struct holdings holdings[2];
	int n_asked = 0;
	const struct policy policy = {mix_not, &n_asked};
	struct err err = {0};
	for (int player = 0; player < 2; player++)
		holdings_init(&holdings[player], &game, player);
	struct response response = {.game = &game, .holdings = holdings, .policy = &policy};
	ck_assert_int_ne(response_find(&response, &err), 0);
	ck_assert_str_eq(err.text, "it fails");
	ck_assert_int_eq(n_asked, 3);
	for (int player = 0; player < 2; player++)
		holdings_release(&holdings[player]);
}
END_TEST

/* Each of the 30 actions in the tree of four bids has a regret and an average for whole vectors of holdings. */
START_TEST(trees_have_a_size)
{
	struct subgame game = subgame_of(1, 1, 2, WILD_NONE);
	struct tree tree;
	struct err err = {0};
	ck_assert_double_eq(tree_bytes(&game), 2 * 30 * 4 * sizeof(float));
	ck_assert_int_eq(tree_init(&tree, &game, 960, &err), 0);
	tree_release(&tree);
	ck_assert_int_ne(tree_init(&tree, &game, 959, &err), 0);
	ck_assert_str_eq(err.text, "a hand of 1 against 1 dice with 4 bids is too large to be solved exactly");
	game = subgame_of(12, 1, 2, WILD_NONE); /* 26 bids */
	ck_assert_double_lt(tree_bytes(&game), HUGE_VAL);
	game = subgame_of(2, 1, 9, WILD_NONE); /* 27 */
	ck_assert_double_eq(tree_bytes(&game), HUGE_VAL);
}
END_TEST

SUITE(300,
	LOOP(has_the_published_value, 0, COUNT(known_values)),
	TEST(worth_scales_the_value),
	TEST(uniform_play_is_as_exploitable_as_published),
	TEST(a_large_hand_is_refused),
	LOOP(bids_and_plays_agree, 0, 2),
	LOOP(bids_follow_as_in_perudo, 2, 12),
	TEST(holdings_are_all_rolls),
	TEST(exact_is_a_play),
	TEST(palifico_keeps_the_face),
	TEST(a_response_wins_from_illegal_plays),
	TEST(a_response_opens),
	TEST(an_error_of_the_policy_ends_the_search),
	TEST(trees_have_a_size),
	LOOP(merged_states_lose_little, 0, COUNT(mergings)))
