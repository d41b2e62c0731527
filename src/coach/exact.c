/* exact.c - computes values of plays from solved hands (model.h). */
#include "coach/model.h"

#include "arena_solution.h"
#include "base/bisect.h"
#include "solve/response.h"
#include "solve/vec.h"

enum { MOST_BIDS = 18 };

/* Positions that the strategy in the file reaches with a lower probability than this are not covered (model.h). */
static const double least_reach = 1e-3;

/* A position, found by its line of bids; the key has one bit per bid. */
struct wanted {
	uint64_t key;
	size_t position;
};

struct walking {
	const struct exact_walk *walk;
	struct wanted *wanted; /* by key; owned */
};

const struct solution_hand *exact_find(const struct solution *solution, const struct position_hand *hand)
{
	const struct subgame *game = &hand->game;
	const struct solution_hand *solved = solution_find_hand(solution, game->n_dice[0], game->n_dice[1]);
	bool fits = solved && solved->memory == SOLUTION_ALL && subgame_n_bids(game) <= MOST_BIDS;
	const struct solution_header *header = fits ? solution_header(solution) : NULL;
	return fits && (int)header->faces == game->faces && header->wild == (uint32_t)game->wild ? solved : NULL;
}

static uint64_t key_of(const uint8_t *bids, int n_bids)
{
	uint64_t key = 0;
	for (int i = 0; i < n_bids; i++)
		key |= UINT64_C(1) << bids[i];
	return key;
}

static int compare(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;
	return ORDER(x->key, y->key) ?: ORDER(x->position, y->position);
}

/* Gets, for each holding, the probability with which the file takes an action in a state. Returns false if it never
 * takes it. */
static bool chances_of(const struct exact_walk *walk, const struct solution_state *state, int action, int n_holdings,
		       float *chance)
{
	const unsigned char *actions = walk->solution->bytes + state->at;
	const uint16_t *parts = (const uint16_t *)(const void *)(actions + state->n_actions + (state->n_actions & 1));
	for (uint32_t i = 0; i < state->n_actions; i++) {
		if (actions[i] != action)
			continue;
		for (int h = 0; h < n_holdings; h++)
			chance[h] = (float)parts[(uint32_t)h * state->n_actions + i] / SOLUTION_WHOLE;
		return true;
	}
	return false;
}

static const struct solution_state *state_of(const struct exact_walk *walk, const struct line *line)
{
	return solution_find_state(walk->solution, walk->solved, key_of(line->bid, line->n_bids));
}

/* Fills in the probabilities with which the file itself makes each play, and the value of that mix. */
static void add_own(const struct exact_walk *walk, const struct solution_state *state, int holding,
		    struct valuation *valuation)
{
	const struct holdings *own = &walk->hand->holdings[walk->player];
	AUTO_FREE float *chance = NEW_ARRAY(float, (size_t)own->stride);
	double all = 0, value = 0;
	for (int action = 0; state && action < valuation->n_plays; action++) {
		if (!chances_of(walk, state, action, own->n, chance) || chance[holding] <= 0)
			continue;
		valuation->chance[action] = chance[holding];
		all += (double)chance[holding];
		value += (double)chance[holding] * valuation->value[action];
	}
	valuation->own = all > 0 ? value / all : valuation->value[valuation_best(valuation)];
}

/* Passes the values of a position to `found`. worth[action * stride + holding] is weighted by the opponent's reach. */
static void hand_on(const struct line *line, const float *reaches, const float *worth, void *context)
{
	const struct walking *walking = context;
	const struct exact_walk *walk = walking->walk;
	int stride = walk->hand->holdings[walk->player].stride;
	uint64_t key = key_of(line->bid, line->n_bids);
	double reach = vec_sum(reaches, walk->hand->holdings[!walk->player].n);
	size_t at = reach < least_reach ? walk->n_positions
					: BISECT(i, walk->n_positions, walking->wanted[i].key < key);
	for (; at < walk->n_positions && walking->wanted[at].key == key; at++) {
		size_t number = walking->wanted[at].position;
		int holding = walk->positions[number].holding;
		struct valuation valuation;
		valuation_clear(&valuation, walk->hand);
		valuation.is_exact = true;
		for (int action = line->n_bids ? 0 : 1; action < valuation.n_plays; action++)
			if (action == 0 || action > line_last(line) + 1)
				valuation.value[action] = (double)worth[action * stride + holding] / reach;
		add_own(walk, state_of(walk, line), holding, &valuation);
		walk->found(number, &valuation, walk->context);
	}
}

/* Makes the opponent play as the file says. */
static int mix(void *context, const struct line *line, const float *reach, struct mixture *mixture, struct err *err)
{
	const struct exact_walk *walk = ((const struct walking *)context)->walk;
	const struct holdings *other = &walk->hand->holdings[!walk->player];
	const struct solution_state *state = state_of(walk, line);
	AUTO_FREE float *chance = NEW_ARRAY(float, (size_t)other->stride);
	for (int action = 0; state && action <= subgame_n_bids(&walk->hand->game); action++)
		if (chances_of(walk, state, action, other->n, chance))
			memcpy(mixture_row(mixture, action), chance, (size_t)other->n * sizeof *chance);
	return 0;
}

double exact_value(const struct exact_walk *walk)
{
	struct walking walking = {walk, NEW_ARRAY(struct wanted, walk->n_positions)};
	const struct policy policy = {mix, &walking};
	struct response response = {.game = &walk->hand->game, .holdings = walk->hand->holdings, .policy = &policy,
				    .player = walk->player, .valued = hand_on, .context = &walking};
	for (size_t i = 0; i < walk->n_positions; i++)
		walking.wanted[i] = (struct wanted){key_of(walk->positions[i].bids, walk->positions[i].n_bids), i};
	qsort(walking.wanted, walk->n_positions, sizeof *walking.wanted, compare);
	bug_if(response_find(&response, NULL));
	free(walking.wanted);
	return response.value;
}
