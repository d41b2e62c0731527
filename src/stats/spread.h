/* spread.h - how far a rating may be off, by what the robot itself did while all others stay as they are
 * rated. Internal to the ratings.
 *
 * In each unit a robot won so many stages a game (stages.h), and the fitted strengths say how many it should
 * have won. The difference has mean 0. Its interval is that of a share (interval.h), divided by how fast the
 * expected wins rise with the strength.
 *
 * Resamples need units that differ: where nearly all units of a robot are alike, nearly all resamples are, too,
 * and say nothing of the units that were not seen. This interval is never a point. It replaces
 * narrower resamples for robots of which less than SPREAD_ODD units differ from their most common one. */
#ifndef ARENA_STATS_SPREAD_H
#define ARENA_STATS_SPREAD_H

#include "stats/fitter.h"

#define SPREAD_ODD 10

/* Writes below[robot] <= 0 and above[robot] >= 0, robot < n_robots: the ends of the 95 % interval of the
 * robot's strength in Elo, from the fitted one. 0 for robots with enough odd units or that met nobody. Of the last fit of `fitter`,
 * which must have been to all units. */
void spread_of(const struct fitter *fitter, double *below, double *above);

#endif
