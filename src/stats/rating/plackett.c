/* plackett.c - strengths by the Plackett-Luce model (Luce 1959, Plackett 1975) (plackett.h). */
#include "stats/rating/plackett.h"

#include <math.h>

enum {
	MAX_STEPS = 200,
};

/* The linear system of a Newton step: minus the second derivatives, times `step`, equals slope. The second derivatives
 * are not stored, because the chances of the members at each stage are enough to multiply them by a vector. */
struct newton {
	const struct stages *stages;
	const double *counts, *wins;
	double prior;
	size_t n;         /* number of robots */
	double *chance;  /* [member]: chance of winning its stage */
	double *slope;   /* [robot]: derivative of the log-likelihood, including the prior */
	double *diagonal;
	double *step;
	double *residual, *direction, *image; /* vectors of the method of conjugate gradients */
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

/* Sets chance, slope and diagonal for these strengths. Returns the log-likelihood of the games. */
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
			newton->diagonal[stages->members[m]] +=
				newton->counts[s] * newton->chance[m] * (1 - newton->chance[m]);
		}
		likelihood -= newton->counts[s] * log(sum);
	}
	return likelihood;
}

/* Computes image = minus the second derivatives times v. */
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
			image[stages->members[m]] +=
				newton->counts[s] * newton->chance[m] * (v[stages->members[m]] - mean);
	}
}

/* Returns element i of the preconditioned residual. A robot without games and prior keeps its strength. */
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

/* Solves the system by conjugate gradients with the diagonal as preconditioner, until the residual is 1e-4 of the
 * initial one. */
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

/* Moves along the step as far as the likelihood is certain to increase. Returns the largest move. */
static double move(const struct newton *newton, double *strength)
{
	double low = 0, high = 0, largest = 0; /* 0 is the step of the phantom */
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

/* Returns true if the possible gain of the step is less than the rounding error of the likelihood. */
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
	FREE_ALL(newton.chance, newton.slope);
	return fit;
}

void fitter_init(struct fitter *fitter, const struct blocks *blocks, const struct rating_options *options,
		 const struct robot_rating *robots, enum stages_kind kind)
{
	*fitter = (struct fitter){.blocks = blocks, .options = options, .robots = robots, .kind = kind};
	stages_of(&fitter->stages, blocks, kind);
	fitter->games = NEW_ARRAY(double, blocks->orders.n + 1);
	fitter->counts = NEW_ARRAY(double, fitter->stages.n + 1);
	fitter->wins = NEW_ARRAY(double, (size_t)blocks->n_robots + 1);
	fitter->strength = NEW_ARRAY(double, (size_t)blocks->n_robots + 1);
}

void fitter_release(struct fitter *fitter)
{
	stages_release(&fitter->stages);
	FREE_ALL(fitter->games, fitter->counts, fitter->wins, fitter->strength);
}

struct plackett_fit fitter_fit(struct fitter *fitter, const uint64_t *times)
{
	const struct blocks *blocks = fitter->blocks;
	memset(fitter->games, 0, blocks->orders.n * sizeof *fitter->games);
	for (uint32_t unit = 0; unit < blocks->units.n; unit++) {
		size_t n_pairs;
		const uint32_t *pairs = blocks_unit(blocks, unit, &n_pairs);
		for (size_t i = 0; i < n_pairs && times[unit]; i++)
			fitter->games[pairs[2 * i]] += (double)times[unit] * pairs[2 * i + 1];
	}
	stages_sum(&fitter->stages, fitter->games, fitter->counts, fitter->wins);
	return plackett_fit(&fitter->stages, fitter->counts, fitter->wins, fitter->options->prior, fitter->strength);
}

double fitter_scale(const struct fitter *fitter)
{
	return fitter->kind == STAGES_REVERSE ? -PLACKETT_ELO : PLACKETT_ELO;
}

/* Returns the robot that has a fixed rating, or -1 if there is none. */
static int anchor_of(const struct fitter *fitter)
{
	int anchor = fitter->options->anchor;
	return anchor >= 0 && anchor < fitter->blocks->n_robots ? anchor : -1;
}

double fitter_leverage(const struct fitter *fitter, int robot)
{
	int n = 0;
	if (anchor_of(fitter) >= 0)
		return robot == anchor_of(fitter) ? 0 : 1;
	for (int i = 0; i < fitter->blocks->n_robots; i++)
		n += fitter->robots[i].games > 0;
	return n ? 1 - 1.0 / n : 0;
}

double fitter_level(const struct fitter *fitter)
{
	double scale = fitter_scale(fitter), sum = 0;
	int n = 0, anchor = anchor_of(fitter);
	if (anchor >= 0)
		return fitter->options->anchor_elo - scale * fitter->strength[anchor];
	for (int i = 0; i < fitter->blocks->n_robots; i++) {
		bool has_played = fitter->robots[i].games > 0;
		n += has_played;
		sum += has_played ? fitter->strength[i] : 0;
	}
	return n ? -scale * sum / n : 0;
}

double fitter_elo(const struct fitter *fitter, double strength, double level)
{
	return fitter_scale(fitter) * strength + level;
}

/* Returns the logarithm of the chance that a robot with this strength wins all of its stages (is_taken), or none. */
static double log_chance(const struct fitter *fitter, uint32_t robot, double strength, bool is_taken)
{
	const struct stages *stages = &fitter->stages;
	double sum = 0;
	for (size_t s = 0; s < stages->n; s++) {
		double others = 0;
		bool is_there = false;
		if (fitter->counts[s] == 0)
			continue;
		for (size_t m = stages->member_first[s]; m < stages->member_first[s + 1]; m++) {
			bool is_itself = stages->members[m] == robot;
			is_there |= is_itself;
			others += is_itself ? 0 : exp(fitter->strength[stages->members[m]] - strength);
		}
		if (is_there)
			sum -= fitter->counts[s] * log1p(is_taken ? others : 1 / others);
	}
	return sum;
}

double fitter_bound(const struct fitter *fitter, uint32_t robot)
{
	const struct robot_rating *rating = &fitter->robots[robot];
	bool is_taken = (rating->kind == RATING_AT_LEAST) != (fitter->kind == STAGES_REVERSE);
	double low = -PLACKETT_MAX, high = PLACKETT_MAX;
	double target = log(0.05) * (double)rating->games / (double)rating->units;
	for (int step = 0; step < 50; step++) {
		double middle = (low + high) / 2;
		if ((log_chance(fitter, robot, middle, is_taken) < target) == is_taken)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}
