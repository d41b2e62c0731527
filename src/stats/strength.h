/* strength.h - strengths of robots with their uncertainty: the model of rating/rating.h by wins, with the covariance of
 * its estimates. rating.h resamples instead, which takes a thousand times as long; a ladder needs ratings after each
 * round. Pure arithmetic; never NaN or infinite; the same units in the same order give the same digits.
 *
 * Robot i wins a game at its table with probability p_i = exp(theta_i) / sum of exp(theta) over the table. Each robot
 * also has a drawn game against a phantom of theta 0. theta maximises the likelihood (by Newton's method). H is the
 * information of the games and the phantoms, and s the score of a match, g (share_i - p_i) for its g games. The
 * covariance is the sandwich estimator
 *
 * 	H^-1 (sum of s s' + SMOOTH * D H D) H^-1,       D = diag(1 / sqrt(matches of i))
 *
 * (Huber 1967; White 1982): the match is the unit, however its games depend on each other. The second term, which
 * vanishes with many matches, is what SMOOTH more matches of independent games would add. */
#pragma once

#include "base/base.h"

#define STRENGTH_ELO 173.71779276130073 /* 400 / ln 10: Elo of a theta of 1 */

/* Equal matches at one table. */
struct strength_unit {
	int n_seats;
	const int *robots;    /* robots[i], i < n_seats, all different */
	const double *shares; /* shares[i]: share of the wins of a match; the sum is 1 */
	uint32_t games;       /* number of games in each match */
	uint64_t times;
};

#define STRENGTH_OWN 10.0

struct strengths {
	int n;
	double *theta;      /* [n]; the mean of those that played is 0; owned */
	double *covariance; /* [n * n], symmetric; owned */
	uint64_t *matches;  /* [n]; owned */
	double tau;         /* set by strengths_to_field, else 0: tau^2 below, the variance of the pairs' own
	                     * deviations, in theta */
	double *known;      /* [n * n], symmetric: 1 / v, the information of a pair's matches on its deviation; NULL if
			     * not requested; owned */
	bool is_converged;
};

/* Fills *strengths, which the caller releases. Robots are numbers below n. Time: n^3. */
void strengths_fit(struct strengths *strengths, int n, const struct strength_unit *units, size_t n_units);
void strengths_release(struct strengths *strengths);

/* Replaces strengths computed from these units with those against the whole field: the theta that a round robin would
 * give, in which each robot that has played meets every other equally often. The results of robots are not transitive,
 * so otherwise theta would depend on how often each pair met. The expected share of a pair is between that of the
 * model, q, and the mean of its own matches,
 *
 *	q + tau^2 / (tau^2 + v) * (mean - q),
 *
 * where v is the variance of the mean, and tau^2 that of the pairs' own deviations from the model, estimated from all
 * pairs (DerSimonian and Laird 1986), but at least STRENGTH_OWN Elo. docs/statistics.md derives it. Time: n^3. */
void strengths_to_field(struct strengths *strengths, const struct strength_unit *units, size_t n_units);

/* Fills variances[a], a < n, with the variance of theta_a minus the mean theta of the n_others > 0 robots in
 * `others`. */
void strengths_from_mean(const struct strengths *strengths, const int *others, int n_others, double *variances);
