/* sprt.c - the sequential test (Wald 1945) (sprt.h). */
#include "stats/sprt.h"

#include <math.h>

#include "base/base.h"
#include "stats/anytime.h"
#include "stats/distributions.h"

const char *sprt_complaint(const struct sprt_test *test)
{
	if (!isfinite(test->low) || !isfinite(test->high) || !(test->low < test->high))
		return "elo0 must be below elo1";
	if (test->high - test->low < (test->model == SPRT_DIFFERENCE ? 1e-5 : 0.01))
		return "the two effects are too close to be distinguished by any number of games";
	if (!(test->alpha > 0 && test->alpha < 0.5) || !(test->beta > 0 && test->beta < 0.5))
		return "alpha and beta must be above 0 and below 0.5";
	if (test->model == SPRT_DIFFERENCE && (test->low <= -1 || test->high >= 1))
		return "effects in points must be between -1 and 1";
	if (test->model != SPRT_DIFFERENCE && (test->low <= -1000 || test->high >= 1000))
		return "effects in Elo must be between -1000 and 1000";
	bug_if(test->model == SPRT_NORMALIZED && !test->games_per_unit);
	return NULL;
}

void sprt_init(struct sprt *sprt, const struct sprt_test *test)
{
	bug_if(sprt_complaint(test));
	*sprt = (struct sprt){
		.test = *test,
		.lower = log(test->beta / (1 - test->alpha)),
		.upper = log((1 - test->beta) / test->alpha),
		.control.remaining = 1,
	};
}

/* Computes the means of a unit under both hypotheses. */
static void means_of(const struct sprt_test *test, double variance, double means[2])
{
	const double effects[] = {test->low, test->high};
	for (int i = 0; i < 2; i++) {
		switch (test->model) {
		case SPRT_LOGISTIC: means[i] = elo_score(effects[i]); break;
		case SPRT_NORMALIZED:
			means[i] = 0.5 + effects[i] * sqrt(variance * test->games_per_unit) / ELO_PER_DEVIATION;
			break;
		case SPRT_DIFFERENCE: means[i] = (1 + effects[i]) / 2; break;
		}
	}
}

/* Returns the log-likelihood ratio of the shares. Corrected units have a different mean, and count as more units. */
static double ratio_of_shares(const struct sprt *sprt, const struct histogram *shares, double *slope)
{
	const struct sprt_test *test = &sprt->test;
	double means[2], remaining = sprt->control.remaining;
	if (test->model == SPRT_NORMALIZED)
		return llr_normalized(shares, test->games_per_unit, test->low, test->high, slope);
	means_of(test, 0, means);
	for (int i = 0; i < 2; i++)
		means[i] = fmin(fmax(means[i] + sprt->control.shift, ELO_SCORE_MIN), 1 - ELO_SCORE_MIN);
	double ratio = llr_of_shares(shares, means[0], means[1], slope) / remaining;
	if (slope)
		*slope /= remaining;
	return ratio;
}

/* Returns how far the bounds are moved inwards, because the ratio overshoots them. It is 0 for units that are nearly
 * all equal, because then the ratio is far from normal, and its errors are already as frequent as allowed. */
static double overshoot(const struct sprt *sprt, const struct histogram *shares)
{
	double means[2], variance = moments_of_shares_smoothed(shares).variance * sprt->control.remaining;
	if (!sprt->has_parts || !sprt->looks || variance <= 0 || histogram_n_uncommon(shares) < SPRT_MIN_UNITS)
		return 0;
	means_of(&sprt->test, variance, means);
	double moved = SPRT_OVERSHOOT * (means[1] - means[0]) * sqrt(((double)shares->n - sprt->units) / variance);
	return fmin(moved, fmin(sprt->upper, -sprt->lower) / 2);
}

static enum sprt_verdict conclude(struct sprt *sprt, const struct histogram *shares)
{
	uint64_t units = shares->n;
	double ratio = ratio_of_shares(sprt, shares, NULL), inwards = overshoot(sprt, shares);
	sprt->units = (double)units;
	sprt->ratio = ratio;
	sprt->next_look = units + 1 + units / SPRT_LOOKS;
	sprt->looks += units >= SPRT_MIN_UNITS;
	if (units >= SPRT_MIN_UNITS && ratio >= sprt->upper - inwards)
		sprt->verdict = SPRT_ACCEPT_H1;
	else if (units >= SPRT_MIN_UNITS && ratio <= sprt->lower + inwards)
		sprt->verdict = SPRT_ACCEPT_H0;
	return sprt->verdict;
}

