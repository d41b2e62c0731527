/* turn.h - one turn of Mäxchen as a game of its own: a player rolls and claims, the other doubts or believes.
 *
 * The payoffs are chances of the claimer to win the whole game. Solved by regret minimisation (regret.h). */
#pragma once

#include "solve/regret.h"
#include "solve/maexchen/values.h"

enum { TURN_ROLLS = MAEXCHEN_MAX_VALUES, TURN_CLAIMS = MAEXCHEN_MAX_VALUES, TURN_DOUBT = 0, TURN_BELIEVE, TURN_ANSWERS };

/* Arrays by roll and by claim have whole vectors: MAEXCHEN_MAX_VALUES is a multiple of VEC. Claims are numbered from the
 * lowest that may be made. */
struct turn {
	int n_rolls, n_claims, stride, claim_stride; /* rolls and claims rounded up to vectors */
	float chance[TURN_ROLLS];                 /* of the rolls */
	float believed[TURN_CLAIMS];              /* payoff when the claim is believed */
	float doubted[TURN_CLAIMS][TURN_ROLLS];   /* and when it is doubted, by roll */

	float claims[TURN_CLAIMS][TURN_ROLLS];    /* the result: chances of the claims, by roll */
	float answers[TURN_ANSWERS][TURN_CLAIMS]; /* and of the answers, by claim */
	double value;                             /* between what either side is sure of */
	double gap;                               /* the difference of these */
};

/* Fills in the result: iterates until `gap` is at most this, or most_iterations times. */
void turn_solve(struct turn *turn, double gap, int most_iterations);
