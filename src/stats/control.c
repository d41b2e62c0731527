/* control.c - a mean corrected by terms with mean 0 (control.h). */
#include "stats/control.h"

#include <math.h>

/* Returns the covariance of numbers i and j <= i, times the number of units. */
static double covariance(int n, const int64_t *sums, double n_units, int i, int j)
{
	return (double)sums[CONTROL_PRODUCT(n, i, j)] - (double)sums[i] / n_units * (double)sums[j];
}

/* Replaces a[i * n + j], j <= i, with its Cholesky factor. A term that depends linearly on earlier terms gets a
 * diagonal element of 0. */
static void decompose(int n, double *a)
{
	static const double least = 1e-9;
	for (int i = 0; i < n; i++) {
		double before = a[i * n + i];
		for (int j = 0; j <= i; j++) {
			double rest = a[i * n + j];
			for (int k = 0; k < j; k++)
				rest -= a[i * n + k] * a[j * n + k];
			if (j < i)
				a[i * n + j] = a[j * n + j] > 0 ? rest / a[j * n + j] : 0;
			else
				a[i * n + i] = rest > least * before ? sqrt(rest) : 0;
		}
	}
}

/* Solves L x = y in place, where L is the result of decompose. */
static void substitute(int n, const double *root, double *y)
{
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < i; k++)
			y[i] -= root[i * n + k] * y[k];
		y[i] = root[i * n + i] > 0 ? y[i] / root[i * n + i] : 0;
	}
}

/* Computes the Cholesky factor root[n * n] of the terms' covariances, and the solution with_x[n] of root * with_x =
 * (covariances of the terms with x). Returns the part of x's sum of squares that the terms explain. */
static double regress_on_terms(int n, const int64_t *sums, double units, double *root, double *with_x)
{
	double explained = 0;
	for (int i = 0; i < n; i++) {
		with_x[i] = covariance(n, sums, units, i + 1, 0);
		for (int j = 0; j <= i; j++)
			root[i * n + j] = covariance(n, sums, units, i + 1, j + 1);
	}
	decompose(n, root);
	substitute(n, root, with_x);
	for (int i = 0; i < n; i++)
		explained += with_x[i] * with_x[i];
	return explained;
}

struct control control_fit(int n, const int64_t *sums, uint64_t n_units, double unit)
{
	const struct control nothing = {0, 1, 0};
	double units = (double)n_units, spread = covariance(n, sums, units, 0, 0), shift = 0;
	if (n_units < (uint64_t)n * CONTROL_LEAST || spread <= 0)
		return nothing;
	AUTO_FREE double *root = NEW_ARRAY(double, (size_t)n * (size_t)n), *with_x = NEW_ARRAY(double, (size_t)n);
	AUTO_FREE double *means = NEW_ARRAY(double, (size_t)n);
	double explained = regress_on_terms(n, sums, units, root, with_x);
	for (int i = 0; i < n; i++)
		means[i] = (double)sums[i + 1] / units;
	substitute(n, root, means);
	for (int i = 0; i < n; i++)
		shift += with_x[i] * means[i];
	/* Estimating the weights increases the variance by the factor (units - 2) / (units - n - 2). */
	double remaining = (1 - explained / spread) * (units - 1) / (units - 1 - n) * (units - 2) / (units - n - 2);
	if (remaining >= 1)
		return nothing;
	remaining = fmax(remaining, 0.01);
	return (struct control){shift * unit, remaining, (1 - remaining) * spread / (units - 1) * unit * unit};
}

struct corrected control_apply(const struct control *control, struct interval plain, uint64_t games)
{
	double scale = sqrt(control->remaining), mean = fmin(fmax(plain.mean - control->shift, 0), 1);
	struct interval wins = {mean, fmax(mean - scale * (plain.mean - plain.low), 0),
		fmin(mean + scale * (plain.high - plain.mean), 1)};
	return (struct corrected){control->remaining < 1, wins, (double)games / control->remaining};
}

