/* plackett.h - strengths by the Plackett-Luce model (Luce 1959, Plackett 1975): at each stage the next place goes to
 * robot i with probability exp(strength_i) / (sum of exp(strength) over the remaining robots). With two seats this is
 * the Bradley-Terry model, that is, Elo. Pure arithmetic; never NaN or infinite.
 *
 * In addition, every robot is treated as if it had drawn `prior` games against a phantom of strength 0. This keeps the
 * strength of an undefeated robot finite, and connects robots that never met. */
#pragma once

#include "stats/rating/rating.h"
#include "stats/rating/stages.h"

#define PLACKETT_PRIOR 1.0

/* 400 / ln 10: Elo per unit of strength. */
#define PLACKETT_ELO 173.71779276130073

/* Strengths are limited to +-PLACKETT_MAX (6949 Elo): without a prior, those after a clean sweep would be infinite. */
#define PLACKETT_MAX 40.0

struct plackett_fit {
	double log_likelihood; /* log-likelihood of the games, without the prior */
	int n_steps;
	bool is_converged;     /* the last step changed no strength by more than 1e-9, or its gain was only a rounding
	                        * error */
};

/* Finds the most likely strengths for counts[stage] and wins[robot] from stages_sum. strength[robot], in natural
 * logarithms, is the starting point and is overwritten with the result. Only differences are meaningful; the level is
 * fixed by the phantom or, without a prior, by the starting point.
 *
 * Uses Newton's method, with each step computed by conjugate gradients and damped by log(1 + r) / r, where r is the
 * range of the step. The convergence is quadratic, and no line search is needed (Sun & Tran-Dinh 2019; the likelihood
 * is generalised self-concordant). Hunter's MM algorithm (2004) has the same fixed point, but after a clean sweep of N
 * games it needs about N steps instead of log N. Time: about 10 to 100 passes over the members of the stages, whatever
 * the number of games. Memory: one number per member. */
struct plackett_fit plackett_fit(const struct stages *stages, const double *counts, const double *wins,
				 double prior, double *strength);

/* Computes strengths on the Elo scale from units of blocks. rating.h repeats this for each resample. Internal to the
 * ratings. */

struct fitter {
	const struct blocks *blocks;           /* sorted; this and the next two are borrowed until release */
	const struct rating_options *options;
	const struct robot_rating *robots;     /* [blocks->n_robots]; says which robots have played */
	struct stages stages;
	enum stages_kind kind;
	double *games;    /* [order]: number of games in the last fit */
	double *counts;   /* [stage] */
	double *wins;     /* [robot] */
	double *strength; /* [robot]: strength in the stages; in reversed stages, a higher number means a weaker
	                   * robot */
};

/* Initialises all strengths to 0. */
void fitter_init(struct fitter *fitter, const struct blocks *blocks, const struct rating_options *options,
		 const struct robot_rating *robots, enum stages_kind kind);
void fitter_release(struct fitter *fitter);

/* Fits the strengths to times[unit] units of each kind, starting from the current strengths. */
struct plackett_fit fitter_fit(struct fitter *fitter, const uint64_t *times);

/* Returns the Elo of strength 0 for which the anchor has its given rating or, without an anchor, the robots that have
 * played have a mean of 0. */
double fitter_level(const struct fitter *fitter);

/* Returns the change of a robot's rating when its strength changes by 1 Elo and all others stay the same: 0 for the
 * anchor, 1 if the anchor is another robot, and otherwise a little less than 1, because the mean changes too. */
double fitter_leverage(const struct fitter *fitter, int robot);
double fitter_elo(const struct fitter *fitter, double strength, double level);

/* Returns the Elo per unit of strength, which is negative when the strengths are reversed. */
double fitter_scale(const struct fitter *fitter);

/* For a robot that won (RATING_AT_LEAST) or lost (RATING_AT_MOST) all its games in the last fit, returns the strength
 * with which it would have a 5 % chance of doing so, given the strengths of the others. A unit counts as one game. */
double fitter_bound(const struct fitter *fitter, uint32_t robot);
