/* spread.h - the uncertainty of a rating from the robot's own results, with the other ratings fixed. Internal to the
 * ratings.
 *
 * In each unit a robot won a number of stages per game (stages.h), and the fitted strengths give the expected number.
 * The difference has mean 0, and its interval is computed as that of a share (interval.h). The ends of the interval
 * correspond to the strengths with which the robot would be expected to win that many more or fewer stages.
 *
 * Resamples work only if units differ. If nearly all units of a robot are equal, so are nearly all resamples, which
 * then have no information about unseen units. The interval described here is never a point. It replaces a narrower
 * interval from resamples for robots with fewer than SPREAD_ODD units that differ from their most common one. */
#pragma once

#include "base/rng.h"
#include "stats/interval.h"
#include "stats/rating/plackett.h"

#define SPREAD_ODD 10

/* Writes below[robot] <= 0 and above[robot] >= 0, robot < n_robots: the ends of the 95 % interval of the robot's
 * strength in Elo, relative to the fitted strength. Both are 0 for a robot for which the resamples suffice, or that has
 * met no other robot. The last fit of `fitter` must have used all units. */
void spread_of(const struct fitter *fitter, double *below, double *above);

/* Uncertainty by resampling (Efron 1979): the units that were seen are drawn again many times, with replacement, and
 * the spread of a result over these resamples represents its uncertainty. Pure arithmetic.
 *
 * Units are kept by kind with counts, so a resample is one multinomial draw over the kinds, which takes the same time
 * for a thousand games as for ten million. Each resample has its own random stream, a function of the key and its
 * number, so resamples can be computed in any order. */

#define BOOTSTRAP_RESAMPLES 400

/* The key for callers without a seed: the same data always give the same intervals. */
#define BOOTSTRAP_KEY ((struct rng_key){{0x6172656e61, 0x626f6f74}})

/* Draws resample number `resample` from n kinds of units, where kind i was seen times[i] times, and sets drawn[i] to
 * the number drawn of kind i. From each stratum (stratum[i], ascending with i; NULL for one stratum) it draws as many
 * units as the stratum has, which preserves the design of the experiment. Each stratum has its own random stream. */
void bootstrap_draw(struct rng_key key, uint64_t resample, const uint32_t *stratum, const uint64_t *times,
		    size_t n, uint64_t *drawn);

/* Returns the mean and the 95 % interval of a result from its values in n resamples of `units` units; all 0 without
 * resamples. The values may be in any order and are not changed.
 *
 * The bounds are percentiles of the values (linear between order statistics, Hyndman & Fan's type 7): 2.5 % and 97.5 %
 * for a very large number of units. Since resamples of few units vary less than the units do, and their variance is
 * estimated, the percentiles are moved outwards to Phi(-+ t sqrt(units / (units - 1))) with Student's t of units - 1
 * degrees of freedom: the expanded percentile interval (Hesterberg 2015, "What teachers should know about the
 * bootstrap"). With fewer than two units, the bounds are the lowest and the highest value. */
struct interval bootstrap_interval(const double *values, size_t n, double units);

/* Returns the chance that a is above b, which is the share of their n common resamples in which a is above b, with ties
 * counting half. If fewer than one in forty resamples disagree with the others, they are too few for this; the chance
 * is then computed from the mean and deviation of the differences, with Student's t as in bootstrap_interval. It is
 * limited to what `units` independent units can show, 1 - 2^-(units+1). Values that differ by at most `noise`, the
 * error of the iteration, are tied. The result is in (0, 1), and 1/2 without resamples. */
double bootstrap_superiority(const double *a, const double *b, size_t n, double units, double noise);
