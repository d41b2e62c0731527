/* elo.c - one robot against another (or against a field) from counts of outcomes (elo.h). */
#include "stats/elo.h"

#include <math.h>

#include "base/err.h"
#include "stats/distributions.h"
#include "stats/support.h"

static struct moments moments_of(const struct histogram *shares, double unseen)
{
	struct support support;
	support_init(&support, shares, 0, unseen);
	double sum = 0, spread = 0;
	for (size_t i = 0; i < support.n; i++)
		sum += support.count[i] * support.value[i];
	struct moments moments = {support.total, support.total > 0 ? sum / support.total : 0.5, 0};
	for (size_t i = 0; i < support.n; i++) {
		double away = support.value[i] - moments.mean;
		spread += support.count[i] * away * away;
	}
	moments.variance = support.total > 0 ? spread / support.total : 0;
	support_release(&support);
	return moments;
}

struct moments moments_of_shares(const struct histogram *shares)
{
	return moments_of(shares, 0);
}

struct moments moments_of_shares_smoothed(const struct histogram *shares)
{
	return moments_of(shares, SHARE_UNSEEN_WEIGHT);
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

double elo_score(double elo)
{
	return 1 / (1 + pow(10, -elo / 400));
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

static void count_sides(const struct histogram *shares, struct elo_estimate *estimate)
{
	for (struct histogram_cursor at = {0}; histogram_next(shares, &at);) {
		uint64_t *side = at.value > 0.5 ? &estimate->better : at.value < 0.5 ? &estimate->worse : &estimate->even;
		*side += at.count;
	}
	estimate->has_ratio = estimate->worse > 0;
	estimate->ratio = estimate->has_ratio ? (double)estimate->better / (double)estimate->worse : 0;
}

static void set_normalized(const struct histogram *shares, uint32_t games_per_unit, struct moments moments,
			   bool is_constant, struct elo_estimate *estimate)
{
	struct moments used = is_constant ? moments_of_shares_smoothed(shares) : moments;
	estimate->normalized = (used.mean - 0.5) / sqrt(used.variance * games_per_unit) * ELO_PER_DEVIATION;
	estimate->normalized_error = NORMAL_Z95 * ELO_PER_DEVIATION / sqrt(moments.units * games_per_unit);
}

struct elo_estimate elo_of_shares(const struct histogram *shares, uint32_t games_per_unit)
{
	bug_if(games_per_unit < 1);
	struct moments moments = moments_of_shares(shares);
	struct elo_estimate estimate = {.score = interval_of_shares(shares)};
	bool is_constant = histogram_n_seen(shares, 2) <= 1;
	if (!shares->n)
		estimate.score.mean = 0.5;
	count_sides(shares, &estimate);
	estimate.superiority = superiority_of(&moments, is_constant);
	estimate.elo = elo_of_score(estimate.score.mean);
	estimate.low = elo_of_score(estimate.score.low);
	estimate.high = elo_of_score(estimate.score.high);
	if (!shares->n) {
		estimate.bound = ELO_UNKNOWN;
		estimate.error = (estimate.high - estimate.low) / 2;
		estimate.normalized_error = ELO_PER_DEVIATION;
		return estimate;
	}
	double half = NORMAL_Z95 * sqrt(moments.variance / moments.units);
	estimate.error = (elo_of_score(moments.mean + half) - elo_of_score(moments.mean - half)) / 2;
	set_normalized(shares, games_per_unit, moments, is_constant, &estimate);
	estimate.bound = estimate.score.mean == 1 ? ELO_AT_LEAST : estimate.score.mean == 0 ? ELO_AT_MOST : ELO_BETWEEN;
	return estimate;
}
