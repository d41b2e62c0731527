/* merged.c - regret minimisation on merged public states (merged.h). */
#include "solve/merged.h"

#include <math.h>

/* The states during the search: by bid, in the order of discovery. */
struct growth {
	struct merged *merged;
	uint32_t *of_bid[SUBGAME_MAX_BIDS]; /* of_bid[bid][i]: their numbers in the order of discovery */
	uint32_t n_of_bid[SUBGAME_MAX_BIDS];
	uint32_t capacity, next_capacity, n_next;
};

static struct merged_state follow(const struct merged *merged, const struct merged_state *state, int bid)
{
	struct merged_state next = {.bid = (int16_t)bid, .actor = !state->actor};
	next.is_plain = subgame_is_plain(&merged->game, state->is_plain, state->n_bids, bid);
	next.n_bids = state->n_bids < 2 ? state->n_bids + 1 : 2;
	if (merged->game.wild != WILD_DROP)
		next.n_bids = 2;
	for (int i = 0; i < merged->memory && state->bid >= 0; i++)
		next.face[i] = (uint8_t)(i == 0 ? subgame_face(&merged->game, state->bid) : state->face[i - 1]);
	return next;
}

static bool is_same(const struct merged_state *a, const struct merged_state *b)
{
	return a->bid == b->bid && a->actor == b->actor && a->is_plain == b->is_plain && a->n_bids == b->n_bids &&
	       memcmp(a->face, b->face, sizeof a->face) == 0;
}

static uint32_t add_state(struct growth *growth, const struct merged_state *state)
{
	struct merged *merged = growth->merged;
	MEM_GROW(merged->states, merged->n_states, growth->capacity);
	merged->states[merged->n_states] = *state;
	return merged->n_states++;
}

static uint32_t find_or_add(struct growth *growth, const struct merged_state *state)
{
	int bid = state->bid;
	uint32_t n = growth->n_of_bid[bid];
	for (uint32_t i = 0; i < n; i++)
		if (is_same(&growth->merged->states[growth->of_bid[bid][i]], state))
			return growth->of_bid[bid][i];
	if ((n & (n - 1)) == 0)
		growth->of_bid[bid] = mem_resize(growth->of_bid[bid], n ? 2 * (size_t)n : 1, sizeof(uint32_t));
	growth->of_bid[bid][n] = add_state(growth, state);
	return growth->of_bid[bid][growth->n_of_bid[bid]++];
}

static void grow(struct growth *growth, uint32_t number)
{
	struct merged *merged = growth->merged;
	int last = merged->states[number].bid;
	if (growth->n_next + (uint32_t)merged->n_bids > growth->next_capacity) {
		growth->next_capacity = 2 * growth->next_capacity + (uint32_t)merged->n_bids;
		merged->next = mem_resize(merged->next, growth->next_capacity, sizeof *merged->next);
	}
	merged->states[number].first_next = growth->n_next;
	for (int bid = last + 1; bid < merged->n_bids; bid++) {
		if (!subgame_may_follow(&merged->game, last, bid))
			continue;
		struct merged_state next = follow(merged, &merged->states[number], bid);
		merged->next[growth->n_next++] = find_or_add(growth, &next);
	}
	merged->states[number].n_next = growth->n_next - merged->states[number].first_next;
}

/* Numbers the states by bid, so that a state comes before all states that may follow it. */
static void sort(struct growth *growth)
{
	struct merged *merged = growth->merged;
	AUTO_FREE uint32_t *place = NEW_ARRAY(uint32_t, merged->n_states);
	struct merged_state *sorted = NEW_ARRAY(struct merged_state, merged->n_states);
	uint32_t n = 1;
	for (int bid = 0; bid < merged->n_bids; bid++)
		for (uint32_t i = 0; i < growth->n_of_bid[bid]; i++)
			place[growth->of_bid[bid][i]] = n++;
	for (uint32_t i = 0; i < merged->n_states; i++)
		sorted[place[i]] = merged->states[i];
	for (uint32_t i = 0; i < growth->n_next; i++)
		merged->next[i] = place[merged->next[i]];
	free(merged->states);
	merged->states = sorted;
}

/* Finds all states that can be reached, by bid in ascending order: the states of a bid are complete when those of all
 * lower bids have been followed. */
