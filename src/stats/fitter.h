/* fitter.h - the ratings of some units: from blocks to strengths on the Elo scale. What rating.h repeats
 * for each resample. Internal to the ratings. */
#ifndef ARENA_STATS_FITTER_H
#define ARENA_STATS_FITTER_H

#include "stats/plackett.h"
#include "stats/rating.h"

struct fitter {
	const struct blocks *blocks;           /* sorted; borrowed until release, as the next two */
	const struct rating_options *options;
	const struct robot_rating *robots;     /* [blocks->n_robots]; who has played */
	struct stages stages;
	bool is_reverse;
	double *games;    /* [order]; this and the next: of the last fit */
	double *counts;   /* [stage] */
	double *wins;     /* [robot] */
	double *strength; /* [robot], of the stages: reversed when they are */
};

/* Starts with strengths 0. */
void fitter_init(struct fitter *fitter, const struct blocks *blocks, const struct rating_options *options,
		 const struct robot_rating *robots, bool is_reverse);
void fitter_release(struct fitter *fitter);

/* Fits times[unit] units of each kind, starting from the strengths there are. */
struct plackett_fit fitter_fit(struct fitter *fitter, const uint64_t *times);

/* The rating of strength 0, so that the anchor is where it should be, or the mean of the robots that
 * have played is 0. */
double fitter_level(const struct fitter *fitter);
double fitter_elo(const struct fitter *fitter, double strength, double level);

/* The strength with which a robot that won (RATING_AT_LEAST) or lost (RATING_AT_MOST) all its games of
 * the last fit had a chance of 5 % to do so against the others as they are. A unit counts as one game. */
double fitter_bound(const struct fitter *fitter, uint32_t robot);

#endif
