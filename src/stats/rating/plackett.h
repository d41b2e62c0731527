/* plackett.h - strengths by the Plackett-Luce model (Luce 1959, Plackett 1975): at each stage the next
 * place goes to robot i with probability exp(strength_i) / sum over those left of exp(strength). With two
 * seats this is Bradley-Terry, that is Elo. Pure arithmetic; never NaN or infinite.
 *
 * Every robot has also drawn `prior` games against a phantom of strength 0. This keeps the strength of an undefeated
 * robot finite, and connects robots that never met. */
#pragma once

#include "stats/rating/rating.h"
#include "stats/rating/stages.h"

#define PLACKETT_PRIOR 1.0

/* 400 / ln 10: Elo per unit of strength. */
#define PLACKETT_ELO 173.71779276130073

/* Strengths are limited to +-PLACKETT_MAX (6949 Elo): without prior, those of a clean sweep would be infinite. */
#define PLACKETT_MAX 40.0

struct plackett_fit {
	double log_likelihood; /* of the games, without the prior */
	int n_steps;
	bool is_converged;     /* the last step moved no strength by more than 1e-9, or gained only rounding */
};

/* Finds the most likely strengths for counts[stage] stages and wins[robot] as stages_sum gives them. strength[robot],
 * in natural logarithms, holds the start and is overwritten with the result. Only differences are significant; the
 * level is fixed by the phantom or, without prior, by the start.
 *
 * Newton's method, each step by conjugate gradients, damped by log(1 + r) / r where r is the range of the
 * step: the rate of convergence is quadratic, and no line search is needed (Sun & Tran-Dinh 2019, the
 * likelihood is generalised self-concordant). Hunter's MM algorithm (2004) has the same fixed point,
 * but after a clean sweep of N games it needs about N steps instead of log N. Time: some 10 to 100
 * passes over the members of the stages, whatever the number of games. Memory: one number per member. */
struct plackett_fit plackett_fit(const struct stages *stages, const double *counts, const double *wins,
				 double prior, double *strength);

/* Rates some units: from blocks to strengths on the Elo scale. rating.h repeats this for each resample. Internal to the
 * ratings. */

struct fitter {
	const struct blocks *blocks;           /* sorted; borrowed until release, as the next two */
	const struct rating_options *options;
	const struct robot_rating *robots;     /* [blocks->n_robots]; tells which robots have played */
	struct stages stages;
	enum stages_kind kind;
	double *games;    /* [order]; like counts, of the last fit */
	double *counts;   /* [stage] */
	double *wins;     /* [robot] */
	double *strength; /* [robot], of the stages: reversed if the stages are */
};

/* Starts with strengths 0. */
void fitter_init(struct fitter *fitter, const struct blocks *blocks, const struct rating_options *options,
		 const struct robot_rating *robots, enum stages_kind kind);
void fitter_release(struct fitter *fitter);

/* Fits times[unit] units of each kind, starting from the current strengths. */
struct plackett_fit fitter_fit(struct fitter *fitter, const uint64_t *times);

/* Returns the rating of strength 0 that gives the anchor its rating, or the robots that have played a mean of 0. */
double fitter_level(const struct fitter *fitter);

/* Returns the change of a robot's rating when its strength changes by 1 Elo and all others stay: 0 for the anchor, 1 if
 * another robot is, else a little less than 1, as the mean moves with it. */
double fitter_leverage(const struct fitter *fitter, int robot);
double fitter_elo(const struct fitter *fitter, double strength, double level);

/* Returns Elo per unit of strength, negative when the strengths are reversed. */
double fitter_scale(const struct fitter *fitter);

/* Returns the strength with which a robot that won (RATING_AT_LEAST) or lost (RATING_AT_MOST) all its games of the last
 * fit would have had a chance of 5 % to do so against the others at their strengths. A unit counts as one game. */
double fitter_bound(const struct fitter *fitter, uint32_t robot);