static void find_states(struct merged *merged)
{
	struct growth growth = {.merged = merged};
	struct merged_state root = {.bid = -1};
	grow(&growth, add_state(&growth, &root));
	for (int bid = 0; bid < merged->n_bids; bid++)
		for (uint32_t i = 0; i < growth.n_of_bid[bid]; i++)
			grow(&growth, growth.of_bid[bid][i]);
	sort(&growth);
	for (int bid = 0; bid < merged->n_bids; bid++)
		free(growth.of_bid[bid]);
	for (uint32_t i = 0; i < merged->n_states; i++) {
		struct merged_state *state = &merged->states[i];
		state->at = merged->n_floats;
		merged->n_floats += (size_t)(merged_n_actions(merged, i) * merged->holdings[state->actor].stride);
	}
}

static void begin(struct merged *merged, const struct subgame *game, int memory)
{
	bug_if(memory < 0 || memory > MERGED_MAX_MEMORY);
	*merged = (struct merged){.game = *game, .n_bids = subgame_n_bids(game), .memory = memory, .share = {1, 1}};
	bug_if(merged->n_bids > SUBGAME_MAX_BIDS);
	for (int i = 0; i < 2; i++)
		holdings_init(&merged->holdings[i], game, i);
	find_states(merged);
}

int merged_memory(const struct subgame *game)
{
	return subgame_n_bids(game) <= (game->wild == WILD_DROP ? 24 : 30) ? 2 : 1;
}

int merged_iterations(const struct merged *merged, double work, int least, int most)
{
	double size = 0;
	for (uint32_t i = 0; i < merged->n_states; i++)
		size += merged_n_actions(merged, i);
	int n = (int)(work / (size * merged->holdings[0].stride * merged->holdings[1].stride));
	return n < least ? least : n > most ? most : n;
}

static size_t matrix_floats(const struct merged *merged)
{
	return (size_t)merged->holdings[0].n * (size_t)merged->holdings[1].stride;
}

/* Allocates the arrays of an iteration. */
static void begin_passes(struct merged *merged)
{
	merged->mix = NEW_ARRAY(float, merged->n_floats);
	for (int i = 0; i < 2; i++)
		merged->reach[i] = NEW_ARRAY(float, merged->n_states * (size_t)merged->holdings[i].stride);
	merged->worth = NEW_ARRAY(float, merged->n_states * matrix_floats(merged));
}

double merged_bytes(const struct subgame *game, int memory)
{
	struct merged merged;
	begin(&merged, game, memory);
	double by_state = (double)matrix_floats(&merged) + merged.holdings[0].stride + merged.holdings[1].stride;
	double bytes = sizeof(float) * (3 * (double)merged.n_floats + merged.n_states * by_state);
	merged_release(&merged);
	return bytes;
}

void merged_init(struct merged *merged, const struct subgame *game, int memory)
{
	begin(merged, game, memory);
	merged->regret = NEW_ARRAY(float, merged->n_floats);
	merged->average = NEW_ARRAY(float, merged->n_floats);
	merged->some = NEW_ARRAY(int, (size_t)merged->holdings[1].stride);
	begin_passes(merged);
}

float *merged_restrict(struct merged *merged, int player, double weight)
{
	struct merged *fixed = merged->fixed = NEW_ARRAY(struct merged, 1);
	*fixed = *merged;
	fixed->fixed = NULL;
	begin_passes(fixed);
	merged->restricted = player;
	merged->share[player] = (float)(1 - weight);
	fixed->share[player] = (float)weight;
	return fixed->mix;
}

void merged_release(struct merged *merged)
{
	if (merged->fixed)
		FREE_ALL(merged->fixed->mix, merged->fixed->reach[0], merged->fixed->reach[1], merged->fixed->worth,
			 merged->fixed);
	for (int i = 0; i < 2; i++) {
		holdings_release(&merged->holdings[i]);
		free(merged->reach[i]);
	}
	FREE_ALL(merged->states, merged->next, merged->regret, merged->average, merged->mix, merged->worth,
		 merged->some);
}

int merged_n_actions(const struct merged *merged, uint32_t number)
{
	const struct merged_state *state = &merged->states[number];
	return (int)state->n_next + (state->bid < 0 ? 0 : 1 + merged->game.has_exact);
}

