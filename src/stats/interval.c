/* interval.c - a mean of independent units, each in [0, 1], with its uncertainty (interval.h).
 *
 * Among the distributions with a given mean below that of the counts, the one that best explains the counts c_k of the
 * values x_k is p_k = w_k / W with w_k = c_k / (1 + t x_k), W = sum w_k and one parameter, t >= 0 (Owen's Lagrange
 * multiplier divided by 1 - multiplier * mean). So t gives both of these without a search:
 *
 *	mean          mu      = sum w_k x_k / W
 *	loss          l* - l  = sum c_k ln(1 + t x_k) + C ln(W / C),   C = sum c_k
 *
 * The first decreases and the second increases with t. Bounds above the mean are computed as bounds below the mean of 1
 * - x_k. */
#include "stats/interval.h"

#include <float.h>
#include <math.h>

#include "stats/distributions.h"

/* The values at a parameter t. */
struct point {
	double mean;
	double lost;  /* l* - l >= 0 */
	double slope; /* derivative of `lost` with respect to t */
};

static struct point look(const struct support *support, double t)
{
	double logs = 0, weight = 0, first = 0, second = 0;
	for (size_t i = 0; i < support->n; i++) {
		double scale = 1 / (1 + t * support->value[i]), w = support->count[i] * scale;
		logs += support->count[i] * log1p(t * support->value[i]);
		weight += w;
		first += w * support->value[i];
		second += w * scale * support->value[i];
	}
	/* Computes ln(W / C) from W = C - t * first, which loses no digits while the difference is small. */
	double taken = t * first / support->total;
	double log_weight = taken < 0.5 ? log1p(-taken) : log(weight / support->total);
	return (struct point){
		.mean = first / weight,
		.lost = fmax(logs + support->total * log_weight, 0),
		.slope = first - support->total / weight * second,
	};
}

/* Returns the mean below that of the support at which l* - l is `lost`. Uses Newton's method within a bracket for
 * ln(lost) as a function of ln(t), which is nearly linear with a slope of at most 2. */
static double mean_after_loss(const struct support *support, double lost)
{
	double low = -690, high = 690, at = 0; /* ln(t) */
	struct point point;
	for (int step = 0; step < 200 && high - low > 1e-13; step++) {
		double t = exp(at);
		point = look(support, t);
		if (point.lost < lost)
			low = at;
		else
			high = at;
		double next = at - log(point.lost / lost) * point.lost / (point.slope * t);
		if (fabs(next - at) < 1e-13)
			break;
		at = next > low && next < high ? next : low + (high - low) / 2;
	}
	return point.mean;
}

double interval_unseen(const struct histogram *shares)
{
	bool has_sets = shares->n_matches > shares->n;
	return has_sets ? SHARES_UNSEEN * (double)shares->n / (double)shares->n_matches : SHARES_UNSEEN;
}

struct interval interval_of_shares_at(const struct histogram *shares, double level)
{
	bug_if(!(level > 0 && level < 1));
	double mean = histogram_mean(shares);
	if (shares->n < 2)
		return (struct interval){mean, 0, 1};
	double t = student_quantile((1 + level) / 2, (double)shares->n - 1);
	struct support support;
	support_init(&support, shares, interval_unseen(shares), 0);
	double low = mean_after_loss(&support, t * t / 2);
	support_turn(&support);
	double high = 1 - mean_after_loss(&support, t * t / 2);
	support_release(&support);
	/* After a clean sweep the mean is outside the range between these bounds. */
	return (struct interval){mean, fmin(low, mean), fmax(high, mean)};
}

struct interval interval_of_shares(const struct histogram *shares)
{
	return interval_of_shares_at(shares, 0.95);
}

/* Returns l* - l for a mean of mu, which must be below that of the support. */
static double loss_at_mean(const struct support *support, double mu)
{
	double low = -690, high = 690;
	for (int step = 0; step < 60; step++) {
		double middle = (low + high) / 2;
		if (look(support, exp(middle)).mean > mu)
			low = middle;
		else
			high = middle;
	}
	return look(support, exp((low + high) / 2)).lost;
}

double interval_superiority(const struct histogram *shares, double mu)
{
	bug_if(!(mu > 0 && mu < 1));
	if (shares->n < 2)
		return 0.5;
	struct support support;
	support_init(&support, shares, interval_unseen(shares), 0);
	double mean = look(&support, 0).mean;
	bool is_above = mean > mu;
	if (!is_above)
		support_turn(&support);
	double t = mean == mu ? 0 : sqrt(2 * loss_at_mean(&support, is_above ? mu : 1 - mu));
	support_release(&support);
	double below = student_cdf(-t, (double)shares->n - 1);
	below = fmax(below, DBL_EPSILON / 2);
	return is_above ? 1 - below : below;
}
