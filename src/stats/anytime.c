/* anytime.c - intervals that are valid at all times simultaneously (anytime.h). */
#include "stats/anytime.h"

#include <math.h>

#define ALPHA 0.05
/* The intrinsic time at which the bound is tightest, in units of rho: 2 ln(1/alpha) + ln(1 + 2 ln(1/alpha)). */
#define TIMES_RHO 7.94

double anytime_bound(double v, double rho, double alpha)
{
	return sqrt((v + rho) * log((v + rho) / (rho * alpha * alpha)));
}

/* Searches from the mean `in` towards `out`, and returns the last mean against which there is too little evidence.
 * There is too little against `in`, and enough against every mean beyond `out`. */
static double last_possible(const struct histogram *shares, double in, double out)
{
	for (int step = 0; step < 50 && in != out; step++) {
		double middle = in + (out - in) / 2;
		if (betting_wealth(shares, middle, out < in) < log(2 / ALPHA))
			in = middle;
		else
			out = middle;
	}
	return in;
}

struct interval anytime_share(const struct histogram *shares)
{
	double mean = histogram_mean(shares);
	if (!shares->n)
		return (struct interval){.high = 1};
	return (struct interval){mean, last_possible(shares, mean, 0), last_possible(shares, mean, 1)};
}

double anytime_width(double variance, double tightest)
{
	return anytime_bound(1 / variance, 1 / (tightest * TIMES_RHO), ALPHA) * variance;
}

enum { N_BETS = 8 };

double betting_wealth(const struct histogram *units, double mean, bool is_above)
{
	double wealth[N_BETS] = {0}, most = -INFINITY, sum = 0;
	bug_if(!(mean > 0 && mean < 1));
	for (struct histogram_cursor at = {0}; histogram_next(units, &at);) {
		/* The gain of a bet of 1 on this value, which is at least -1. */
		double gain = is_above ? (at.value - mean) / mean : (mean - at.value) / (1 - mean), bet = 0.99;
		for (int i = 0; i < N_BETS && at.count; i++, bet /= 2)
			wealth[i] += (double)at.count * log1p(bet * gain);
	}
	for (int i = 0; i < N_BETS; i++)
		most = fmax(most, wealth[i]);
	for (int i = 0; i < N_BETS; i++)
		sum += exp(wealth[i] - most) / N_BETS;
	return most + log(sum);
}
