/* bootstrap.c - uncertainty by resampling (Efron 1979) (bootstrap.h). */
#include "stats/rating/bootstrap.h"

#include <float.h>
#include <math.h>

#include "stats/distributions.h"
#include "stats/draw.h"

void bootstrap_draw(struct rng_key key, uint64_t resample, const uint32_t *stratum, const uint64_t *times,
		    size_t n, uint64_t *drawn)
{
	for (size_t first = 0, end; first < n; first = end) {
		end = stratum ? first + 1 : n;
		while (end < n && stratum[end] == stratum[first])
			end++;
		uint64_t state = rng_word(key, resample, stratum ? stratum[first] : 0);
		draw_multinomial(&state, times + first, end - first, drawn + first);
	}
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double quantile(const double *sorted, size_t n, double p)
{
	double at = p * (double)(n - 1);
	size_t below = (size_t)at;
	if (below + 1 >= n)
		return sorted[n - 1];
	return sorted[below] + (at - (double)below) * (sorted[below + 1] - sorted[below]);
}

struct interval bootstrap_interval(const double *values, size_t n, double units)
{
	if (!n)
		return (struct interval){0, 0, 0};
	AUTO_FREE double *sorted = NEW_ARRAY(double, n);
	double sum = 0;
	memcpy(sorted, values, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, by_value);
	for (size_t i = 0; i < n; i++)
		sum += sorted[i];
	double t = units >= 2 ? student_quantile(0.975, units - 1) * sqrt(units / (units - 1)) : INFINITY;
	double outside = normal_cdf(-t);
	return (struct interval){sum / (double)n, quantile(sorted, n, outside), quantile(sorted, n, 1 - outside)};
}

double bootstrap_superiority(const double *a, const double *b, size_t n, double units, double noise)
{
	double above = 0.5, limit = exp2(-units - 1), sum = 0, squares = 0;
	for (size_t i = 0; i < n; i++) {
		double away = a[i] - b[i];
		above += away > noise ? 1 : away >= -noise ? 0.5 : 0;
		sum += away;
		squares += away * away;
	}
	double chance = above / ((double)n + 1), mean = sum / (double)n, variance = squares / (double)n - mean * mean;
	if (fabs(chance - 0.5) > 0.475 && units >= 2 && variance > noise * noise)
		chance = student_cdf(mean / sqrt(variance) * sqrt((units - 1) / units), units - 1);
	limit = fmax(limit, DBL_EPSILON);
	return fmin(fmax(chance, limit), 1 - limit);
}
