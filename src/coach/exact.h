/* exact.h - what plays are worth by solved hands (sdk/arena_solution.h): against the strategy of the file, to a player who
 * goes on perfectly.
 *
 * The opponent's dice are weighed by his bids, by the file's chances. Of each play the best response's worth is computed over
 * the whole tree below it, so the numbers are as exact as the file. Positions to which the file's opponent never comes, or
 * less often than once in a thousand hands, are not covered. */
#ifndef ARENA_COACH_EXACT_H
#define ARENA_COACH_EXACT_H

#include <stddef.h>

#include "coach/position.h"

struct solution;
struct solution_hand;

struct exact_walk {
	const struct table_hand *hand;
	const struct solution *solution;
	const struct solution_hand *solved;
	int player;
	const struct position *positions; /* of this player; borrowed */
	size_t n_positions;
	void (*found)(size_t position, const struct valuation *valuation, void *context);
	void *context;
};

/* The hand in the file, if its tree is small enough to be walked; else NULL. */
const struct solution_hand *exact_find(const struct solution *solution, const struct table_hand *hand);

/* Calls `found` once for each position that is covered. Returns what the hand is worth to the player if he plays perfectly. */
double exact_value(const struct exact_walk *walk);

#endif
