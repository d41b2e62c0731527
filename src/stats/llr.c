/* llr.c - log-likelihood ratios (llr.h). */
#include "stats/llr.h"

#include <float.h>
#include <math.h>

/* A hypothesis about the outcomes a_i, under which phi_i has mean 0. For a hypothesis about the mean, phi_i = a_i -
 * mean. For a mean of t deviations, phi_i depends on the mean and the deviation themselves, and the values of the last
 * step are used. */
struct hypothesis {
	bool is_normalized;
	double mean;      /* with is_normalized, the mean of the last step */
	double deviation; /* the standard deviation of the last step */
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

/* Returns N sum_i p_i phi_i / (1 + theta phi_i), with N the number of units. It decreases with theta. */
static double slope_at(const struct support *support, const struct hypothesis *h, double theta)
{
	double sum = 0;
	for (size_t i = 0; i < support->n; i++) {
		double value = phi(h, support->value[i]);
		sum += support->count[i] * value / (1 + theta * value);
	}
	return sum;
}

/* Finds theta by bisection between the poles. Returns false when all phi have the same sign, because then no
 * distribution over these outcomes has this mean. */
static bool solve_theta(const struct support *support, struct hypothesis *h)
{
	double min = DBL_MAX, max = -DBL_MAX;
	for (size_t i = 0; i < support->n; i++) {
		double value = phi(h, support->value[i]);
		min = fmin(min, value);
		max = fmax(max, value);
	}
	if (!(min < 0 && max > 0))
		return false;
	double low = -1 / max, high = -1 / min;
	for (int step = 0; step < 64; step++) { /* the poles are at most 1001 apart */
		double middle = low + (high - low) / 2;
		if (slope_at(support, h, middle) > 0)
			low = middle;
		else
			high = middle;
	}
	h->theta = low + (high - low) / 2;
	return true;
}

/* Returns the log-likelihood of the counts under the hypothesis, minus that under their observed frequencies. */
static double log_likelihood(const struct support *support, const struct hypothesis *h)
{
	double sum = 0;
	for (size_t i = 0; i < support->n; i++) {
		/* theta may be rounded to the pole of an outcome that was never seen. */
		double odds = 1 + h->theta * phi(h, support->value[i]);
		sum -= support->count[i] * log(odds > DBL_EPSILON ? odds : DBL_EPSILON);
	}
	return sum;
}

static double unit_ratio(const struct hypothesis *h0, const struct hypothesis *h1, double value)
{
	double odds0 = 1 + h0->theta * phi(h0, value), odds1 = 1 + h1->theta * phi(h1, value);
	return log(fmax(odds0, DBL_EPSILON)) - log(fmax(odds1, DBL_EPSILON));
}

/* Returns the slope of the ratio. The distributions are optimal for the counts, so a count changes the ratio only
 * through its own term. */
static double slope_of(const struct support *support, const struct hypothesis *h0, const struct hypothesis *h1)
{
	double total = 0, mean = 0, mean_ratio = 0, spread = 0, together = 0;
	for (size_t i = 0; i < support->n; i++) {
		total += support->count[i];
		mean += support->count[i] * support->value[i];
		mean_ratio += support->count[i] * unit_ratio(h0, h1, support->value[i]);
	}
	mean /= total;
	mean_ratio /= total;
	for (size_t i = 0; i < support->n; i++) {
		double away = support->value[i] - mean;
		spread += support->count[i] * away * away;
		together += support->count[i] * away * (unit_ratio(h0, h1, support->value[i]) - mean_ratio);
	}
	return spread > 0 ? together / spread : 0;
}

double llr_of_shares(const struct histogram *shares, double mean0, double mean1, double *slope)
{
	struct hypothesis h0 = {.mean = mean0}, h1 = {.mean = mean1};
	struct support support;
	support_init(&support, shares, 0, SHARE_UNSEEN_WEIGHT);
	bug_if(!solve_theta(&support, &h0) || !solve_theta(&support, &h1)); /* cannot fail, because the ends of the
	                                                                     * support are 0 and 1 */
	double ratio = log_likelihood(&support, &h1) - log_likelihood(&support, &h0);
	if (slope)
		*slope = slope_of(&support, &h0, &h1);
	support_release(&support);
	return ratio;
}

/* Computes mean and deviation of the distribution q_i = p_i / (1 + theta phi_i) that solve_theta found for a
 * hypothesis. */
static void take_step(const struct support *support, const struct hypothesis *solved, double *mean,
		      double *deviation)
{
	double total = 0, sum = 0, spread = 0;
	for (size_t i = 0; i < support->n; i++)
		total += support->count[i] / (1 + solved->theta * phi(solved, support->value[i]));
	for (size_t i = 0; i < support->n; i++)
		sum += support->count[i] / (1 + solved->theta * phi(solved, support->value[i])) * support->value[i];
	*mean = sum / total;
	for (size_t i = 0; i < support->n; i++) {
		double away = support->value[i] - *mean;
		spread += support->count[i] / (1 + solved->theta * phi(solved, support->value[i])) * away * away;
	}
	*deviation = sqrt(spread / total);
}

/* Returns a hypothesis that has the mean and deviation of a distribution with equal probabilities of all outcomes. */
static struct hypothesis start_uniform(const struct support *support, double t)
{
	struct hypothesis h = {.is_normalized = true, .t = t};
	double squares = 0;
	for (size_t i = 0; i < support->n; i++) {
		h.mean += support->value[i] / (double)support->n;
		squares += support->value[i] * support->value[i] / (double)support->n;
	}
	h.deviation = sqrt(squares - h.mean * h.mean);
	return h;
}

/* Finds the fixed point for a mean of t deviations. Returns false when a step has no solution. */
static bool solve_deviations(const struct support *support, double t, struct hypothesis *h)
{
	*h = start_uniform(support, t);
	for (int step = 0;; step++) {
		if (!(h->deviation > 0) || !solve_theta(support, h))
			return false;
		double mean, deviation;
		take_step(support, h, &mean, &deviation);
		if (step == 9 || fabs(mean - h->mean) + fabs(deviation - h->deviation) < 1e-9)
			return true;
		h->mean = mean;
		h->deviation = deviation;
	}
}

double llr_normalized(const struct histogram *shares, uint32_t games_per_unit, double elo0, double elo1, double *slope)
{
	bug_if(games_per_unit < 1);
	double scale = sqrt(games_per_unit) / ELO_PER_DEVIATION, ratio;
	struct hypothesis h0, h1;
	struct support support;
	support_init(&support, shares, 0, SHARE_UNSEEN_WEIGHT);
	if (solve_deviations(&support, elo0 * scale, &h0) && solve_deviations(&support, elo1 * scale, &h1)) {
		ratio = log_likelihood(&support, &h1) - log_likelihood(&support, &h0);
		if (slope)
			*slope = slope_of(&support, &h0, &h1);
	} else {
		struct moments moments = moments_of_shares_smoothed(shares);
		ratio = llr_of_deviations(&moments, 0.5, elo0 * scale, elo1 * scale, slope);
	}
	support_release(&support);
	return ratio;
}

double llr_of_means(const struct moments *moments, double mean0, double mean1)
{
	if (moments->variance <= 0)
		return 0;
	return moments->units * (mean1 - mean0) * (2 * moments->mean - mean0 - mean1) / (2 * moments->variance);
}

double llr_of_deviations(const struct moments *moments, double from, double t0, double t1, double *slope)
{
	if (slope)
		*slope = 0;
	if (moments->variance <= 0)
		return 0;
	double deviation = sqrt(moments->variance), t = (moments->mean - from) / deviation;
	if (slope)
		*slope = ((t - t0) / (1 + (t - t0) * (t - t0)) - (t - t1) / (1 + (t - t1) * (t - t1))) / deviation;
	return moments->units / 2 * (log1p((t - t0) * (t - t0)) - log1p((t - t1) * (t - t1)));
}
