/* elo.c - see elo.h. */
#include "stats/elo.h"

#include <math.h>

#include "base/err.h"
#include "stats/special.h"

const double outcome_values_game[3] = {0, 0.5, 1};
const double outcome_values_pair[5] = {0, 0.25, 0.5, 0.75, 1};

static struct moments moments_of(const struct outcome_counts *counts, double unseen)
{
	bug_if(counts->n < 2 || counts->value[0] != 0 || counts->value[counts->n - 1] != 1 || counts->games_per_unit < 1);
	struct moments moments = {0};
	double sum = 0, spread = 0;
	for (int i = 0; i < counts->n; i++) {
		double count = counts->count[i] ? (double)counts->count[i] : unseen;
		moments.units += count;
		sum += count * counts->value[i];
	}
	if (moments.units <= 0)
		return (struct moments){0, 0.5, 0};
	moments.mean = sum / moments.units;
	for (int i = 0; i < counts->n; i++) {
		double away = counts->value[i] - moments.mean;
		spread += (counts->count[i] ? (double)counts->count[i] : unseen) * away * away;
	}
	moments.variance = spread / moments.units;
	return moments;
}

struct moments outcome_moments(const struct outcome_counts *counts)
{
	return moments_of(counts, 0);
}

struct moments outcome_moments_smoothed(const struct outcome_counts *counts)
{
	return moments_of(counts, OUTCOME_UNSEEN);
}

static double clamp_score(double score)
{
	return score > 1 - ELO_SCORE_MIN ? 1 - ELO_SCORE_MIN : score >= ELO_SCORE_MIN ? score : ELO_SCORE_MIN;
}

double elo_of_score(double score)
{
	double clamped = clamp_score(score);
	return 400 * log10(clamped / (1 - clamped));
}

double score_of_elo(double elo)
{
	return 1 / (1 + pow(10, -elo / 400));
}

/* All units have the same value. */
static bool is_constant(const struct outcome_counts *counts)
{
	int n_seen = 0;
	for (int i = 0; i < counts->n; i++)
		n_seen += counts->count[i] > 0;
	return n_seen <= 1;
}

static struct interval score_interval(const struct outcome_counts *counts, const struct moments *moments)
{
	if (moments->units <= 0)
		return (struct interval){0.5, 0, 1};
	double sum = 0, squares = 0;
	for (int i = 0; i < counts->n; i++) {
		sum += (double)counts->count[i] * counts->value[i];
		squares += (double)counts->count[i] * counts->value[i] * counts->value[i];
	}
	return interval_of_blocks((uint64_t)moments->units, sum, squares);
}

static double superiority_of(const struct moments *moments, bool constant)
{
	if (!constant)
		return normal_cdf((moments->mean - 0.5) / sqrt(moments->variance / moments->units));
	if (moments->units <= 0 || moments->mean == 0.5)
		return 0.5;
	double other_side = exp2(-moments->units - 1);
	return moments->mean > 0.5 ? 1 - other_side : other_side;
}

static void count_sides(const struct outcome_counts *counts, struct elo_estimate *estimate)
{
	for (int i = 0; i < counts->n; i++) {
		uint64_t *side = counts->value[i] > 0.5 ? &estimate->better
			: counts->value[i] < 0.5 ? &estimate->worse : &estimate->even;
		*side += counts->count[i];
	}
	estimate->has_ratio = estimate->worse > 0;
	estimate->ratio = estimate->has_ratio ? (double)estimate->better / (double)estimate->worse : 0;
}

static void set_normalized(const struct outcome_counts *counts, const struct moments *moments,
			   struct elo_estimate *estimate)
{
	struct moments used = is_constant(counts) ? outcome_moments_smoothed(counts) : *moments;
	double deviation = sqrt(used.variance * counts->games_per_unit);
	estimate->normalized = (used.mean - 0.5) / deviation * ELO_PER_DEVIATION;
	estimate->normalized_error = NORMAL_Z95 * ELO_PER_DEVIATION / sqrt(moments->units * counts->games_per_unit);
}

struct elo_estimate elo_of_counts(const struct outcome_counts *counts)
{
	struct moments moments = outcome_moments(counts);
	struct elo_estimate estimate = {.score = score_interval(counts, &moments)};
	count_sides(counts, &estimate);
	estimate.superiority = superiority_of(&moments, is_constant(counts));
	estimate.elo = elo_of_score(estimate.score.mean);
	estimate.low = elo_of_score(estimate.score.low);
	estimate.high = elo_of_score(estimate.score.high);
	if (moments.units <= 0) {
		estimate.bound = ELO_UNKNOWN;
		estimate.error = (estimate.high - estimate.low) / 2;
		estimate.normalized_error = ELO_PER_DEVIATION;
		return estimate;
	}
	double half = NORMAL_Z95 * sqrt(moments.variance / moments.units);
	estimate.error = (elo_of_score(moments.mean + half) - elo_of_score(moments.mean - half)) / 2;
	set_normalized(counts, &moments, &estimate);
	if (counts->count[counts->n - 1] > 0 && is_constant(counts)) {
		estimate.bound = ELO_AT_LEAST;
		estimate.low = elo_of_score(pow(0.05, 1 / moments.units));
	} else if (counts->count[0] > 0 && is_constant(counts)) {
		estimate.bound = ELO_AT_MOST;
		estimate.high = elo_of_score(1 - pow(0.05, 1 / moments.units));
	}
	return estimate;
}
