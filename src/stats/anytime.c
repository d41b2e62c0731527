/* anytime.c - intervals that are valid at all times simultaneously (anytime.h). */
#include "stats/anytime.h"

#include <math.h>

#define ALPHA 0.05
#define TIMES_RHO 7.94 /* the intrinsic time at which the bound is tightest, in units of rho: 2 ln(1/alpha) + ln(1 + 2 ln(1/alpha)) */

enum { TIGHTEST_MATCHES = 200 };

double anytime_bound(double v, double rho, double alpha)
{
	return sqrt((v + rho) * log((v + rho) / (rho * alpha * alpha)));
}

struct interval anytime_share(double mean, uint64_t n)
{
	if (n == 0)
		return (struct interval){.high = 1};
	double width = anytime_bound((double)n / 4, TIGHTEST_MATCHES / 4.0 / TIMES_RHO, ALPHA) / (double)n;
	return (struct interval){.mean = mean, .low = fmax(0, mean - width), .high = fmin(1, mean + width)};
}

double anytime_width(double variance, double tightest)
{
	return anytime_bound(1 / variance, 1 / (tightest * TIMES_RHO), ALPHA) * variance;
}