/* Returns the state after action k, which is a bid. */
static uint32_t next_of(const struct merged *merged, const struct merged_state *state, int k)
{
	return merged->next[state->first_next + (uint32_t)(k - (state->bid >= 0))];
}

static bool is_exact(const struct merged_state *state, int k)
{
	return state->bid >= 0 && k > (int)state->n_next;
}

int merged_action(const struct merged *merged, uint32_t number, int k)
{
	const struct merged_state *state = &merged->states[number];
	if (state->bid >= 0 && k == 0)
		return -1;
	return is_exact(state, k) ? MERGED_EXACT : merged->states[next_of(merged, state, k)].bid;
}

uint32_t merged_after(const struct merged *merged, uint32_t number, int bid)
{
	const uint32_t *next = merged->next + merged->states[number].first_next;
	while (merged->states[*next].bid != bid)
		next++;
	return *next;
}

void merged_mix(const struct merged *merged, uint32_t state, float *mix)
{
	const struct merged_state *at = &merged->states[state];
	regret_match(merged->average + at->at, mix, merged_n_actions(merged, state),
		     merged->holdings[at->actor].stride);
}

static float *reach_of(const struct merged *merged, int player, uint32_t state)
{
	return merged->reach[player] + state * (size_t)merged->holdings[player].stride;
}

static float *worth_of(const struct merged *merged, uint32_t state)
{
	return merged->worth + state * matrix_floats(merged);
}

/* Passes forward from the root, and computes the reach of each state by each player's own choices, summed over the
 * histories that lead to it. */
static void pass_forward(struct merged *merged)
{
	for (int player = 0; player < 2; player++) {
		int stride = merged->holdings[player].stride;
		memset(merged->reach[player], 0, merged->n_states * (size_t)stride * sizeof(float));
		for (int h = 0; h < stride; h++)
			merged->reach[player][h] = merged->holdings[player].chance[h] * merged->share[player];
	}
	for (uint32_t i = 0; i < merged->n_states; i++) {
		const struct merged_state *state = &merged->states[i];
		int actor = state->actor, stride = merged->holdings[actor].stride;
		const float *mix = merged->mix + state->at;
		for (int k = state->bid >= 0; k < (int)state->n_next + (state->bid >= 0); k++) {
			uint32_t next = next_of(merged, state, k);
			vec_add_product(reach_of(merged, actor, next), reach_of(merged, actor, i), mix + k * stride,
					stride);
			vec_add(reach_of(merged, !actor, next), reach_of(merged, !actor, i),
				merged->holdings[!actor].stride);
		}
	}
}

/* Computes the matrix of a call in this state, or of "exact". */
static void call_worth(const struct merged *merged, const struct merged_state *state, bool says_exact, float *worth)
{
	const struct subgame *game = &merged->game;
	int face = subgame_face(game, state->bid);
	int quantity = subgame_quantity(game, state->bid), stride = merged->holdings[1].stride;
	const uint8_t *match[2] = {merged->holdings[0].match[state->is_plain][face],
		merged->holdings[1].match[state->is_plain][face]};
	float by_match[GAME_MAX_DICE * 2 + 1];
	for (int n = 0; n <= game->n_dice[0] + game->n_dice[1]; n++)
		by_match[n] = (float)game->worth[state->actor]
			[n >= quantity || says_exact ? state->actor : !state->actor];
	if (says_exact)
		by_match[quantity] = (float)game->exact[state->actor];
	for (int a = 0; a < merged->holdings[0].n; a++)
		for (int b = 0; b < stride; b++)
			worth[a * stride + b] = by_match[match[0][a] + match[1][b]];
}

/* Lists in merged->some the indices of the vectors that are not all zero, and returns their number. Few holdings reach
 * the later states, so skipping zeros saves time. */
static int list_some(const struct merged *merged, const float *a, int stride)
{
	int n = 0;
	for (int i = 0; i < stride; i += VEC)
		if (!vec_is_zero(a + i, VEC))
			merged->some[n++] = i;
	return n;
}

