/* model.c - a model of a strong player of one hand, and values of plays against it (model.h). */
#include "coach/model.h"

/* The number of iterations times the size of a hand. It limits solving to a few seconds for the largest hands. */
static const double work = 3e8;
enum { LEAST_ITERATIONS = 24, MOST_ITERATIONS = 300, MOST_MEMORY = 2 };

/* Maximum size of the matrices of a model, in bytes. */
static const double most_bytes = 512e6;

/* The probability that a bid of the opponent does not depend on its dice: in a model that was solved for this hand, and
 * in champion's table. */
static const float blind = 0.1F, blind_in_table = 0.002F;

static double states_of(const struct subgame *game, int memory)
{
	double states = subgame_n_bids(game) + 1;
	for (int i = 0; i < memory; i++)
		states *= game->faces;
	return states;
}

/* Returns the number of elements of the matrix of a state. */
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

/* Returns the memory (in bids) of the table, or the longest memory with which the hand can still be solved well. */
static int memory_of(const struct subgame *game, int set)
{
	int known = known_memory(set, game->n_dice[0], game->n_dice[1]);
	if (known >= 0)
		return known;
	for (int memory = MOST_MEMORY; memory > 0; memory--)
		if (4 * LEAST_ITERATIONS * size_of(game, memory) <= work)
			return memory;
	return 0;
}

static int iterations_of(const struct subgame *game, int set)
{
	double n = work / size_of(game, memory_of(game, set));
	if (known_memory(set, game->n_dice[0], game->n_dice[1]) >= 0)
		return KNOWN_ITERATIONS;
	return n < LEAST_ITERATIONS ? LEAST_ITERATIONS : n > MOST_ITERATIONS ? MOST_ITERATIONS : (int)n;
}

double model_work(const struct subgame *game, int set)
{
	return iterations_of(game, set) * size_of(game, memory_of(game, set));
}

bool model_fits(const struct subgame *game, int set)
{
	return states_of(game, memory_of(game, set)) * matrix_of(game) * sizeof(float) <= most_bytes;
}

void model_init(struct model *model, const struct subgame *game, int set)
{
	bool is_known = known_memory(set, game->n_dice[0], game->n_dice[1]) >= 0;
	model->blind = is_known ? blind_in_table : blind;
	model->value = known_solve(set, &model->merged, game, memory_of(game, set), iterations_of(game, set));
}

/* Updates the belief about the opponent's dice after its bid in a state. */
static void weigh(const struct merged *merged, float blind_part, uint32_t number, int bid, float *belief)
{
	const struct merged_state *state = &merged->states[number];
	const struct holdings *holdings = &merged->holdings[state->actor];
	int k = bid - state->bid - (state->bid < 0), n = merged_n_actions(merged, number);
	const float *row = merged->mix + state->at + (size_t)(k * holdings->stride);
	float sum = 0;
	for (int h = 0; h < holdings->n; h++) {
		belief[h] *= (1 - blind_part) * row[h] + blind_part / (float)n;
		sum += belief[h];
	}
	for (int h = 0; h < holdings->n; h++)
		belief[h] /= sum;
}

/* Returns the state after the bids, and fills in the belief about the dice of the opponent of `player`. */
static uint32_t follow(const struct model *model, const struct position *position, float *belief)
{
	const struct merged *merged = &model->merged;
	const struct holdings *other = &merged->holdings[!position->player];
	uint32_t state = 0;
	memcpy(belief, other->chance, (size_t)other->stride * sizeof *belief);
	for (int i = 0; i < position->n_bids; i++) {
		if (i % 2 != position->player)
			weigh(merged, model->blind, state, position->bids[i], belief);
		state = merged_after(merged, state, position->bids[i]);
	}
	return state;
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
		sum += (double)belief[h] * position_hand_worth(hand, player, player,
							       his[h] >= needed ? player : !player);
	return sum;
}

void model_value(const struct model *model, const struct position_hand *hand, const struct position *position,
		 struct valuation *valuation)
{
	const struct merged *merged = &model->merged;
	AUTO_FREE float *belief = NEW_ARRAY(float, (size_t)merged->holdings[!position->player].stride);
	uint32_t state = follow(model, position, belief);
	int n = merged_n_actions(merged, state), stride = merged->holdings[position->player].stride;
	const float *mix = merged->mix + merged->states[state].at;
	valuation_clear(valuation, hand);
	for (int k = 0; k < n; k++) {
		int bid = merged_action(merged, state, k);
		double value = bid < 0 ? worth_of_call(hand, position, belief)
				       : merged_worth(merged, merged_after(merged, state, bid), position->player,
						      position->holding, belief);
		valuation->value[bid + 1] = value;
		valuation->chance[bid + 1] = mix[k * stride + position->holding];
		valuation->own += (double)valuation->chance[bid + 1] * value;
	}
}
