/* ratio.h - proportions within games: calls that were right, bids that were false. The trials of one match are
 * correlated (they share dice, opponents and the memory of robots), so the unit is the match, a cluster with its
 * numbers of hits and trials. Pure arithmetic; never NaN or infinite.
 *
 * The estimate is a ratio, sum of hits / sum of trials, with the linearised variance over clusters
 * (Cochran, "Sampling Techniques", section 6)
 *
 *	v = m / (m - 1) * sum (hits - value * trials)^2 / (sum of trials)^2,      m clusters.
 *
 * The design effect is v divided by the variance of the same number of independent trials. The interval is Wilson's for
 * the effective number of trials, trials / design effect, with Student's t of m - 1 degrees of freedom instead of the
 * normal quantile (Korn & Graubard 1998; Franco et al. 2019 compare the variants). It stays within [0, 1] and is
 * asymmetric near the ends. For many matches it approaches value +- t sqrt(v).
 *
 * With few hits (or few misses) v is unreliable: with 0 hits it is 0. So the design effect is estimated as if there
 * were one more hit, in a match in which all trials had the same result:
 *
 *	(h * design effect + mean trials of a match) / (h + 1),     h = min(hits, misses).
 *
 * Thus 0 of n trials counts as 0 of m independent trials, which is valid however the hits are distributed. With many
 * hits the term vanishes. */
#pragma once

#include "stats/interval.h"

/* Sums over clusters. A zeroed struct is empty. Whole numbers, so the order of adding does not matter. */
struct ratio {
	uint64_t clusters; /* matches that had trials */
	uint64_t hits, trials;
	__extension__ unsigned __int128 hits_squared, trials_squared, products;
};

/* Adds one match: hits <= trials < 2^32. A match without trials is left out. */
void ratio_add(struct ratio *ratio, uint64_t hits, uint64_t trials);

/* Adds `times` equal matches. */
void ratio_add_times(struct ratio *ratio, uint64_t hits, uint64_t trials, uint64_t times);

/* Returns the proportion with its 95 % interval inside [0, 1]. Without trials the proportion is 0 and the interval [0,
 * 1]; for a single match the interval is also [0, 1]. */
struct interval ratio_interval(const struct ratio *ratio);

/* Returns the chance that the true proportion is above mu, 0 < mu < 1, which is the level of the one-sided interval
 * that ends at mu. The result is in (0, 1), and 1/2 with fewer than two clusters. */
double ratio_superiority(const struct ratio *ratio, double mu);

/* Returns the estimated design effect: 1 when trials are effectively independent, less when they balance each other
 * within a match, more when they are correlated. Returns 1 with fewer than two clusters. */
double ratio_design_effect(const struct ratio *ratio);
