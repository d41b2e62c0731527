/* spread.h - the uncertainty of a rating from the robot's own results, with the other ratings fixed. Internal to the
 * ratings.
 *
 * In each unit a robot won a number of stages per game (stages.h), and the fitted strengths give the expected number. The
 * difference has mean 0 and the interval of a share (interval.h). Its ends are the strengths with which the robot would be
 * expected to win as many more or fewer stages.
 *
 * Resamples need units that differ: if nearly all units of a robot are alike, so are nearly all resamples, which then
 * have no information about unseen units. This interval is never a point. It replaces narrower resamples for robots of
 * which less than SPREAD_ODD units differ from their most common one. */
#pragma once

#include "stats/rating/fitter.h"

#define SPREAD_ODD 10

/* Writes below[robot] <= 0 and above[robot] >= 0, robot < n_robots: the ends of the 95 % interval of the
 * robot's strength in Elo, from the fitted one. 0 for robots with enough odd units or that met nobody. Of the last fit of `fitter`,
 * which must have been to all units. */
void spread_of(const struct fitter *fitter, double *below, double *above);
