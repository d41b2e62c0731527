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
	FREE_ALL(strengths->theta, strengths->covariance, strengths->matches, strengths->known);
	*strengths = (struct strengths){0};
}

/* Computes each robot's chance of winning at the table. */
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

/* Computes gradient and information of the log-likelihood, with the phantoms. */
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

/* In the next functions the innermost loop goes along rows, and each iteration adds to a different sum. A single sum in
 * a register would have to wait for the previous addition, and a loop along a column for the memory. The terms of every
 * sum are added in ascending order, so the results do not depend on this. */

/* Adds factor * row to a row of n numbers, four at a time, so that the compiler uses vectors of two. */
static void add_row(double *restrict to, const double *restrict row, double factor, size_t n)
{
	size_t i = 0;
	for (; i + 4 <= n; i += 4) {
		double *restrict four = to + i;
		four[0] += factor * row[i];
		four[1] += factor * row[i + 1];
		four[2] += factor * row[i + 2];
		four[3] += factor * row[i + 3];
	}
	for (; i < n; i++)
		to[i] += factor * row[i];
}

/* Computes the Cholesky factor of a positive definite matrix in its lower triangle, in place. */
static void factor(double *matrix, int n_)
{
	size_t n = (size_t)n_;
	double *column = NEW_ARRAY(double, n + 1);
	for (size_t j = 0; j < n; j++) {
		double root = matrix[j * n + j] = sqrt(fmax(matrix[j * n + j], 1e-300));
		for (size_t i = j + 1; i < n; i++)
			column[i] = matrix[i * n + j] /= root;
		for (size_t i = j + 1; i < n; i++)
			add_row(matrix + i * n + j + 1, column + j + 1, -column[i], i - j);
	}
	free(column);
}

/* Solves factor factor' x = b in place, for n_columns of b and x at a time: b[i * n_columns + column]. */
static void solve(const double *factor_, int n_, double *x, size_t n_columns)
{
	size_t n = (size_t)n_;
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < i; k++)
			add_row(x + i * n_columns, x + k * n_columns, -factor_[i * n + k], n_columns);
		for (size_t c = 0; c < n_columns; c++)
			x[i * n_columns + c] /= factor_[i * n + i];
	}
	for (size_t i = n; i-- > 0;) {
		for (size_t c = 0; c < n_columns; c++)
			x[i * n_columns + c] /= factor_[i * n + i];
		for (size_t k = 0; k < i; k++)
			add_row(x + k * n_columns, x + i * n_columns, -factor_[i * n + k], n_columns);
	}
}

/* Makes Newton steps of at most 1 until only rounding errors remain. Returns false if they do not converge. At the end,
 * fit->information has the Cholesky factor of the information. */
