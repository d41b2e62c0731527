/* shares.h - the win shares of all robots of a run: each with its interval, and for each pair the chance that one is
 * better. A robot's share of a match is the number of its wins divided by the number of games, where a shared first
 * place is a fraction of a win. Matches may be added in any order. Pure arithmetic; never NaN or infinite.
 *
 * The superiority of a over b is computed as follows. If both played all of their matches together, the test uses the
 * difference of their shares in each match, d in [-1, 1]. (1 + d) / 2 is in [0, 1], and interval.h gives the chance
 * that its mean is above 1/2, which is exact in small runs and accounts for the correlation of the two. If they also
 * played matches without each other, their means are compared by a normal approximation, with the variances of both,
 * the covariance of their common matches, SHARES_UNSEEN units at both ends (interval.h), and Student's t with the
 * smaller of the two degrees of freedom. Differences between tables then count as variance, which makes the test
 * conservative. */
#pragma once

#include "stats/exact.h"
#include "stats/histogram.h"

/* Two robots in the matches in which both played. */
struct shares_pair {
	struct histogram difference;        /* (1 + d) / 2 */
	struct exact first, second, product; /* sum of each share, and of their product */
};

/* Fields are for reading only. Memory: about 100 bytes for each pair of robots. */
struct shares {
	int n_robots;
	struct histogram *own;     /* own[robot]: its shares; owned */
	struct shares_pair *pairs; /* [shares_pair_number]; owned */
};

void shares_init(struct shares *shares, int n_robots);
void shares_release(struct shares *shares);
#define AUTO_SHARES __attribute__((cleanup(shares_release)))

/* Adds `count` matches, or sets of matches with the same dice, in which robots[i], i < n, all different, had the shares
 * share[i] in [0, 1]. n_matches[i] is the number of matches of the robot in a set; NULL: one each. */
void shares_add(struct shares *shares, int n, const int *robots, const double *share, const uint64_t *n_matches,
		uint64_t count);

/* Returns the chance that a's mean share is above b's, in (0, 1); 1/2 when one of them has fewer than two matches. */
double shares_superiority(const struct shares *shares, int a, int b);

/* Nash averaging (Balduzzi, Tuyls, Perolat and Graepel 2018, "Re-evaluating evaluation"): rates robots against the mix
 * of robots that no robot beats, instead of against all robots equally. Copies of a robot and weak robots, however
 * many, do not change the ratings. Pure arithmetic. */

/* Computes the equilibrium. payoff[i * n + j] is what i gains against j, the negative of what j gains against i. mix[i]
 * is set to the weight of robot i in an equilibrium of the game in which each of two players chooses a robot; the
 * weights sum to 1. gain[i] is set to what robot i gains against the mix, at most 0 except for an error that decreases
 * with `steps`. Uses regret matching, whose mean converges to an equilibrium. n >= 1. */
void nash_of(int n, const double *payoff, int steps, double *mix, double *gain);
