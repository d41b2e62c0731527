/* exact.h - values of plays from solved hands (sdk/arena_solution.h): against the strategy of the file, for a player
 * who plays the rest of the hand perfectly.
 *
 * The opponent's possible dice are weighted by the probability that the file bids so with them. The value of each play
 * is computed by the best response over the whole tree below it, so it is as exact as the file. Positions that the
 * file's opponent reaches in fewer than one of a thousand hands are not covered. */
#pragma once

#include "coach/position.h"

struct solution;
struct solution_hand;

struct exact_walk {
	const struct position_hand *hand;
	const struct solution *solution;
	const struct solution_hand *solved;
	int player;
	const struct position *positions; /* of this player; borrowed */
	size_t n_positions;
	void (*found)(size_t position, const struct valuation *valuation, void *context);
	void *context;
};

/* Returns the hand in the file, or NULL if it is not there or its tree is too large to walk. */
const struct solution_hand *exact_find(const struct solution *solution, const struct position_hand *hand);

/* Calls `found` once for each covered position. Returns the value of the hand to the player with perfect play. */
double exact_value(const struct exact_walk *walk);
