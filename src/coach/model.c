/* model.c - a model of a strong player of one hand, and values of plays against it (model.h). */
#include "coach/model.h"

/* Iterations times the size of a hand: limits solving to some seconds for the largest hands. */
static const double work = 3e8;
enum { LEAST_ITERATIONS = 24, MOST_ITERATIONS = 300, MOST_MEMORY = 2 };

/* Maximum size of the matrices of a model, in bytes. */
static const double most_bytes = 512e6;

/* The probability that a bid of the opponent is independent of its dice. */
static const float blind = 0.1F;

static double states_of(const struct subgame *game, int memory)
{
	double states = subgame_n_bids(game) + 1;
	for (int i = 0; i < memory; i++)
		states *= game->faces;
	return states;
}

/* Elements of the matrix of a state. */
static double matrix_of(const struct subgame *game)
{
	double elements = 1;
	for (int player = 0; player < 2; player++) {
		double holdings = 1;
		for (int i = 1; i < game->faces; i++)
			holdings = holdings * (game->n_dice[player] + i) / i;
		elements *= holdings;
	}
	return elements;
}

static double size_of(const struct subgame *game, int memory)
{
	return states_of(game, memory) * subgame_n_bids(game) / 2 * matrix_of(game);
}

/* The longest memory with which the hand can still be solved well. */
static int memory_of(const struct subgame *game)
{
	for (int memory = MOST_MEMORY; memory > 0; memory--)
		if (4 * LEAST_ITERATIONS * size_of(game, memory) <= work)
			return memory;
	return 0;
}

static int iterations_of(const struct subgame *game)
{
	double n = work / size_of(game, memory_of(game));
	return n < LEAST_ITERATIONS ? LEAST_ITERATIONS : n > MOST_ITERATIONS ? MOST_ITERATIONS : (int)n;
}

double model_work(const struct subgame *game)
{
	return iterations_of(game) * size_of(game, memory_of(game));
}

bool model_fits(const struct subgame *game)
{
	return states_of(game, memory_of(game)) * matrix_of(game) * sizeof(float) <= most_bytes;
}

/* For holdings with which the average strategy never reaches a state, uses the strategy of the last iteration. */
static void fill_gaps(struct merged *merged)
{
	for (uint32_t i = 0; i < merged->n_states; i++) {
		const struct merged_state *state = &merged->states[i];
		int n = merged_n_actions(merged, i), stride = merged->holdings[state->actor].stride;
		float *average = merged->average + state->at;
		for (int h = 0; h < stride; h++) {
			float sum = 0;
			for (int k = 0; k < n; k++)
				sum += average[k * stride + h];
			for (int k = 0; k < n && sum <= REGRET_LEAST; k++)
				average[k * stride + h] = merged->mix[state->at + (size_t)(k * stride + h)];
		}
	}
}

void model_init(struct model *model, const struct subgame *game)
{
	struct merged *merged = &model->merged;
	merged_init(merged, game, memory_of(game));
	for (int left = iterations_of(game); left > 0; left--)
		merged_iterate(merged);
	fill_gaps(merged);
	model->value = merged_value(merged);
	for (uint32_t i = 0; i < merged->n_states; i++)
		merged_mix(merged, i, merged->mix + merged->states[i].at);
}

/* Updates the belief about the opponent's dice after its bid in a state. */
static void weigh(const struct merged *merged, uint32_t number, int bid, float *belief)
{
	const struct merged_state *state = &merged->states[number];
	const struct holdings *holdings = &merged->holdings[state->actor];
	int k = bid - state->bid - (state->bid < 0), n = merged_n_actions(merged, number);
	const float *row = merged->mix + state->at + (size_t)(k * holdings->stride);
	float sum = 0;
	for (int h = 0; h < holdings->n; h++) {
		belief[h] *= (1 - blind) * row[h] + blind / (float)n;
		sum += belief[h];
	}
	for (int h = 0; h < holdings->n; h++)
		belief[h] /= sum;
}

/* Returns the state after the bids, and fills in the belief about the dice of the opponent of `player`. */
static uint32_t follow(const struct merged *merged, const struct position *position, float *belief)
{
	const struct holdings *other = &merged->holdings[!position->player];
	uint32_t state = 0;
	memcpy(belief, other->chance, (size_t)other->stride * sizeof *belief);
	for (int i = 0; i < position->n_bids; i++) {
		if (i % 2 != position->player)
			weigh(merged, state, position->bids[i], belief);
		state = merged_after(merged, state, position->bids[i]);
	}
	return state;
}

static double worth_of_bid(const struct merged *merged, uint32_t next, const struct position *position, const float *belief)
{
	size_t stride = (size_t)merged->holdings[1].stride, own = (size_t)position->holding;
	const float *worth = merged->worth + next * (size_t)merged->holdings[0].n * stride;
	double sum = 0;
	for (int h = 0; h < merged->holdings[!position->player].n; h++)
		sum += (double)belief[h] *
		       (double)(position->player == 0 ? worth[own * stride + (size_t)h] : -worth[(size_t)h * stride + own]);
	return sum;
}

static double worth_of_call(const struct position_hand *hand, const struct position *position, const float *belief)
{
	const struct subgame *game = &hand->game;
	int player = position->player, bid = position->bids[position->n_bids - 1], face = subgame_face(game, bid);
	bool is_plain = position_hand_is_plain(hand, position->bids, position->n_bids);
	int needed = subgame_quantity(game, bid) - hand->holdings[player].match[is_plain][face][position->holding];
	const uint8_t *his = hand->holdings[!player].match[is_plain][face];
	double sum = 0;
	for (int h = 0; h < hand->holdings[!player].n; h++)
		sum += (double)belief[h] * position_hand_worth(hand, player, player, his[h] >= needed ? player : !player);
	return sum;
}

void model_value(const struct model *model, const struct position_hand *hand, const struct position *position,
		 struct valuation *valuation)
{
	const struct merged *merged = &model->merged;
	AUTO_FREE float *belief = NEW_ARRAY(float, (size_t)merged->holdings[!position->player].stride);
	uint32_t state = follow(merged, position, belief);
	int n = merged_n_actions(merged, state), stride = merged->holdings[position->player].stride;
	const float *mix = merged->mix + merged->states[state].at;
	valuation_clear(valuation, hand);
	for (int k = 0; k < n; k++) {
		int bid = merged_action(merged, state, k);
		double value = bid < 0 ? worth_of_call(hand, position, belief)
				       : worth_of_bid(merged, merged_after(merged, state, bid), position, belief);
		valuation->value[bid + 1] = value;
		valuation->chance[bid + 1] = mix[k * stride + position->holding];
		valuation->own += (double)valuation->chance[bid + 1] * value;
	}
}
