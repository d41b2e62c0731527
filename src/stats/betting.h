/* betting.h - evidence against a mean, valid whenever one looks. Pure arithmetic; never NaN or infinite.
 *
 * A gambler starts with 1 and bets on each unit, a number x in [0, 1], that the mean is above `mean`: a bet of b multiplies
 * what it has by 1 + b (x - mean). If the mean is `mean` or less, such bets gain nothing on average, so the chance that
 * the wealth ever reaches 1 / alpha is alpha at most (Ville 1939), whatever the distribution of the units and whenever
 * one looks. Wealth is thus evidence, which grows by a constant factor a unit where the mean is far above. (Waudby-Smith and Ramdas
 * 2024, "Estimating means of bounded random variables by betting".)
 *
 * The start is split among eight bets, each half of the one before, from 0.99 / mean. The wealth depends on the histogram
 * alone, not on the order of the units. */
#pragma once

#include "stats/histogram.h"

/* ln of the wealth of a gambler who bets that the mean of the units is above `mean`, or below it. 0 < mean < 1. */
double betting_wealth(const struct histogram *units, double mean, bool is_above);
