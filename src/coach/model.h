/* model.h - a strong player of one hand: near the equilibrium, found by the solver of large hands (solve/merged.h), and what
 * each play is worth against him.
 *
 * The hidden dice of the opponent are weighed by all his bids of the hand, as if he were this player; with a small chance
 * each bid may have been made with any dice. From the belief and the solver's matrices follows what a play is worth
 * when both go on as the strong player does: the mean over all dice and all ways in which the hand may end, so there is
 * no error of sampling. What is left is the error of the model, since it remembers only the last bids. */
#ifndef ARENA_COACH_MODEL_H
#define ARENA_COACH_MODEL_H

#include "coach/position.h"
#include "solve/merged.h"

struct model {
	struct merged merged;
	double value;       /* of the hand to who opens */
};

/* How much it takes to solve a hand, in arbitrary units. */
double model_work(const struct subgame *game);

/* Is the hand one that can be solved in reasonable memory? */
bool model_fits(const struct subgame *game);

/* Solves the hand. The game's limit is all dice on the table. */
void model_init(struct model *model, const struct subgame *game);
void model_release(struct model *model);

/* Fills in the valuation of a position of this hand. */
void model_value(const struct model *model, const struct table_hand *hand, const struct position *position,
		 struct valuation *valuation);

#endif
