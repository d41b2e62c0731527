/* model.h - a model of a strong player of one hand, and the value of each play against it. The model is near the
 * equilibrium: it is champion's table (solve/known.h), or the result of the solver of large hands (solve/merged.h).
 *
 * The opponent's hidden dice are weighted by all its bids of the hand, as if it played like the model. With a small
 * probability, each bid is assumed to be independent of the dice. The weights and the solver's matrices give the value
 * of a play if both players continue as the model plays. This is the mean over all dice and all continuations of the
 * hand, so there is no sampling error. The remaining error is that of the model, which remembers only the last bids. */
#pragma once

#include "coach/position.h"
#include "solve/known.h"

struct model {
	struct merged merged;
	double value;       /* value of the hand to the player who opens */
	float blind;        /* the probability that a bid is independent of the dice */
};

/* Returns the estimated work for a hand, in arbitrary units. Here and below, `set` is the result of known_set. */
double model_work(const struct subgame *game, int set);

/* Returns true if the hand can be solved within the memory limit. */
bool model_fits(const struct subgame *game, int set);

/* Solves the hand, or takes the strategies from champion's table. The highest bid of the game must be all dice on the
 * table. The caller releases model->merged. */
void model_init(struct model *model, const struct subgame *game, int set);

/* Fills in the valuation of a position in this hand. */
void model_value(const struct model *model, const struct position_hand *hand, const struct position *position,
		 struct valuation *valuation);

/* Values of plays from solved hands (sdk/arena_solution.h), against the strategy in the file, for a player who plays
 * the rest of the hand perfectly.
 *
 * The opponent's possible dice are weighted by the probability that the file makes these bids with them. The value of
 * each play is computed by the best response over the whole tree below it, so it is as exact as the file. Positions
 * that the strategy in the file reaches in fewer than one in a thousand hands are not covered. */

struct solution;
struct solution_hand;

struct exact_walk {
	const struct position_hand *hand;
	const struct solution *solution;
	const struct solution_hand *solved;
	int player;
	const struct position *positions; /* positions of this player; borrowed */
	size_t n_positions;
	void (*found)(size_t position, const struct valuation *valuation, void *context);
	void *context;
};

/* Returns the hand in the file, or NULL if it is not there or its tree is too large to traverse. */
const struct solution_hand *exact_find(const struct solution *solution, const struct position_hand *hand);

/* Calls `found` once for each covered position. Returns the value of the hand to the player, who plays perfectly. */
double exact_value(const struct exact_walk *walk);
