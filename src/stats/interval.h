/* interval.h - a mean of independent units, each in [0, 1], with its uncertainty. Pure arithmetic; never NaN or
 * infinite, and the same counts give the same digits.
 *
 * The interval comes from the profile likelihood (empirical likelihood, Owen 1988). The only assumption about the
 * distribution is its support: the values seen, 0 and 1. SHARES_UNSEEN is added to the counts of 0 and 1, so that no
 * interval is a point. l(mu) is the highest log-likelihood of the counts among all distributions on the support with
 * mean mu, and l* the highest without that condition. The interval at a level is
 *
 *	{mu: 2 (l* - l(mu)) <= F(level; 1, n - 1)}
 *
 * F is the quantile of Fisher's distribution, here the square of Student's. The interval is asymmetric near 0 and 1,
 * and a clean sweep needs no exception. If a unit is the mean of m matches, it is less likely that all of them are
 * lost, so SHARES_UNSEEN / m is added to the counts of 0 and 1. The number of unseen matches is then the same as if
 * each unit were one match. docs/statistics.md has the coverage. */
#pragma once

#include "stats/histogram.h"

#define SHARES_UNSEEN 0.25

struct interval {
	double mean, low, high;
};

/* Returns the number that is added to the counts of 0 and of 1. */
double interval_unseen(const struct histogram *shares);

/* Returns the mean of the units, and its 95 % interval inside [0, 1]. Without units the mean is 0. With fewer than
 * two units the interval is [0, 1]. Takes a few microseconds if there are few distinct values. */
struct interval interval_of_shares(const struct histogram *shares);

/* Returns the same interval for another level in (0, 1). The ends of the interval for 0.9 are one-sided bounds of 95
 * %. */
struct interval interval_of_shares_at(const struct histogram *shares, double level);

/* Returns the chance that the true mean is above mu, 0 < mu < 1, which is the level of the one-sided interval that ends
 * at mu. The result is in (0, 1), and 1/2 with fewer than two units. */
double interval_superiority(const struct histogram *shares, double mu);
