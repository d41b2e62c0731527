/* plackett.c - strengths by the Plackett-Luce model (Luce 1959, Plackett 1975) (plackett.h). */
#include "stats/rating/plackett.h"

#include <math.h>

enum {
	MAX_STEPS = 200,
};

/* The system of one Newton step: minus the second derivatives times `step` = slope. They are not stored: the chances of
 * the members at each stage are enough to multiply them by a vector. */
struct newton {
	const struct stages *stages;
	const double *counts, *wins;
	double prior;
	size_t n;        /* robots */
	double *chance;  /* [member] to win its stage */
	double *slope;   /* [robot] of the log-likelihood with prior */
	double *diagonal;
	double *step;
	double *residual, *direction, *image; /* of the conjugate gradients */
};

static void newton_init(struct newton *newton, const struct stages *stages)
{
	newton->stages = stages;
	newton->n = (size_t)stages->n_robots;
	newton->chance = NEW_ARRAY(double, stages->n ? stages->member_first[stages->n] : 1);
	double *vectors = NEW_ARRAY(double, 6 * newton->n + 1);
	newton->slope = vectors;
	newton->diagonal = vectors + newton->n;
	newton->step = vectors + 2 * newton->n;
	newton->residual = vectors + 3 * newton->n;
	newton->direction = vectors + 4 * newton->n;
	newton->image = vectors + 5 * newton->n;
}

static void newton_release(struct newton *newton)
{
	free(newton->chance);
	free(newton->slope);
}

/* Sets chance, slope and diagonal at these strengths; returns the log-likelihood of the games. */
static double look(struct newton *newton, const double *strength)
{
	const struct stages *stages = newton->stages;
	double likelihood = 0;
	for (size_t i = 0; i < newton->n; i++) {
		double beats_phantom = 1 / (1 + exp(-strength[i]));
		likelihood += newton->wins[i] * strength[i];
		newton->slope[i] = newton->wins[i] + newton->prior * (0.5 - beats_phantom);
		newton->diagonal[i] = newton->prior * beats_phantom * (1 - beats_phantom);
	}
	for (size_t s = 0; s < stages->n; s++) {
		if (newton->counts[s] == 0)
			continue;
		double sum = 0;
		for (size_t m = stages->member_first[s]; m < stages->member_first[s + 1]; m++)
			sum += newton->chance[m] = exp(strength[stages->members[m]]);
		for (size_t m = stages->member_first[s]; m < stages->member_first[s + 1]; m++) {
			newton->chance[m] /= sum;
			newton->slope[stages->members[m]] -= newton->counts[s] * newton->chance[m];
			newton->diagonal[stages->members[m]] += newton->counts[s] * newton->chance[m] * (1 - newton->chance[m]);
		}
		likelihood -= newton->counts[s] * log(sum);
	}
	return likelihood;
}

/* image = minus the second derivatives times v. */
static void multiply(const struct newton *newton, const double *strength, const double *v, double *image)
{
	const struct stages *stages = newton->stages;
	for (size_t i = 0; i < newton->n; i++) {
		double beats_phantom = 1 / (1 + exp(-strength[i]));
		image[i] = newton->prior * beats_phantom * (1 - beats_phantom) * v[i];
	}
	for (size_t s = 0; s < stages->n; s++) {
		if (newton->counts[s] == 0)
			continue;
		double mean = 0;
		for (size_t m = stages->member_first[s]; m < stages->member_first[s + 1]; m++)
			mean += newton->chance[m] * v[stages->members[m]];
		for (size_t m = stages->member_first[s]; m < stages->member_first[s + 1]; m++)
			image[stages->members[m]] += newton->counts[s] * newton->chance[m] * (v[stages->members[m]] - mean);
	}
}

/* A robot without games and prior keeps its strength. */
static double precondition(const struct newton *newton, size_t i)
{
	return newton->diagonal[i] > 0 ? newton->residual[i] / newton->diagonal[i] : 0;
}

static double dot(const double *a, const double *b, size_t n)
{
	double sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

/* Conjugate gradients with the diagonal as preconditioner, until the residual is 1e-4 of the initial one. */
static void solve(struct newton *newton, const double *strength)
{
	double size = 0, first_size = 0;
	for (size_t i = 0; i < newton->n; i++) {
		newton->step[i] = 0;
		newton->residual[i] = newton->slope[i];
		newton->direction[i] = precondition(newton, i);
		size += newton->residual[i] * newton->direction[i];
	}
	first_size = size;
	for (size_t round = 0; round < 2 * newton->n + 10 && size > 1e-8 * first_size; round++) {
		multiply(newton, strength, newton->direction, newton->image);
		double curvature = dot(newton->direction, newton->image, newton->n);
		if (!(curvature > 0))
			break;
		double length = size / curvature, next_size = 0;
		for (size_t i = 0; i < newton->n; i++) {
			newton->step[i] += length * newton->direction[i];
			newton->residual[i] -= length * newton->image[i];
			next_size += newton->residual[i] * precondition(newton, i);
		}
		for (size_t i = 0; i < newton->n; i++)
			newton->direction[i] = precondition(newton, i) + next_size / size * newton->direction[i];
		size = next_size;
	}
}

/* Moves along the step as far as the likelihood certainly rises; returns the largest move. */
static double move(const struct newton *newton, double *strength)
{
	double low = 0, high = 0, largest = 0; /* the phantom does not move */
	for (size_t i = 0; i < newton->n; i++) {
		low = fmin(low, newton->step[i]);
		high = fmax(high, newton->step[i]);
	}
	double range = high - low, length = range > 1e-12 ? log1p(range) / range : 1;
	for (size_t i = 0; i < newton->n; i++) {
		double to = fmin(fmax(strength[i] + length * newton->step[i], -PLACKETT_MAX), PLACKETT_MAX);
		largest = fmax(largest, fabs(to - strength[i]));
		strength[i] = to;
	}
	return largest;
}

/* The possible gain of the step is less than the rounding error of the likelihood. */
static bool is_at_the_top(const struct newton *newton)
{
	double n_stages_won = 1;
	for (size_t i = 0; i < newton->n; i++)
		n_stages_won += newton->wins[i];
	return dot(newton->slope, newton->step, newton->n) <= 1e-15 * n_stages_won;
}

struct plackett_fit plackett_fit(const struct stages *stages, const double *counts, const double *wins,
				 double prior, double *strength)
{
	struct newton newton = {.counts = counts, .wins = wins, .prior = prior};
	struct plackett_fit fit = {0};
	newton_init(&newton, stages);
	while (!fit.is_converged && fit.n_steps < MAX_STEPS) {
		look(&newton, strength);
		solve(&newton, strength);
		fit.is_converged = move(&newton, strength) <= 1e-9 || is_at_the_top(&newton);
		fit.n_steps++;
	}
	fit.log_likelihood = look(&newton, strength);
	newton_release(&newton);
	return fit;
}
