/* strata.h - the mean shares of robots that play a fixed number of matches at each of several tables, as in a round robin or a
 * gauntlet. The tables are strata: that a robot wins more against one opponent than against another is no uncertainty, because it
 * would meet each as often in every repetition. Only the spread of matches at the same table counts. Pure arithmetic; the order of
 * matches changes nothing.
 *
 * The variance of a mean over N matches is the sum of n^2 / N^2 times the variance of the mean of each table's n matches, in which
 * SHARES_UNSEEN matches more were won and lost altogether, as in interval.h: a sweep is not certain. */
#pragma once

#include "stats/interval.h"

/* The sums of one table. */
struct stratum;

struct strata {
	int n_seats;
	size_t n;            /* tables */
	struct stratum *list;  /* owned */
};

/* Initialises n tables of n_seats robots each. */
void strata_init(struct strata *strata, size_t n, int n_seats);
void strata_release(struct strata *strata);

/* Adds `count` matches at a table (< n), which always has the same robots in the same order: robots[i], i < n_seats,
 * had the shares share[i] in [0, 1]. */
void strata_add(struct strata *strata, size_t table, const int *robots, const double *share, uint64_t count);

/* Computes the variance of the mean share of a, or, if b >= 0, of the difference of the mean shares of a and b, with
 * its degrees of freedom. Returns false if one of them has played a single match at a table, or none at all: then the
 * variance is unknown. */
bool strata_variance(const struct strata *strata, int a, int b, double *variance, double *degrees);

/* Returns the interval of a robot's mean, from the one of interval.h that takes tables for chance: as asymmetric, but
 * only as wide as the tables' own spread makes it. shares: all of its matches. */
struct interval strata_interval(const struct strata *strata, int robot, const struct histogram *shares);
