/* strata.h - the mean shares of robots that play a fixed number of matches at each of several tables, as in a round
 * robin or a gauntlet. The tables are strata: differences between opponents do not count as uncertainty, because a
 * robot would meet each opponent equally often if the run were repeated. Only the spread of matches at the same table
 * counts. Pure arithmetic; the order of matches has no effect.
 *
 * The variance of a mean over N matches is the sum of n^2 / N^2 times the variance of the mean of each table's n
 * matches. Each of these variances includes SHARES_UNSEEN unseen wins and losses, as in interval.h, so that the
 * variance after a clean sweep is not 0. */
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

/* Adds `count` matches at a table (< n), which must always have the same robots in the same order. robots[i], i <
 * n_seats, had the share share[i] in [0, 1]. */
void strata_add(struct strata *strata, size_t table, const int *robots, const double *share, uint64_t count);

/* Computes the variance of the mean share of a, or, if b >= 0, of the difference of the mean shares of a and b, with
 * its degrees of freedom. Returns false if one of them has played a single match at a table, or none at all, so that
 * the variance is unknown. */
bool strata_variance(const struct strata *strata, int a, int b, double *variance, double *degrees);

/* Returns the interval of a robot's mean. This is the interval of interval.h, which treats the choice of tables as
 * random, scaled to the spread within tables. `shares` are those of all its matches. */
struct interval strata_interval(const struct strata *strata, int robot, const struct histogram *shares);