/* Computes worth[holding] to `player` from a matrix and the reach of the other player's holdings. */
static void against(const struct merged *merged, const float *matrix, int player, const float *reach, float *worth)
{
	int n = merged->holdings[0].n, stride = merged->holdings[1].stride, *some = merged->some;
	int n_some = player == 0 ? list_some(merged, reach, stride) : 0;
	memset(worth, 0, (size_t)merged->holdings[player].stride * sizeof *worth);
	for (int a = 0; a < n; a++, matrix += stride) {
		vec sum = {0};
		for (int i = 0; i < n_some; i++)
			sum += *(const vec *)(matrix + some[i]) * *(const vec *)(reach + some[i]);
		for (int b = 0; player == 1 && reach[a] != 0 && b < stride; b += VEC)
			*(vec *)(worth + b) -= *(const vec *)(matrix + b) * reach[a];
		if (player == 0)
			worth[a] = sum[0] + sum[1] + sum[2] + sum[3];
	}
}

/* Adds an action's matrix to that of the state, with each row (actor 0) or column (actor 1) multiplied by the chance of
 * the action. */
static void add_mixed(const struct merged *merged, int actor, float *worth, const float *of_action, const float *mix)
{
	int n = merged->holdings[0].n, stride = merged->holdings[1].stride, *some = merged->some;
	int n_some = actor == 1 ? list_some(merged, mix, stride) : 0;
	for (int a = 0; a < n && (actor == 0 || n_some > 0); a++, worth += stride, of_action += stride) {
		for (int i = 0; i < n_some; i++)
			*(vec *)(worth + some[i]) +=
				*(const vec *)(of_action + some[i]) * *(const vec *)(mix + some[i]);
		for (int b = 0; actor == 0 && mix[a] > 0 && b < stride; b += VEC)
			*(vec *)(worth + b) += *(const vec *)(of_action + b) * mix[a];
	}
}

/* Scratch memory for one state in pass_backward. */
struct merged_scratch {
	float *call, *exact; /* matrices */
	float *by_action;  /* [action][holding] */
	float *value;
};

/* Returns the matrix of action k of a state. */
static const float *action_worth(const struct merged *merged, const struct merged_state *state, int k,
				 const struct merged_scratch *scratch)
{
	if (state->bid >= 0 && k == 0)
		return scratch->call;
	return is_exact(state, k) ? scratch->exact : worth_of(merged, next_of(merged, state, k));
}

static void renew(struct merged *merged, uint32_t i, const struct merged_scratch *scratch,
		  const struct discount *discount)
{
	const struct merged_state *state = &merged->states[i];
	int actor = state->actor, n = merged_n_actions(merged, i), stride = merged->holdings[actor].stride;
	float *average = merged->average + state->at, *mix = merged->mix + state->at;
	const float *own = reach_of(merged, actor, i);
	for (int k = 0; k < n; k++)
		against(merged, action_worth(merged, state, k, scratch), actor, reach_of(merged, !actor, i),
			scratch->by_action + k * stride);
	if (merged->fixed && actor != merged->restricted)
		for (int k = 0; k < n; k++) {
			against(merged, action_worth(merged->fixed, state, k, scratch), actor,
				reach_of(merged->fixed, !actor, i), scratch->value);
			vec_add(scratch->by_action + k * stride, scratch->value, stride);
		}
	regret_update(merged->regret + state->at, mix, scratch->by_action, scratch->value,
		      (struct regret_shape){n, stride}, discount);
	vec weight = (vec){0} + discount->average;
	for (int k = 0; k < n; k++)
		for (int h = 0; h < stride; h += VEC)
			*(vec *)(average + k * stride + h) +=
				weight * *(const vec *)(own + h) * *(const vec *)(mix + k * stride + h);
	regret_match(merged->regret + state->at, mix, n, stride);
}

/* Sets the strategy in a state to the action with the highest worth for each holding. */
static void choose(struct merged *merged, uint32_t i, const struct merged_scratch *scratch)
{
	const struct merged_state *state = &merged->states[i];
	int actor = state->actor, n = merged_n_actions(merged, i), stride = merged->holdings[actor].stride;
	float *mix = merged->mix + state->at;
	for (int k = 0; k < n; k++)
		against(merged, action_worth(merged, state, k, scratch), actor, reach_of(merged, !actor, i),
			scratch->by_action + k * stride);
	memset(mix, 0, (size_t)(n * stride) * sizeof *mix);
	for (int h = 0; h < stride; h++) {
		int best = 0;
		for (int k = 1; k < n; k++)
			if (scratch->by_action[k * stride + h] > scratch->by_action[best * stride + h])
				best = k;
		mix[best * stride + h] = 1;
	}
}

