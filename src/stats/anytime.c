/* anytime.c - intervals that are valid at all times simultaneously (anytime.h). */
#include "stats/anytime.h"

#include <math.h>

#define ALPHA 0.05
#define TIMES_RHO 7.94 /* the intrinsic time at which the bound is tightest, in units of rho: 2 ln(1/alpha) + ln(1 + 2 ln(1/alpha)) */

double anytime_bound(double v, double rho, double alpha)
{
	return sqrt((v + rho) * log((v + rho) / (rho * alpha * alpha)));
}

/* The mean between `in`, against which there is too little evidence, and `out` beside which there is enough: the last with too little. */
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
		/* By how much the value is on the side of the bet, from -1 for the worst. */
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
