/* anytime.h - intervals that are valid at all times simultaneously: checking after each match and stopping at any time
 * does not raise the chance of an error. Pure arithmetic; never NaN or infinite.
 *
 * For shares, the interval contains the means against which a gambler (see below) has too little evidence, at alpha / 2
 * for each side. It is narrow if matches vary little, as with mirrored dice.
 *
 * For ratings, the interval is the two-sided normal mixture (Robbins 1970, "Statistical methods related to the law of
 * the iterated logarithm"; Howard, Ramdas, McAuliffe & Sekhon 2021, "Time-uniform, nonparametric, nonasymptotic
 * confidence sequences", equation 14): for a normal sum S with variance V,
 *
 *	|S| < sqrt((V + rho) ln((V + rho) / (rho alpha^2)))
 *
 * at all times with a chance of at least 1 - alpha. rho > 0 sets the V at which the bound is tightest: about 8 rho for
 * alpha = 0.05. */
#pragma once

#include "stats/histogram.h"
#include "stats/interval.h"

/* Returns this bound on |S|; v >= 0, rho > 0, 0 < alpha < 1. */
double anytime_bound(double v, double rho, double alpha);

/* Returns the mean of the shares with its 95 % interval inside [0, 1]; without matches the mean 0 and the interval [0,
 * 1]. Assumes only that matches are independent and have the same mean, whatever was decided on the basis of earlier
 * ones. */
struct interval anytime_share(const struct histogram *shares);

/* The variance of theta (strength.h) at which the interval of a rating is tightest. The interval then extends 20 Elo to
 * either side. */
#define ANYTIME_RATING 0.0033

/* Returns half the width of the 95 % interval around an estimate with a known variance > 0: anytime_bound for the
 * intrinsic time 1 / variance. It is only as reliable as that variance and the normal approximation. `tightest` > 0 is
 * the variance at which the interval is tightest. */
double anytime_width(double variance, double tightest);

/* Evidence against a mean, valid after any number of units. Pure arithmetic; never NaN or infinite.
 *
 * A gambler starts with 1 and bets on each unit, a number x in [0, 1], that the mean is above `mean`: a bet of b
 * multiplies the wealth by 1 + b (x - mean). If the mean is `mean` or less, such bets gain nothing on average, so the
 * chance that the wealth ever reaches 1 / alpha is at most alpha (Ville 1939), whatever the distribution of the units
 * and at any time. Wealth is thus evidence. It grows exponentially if the true mean is higher. (Waudby-Smith and Ramdas
 * 2024, "Estimating means of bounded random variables by betting".)
 *
 * The initial 1 is split among eight bets: the first is 0.99 / mean, and each following bet is half of the previous
 * one. The wealth depends only on the histogram, not on the order of the units. */

/* Returns the natural logarithm of the wealth of a gambler who bets that the mean of the units is above `mean`
 * (is_above), or below it. 0 < mean < 1. */
double betting_wealth(const struct histogram *units, double mean, bool is_above);