/* Returns the verdict if the effect is far beyond both hypotheses. In that case neither hypothesis explains the units,
 * and the ratio grows slowly. */
static enum sprt_verdict far_verdict(const struct sprt *sprt, const struct histogram *shares)
{
	double means[2];
	if (sprt->test.model == SPRT_NORMALIZED || shares->n < SPRT_MIN_UNITS)
		return SPRT_UNDECIDED;
	means_of(&sprt->test, 0, means);
	if (betting_wealth(shares, means[0], true) >= log(SPRT_FAR / sprt->test.alpha))
		return SPRT_ACCEPT_H1;
	return betting_wealth(shares, means[1], false) >= log(SPRT_FAR / sprt->test.beta)
		? SPRT_ACCEPT_H0 : SPRT_UNDECIDED;
}

enum sprt_verdict sprt_decide(struct sprt *sprt, const struct histogram *shares)
{
	if (sprt->verdict || !shares->n || shares->n < sprt->next_look)
		return sprt->verdict;
	if (conclude(sprt, shares) == SPRT_UNDECIDED) {
		sprt->verdict = far_verdict(sprt, shares);
		sprt->is_far = sprt->verdict != SPRT_UNDECIDED;
	}
	return sprt->verdict;
}

double sprt_equal_units(const struct sprt_test *test)
{
	struct sprt_test effects = *test;
	double means[2];
	if (test->model == SPRT_NORMALIZED)
		effects.model = SPRT_LOGISTIC;
	means_of(&effects, 0, means);
	double units = test->low < 0 ? log(2 / test->alpha) / (1 - 2 * means[0])
				     : log(2 / test->beta) / (2 * means[1] - 1);
	return fmax(units, SPRT_MIN_UNITS);
}

/* An approximation of a test, as a path of the ratio that drifts by slope * (mean - level) per unit, where `mean` is
 * the true mean. */
struct sprt_course {
	double slope, level, variance; /* variance: of a unit */
	double lower, upper;
	double time, position; /* time and position at which it stopped, or the current ones */
};

/* Returns the course of a test. For small effects the ratio is that of normal means, which is linear in the mean, and
 * the course is the same as in fishtest. For large effects the course follows the exact ratio, which decided the test
 * and is linear only near the observed mean. */
static struct sprt_course course_of(const struct sprt *sprt, const struct moments *moments, double mean0, double mean1,
				    double exact, double exact_slope)
{
	const double small = 0.05;
	double ratio = llr_of_means(moments, mean0, mean1);
	struct sprt_course course = {
		.slope = (mean1 - mean0) / moments->variance, .level = (mean0 + mean1) / 2,
		.variance = moments->variance, .lower = sprt->lower, .upper = sprt->upper, .time = moments->units,
	};
	if (fabs(exact - ratio) > small * fabs(exact) && exact_slope > 0) {
		course.slope = exact_slope;
		course.level = moments->mean - exact / moments->units / exact_slope;
		ratio = exact;
	}
	course.position = sprt->verdict == SPRT_ACCEPT_H1 ? course.upper : sprt->verdict ? course.lower :
			  fmin(fmax(ratio, course.lower), course.upper);
	if (course.position * ratio > 0)
		course.time *= course.position / ratio;
	return course;
}

static double worse_if(const struct sprt_course *course, double mean)
{
	struct brownian path = {
		.lower = course->lower,
		.upper = course->upper,
		.drift = course->slope * (mean - course->level),
		.variance = course->slope * course->slope * course->variance,
	};
	return brownian_worse(&path, course->time, course->position);
}

/* Returns the mean in [0, 1] for which a worse outcome has this chance. */
static double mean_with_chance(const struct sprt_course *course, double chance)
{
	double min = 0, max = 1;
	for (int step = 0; step < 60; step++) {
		double middle = (min + max) / 2;
		if (worse_if(course, middle) > chance)
			min = middle;
		else
			max = middle;
	}
	return (min + max) / 2;
}