static bool climb(struct fit *fit)
{
	double before = INFINITY;
	for (int step = 0; step < MOST_STEPS; step++) {
		double longest = 0;
		derive(fit);
		factor(fit->information, fit->n);
		solve(fit->information, fit->n, fit->gradient, 1);
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

/* Adds the middle matrix of the sandwich, both triangles. */
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

static void transpose(double *matrix, size_t n)
{
	for (size_t a = 0; a < n; a++) {
		for (size_t b = 0; b < a; b++) {
			double kept = matrix[a * n + b];
			matrix[a * n + b] = matrix[b * n + a];
			matrix[b * n + a] = kept;
		}
	}
}

/* Computes H^-1 middle H^-1 for a symmetric matrix. */
static void solve_both_sides(const double *factor_, size_t n, double *middle)
{
	for (int side = 0; side < 2; side++) {
		transpose(middle, n);
		solve(factor_, (int)n, middle, n);
	}
}

/* Adds the phantoms, one game of each robot, to the middle matrix, and computes the sandwich from it in place. */
static void sandwich(const struct fit *fit, double *middle)
{
	size_t n = (size_t)fit->n;
	for (size_t i = 0; i < n; i++)
		middle[i * n + i] += 0.25;
	solve_both_sides(fit->information, n, middle);
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

/* How the results of robot a against robot b < a differ from the model, as sums over their matches. */
struct pair {
	double residual;  /* games * (share of the wins - that of the model); the share is
			   * (1 + share a - share b) / 2 */
	double variance;  /* variance of the residual according to the model */
	double games, slope; /* slope: games * (derivative of the model's share) */
	double seats;     /* games * seats at the table */
	double common;    /* variance * seats / 2: the residuals of a robot at one table are correlated, so the variance
	                   * of their sum is seats / 2 times as large */
};

/* Adds each unit to its pairs. Returns the ratio of the observed variance of a match to that of the model. */
static double add_pairs(const struct strengths *strengths, const struct strength_unit *units, size_t n_units,
			struct pair *pairs)
{
	double seen = SMOOTH, expected = SMOOTH;
	for (size_t u = 0; u < n_units; u++) {
		const struct strength_unit *unit = &units[u];
		double p[MOST_SEATS], games = (double)unit->games, times = (double)unit->times;
		chances(strengths->theta, unit, p);
		for (int i = 0; i < unit->n_seats; i++) {
			for (int k = 0; k < unit->n_seats; k++) {
				int a = unit->robots[i], b = unit->robots[k];
				if (a <= b)
					continue;
				struct pair *pair = &pairs[(size_t)a * (size_t)strengths->n + (size_t)b];
				double residual = games * (unit->shares[i] - p[i] - unit->shares[k] + p[k]) / 2;
				double variance = games * (p[i] + p[k] - (p[i] - p[k]) * (p[i] - p[k])) / 4;
				pair->residual += times * residual;
				pair->variance += times * variance;
				pair->seats += times * games * unit->n_seats;
				pair->common += times * variance * unit->n_seats / 2;
				pair->games += times * games;
				pair->slope +=
					times * games * (p[i] * (1 - p[i]) + 2 * p[i] * p[k] + p[k] * (1 - p[k])) / 4;
				seen += times * residual * residual;
				expected += times * variance;
			}
		}
	}
	return seen / expected;
}

/* Returns the moment estimate of tau^2, in theta. Residuals have one degree of freedom less for each strength that was
 * fitted. */
static double own_variance(const struct pair *pairs, size_t n, double excess)
{
	double q = 0, freedom = 1 - (double)n, weights = 0, squares = 0;
	for (size_t i = 0; i < n * n; i++) {
		const struct pair *pair = &pairs[i];
		if (pair->games <= 0)
			continue;
		double weight = pair->slope * pair->slope / (excess * pair->variance);
		q += pair->residual * pair->residual / (excess * pair->variance);
		freedom++;
		weights += weight;
		squares += weight * weight;
	}
	double scale = weights > 0 ? weights - squares / weights : 0;
	double least = STRENGTH_OWN * STRENGTH_OWN / STRENGTH_ELO / STRENGTH_ELO;
	return freedom > 0 && scale > 0 ? fmax(least, (q - freedom) / scale) : least;
}

/* Matrices from which the errors of the sums of shares are computed. Each is a sum over the pairs (a, b) of a number
 * times x x', where x = e_a - e_b. */
struct field {
	double *model;              /* how much of the pair's share comes from the model */
	double *fitted, *both, *own; /* errors that come from the fitted strengths, from both, and from the pair
	                              * itself */
};

static void add_laplacian(double *matrix, size_t n, size_t a, size_t b, double value)
{
	matrix[a * n + a] += value;
	matrix[b * n + b] += value;
	matrix[a * n + b] -= value;
	matrix[b * n + a] -= value;
}

/* Computes out = left * right. */
static void multiply(const double *left, const double *right, size_t n, double *out)
{
	memset(out, 0, n * n * sizeof *out);
	for (size_t a = 0; a < n; a++)
		for (size_t k = 0; k < n; k++)
			add_row(out + a * n, right + k * n, left[a * n + k], n);
}

/* Computes the covariance of the sums of shares, A fitted A' + A both + both A' + own with A = model H^-1, and then
 * that of the strengths that have these sums. H is the information of the matches, and `before` its Cholesky factor. */
static void field_covariance(struct strengths *strengths, const struct fit *fit, const double *before,
			     struct field *field)
{
	size_t n = (size_t)strengths->n;
	double *half = NEW_ARRAY(double, n *n + 1), *product = NEW_ARRAY(double, n *n + 1);
	transpose(field->model, n);
	solve(before, fit->n, field->model, n); /* A' */
	transpose(field->model, n);
	multiply(field->model, field->fitted, n, half);
	multiply(field->model, field->both, n, product);
	transpose(field->model, n);
	multiply(half, field->model, n, strengths->covariance);
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			strengths->covariance[a * n + b] +=
				product[a * n + b] + product[b * n + a] + field->own[a * n + b];
	solve_both_sides(fit->information, n, strengths->covariance);
	FREE_ALL(half, product);
}

void strengths_to_field(struct strengths *strengths, const struct strength_unit *units, size_t n_units)
{
	enum { GAMES = 1 << 20 }; /* games of each pair in the round robin, enough to make the phantoms negligible */
	size_t n = (size_t)strengths->n, n_pairs = 0;
	struct pair *pairs = NEW_ARRAY(struct pair, n *n + 1);
	double excess = add_pairs(strengths, units, n_units, pairs), tau = own_variance(pairs, n, excess);
	strengths->tau = tau;
	strengths->known = NEW_ARRAY(double, n *n + 1);
	struct field field = {NEW_ARRAY(double, n *n + 1), NEW_ARRAY(double, n *n + 1), NEW_ARRAY(double, n *n + 1),
		NEW_ARRAY(double, n *n + 1)};
	double (*shares)[2] = mem_zeroed(n * n + 1, sizeof *shares);
	struct fit first = {.n = strengths->n, .units = units, .n_units = n_units, .theta = strengths->theta,
		.gradient = NEW_ARRAY(double, n + 1), .information = NEW_ARRAY(double, n *n + 1)};
	derive(&first);
	factor(first.information, first.n);
	int (*robots)[2] = mem_zeroed(n * n + 1, sizeof *robots);
	struct strength_unit *round_robin = NEW_ARRAY(struct strength_unit, n *n + 1);
	for (size_t a = 0; a < n; a++) {
		for (size_t b = 0; b < a; b++) {
			const struct pair *pair = &pairs[a * n + b];
			if (!strengths->matches[a] || !strengths->matches[b])
				continue;
			double q = 1 / (1 + exp(strengths->theta[b] - strengths->theta[a]));
			double slope = fmax(q * (1 - q), 1e-9);
			/* in theta */
			double v = pair->games > 0 ? excess * pair->variance / (pair->slope * pair->slope) : INFINITY;
			double part = pair->games > 0 ? tau / (tau + v) : 0;
			strengths->known[a * n + b] = strengths->known[b * n + a] = 1 / v;
			double share = q + part * (pair->games > 0 ? pair->residual / pair->slope : 0) * slope;
			share = fmax(fmin(q, 0.001), fmin(fmax(q, 0.999), share));
			double seen = pair->games > 0 ? excess * pair->common : 0;
			double way = pair->games > 0 ? 2 * pair->games / pair->seats : 0;
			double w = slope * GAMES;
			double direct = pair->games > 0 ? part * w / pair->slope : 0, rest = (1 - part) * w;
			add_laplacian(field.model, n, a, b, rest);
			add_laplacian(field.fitted, n, a, b, way * way * (seen + tau * pair->slope * pair->slope));
			add_laplacian(field.both, n, a, b, way * (seen * direct - tau * pair->slope * rest));
			add_laplacian(field.own, n, a, b, seen * direct * direct + tau * rest * rest);
			robots[n_pairs][0] = (int)a;
			robots[n_pairs][1] = (int)b;
			shares[n_pairs][0] = share;
			shares[n_pairs][1] = 1 - share;
			round_robin[n_pairs] = (struct strength_unit){.n_seats = 2, .robots = robots[n_pairs],
				.shares = shares[n_pairs], .games = GAMES, .times = 1};
			n_pairs++;
		}
	}
	if (n_pairs) {
		struct fit fit = {.n = strengths->n, .units = round_robin, .n_units = n_pairs,
			.theta = strengths->theta,
			.gradient = NEW_ARRAY(double, n + 1), .information = NEW_ARRAY(double, n *n + 1)};
		for (size_t i = 0; i < n; i++)
			if (!strengths->matches[i])
				field.own[i * n + i] = 0.25; /* only the game against its phantom counts */
		strengths->is_converged &= climb(&fit);
		field_covariance(strengths, &fit, first.information, &field);
		centre(strengths);
		FREE_ALL(fit.gradient, fit.information);
	}
	FREE_ALL(first.gradient, first.information, field.model, field.fitted, field.both, field.own);
	FREE_ALL(pairs, shares, robots, round_robin);
}

static double covariance(const struct strengths *strengths, int a, int b)
{
	return strengths->covariance[(size_t)a * (size_t)strengths->n + (size_t)b];
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
