/* fitter.h - the ratings of some units: from blocks to strengths on the Elo scale. What rating.h repeats
 * for each resample. Internal to the ratings. */
#pragma once

#include "stats/rating/plackett.h"
#include "stats/rating/rating.h"

struct fitter {
	const struct blocks *blocks;           /* sorted; borrowed until release, as the next two */
	const struct rating_options *options;
	const struct robot_rating *robots;     /* [blocks->n_robots]; who has played */
	struct stages stages;
	enum stages_kind kind;
	double *games;    /* [order]; this and the next: of the last fit */
	double *counts;   /* [stage] */
	double *wins;     /* [robot] */
	double *strength; /* [robot], of the stages: reversed when they are */
};

/* Starts with strengths 0. */
void fitter_init(struct fitter *fitter, const struct blocks *blocks, const struct rating_options *options,
		 const struct robot_rating *robots, enum stages_kind kind);
void fitter_release(struct fitter *fitter);

/* Fits times[unit] units of each kind, starting from the current strengths. */
struct plackett_fit fitter_fit(struct fitter *fitter, const uint64_t *times);

/* The rating of strength 0, so that the anchor is where it should be, or the mean of the robots that
 * have played is 0. */
double fitter_level(const struct fitter *fitter);

/* The change of a robot's rating when its strength changes by 1 Elo and all others stay: 0 for the anchor, 1 beside one,
 * else a little less than 1, as the mean moves with it. */
double fitter_leverage(const struct fitter *fitter, int robot);
double fitter_elo(const struct fitter *fitter, double strength, double level);

/* Elo per unit of strength: negative when the strengths are reversed. */
double fitter_scale(const struct fitter *fitter);

/* The strength with which a robot that won (RATING_AT_LEAST) or lost (RATING_AT_MOST) all its games of
 * the last fit had a chance of 5 % to do so against the others as they are. A unit counts as one game. */
double fitter_bound(const struct fitter *fitter, uint32_t robot);
