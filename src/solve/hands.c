/* hands.c - solves the hands of a game by dynamic programming (hands.h), and makes the merged solver a policy. */
#include "solve/hands.h"

#include "solve/merged.h"

static bool is_stopped(const struct hands *hands)
{
	return hands->stop && *hands->stop;
}

static void show(const struct hands *hands, const struct solved_hand *solved)
{
	if (hands->progress)
		hands->progress(solved, hands->context);
}

static int solve_tree(struct hands *hands, const struct subgame *game, struct solved_hand *solved, struct err *err)
{
	struct tree tree;
	if (tree_init(&tree, game, hands->most_bytes, err))
		return -1;
	for (int next = 10; !is_stopped(hands); next += next / 5 > 10 ? next / 5 : 10) {
		next = next < hands->most_iterations ? next : hands->most_iterations;
		while (tree.n_iterations < next && !is_stopped(hands))
			tree_iterate(&tree);
		struct bounds bounds = tree_bounds(&tree);
		solved->value = bounds.value;
		solved->exploitability = bounds.exploitability;
		solved->n_iterations = tree.n_iterations;
		show(hands, solved);
		if ((hands->accuracy > 0 && bounds.exploitability <= hands->accuracy) ||
		    tree.n_iterations == hands->most_iterations)
			break;
	}
	solution_draft_tree(&hands->draft, &tree);
	tree_release(&tree);
	return 0;
}

static int measure(const struct hands *hands, struct merged *merged, struct solved_hand *solved)
{
	struct policy policy = merged_policy(merged);
	double best[2] = {0};
	solved->is_at_least = merged->n_bids > TREE_MAX_BIDS;
	if (solved->is_at_least) {
		solved->value = merged_value(merged);
		solved->exploitability = (merged_respond(merged, 0) + merged_respond(merged, 1)) / 2;
		return 0;
	}
	for (int player = 0; player < 2; player++) {
		struct response response = {
			.game = &merged->game, .holdings = merged->holdings, .policy = &policy, .player = player,
			.stop = hands->stop,
		};
		if (response_find(&response, NULL))
			return -1;
		best[player] = response.value;
	}
	solved->value = (best[0] - best[1]) / 2;
	solved->exploitability = (best[0] + best[1]) / 2;
	return 0;
}

static int solve_merged(struct hands *hands, const struct subgame *game, struct solved_hand *solved)
{
	struct merged merged;
	merged_init(&merged, game, merged_memory(game));
	int most = merged_iterations(&merged, MERGED_WORK, MERGED_LEAST_ITERATIONS, MERGED_MOST_ITERATIONS);
	most = hands->most_iterations < most ? hands->most_iterations : most;
	solved->exploitability = -1;
	while (merged.n_iterations < most && !is_stopped(hands)) {
		merged_iterate(&merged);
		solved->n_iterations = merged.n_iterations;
		show(hands, solved);
	}
	int failed = is_stopped(hands) ? 0 : measure(hands, &merged, solved);
	show(hands, solved);
	solution_draft_merged(&hands->draft, &merged);
	merged_release(&merged);
	return failed;
}

static int solve(struct hands *hands, const struct subgame *game, struct err *err)
{
	struct solved_hand solved = {.n_first = game->n_dice[0], .n_second = game->n_dice[1]};
	solved.is_merged = tree_bytes(game) > hands->most_bytes;
	hands->draft.faces = hands->rules->value[LIARS_FACES];
	hands->draft.wild = (enum liars_wild)hands->rules->value[LIARS_WILD];
	int failed = solved.is_merged ? solve_merged(hands, game, &solved) : solve_tree(hands, game, &solved, err);
	if (failed || is_stopped(hands))
		return failed;
	*MEM_APPEND(hands->solved, hands->n_solved) = solved;
	return 0;
}