/* Passes back from the highest bid, and computes the matrices, and the regrets of `player` (-1: of neither). Without a
 * discount `player` plays a best response. */
static void pass_backward(struct merged *merged, int player, const struct discount *discount)
{
	int stride = merged->holdings[0].stride > merged->holdings[1].stride ? merged->holdings[0].stride
									     : merged->holdings[1].stride;
	AUTO_FREE float *call = NEW_ARRAY(float, matrix_floats(merged));
	AUTO_FREE float *exact = NEW_ARRAY(float, matrix_floats(merged));
	AUTO_FREE float *by_action = NEW_ARRAY(float, (size_t)(merged->n_bids + 3) * (size_t)stride);
	struct merged_scratch scratch = {call, exact, by_action, by_action + (merged->n_bids + 2) * stride};
	for (uint32_t i = merged->n_states; i-- > 0;) {
		const struct merged_state *state = &merged->states[i];
		float *worth = worth_of(merged, i);
		if (state->bid >= 0)
			call_worth(merged, state, false, call);
		if (state->bid >= 0 && merged->game.has_exact)
			call_worth(merged, state, true, exact);
		if (state->actor == player && !discount)
			choose(merged, i, &scratch);
		memset(worth, 0, matrix_floats(merged) * sizeof *worth);
		for (int k = 0; k < merged_n_actions(merged, i); k++)
			add_mixed(merged, state->actor, worth, action_worth(merged, state, k, &scratch),
				  merged->mix + state->at + k * merged->holdings[state->actor].stride);
		if (state->actor == player && discount)
			renew(merged, i, &scratch, discount);
	}
}

static void take_mixes(struct merged *merged, const float *weights)
{
	for (uint32_t i = 0; i < merged->n_states; i++) {
		const struct merged_state *state = &merged->states[i];
		regret_match(weights + state->at, merged->mix + state->at, merged_n_actions(merged, i),
			     merged->holdings[state->actor].stride);
	}
}

/* Makes the passes in which the restricted player plays its fixed strategy. */
static void pass_fixed(struct merged *merged)
{
	for (uint32_t i = 0; i < merged->n_states; i++) {
		const struct merged_state *state = &merged->states[i];
		size_t n = (size_t)(merged_n_actions(merged, i) * merged->holdings[state->actor].stride);
		if (state->actor != merged->restricted)
			memcpy(merged->fixed->mix + state->at, merged->mix + state->at, n * sizeof(float));
	}
	pass_forward(merged->fixed);
	pass_backward(merged->fixed, -1, NULL);
}

void merged_iterate(struct merged *merged)
{
	double t = ++merged->n_iterations, grown = pow(t, 1.5);
	struct discount discount = {(float)(grown / (grown + 1)), 0.5F, (float)(t * t)};
	if (t < 2)
		take_mixes(merged, merged->regret);
	for (int player = 0; player < 2; player++) {
		pass_forward(merged);
		if (merged->fixed && player != merged->restricted)
			pass_fixed(merged);
		pass_backward(merged, player, &discount);
	}
}

/* Returns the worth of the hand to player 0, from the matrix of the root. */
static double root_value(struct merged *merged)
{
	AUTO_FREE float *worth = NEW_ARRAY(float, (size_t)merged->holdings[0].stride);
	against(merged, worth_of(merged, 0), 0, merged->holdings[1].chance, worth);
	return vec_dot(merged->holdings[0].chance, worth, merged->holdings[0].n);
}

double merged_value(struct merged *merged)
{
	take_mixes(merged, merged->average);
	pass_backward(merged, -1, NULL);
	double value = root_value(merged);
	take_mixes(merged, merged->regret);
	return value;
}

double merged_worth(const struct merged *merged, uint32_t state, int player, int own, const float *reach)
{
	int stride = merged->holdings[1].stride;
	const float *worth = worth_of(merged, state) + own * (player == 0 ? stride : 1);
	double sum = 0;
	for (int h = 0; h < merged->holdings[!player].n; h++)
		sum += (double)reach[h] * (double)worth[h * (player == 0 ? 1 : stride)];
	return player == 0 ? sum : -sum;
}

double merged_respond(struct merged *merged, int player)
{
	take_mixes(merged, merged->average);
	pass_forward(merged);
	pass_backward(merged, player, NULL);
	return player == 0 ? root_value(merged) : -root_value(merged);
}