void control_series_init(struct control_series *series, int n)
{
	size_t size = (size_t)CONTROL_SUMS(n);
	*series = (struct control_series){
		.n = n, .sums = NEW_ARRAY(int64_t, size), .part = NEW_ARRAY(int64_t, size),
		.weights = NEW_ARRAY(double, (size_t)n),
	};
}

void control_series_release(struct control_series *series)
{
	FREE_ALL(series->sums, series->part, series->weights);
	*series = (struct control_series){0};
}

void control_series_add(struct control_series *series, const int64_t *sums, uint64_t n_units)
{
	for (int i = 0; i < CONTROL_SUMS(series->n); i++)
		series->part[i] += sums[i];
	series->n_in_part += n_units;
}

/* Adds the corrected units of the part in progress. */
static void add_part(const struct control_series *series, double *sum, double *squares)
{
	const int64_t *part = series->part;
	const double *weights = series->weights;
	int n = series->n;
	*sum += (double)part[0];
	*squares += (double)part[CONTROL_PRODUCT(n, 0, 0)];
	for (int i = 0; i < n; i++) {
		double products = -2 * (double)part[CONTROL_PRODUCT(n, i + 1, 0)];
		*sum -= weights[i] * (double)part[i + 1];
		for (int j = 0; j < n; j++)
			products += weights[j] * (double)part[i > j ? CONTROL_PRODUCT(n, i + 1, j + 1)
								    : CONTROL_PRODUCT(n, j + 1, i + 1)];
		*squares += weights[i] * products;
	}
}

static void estimate_weights(struct control_series *series)
{
	int n = series->n;
	double units = (double)series->n_units;
	double spread = covariance(n, series->sums, units, 0, 0), *weights = series->weights;
	if (series->n_units < (uint64_t)n * CONTROL_LEAST || spread <= 0)
		return;
	AUTO_FREE double *root = NEW_ARRAY(double, (size_t)n * (size_t)n);
	double explained = regress_on_terms(n, series->sums, units, root, weights);
	double sure = explained > 0 ? 1 - (n - 2) / (units - n + 1) * (spread - explained) / explained : 0;
	for (int i = n - 1; i >= 0; i--) {
		for (int k = i + 1; k < n; k++)
			weights[i] -= root[k * n + i] * weights[k];
		weights[i] = root[i * n + i] > 0 ? weights[i] / root[i * n + i] : 0;
	}
	for (int i = 0; i < n; i++)
		weights[i] *= fmax(sure, 0);
}

void control_series_end_part(struct control_series *series)
{
	add_part(series, &series->sum, &series->squares);
	for (int i = 0; i < CONTROL_SUMS(series->n); i++)
		series->sums[i] += series->part[i];
	memset(series->part, 0, (size_t)CONTROL_SUMS(series->n) * sizeof *series->part);
	series->n_units += series->n_in_part;
	series->n_in_part = 0;
	estimate_weights(series);
}

struct control control_series_fit(const struct control_series *series, double unit)
{
	double sum = series->sum, squares = series->squares, units = (double)(series->n_units + series->n_in_part);
	int product = CONTROL_PRODUCT(series->n, 0, 0);
	double x = (double)(series->sums[0] + series->part[0]);
	double spread = (double)(series->sums[product] + series->part[product]) - x * x / units;
	if (!(units > 1 && spread > 0))
		return (struct control){0, 1, 0};
	add_part(series, &sum, &squares);
	double remaining = fmax((squares - sum * sum / units) / spread, 0.01);
	return (struct control){(x - sum) / units * unit, remaining,
		(1 - remaining) * spread / (units - 1) * unit * unit};
}

uint64_t control_part_end(uint64_t n)
{
	enum { FIRST = 50, LEAST = 25, SHARE = 32 };
	uint64_t end = FIRST;
	while (end <= n)
		end += end / SHARE > LEAST ? end / SHARE : LEAST;
	return end;
}
