/* plackett.h - strengths by the Plackett-Luce model (Luce 1959, Plackett 1975): at each stage the next
 * place goes to robot i with probability exp(strength_i) / sum over those left of exp(strength). With two
 * seats this is Bradley-Terry, that is Elo. Pure arithmetic; never NaN or infinite.
 *
 * Every robot has also drawn `prior` games against a phantom of strength 0. This keeps the strength of an undefeated
 * robot finite, and connects robots that never met. */
#pragma once

#include "stats/rating/stages.h"

#define PLACKETT_PRIOR 1.0

/* 400 / ln 10: Elo per unit of strength. */
#define PLACKETT_ELO 173.71779276130073

/* Strengths stay within this: without prior, those of a clean sweep would be infinite. +-6949 Elo. */
#define PLACKETT_MAX 40.0

struct plackett_fit {
	double log_likelihood; /* of the games, without the prior */
	int n_steps;
	bool is_converged;     /* the last step moved no strength by more than 1e-9, or gained only rounding */
};

/* Finds the most likely strengths for counts[stage] stages and wins[robot] as stages_sum gives them. strength[robot], in
 * natural logarithms: where to start, overwritten by the result. Only differences are significant; the level is fixed by
 * the phantom or, without prior, by the start.
 *
 * Newton's method, each step by conjugate gradients, damped by log(1 + r) / r where r is the range of the
 * step: the rate of convergence is quadratic, and no line search is needed (Sun & Tran-Dinh 2019, the
 * likelihood is generalised self-concordant). Hunter's MM algorithm (2004) has the same fixed point,
 * but after a clean sweep of N games it needs about N steps instead of log N. Time: some 10 to 100
 * passes over the members of the stages, whatever the number of games. Memory: a number a member. */
struct plackett_fit plackett_fit(const struct stages *stages, const double *counts, const double *wins,
				 double prior, double *strength);
