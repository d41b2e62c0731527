/* llr.c - see llr.h. */
#include "stats/llr.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "base/err.h"

/* A hypothesis: the outcomes' phi_i has mean 0 under it. For a mean, phi_i = a_i - mean. For a mean of t
 * deviations it depends on mean and deviation themselves: those of the last step are put in. */
struct hypothesis {
	bool is_normalized;
	double mean;      /* is_normalized: of the last step */
	double deviation; /* of the last step */
	double t;
	double theta;
};

static double phi(const struct hypothesis *h, double value)
{
	if (!h->is_normalized)
		return value - h->mean;
	double away = (value - h->mean) / h->deviation;
	return value - 0.5 - h->t * h->deviation / 2 * (1 + away * away);
}

static double count_of(const struct outcome_counts *counts, int i)
{
	return counts->count[i] ? (double)counts->count[i] : OUTCOME_UNSEEN;
}

/* sum_i p_i phi_i / (1 + theta phi_i) but for the factor N; falls with theta. */
static double slope_at(const struct outcome_counts *counts, const struct hypothesis *h, double theta)
{
	double sum = 0;
	for (int i = 0; i < counts->n; i++) {
		double value = phi(h, counts->value[i]);
		sum += count_of(counts, i) * value / (1 + theta * value);
	}
	return sum;
}

/* Finds theta by bisection between its poles. False when all phi have one sign: no distribution on
 * these outcomes has the mean asked for. */
static bool solve_theta(const struct outcome_counts *counts, struct hypothesis *h)
{
	double min = DBL_MAX, max = -DBL_MAX;
	for (int i = 0; i < counts->n; i++) {
		double value = phi(h, counts->value[i]);
		min = fmin(min, value);
		max = fmax(max, value);
	}
	if (!(min < 0 && max > 0))
		return false;
	double low = -1 / max, high = -1 / min;
	for (int step = 0; step < 64; step++) { /* the poles are at most 1001 apart */
		double middle = low + (high - low) / 2;
		if (slope_at(counts, h, middle) > 0)
			low = middle;
		else
			high = middle;
	}
	h->theta = low + (high - low) / 2;
	return true;
}

/* ln of what the hypothesis makes of the counts, against the counts themselves as probabilities. */
static double log_likelihood(const struct outcome_counts *counts, const struct hypothesis *h)
{
	double sum = 0;
	for (int i = 0; i < counts->n; i++) {
		/* theta may round onto the pole of an outcome that was never seen. */
		double odds = 1 + h->theta * phi(h, counts->value[i]);
		sum -= count_of(counts, i) * log(odds > DBL_EPSILON ? odds : DBL_EPSILON);
	}
	return sum;
}

double llr_logistic(const struct outcome_counts *counts, double elo0, double elo1)
{
	struct hypothesis h0 = {.mean = score_of_elo(elo_of_score(score_of_elo(elo0)))};
	struct hypothesis h1 = {.mean = score_of_elo(elo_of_score(score_of_elo(elo1)))};
	bug_if(!solve_theta(counts, &h0) || !solve_theta(counts, &h1)); /* clamped means are inside (0, 1) */
	return log_likelihood(counts, &h1) - log_likelihood(counts, &h0);
}

/* Mean and deviation of the distribution q_i = p_i / (1 + theta phi_i) that a hypothesis was solved to. */
static void take_step(const struct outcome_counts *counts, const struct hypothesis *solved, double *mean,
		      double *deviation)
{
	double total = 0, sum = 0, spread = 0;
	for (int i = 0; i < counts->n; i++)
		total += count_of(counts, i) / (1 + solved->theta * phi(solved, counts->value[i]));
	for (int i = 0; i < counts->n; i++)
		sum += count_of(counts, i) / (1 + solved->theta * phi(solved, counts->value[i])) * counts->value[i];
	*mean = sum / total;
	for (int i = 0; i < counts->n; i++) {
		double away = counts->value[i] - *mean;
		spread += count_of(counts, i) / (1 + solved->theta * phi(solved, counts->value[i])) * away * away;
	}
	*deviation = sqrt(spread / total);
}

/* Mean and deviation of a distribution that gives every outcome the same probability. */
static struct hypothesis start_uniform(const struct outcome_counts *counts, double t)
{
	struct hypothesis h = {.is_normalized = true, .t = t};
	double squares = 0;
	for (int i = 0; i < counts->n; i++) {
		h.mean += counts->value[i] / counts->n;
		squares += counts->value[i] * counts->value[i] / counts->n;
	}
	h.deviation = sqrt(squares - h.mean * h.mean);
	return h;
}

/* The fixed point for a mean of t deviations; false when a step has no solution. */
static bool solve_deviations(const struct outcome_counts *counts, double t, struct hypothesis *h)
{
	*h = start_uniform(counts, t);
	for (int step = 0;; step++) {
		if (!(h->deviation > 0) || !solve_theta(counts, h))
			return false;
		double mean, deviation;
		take_step(counts, h, &mean, &deviation);
		if (step == 9 || fabs(mean - h->mean) + fabs(deviation - h->deviation) < 1e-9)
			return true;
		h->mean = mean;
		h->deviation = deviation;
	}
}

double llr_normalized(const struct outcome_counts *counts, double elo0, double elo1)
{
	struct moments moments = outcome_moments_smoothed(counts);
	double scale = sqrt(counts->games_per_unit) / ELO_PER_DEVIATION;
	struct hypothesis h0, h1;
	if (!solve_deviations(counts, elo0 * scale, &h0) ||
	    !solve_deviations(counts, elo1 * scale, &h1))
		return llr_of_deviations(&moments, 0.5, elo0 * scale, elo1 * scale);
	return log_likelihood(counts, &h1) - log_likelihood(counts, &h0);
}

double llr_of_means(const struct moments *moments, double mean0, double mean1)
{
	if (moments->variance <= 0)
		return 0;
	return moments->units * (mean1 - mean0) * (2 * moments->mean - mean0 - mean1) / (2 * moments->variance);
}

double llr_of_deviations(const struct moments *moments, double from, double t0, double t1)
{
	if (moments->variance <= 0)
		return 0;
	double t = (moments->mean - from) / sqrt(moments->variance);
	return moments->units / 2 * (log1p((t - t0) * (t - t0)) - log1p((t - t1) * (t - t1)));
}

void paired_add(struct paired_sums *sums, double difference)
{
	bug_if(!(difference >= -1 && difference <= 1));
	sums->blocks++;
	sums->sum += difference;
	sums->squares += difference * difference;
}

struct moments paired_moments(const struct paired_sums *sums)
{
	double units = (double)sums->blocks + 2 * OUTCOME_UNSEEN;
	double mean = sums->sum / units;
	double variance = (sums->squares + 2 * OUTCOME_UNSEEN) / units - mean * mean;
	return (struct moments){units, mean, variance};
}
