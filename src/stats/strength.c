/* strength.c - strengths of robots with their covariance (strength.h). */
#include "stats/strength.h"

#include <math.h>

#define SMOOTH 4.0

enum { MOST_SEATS = 26, MOST_STEPS = 100 };

struct fit {
	int n;
	const struct strength_unit *units;
	size_t n_units;
	double *theta, *gradient;
	double *information; /* [n * n], lower triangle */
};

void strengths_release(struct strengths *strengths)
{
	FREE_ALL(strengths->theta, strengths->covariance, strengths->matches);
	*strengths = (struct strengths){0};
}

/* The chance of each at the table to win. */
static void chances(const double *theta, const struct strength_unit *unit, double *p)
{
	double most = -INFINITY, sum = 0;
	for (int i = 0; i < unit->n_seats; i++)
		most = fmax(most, theta[unit->robots[i]]);
	for (int i = 0; i < unit->n_seats; i++)
		sum += p[i] = exp(theta[unit->robots[i]] - most);
	for (int i = 0; i < unit->n_seats; i++)
		p[i] /= sum;
}

static double *cell(double *matrix, int n, int a, int b)
{
	return a > b ? &matrix[(size_t)a * (size_t)n + (size_t)b] : &matrix[(size_t)b * (size_t)n + (size_t)a];
}

/* Gradient and information of the log-likelihood, with the phantoms. */
static void derive(struct fit *fit)
{
	int n = fit->n;
	memset(fit->information, 0, (size_t)n * (size_t)n * sizeof *fit->information);
	for (int i = 0; i < n; i++) {
		double p = 1 / (1 + exp(-fit->theta[i]));
		fit->gradient[i] = 0.5 - p;
		*cell(fit->information, n, i, i) = p * (1 - p);
	}
	for (size_t u = 0; u < fit->n_units; u++) {
		const struct strength_unit *unit = &fit->units[u];
		double p[MOST_SEATS], games = (double)unit->games * (double)unit->times;
		chances(fit->theta, unit, p);
		for (int i = 0; i < unit->n_seats; i++) {
			fit->gradient[unit->robots[i]] += games * (unit->shares[i] - p[i]);
			*cell(fit->information, n, unit->robots[i], unit->robots[i]) += games * p[i] * (1 - p[i]);
			for (int k = 0; k < i; k++)
				*cell(fit->information, n, unit->robots[i], unit->robots[k]) -= games * p[i] * p[k];
		}
	}
}

/* The Cholesky factor of a positive definite matrix in its lower triangle, in place. */
static void factor(double *matrix, int n)
{
	for (int j = 0; j < n; j++) {
		double *row_j = matrix + (size_t)j * (size_t)n;
		for (int i = j; i < n; i++) {
			double *row_i = matrix + (size_t)i * (size_t)n, sum = row_i[j];
			for (int k = 0; k < j; k++)
				sum -= row_i[k] * row_j[k];
			row_i[j] = i == j ? sqrt(fmax(sum, 1e-300)) : sum / row_j[j];
		}
	}
}

/* Solves factor factor' x = b in place. */
static void solve(const double *factor_, int n, double *x)
{
	for (int i = 0; i < n; i++) {
		const double *row = factor_ + (size_t)i * (size_t)n;
		for (int k = 0; k < i; k++)
			x[i] -= row[k] * x[k];
		x[i] /= row[i];
	}
	for (int i = n - 1; i >= 0; i--) {
		x[i] /= factor_[(size_t)i * (size_t)n + (size_t)i];
		for (int k = 0; k < i; k++)
			x[k] -= factor_[(size_t)i * (size_t)n + (size_t)k] * x[i];
	}
}

/* Newton's steps, none longer than 1, until rounding lets them shrink no more. The factor of the information at the end
 * is in fit->information. */
static bool climb(struct fit *fit)
{
	double before = INFINITY;
	for (int step = 0; step < MOST_STEPS; step++) {
		double longest = 0;
		derive(fit);
		factor(fit->information, fit->n);
		solve(fit->information, fit->n, fit->gradient);
		for (int i = 0; i < fit->n; i++)
			longest = fmax(longest, fabs(fit->gradient[i]));
		if (longest < 1e-10 || (longest < 1e-5 && longest >= before))
			return true;
		before = longest;
		for (int i = 0; i < fit->n; i++)
			fit->theta[i] += fit->gradient[i] / fmax(1, longest);
	}
	return false;
}

