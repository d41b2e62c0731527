/* control.c - a mean corrected by terms of mean 0 (control.h). */
#include "stats/control.h"

#include <math.h>

/* The covariance of the numbers i and j <= i, times the number of units. */
static double covariance(int n, const int64_t *sums, double n_units, int i, int j)
{
	return (double)sums[CONTROL_PRODUCT(n, i, j)] - (double)sums[i] / n_units * (double)sums[j];
}

/* Cholesky: a[i * n + j], j <= i, becomes its root. A term that follows from the others gets an empty row. */
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

/* y becomes the solution of L y = y, where L is what decompose made. */
static void substitute(int n, const double *root, double *y)
{
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < i; k++)
			y[i] -= root[i * n + k] * y[k];
		y[i] = root[i * n + i] > 0 ? y[i] / root[i * n + i] : 0;
	}
}

struct control control_fit(int n, const int64_t *sums, uint64_t n_units, double unit)
{
	const struct control nothing = {0, 1, 0};
	double units = (double)n_units, spread = covariance(n, sums, units, 0, 0), explained = 0, shift = 0;
	if (n_units < (uint64_t)n * CONTROL_LEAST || spread <= 0)
		return nothing;
	AUTO_FREE double *root = NEW_ARRAY(double, (size_t)n * (size_t)n), *with_x = NEW_ARRAY(double, (size_t)n);
	AUTO_FREE double *means = NEW_ARRAY(double, (size_t)n);
	for (int i = 0; i < n; i++) {
		with_x[i] = covariance(n, sums, units, i + 1, 0);
		means[i] = (double)sums[i + 1] / units;
		for (int j = 0; j <= i; j++)
			root[i * n + j] = covariance(n, sums, units, i + 1, j + 1);
	}
	decompose(n, root);
	substitute(n, root, with_x);
	substitute(n, root, means);
	for (int i = 0; i < n; i++) {
		explained += with_x[i] * with_x[i];
		shift += with_x[i] * means[i];
	}
	/* That the weights were estimated costs the factor (units - 2) / (units - n - 2). */
	double remaining = (1 - explained / spread) * (units - 1) / (units - 1 - n) * (units - 2) / (units - n - 2);
	if (remaining >= 1)
		return nothing;
	remaining = fmax(remaining, 0.01);
	return (struct control){shift * unit, remaining, (1 - remaining) * spread / (units - 1) * unit * unit};
}