int hands_check(const struct hands *hands, int n_first, int n_second, struct err *err)
{
	if (subgame_check(hands->rules, n_first, n_second, err))
		return -1;
	struct subgame game = subgame_within(hands->rules, n_first, n_second);
	double bytes = subgame_n_bids(&game) <= TREE_MAX_BIDS ? 0 : merged_bytes(&game, merged_memory(&game));
	if (bytes <= hands->most_bytes)
		return 0;
	return err_set(err, EXIT_USAGE,
		       "a hand of %d against %d dice has %d bids and needs %.1f GB of memory; raise --memory, or solve "
		       "fewer dice by --dice or -r dice=N", n_first, n_second, subgame_n_bids(&game),
		       bytes / (1 << 30));
}

int hands_solve_one(struct hands *hands, int n_first, int n_second, struct err *err)
{
	struct subgame game = subgame_within(hands->rules, n_first, n_second);
	return solve(hands, &game, err);
}

enum solution_form hands_form(const struct rules *rules)
{
	bool is_match = rules->value[LIARS_LOSS] == LOSS_DIE && rules->value[LIARS_DICE] > 1;
	return is_match && rules->value[LIARS_STARTER] == STARTER_NEXT ? SOLUTION_FORM_NEXT : SOLUTION_FORM_HAND;
}

static double value_of(const struct hands *hands, int n_first, int n_second)
{
	for (int i = 0; i < hands->n_solved; i++)
		if (hands->solved[i].n_first == n_first && hands->solved[i].n_second == n_second)
			return hands->solved[i].value;
	bug("a hand of %d against %d dice has not been solved", n_first, n_second);
}

/* Returns the worth to player 0 of the rest of the game after `caller` has called. `loser` loses a die, and the player
 * who did not call opens the next hand. */
static double worth_of_rest(const struct hands *hands, const struct subgame *game, int caller, int loser)
{
	int n[2] = {game->n_dice[0] - (loser == 0), game->n_dice[1] - (loser == 1)};
	if (n[loser] == 0)
		return loser == 0 ? -1 : 1;
	return caller == 1 ? value_of(hands, n[0], n[1]) : -value_of(hands, n[1], n[0]);
}

int hands_solve_match(struct hands *hands, struct err *err)
{
	int most = hands->rules->value[LIARS_DICE];
	hands->draft.form = hands_form(hands->rules);
	if (hands->rules->value[LIARS_LOSS] != LOSS_DIE)
		return hands_solve_one(hands, most, most, err);
	for (int sum = 2; sum <= 2 * most; sum++)
		for (int n = sum - most > 1 ? sum - most : 1; n <= most && n < sum && !is_stopped(hands); n++) {
			struct subgame game = subgame_within(hands->rules, n, sum - n);
			for (int caller = 0; caller < 2 && hands->draft.form == SOLUTION_FORM_NEXT; caller++)
				for (int loser = 0; loser < 2; loser++)
					game.worth[caller][loser] = worth_of_rest(hands, &game, caller, loser);
			if (solve(hands, &game, err))
				return -1;
		}
	return 0;
}

void hands_release(struct hands *hands)
{
	free(hands->solved);
	solution_draft_release(&hands->draft);
}

static int mix(void *context, const struct line *line, const float *reach, struct mixture *mixture, struct err *err)
{
	const struct merged *merged = context;
	uint32_t state = 0;
	for (int i = 0; i < line->n_bids; i++)
		state = merged_after(merged, state, line->bid[i]);
	int n = merged_n_actions(merged, state), stride = mixture->stride;
	AUTO_FREE float *rows = NEW_ARRAY(float, (size_t)(n * stride));
	merged_mix(merged, state, rows);
	for (int k = 0; k < n; k++)
		memcpy(mixture_row(mixture, merged_action(merged, state, k) + 1), rows + k * stride,
		       (size_t)stride * sizeof(float));
	return 0;
}

struct policy merged_policy(struct merged *merged)
{
	return (struct policy){mix, merged};
}
