/* draw.c - random numbers of a given distribution from a splitmix64 stream (base/rng.h) (draw.h). */
#include "stats/draw.h"

#include <math.h>

#include "base/rng.h"

/* From this expected number on, rejection is both valid and faster. */
#define REJECTION_FROM 10.0

double draw_uniform(uint64_t *state)
{
	return ((double)(rng_next(state) >> 12) + 0.5) * 0x1p-52;
}

/* Goes up the cumulative distribution; n p < REJECTION_FROM, p <= 1/2. */
static uint64_t by_inversion(uint64_t *state, uint64_t n, double p)
{
	double odds = p / (1 - p), left = draw_uniform(state);
	double mass = exp((double)n * log1p(-p));
	uint64_t k = 0;
	while (left > mass && k < n) {
		left -= mass;
		mass *= odds * (double)(n - k) / (double)(k + 1);
		k++;
		if (mass < 1e-300)
			break; /* the rest is rounding */
	}
	return k;
}

/* ln k! minus Stirling's approximation of it, k >= 0. */
static double stirling_tail(double k)
{
	static const double first[] = {0.08106146679532726, 0.04134069595540929, 0.02767792568499834,
		0.02079067210376509, 0.01664469118982119, 0.01387612882307075, 0.01189670994589177,
		0.01041126526197209, 0.009255462182712733, 0.008330563433362871};
	if (k < 10)
		return first[(int)k];
	double square = (k + 1) * (k + 1);
	return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

/* n p >= REJECTION_FROM, p <= 1/2. The names are those of the paper. */
static uint64_t by_rejection(uint64_t *state, double n, double p)
{
	double deviation = sqrt(n * p * (1 - p)), r = p / (1 - p);
	double b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p, c = n * p + 0.5;
	double v_r = 0.92 - 4.2 / b, alpha = (2.83 + 5.1 / b) * deviation, m = floor((n + 1) * p);
	for (;;) {
		double u = draw_uniform(state) - 0.5, v = draw_uniform(state), us = 0.5 - fabs(u);
		double k = floor((2 * a / us + b) * u + c);
		if (us >= 0.07 && v <= v_r)
			return (uint64_t)k;
		if (!(k >= 0 && k <= n))
			continue;
		double bound = (m + 0.5) * log((m + 1) / (r * (n - m + 1))) + (n + 1) * log((n - m + 1) / (n - k + 1))
			+ (k + 0.5) * log(r * (n - k + 1) / (k + 1))
			+ stirling_tail(m) + stirling_tail(n - m) - stirling_tail(k) - stirling_tail(n - k);
		if (log(v * alpha / (a / (us * us) + b)) <= bound)
			return (uint64_t)k;
	}
}

uint64_t draw_binomial(uint64_t *state, uint64_t n, double p)
{
	bug_if(!(p >= 0 && p <= 1));
	if (p > 0.5)
		return n - draw_binomial(state, n, 1 - p);
	if (n == 0 || p == 0)
		return 0;
	return (double)n * p < REJECTION_FROM ? by_inversion(state, n, p) : by_rejection(state, (double)n, p);
}

void draw_multinomial(uint64_t *state, const uint64_t *times, size_t n, uint64_t *drawn)
{
	uint64_t to_draw = 0, not_yet = 0;
	for (size_t i = 0; i < n; i++)
		not_yet += times[i];
	to_draw = not_yet;
	for (size_t i = 0; i < n; i++) {
		bool is_last = times[i] == not_yet;
		drawn[i] = !to_draw || !times[i] ? 0 : is_last ? to_draw
			: draw_binomial(state, to_draw, (double)times[i] / (double)not_yet);
		to_draw -= drawn[i];
		not_yet -= times[i];
	}
}
