/* interval.c - see interval.h. */
#include "stats/interval.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "base/err.h"

/* From here on the expansion in 1/df is exact to more digits than the continued fraction needs steps. */
#define DF_LARGE 100000.0

/* Continued fraction of the incomplete beta function (DLMF 8.17.22) by the method of Lentz; converges
 * fast for x below (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x)
{
	const double tiny = 1e-300;
	double c = 1, d = 1 - (a + b) * x / (a + 1);
	d = 1 / (fabs(d) < tiny ? tiny : d);
	double result = d;
	for (int m = 1; m < 10000; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		const double terms[] = {even, odd};
		double change = 1;
		for (int i = 0; i < 2; i++) {
			d = 1 + terms[i] * d;
			c = 1 + terms[i] / c;
			d = 1 / (fabs(d) < tiny ? tiny : d);
			c = fabs(c) < tiny ? tiny : c;
			change = c * d;
			result *= change;
		}
		if (fabs(change - 1) < 1e-15)
			break;
	}
	return result;
}

static double log_gamma(double x)
{
	int sign;
	return lgamma_r(x, &sign); /* lgamma writes a global */
}

/* P(T > t) when is_tail, else P(0 < T < t); t > 0. Each is computed without subtracting from the other
 * where it is the small one. */
static double student_area(double t, double df, bool is_tail)
{
	double a = df / 2, square = t * t / df; /* x = 1 / (1 + square), and 1 - x */
	double x = 1 / (1 + square), y = square / (1 + square);
	double log_front = log_gamma(a + 0.5) - log_gamma(a) - log_gamma(0.5) - a * log1p(square) + 0.5 * log(y);
	double front = exp(log_front);
	/* I_x(a, 1/2) = P(|T| > t), and its complement I_y(1/2, a). */
	if (x < (a + 1) / (a + 2.5)) {
		double outside = front * beta_fraction(a, 0.5, x) / a;
		return is_tail ? outside / 2 : (1 - outside) / 2;
	}
	double inside = front * beta_fraction(0.5, a, y) / 0.5;
	return is_tail ? (1 - inside) / 2 : inside / 2;
}

static double normal_area(double z, double df, bool is_tail)
{
	(void)df;
	return is_tail ? erfc(z * M_SQRT1_2) / 2 : erf(z * M_SQRT1_2) / 2;
}

/* The t > 0 that leaves `area` in the tail, or encloses it from 0; by bisection to the last bit. */
static double solve(double (*area_of)(double, double, bool), double df, double area, bool is_tail)
{
	double low = 0, high = 1;
	while (is_tail ? area_of(high, df, true) > area : area_of(high, df, false) < area) {
		low = high;
		high *= 2;
	}
	for (;;) {
		double middle = low + (high - low) / 2;
		if (middle <= low || middle >= high)
			return middle;
		double here = area_of(middle, df, is_tail);
		if (is_tail ? here > area : here < area)
			low = middle;
		else
			high = middle;
	}
}

/* Abramowitz & Stegun 26.7.5: t from the normal quantile z. */
static double expand(double z, double df)
{
	double s = z * z;
	double g1 = z * (s + 1) / 4;
	double g2 = z * ((5 * s + 16) * s + 3) / 96;
	double g3 = z * (((3 * s + 19) * s + 17) * s - 15) / 384;
	double g4 = z * ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) / 92160;
	return z + (g1 + (g2 + (g3 + g4 / df) / df) / df) / df;
}

double student_quantile(double p, double df)
{
	bug_if(!(p > 0 && p < 1 && df >= 1));
	if (p == 0.5)
		return 0;
	bool is_negative = p < 0.5;
	double tail = is_negative ? p : 1 - p;
	bool is_tail = tail < 0.25; /* near the middle the area from 0 is the small one */
	double area = is_tail ? tail : fabs(p - 0.5);
	double t = df < DF_LARGE ? solve(student_area, df, area, is_tail) : expand(solve(normal_area, 0, area, is_tail), df);
	return is_negative ? -t : t;
}

static double clamp(double x)
{
	return x < 0 ? 0 : x > 1 ? 1 : x;
}

struct interval interval_of_blocks(uint64_t n, double sum, double sum_of_squares)
{
	if (n == 0)
		return (struct interval){0, 0, 1};
	double count = (double)n, mean = clamp(sum / count);
	if (n == 1)
		return (struct interval){mean, 0, 1};
	if (mean < 1e-12)
		return (struct interval){0, 0, -expm1(log(0.025) / count)};
	if (mean > 1 - 1e-12)
		return (struct interval){1, exp(log(0.025) / count), 1};
	double variance = (sum_of_squares / count - mean * mean) * count / (count - 1);
	/* Less than the sums' own rounding can be: equal blocks. Taking a true variance for that narrows the
	 * interval by 3e-8 at most. */
	if (variance <= count * DBL_EPSILON * mean * mean)
		return (struct interval){mean, mean, mean};
	double half = student_quantile(0.975, count - 1) * sqrt(variance / count);
	return (struct interval){mean, clamp(mean - half), clamp(mean + half)};
}