/* The middle of the sandwich, both triangles. */
static void add_scores(const struct fit *fit, const uint64_t *matches, double *middle)
{
	size_t n = (size_t)fit->n;
	for (size_t u = 0; u < fit->n_units; u++) {
		const struct strength_unit *unit = &fit->units[u];
		double p[MOST_SEATS], games = (double)unit->games, times = (double)unit->times;
		chances(fit->theta, unit, p);
		for (int i = 0; i < unit->n_seats; i++) {
			for (int k = 0; k < unit->n_seats; k++) {
				size_t a = (size_t)unit->robots[i], b = (size_t)unit->robots[k];
				double seen = games * (unit->shares[i] - p[i]) * games * (unit->shares[k] - p[k]);
				double plain = games * ((i == k ? p[i] : 0) - p[i] * p[k]);
				middle[a * n + b] +=
					times * (seen + SMOOTH * plain / sqrt((double)matches[a] * (double)matches[b]));
			}
		}
	}
}

/* H^-1 middle H^-1: twice the same step, solving for the columns of a symmetric matrix. The phantoms are part of what
 * is known: one game of each robot. */
static void sandwich(const struct fit *fit, double *middle)
{
	size_t n = (size_t)fit->n;
	for (size_t i = 0; i < n; i++)
		middle[i * n + i] += 0.25;
	for (int side = 0; side < 2; side++) {
		for (size_t row = 0; row < n; row++)
			solve(fit->information, fit->n, middle + row * n);
		for (size_t a = 0; a < n; a++) {
			for (size_t b = 0; b < a; b++) {
				double kept = middle[a * n + b];
				middle[a * n + b] = middle[b * n + a];
				middle[b * n + a] = kept;
			}
		}
	}
}

static void centre(struct strengths *strengths)
{
	double sum = 0;
	int n_played = 0;
	for (int i = 0; i < strengths->n; i++) {
		n_played += strengths->matches[i] > 0;
		sum += strengths->matches[i] ? strengths->theta[i] : 0;
	}
	for (int i = 0; i < strengths->n && n_played; i++)
		strengths->theta[i] -= sum / n_played;
}

void strengths_fit(struct strengths *strengths, int n, const struct strength_unit *units, size_t n_units)
{
	size_t size = (size_t)n;
	struct fit fit = {
		.n = n,
		.units = units,
		.n_units = n_units,
		.theta = NEW_ARRAY(double, size + 1),
		.gradient = NEW_ARRAY(double, size + 1),
		.information = NEW_ARRAY(double, size *size + 1),
	};
	*strengths = (struct strengths){
		.n = n,
		.theta = fit.theta,
		.covariance = NEW_ARRAY(double, size *size + 1),
		.matches = NEW_ARRAY(uint64_t, size + 1),
	};
	for (size_t u = 0; u < n_units; u++)
		for (int i = 0; i < units[u].n_seats; i++)
			strengths->matches[units[u].robots[i]] += units[u].times;
	strengths->is_converged = climb(&fit);
	add_scores(&fit, strengths->matches, strengths->covariance);
	sandwich(&fit, strengths->covariance);
	centre(strengths);
	FREE_ALL(fit.gradient, fit.information);
}

static double covariance(const struct strengths *strengths, int a, int b)
{
	return strengths->covariance[(size_t)a * (size_t)strengths->n + (size_t)b];
}

double strengths_difference(const struct strengths *strengths, int a, int b)
{
	return covariance(strengths, a, a) + covariance(strengths, b, b) - 2 * covariance(strengths, a, b);
}

void strengths_from_mean(const struct strengths *strengths, const int *others, int n_others, double *variances)
{
	double *cross = NEW_ARRAY(double, (size_t)strengths->n + 1), all = 0;
	for (int a = 0; a < strengths->n; a++)
		for (int i = 0; i < n_others; i++)
			cross[a] += covariance(strengths, a, others[i]) / n_others;
	for (int i = 0; i < n_others; i++)
		all += cross[others[i]] / n_others;
	for (int a = 0; a < strengths->n; a++)
		variances[a] = covariance(strengths, a, a) - 2 * cross[a] + all;
	free(cross);
}
