/* tree.c - regret minimisation over the whole public tree of a hand (tree.h). */
#include "solve/tree.h"

#include <math.h>

static int n_actions_after(int n_bids, int bid)
{
	return n_bids - 1 - bid + (bid >= 0);
}

/* Computes rows[bid + 1][actor] from the highest bid down; rows[0] is the whole tree. */
static void lay_out(size_t rows[TREE_MAX_BIDS + 1][2], int n_bids, const int stride[2])
{
	for (int bid = n_bids - 1; bid >= -1; bid--)
		for (int actor = 0; actor < 2; actor++) {
			rows[bid + 1][actor] = (size_t)(n_actions_after(n_bids, bid) * stride[actor]);
			for (int next = bid + 1; next < n_bids; next++)
				rows[bid + 1][actor] += rows[next + 1][!actor];
		}
}

double tree_bytes(const struct subgame *game)
{
	size_t rows[TREE_MAX_BIDS + 1][2];
	int n_bids = subgame_n_bids(game), stride[2];
	if (n_bids > TREE_MAX_BIDS)
		return HUGE_VAL;
	for (int i = 0; i < 2; i++) {
		struct holdings holdings;
		holdings_init(&holdings, game, i);
		stride[i] = holdings.stride;
		holdings_release(&holdings);
	}
	lay_out(rows, n_bids, stride);
	return 2 * sizeof(float) * (double)rows[0][0];
}

/* Returns how many floats of scratch memory a recursion needs: for each state of a line, up to two rows per action, and
 * three more. */
static size_t scratch_floats(const struct tree *tree)
{
	int stride = tree->holdings[0].stride > tree->holdings[1].stride ? tree->holdings[0].stride
									 : tree->holdings[1].stride;
	return (size_t)(tree->n_bids + 2) * (size_t)(2 * (tree->n_bids + 2) + 3) * (size_t)stride;
}

int tree_init(struct tree *tree, const struct subgame *game, double max_bytes, struct err *err)
{
	double bytes = tree_bytes(game);
	*tree = (struct tree){.game = *game, .n_bids = subgame_n_bids(game)};
	if (bytes > max_bytes)
		return err_set(err, EXIT_USAGE,
			       "a hand of %d against %d dice with %d bids is too large to be solved exactly",
			       game->n_dice[0], game->n_dice[1], tree->n_bids);
	for (int i = 0; i < 2; i++)
		holdings_init(&tree->holdings[i], game, i);
	lay_out(tree->rows, tree->n_bids, (int[]){tree->holdings[0].stride, tree->holdings[1].stride});
	tree->n_floats = tree->rows[0][0];
	tree->regret = NEW_ARRAY(float, tree->n_floats);
	tree->average = NEW_ARRAY(float, tree->n_floats);
	tree->scratch = NEW_ARRAY(float, scratch_floats(tree));
	return 0;
}

void tree_release(struct tree *tree)
{
	for (int i = 0; i < 2; i++)
		holdings_release(&tree->holdings[i]);
	FREE_ALL(tree->regret, tree->average, tree->scratch);
}

struct tree_state tree_root(const struct tree *tree)
{
	return (struct tree_state){.bid = -1};
}

int tree_n_actions(const struct tree *tree, const struct tree_state *state)
{
	return n_actions_after(tree->n_bids, state->bid);
}

int tree_action(const struct tree_state *state, int k)
{
	return state->bid < 0 ? k : k == 0 ? -1 : state->bid + k;
}

static size_t own_floats(const struct tree *tree, const struct tree_state *state)
{
	return (size_t)(tree_n_actions(tree, state) * tree->holdings[state->actor].stride);
}

/* Returns the state after a bid. `at` is the offset of its rows; the caller goes through the bids from the lowest
 * upwards and adds up the sizes. */
static struct tree_state child(const struct tree *tree, const struct tree_state *state, int bid, size_t at)
{
	return (struct tree_state){
		bid, state->n_bids + 1, !state->actor,
		subgame_is_plain(&tree->game, state->is_plain, state->n_bids, bid), at,
	};
}

struct tree_state tree_after(const struct tree *tree, const struct tree_state *state, int bid)
{
	size_t at = state->at + own_floats(tree, state);
	for (int lower = state->bid + 1; lower < bid; lower++)
		at += tree->rows[lower + 1][!state->actor];
	return child(tree, state, bid, at);
}

void tree_mix(const struct tree *tree, const struct tree_state *state, float *mix)
{
	regret_match(tree->average + state->at, mix, tree_n_actions(tree, state), tree->holdings[state->actor].stride);
}

/* One visit of the whole tree for one player. It updates the player's regrets; the other's strategy is fixed. */
struct pass {
	struct tree *tree;
	int player;
	struct discount discount;
};

static void walk(const struct pass *pass, const struct tree_state *state, const float *own, const float *other,
		 float *value, float *scratch);

/* Returns the call that is possible in the state. */
static struct subgame_called called_at(const struct tree_state *state)
{
	return (struct subgame_called){state->bid, state->is_plain, state->actor};
}

static void call(const struct pass *pass, const struct tree_state *state, const float *other, float *value)
{
	subgame_call(&pass->tree->game, pass->tree->holdings, called_at(state), pass->player, other, value);
}