/* Returns the same course with the variance for which the interval of a normal mean would extend this far on one
 * side. */
static struct sprt_course with_reach(struct sprt_course course, double reach, double units)
{
	double error = reach / NORMAL_Z95;
	course.variance = units * error * error;
	return course;
}

static double effect_of_mean(const struct sprt *sprt, double mean)
{
	return sprt->test.model == SPRT_DIFFERENCE ? 2 * mean - 1 : elo_of_score(mean);
}

static struct sprt_estimate estimate_of_means(const struct sprt *sprt, double mean, double low, double high,
					      double superiority)
{
	return (struct sprt_estimate){effect_of_mean(sprt, mean), effect_of_mean(sprt, low), effect_of_mean(sprt, high),
		superiority};
}

struct sprt_estimate sprt_estimate(const struct sprt *sprt, const struct histogram *shares)
{
	struct elo_estimate plain = elo_of_shares(shares);
	const struct interval corrected = control_apply(&sprt->control, plain.score, 0).wins, *score = &corrected;
	/* A clean sweep stops a test soonest, so its exact bound needs no correction. An effect far beyond both
	 * hypotheses needs no correction either. */
	if (sprt->looks < 2 || sprt->is_far || plain.bound != ELO_BETWEEN)
		return estimate_of_means(sprt, score->mean, score->low, score->high, plain.superiority);
	struct moments moments = moments_of_shares_smoothed(shares);
	moments.mean -= sprt->control.shift;
	moments.variance *= sprt->control.remaining;
	double means[2], slope, ratio = ratio_of_shares(sprt, shares, &slope);
	means_of(&sprt->test, moments.variance, means);
	struct sprt_course course = course_of(sprt, &moments, means[0], means[1], ratio, slope);
	struct sprt_course below = with_reach(course, score->mean - score->low, moments.units);
	struct sprt_course above = with_reach(course, score->high - score->mean, moments.units);
	double mean = mean_with_chance(&course, 0.5);
	return estimate_of_means(sprt, mean, fmin(mean_with_chance(&below, 0.975), mean),
		fmax(mean_with_chance(&above, 0.025), mean), worse_if(score->mean > 0.5 ? &below : &above, 0.5));
}

/* Every path has stopped by the time its variance is this many times the squared distance between the barriers. */
#define ALL_STOPPED 400.0

/* Terms beyond this many standard deviations (s) are negligible. */
#define FAR 9.0

/* Returns exp(g shift) * P(a path with this drift passes c > 0 by the end). For c < 0, returns the negative of the
 * value for -c. These are the terms of a first passage time. */
static double passage(double g, double s, double shift, double c)
{
	double away = fabs(c);
	double sum = normal_scaled_cdf(g * shift - g * away, (g * s * s - away) / s)
		+ normal_scaled_cdf(g * shift + g * away, (-g * s * s - away) / s);
	return c > 0 ? sum : -sum;
}

/* Returns exp(g image) * P(lower < image + drift + noise <= position), the contribution of one image of the start. */
static double share(double g, double s, double image, double lower, double position)
{
	double from = (lower - image - g * s * s) / s, to = (position - image - g * s * s) / s;
	if (image < 0) /* computed from the other tail, where the difference does not lose digits */
		return normal_scaled_cdf(g * image, -from) - normal_scaled_cdf(g * image, -to);
	return normal_scaled_cdf(g * image, to) - normal_scaled_cdf(g * image, from);
}

double brownian_worse(const struct brownian *path, double time, double position)
{
	bug_if(!(path->lower < 0 && path->upper > 0 && path->variance > 0 && time > 0));
	bug_if(!(position >= path->lower && position <= path->upper));
	double width = path->upper - path->lower, g = path->drift / path->variance;
	double s = sqrt(fmin(path->variance * time, ALL_STOPPED * width * width));
	int n_images = (int)ceil((FAR * s + width) / (2 * width));
	double stopped_below = 0, still_going = 0;
	for (int k = -n_images; k <= n_images; k++) {
		double period = 2 * k * width;
		stopped_below += passage(g, s, path->lower, period - path->lower);
		still_going += share(g, s, period, path->lower, position)
			- share(g, s, 2 * path->lower - period, path->lower, position);
	}
	return fmin(fmax(stopped_below + still_going, 0), 1);
}
