/* anytime.h - intervals that are valid at all times simultaneously: looking after each match and stopping at any time
 * does not raise the chance of an error. Pure arithmetic; never NaN or infinite.
 *
 * Of shares: the means against which no gambler has enough evidence, at alpha / 2 for each side. It follows the spread of
 * the matches, which mirrored dice make small.
 *
 * Of ratings: the two-sided normal mixture (Robbins 1970, "Statistical methods related to the law of the iterated logarithm";
 * Howard, Ramdas, McAuliffe & Sekhon 2021, "Time-uniform, nonparametric, nonasymptotic confidence sequences", equation
 * 14): a normal sum S with variance V leaves
 *
 *	|S| < sqrt((V + rho) ln((V + rho) / (rho alpha^2)))
 *
 * at any time with a chance of at most alpha. rho > 0 says at which V it is tightest: about 8 rho for alpha = 0.05. */
#pragma once

#include "stats/histogram.h"
#include "stats/interval.h"

/* Returns the bound above; v >= 0, rho > 0, 0 < alpha < 1. */
double anytime_bound(double v, double rho, double alpha);

/* Returns the mean of shares with its 95 % interval inside [0, 1], of matches that are independent and have the same
 * mean, whatever is decided from them on the way. Assumes nothing else of them. No matches: 0, from 0 to 1. */
struct interval anytime_share(const struct histogram *shares);

/* The variance of theta (strength.h) at which the interval of a rating is tightest: 20 Elo to either side. */
#define ANYTIME_RATING 0.0033

/* Returns half of the width of the 95 % interval around an estimate whose variance is known: that of anytime_bound for
 * a sum of the intrinsic time 1 / variance. As good as that variance and the normal distribution are. tightest > 0: the
 * variance at which it is tightest. 0 < variance. */
double anytime_width(double variance, double tightest);

/* Evidence against a mean, valid whenever one looks. Pure arithmetic; never NaN or infinite.
 *
 * A gambler starts with 1 and bets on each unit, a number x in [0, 1], that the mean is above `mean`: a bet of b multiplies
 * what it has by 1 + b (x - mean). If the mean is `mean` or less, such bets gain nothing on average, so the chance that
 * the wealth ever reaches 1 / alpha is alpha at most (Ville 1939), whatever the distribution of the units and whenever
 * one looks. Wealth is thus evidence, which grows by a constant factor a unit where the mean is far above. (Waudby-Smith and Ramdas
 * 2024, "Estimating means of bounded random variables by betting".)
 *
 * The start is split among eight bets, each half of the one before, from 0.99 / mean. The wealth depends on the histogram
 * alone, not on the order of the units. */

/* ln of the wealth of a gambler who bets that the mean of the units is above `mean`, or below it. 0 < mean < 1. */
double betting_wealth(const struct histogram *units, double mean, bool is_above);