static void walk_own(const struct pass *pass, const struct tree_state *state, const float *own, const float *other,
		     float *value, float *scratch)
{
	struct tree *tree = pass->tree;
	int n = tree_n_actions(tree, state), stride = tree->holdings[pass->player].stride;
	float *regret = tree->regret + state->at, *average = tree->average + state->at;
	float *mix = scratch, *worth = mix + n * stride, *reach = worth + n * stride;
	size_t at = state->at + own_floats(tree, state);
	regret_match(regret, mix, n, stride);
	for (int k = 0; k < n; k++) {
		int bid = tree_action(state, k);
		if (bid < 0) {
			call(pass, state, other, worth + k * stride);
			continue;
		}
		struct tree_state next = child(tree, state, bid, at);
		at += tree->rows[bid + 1][next.actor];
		vec_multiply(reach, own, mix + k * stride, stride);
		walk(pass, &next, reach, other, worth + k * stride, reach + stride);
	}
	regret_update(regret, mix, worth, value, (struct regret_shape){n, stride}, &pass->discount);
	vec weight = (vec){0} + pass->discount.average;
	for (int k = 0; k < n; k++)
		for (int h = 0; h < stride; h += VEC)
			*(vec *)(average + k * stride + h) +=
				weight * *(const vec *)(own + h) * *(const vec *)(mix + k * stride + h);
}

static void walk_other(const struct pass *pass, const struct tree_state *state, const float *own, const float *other,
		       float *value, float *scratch)
{
	struct tree *tree = pass->tree;
	int n = tree_n_actions(tree, state), stride = tree->holdings[state->actor].stride;
	int own_stride = tree->holdings[pass->player].stride;
	float *mix = scratch, *reach = mix + n * stride, *worth = reach + stride;
	size_t at = state->at + own_floats(tree, state);
	regret_match(tree->regret + state->at, mix, n, stride);
	memset(value, 0, (size_t)own_stride * sizeof *value);
	for (int k = 0; k < n; k++) {
		int bid = tree_action(state, k);
		vec_multiply(reach, other, mix + k * stride, stride);
		if (bid < 0) {
			call(pass, state, reach, worth);
		} else {
			struct tree_state next = child(tree, state, bid, at);
			at += tree->rows[bid + 1][next.actor];
			walk(pass, &next, own, reach, worth, worth + own_stride);
		}
		vec_add(value, worth, own_stride);
	}
}

static void walk(const struct pass *pass, const struct tree_state *state, const float *own, const float *other,
		 float *value, float *scratch)
{
	const struct holdings *holdings = pass->tree->holdings;
	if (vec_is_zero(other, holdings[!pass->player].stride) && vec_is_zero(own, holdings[pass->player].stride))
		memset(value, 0, (size_t)holdings[pass->player].stride * sizeof *value);
	else
		(state->actor == pass->player ? walk_own : walk_other)(pass, state, own, other, value, scratch);
}

void tree_iterate(struct tree *tree)
{
	double t = ++tree->n_iterations;
	for (int player = 0; player < 2; player++) {
		int stride = tree->holdings[player].stride;
		float *value = tree->scratch, *own = value + stride;
		struct tree_state root = tree_root(tree);
		struct pass pass = {tree, player, {(float)(pow(t, 1.5) / (pow(t, 1.5) + 1)), 0.5F, (float)(t * t)}};
		for (int h = 0; h < stride; h++)
			own[h] = h < tree->holdings[player].n;
		walk(&pass, &root, own, tree->holdings[!player].chance, value, own + stride);
	}
}

static void respond(const struct tree *tree, int player, const struct tree_state *state, const float *other,
		    float *value, float *scratch)
{
	int n = tree_n_actions(tree, state), stride = tree->holdings[player].stride;
	int other_stride = tree->holdings[!player].stride;
	bool is_own = state->actor == player;
	float *mix = scratch, *reach = mix + (is_own ? 0 : n * other_stride), *worth = reach + other_stride;
	if (vec_is_zero(other, other_stride)) {
		memset(value, 0, (size_t)stride * sizeof *value);
		return;
	}
	if (!is_own)
		tree_mix(tree, state, mix);
	for (int h = 0; h < stride; h++)
		value[h] = is_own ? -HUGE_VALF : 0;
	for (int k = 0; k < n; k++) {
		int bid = tree_action(state, k);
		if (!is_own)
			vec_multiply(reach, other, mix + k * other_stride, other_stride);
		const float *left = is_own ? other : reach;
		if (bid < 0) {
			subgame_call(&tree->game, tree->holdings, called_at(state), player, left, worth);
		} else {
			struct tree_state next = tree_after(tree, state, bid);
			respond(tree, player, &next, left, worth, worth + stride);
		}
		for (int h = 0; h < stride; h++)
			value[h] = !is_own ? value[h] + worth[h] : worth[h] > value[h] ? worth[h] : value[h];
	}
}

/* Returns the worth to `player` of a best response to the other player's average strategy. In the equilibrium the
 * results for both players add up to 0. */
static double best_response(const struct tree *tree, int player)
{
	const struct holdings *holdings = &tree->holdings[player];
	struct tree_state root = tree_root(tree);
	AUTO_FREE float *value = NEW_ARRAY(float, (size_t)holdings->stride);
	AUTO_FREE float *scratch = NEW_ARRAY(float, scratch_floats(tree));
	respond(tree, player, &root, tree->holdings[!player].chance, value, scratch);
	return vec_dot(holdings->chance, value, holdings->n);
}

struct bounds tree_bounds(const struct tree *tree)
{
	double best[2] = {best_response(tree, 0), best_response(tree, 1)};
	return (struct bounds){(best[0] - best[1]) / 2, fmax((best[0] + best[1]) / 2, 0)}; /* rounding must not make it
	                                                                                    * negative */
}
