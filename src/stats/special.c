/* special.c - the functions of the normal distribution that the statistics share (special.h). */
#include "stats/special.h"

#include <math.h>

/* Below this erfc loses digits and soon underflows. */
#define FAR_TAIL (-30.0)

double normal_cdf(double z)
{
	return erfc(-z * M_SQRT1_2) / 2;
}

/* ln P(Z <= z); in the tail the asymptotic series, Abramowitz & Stegun 26.2.12. */
static double log_cdf(double z)
{
	if (z > FAR_TAIL)
		return log(normal_cdf(z));
	double inverse = 1 / (z * z);
	double series = -inverse * (1 - 3 * inverse * (1 - 5 * inverse));
	return -z * z / 2 - log(-z) - log(2 * M_PI) / 2 + log1p(series);
}

double normal_scaled_cdf(double exponent, double z)
{
	double total = exponent + log_cdf(z);
	return exp(total < 700 ? total : 700);
}
