/* elo.c - one robot against another (or against a field) from counts of outcomes (elo.h). */
#include "stats/elo.h"

#include <math.h>

#include "stats/distributions.h"

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

double elo_of_score(double score)
{
	double clamped = score > 1 - ELO_SCORE_MIN ? 1 - ELO_SCORE_MIN : score >= ELO_SCORE_MIN ? score : ELO_SCORE_MIN;
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

struct elo_estimate elo_of_shares(const struct histogram *shares)
{
	struct moments moments = moments_of_shares(shares);
	struct interval score = interval_of_shares(shares);
	if (!shares->n)
		score.mean = 0.5;
	return (struct elo_estimate){
		.score = score,
		.bound = !shares->n ? ELO_UNKNOWN
			: score.mean == 1 ? ELO_AT_LEAST : score.mean == 0 ? ELO_AT_MOST : ELO_BETWEEN,
		.elo = elo_of_score(score.mean), .low = elo_of_score(score.low), .high = elo_of_score(score.high),
		.superiority = superiority_of(&moments, histogram_n_seen(shares, 2) <= 1),
	};
}
