/* sprt.c - the sequential test (Wald 1945) (sprt.h). */
#include "stats/sprt.h"

#include <math.h>
#include <stddef.h>

#include "base/err.h"
#include "stats/brownian.h"
#include "stats/distributions.h"

const char *sprt_complaint(const struct sprt_test *test)
{
	if (!isfinite(test->low) || !isfinite(test->high) || !(test->low < test->high))
		return "elo0 must be below elo1";
	if (test->high - test->low < (test->model == SPRT_PAIRED ? 1e-5 : 0.01))
		return "the two effects are too close to be distinguished by any number of games";
	if (!(test->alpha > 0 && test->alpha < 0.5) || !(test->beta > 0 && test->beta < 0.5))
		return "alpha and beta must be above 0 and below 0.5";
	if (test->model == SPRT_PAIRED && (test->low <= -1 || test->high >= 1))
		return "effects in score points must be between -1 and 1";
	if (test->model != SPRT_PAIRED && (test->low <= -1000 || test->high >= 1000))
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
	};
}

static enum sprt_verdict conclude(struct sprt *sprt, uint64_t units, double ratio)
{
	sprt->units = (double)units;
	sprt->ratio = ratio;
	sprt->next_look = units + 1 + units / SPRT_LOOKS;
	sprt->looks += units >= SPRT_MIN_UNITS;
	if (units >= SPRT_MIN_UNITS && ratio >= sprt->upper)
		sprt->verdict = SPRT_ACCEPT_H1;
	else if (units >= SPRT_MIN_UNITS && ratio <= sprt->lower)
		sprt->verdict = SPRT_ACCEPT_H0;
	return sprt->verdict;
}

static double ratio_of_shares(const struct sprt_test *test, const struct histogram *shares, double *slope)
{
	return test->model == SPRT_LOGISTIC ? llr_logistic(shares, test->low, test->high, slope)
		: llr_normalized(shares, test->games_per_unit, test->low, test->high, slope);
}

static double ratio_of_differences(const struct sprt_test *test, const struct moments *moments, double *slope)
{
	double deviation = sqrt(moments->variance);
	return llr_of_deviations(moments, 0, test->low / deviation, test->high / deviation, slope);
}

enum sprt_verdict sprt_decide(struct sprt *sprt, const struct histogram *shares)
{
	bug_if(sprt->test.model == SPRT_PAIRED);
	if (sprt->verdict || !shares->n || shares->n < sprt->next_look)
		return sprt->verdict;
	return conclude(sprt, shares->n, ratio_of_shares(&sprt->test, shares, NULL));
}

enum sprt_verdict sprt_decide_paired(struct sprt *sprt, const struct paired_sums *sums)
{
	bug_if(sprt->test.model != SPRT_PAIRED);
	if (sprt->verdict || !sums->matches || sums->matches < sprt->next_look)
		return sprt->verdict;
	struct moments moments = paired_moments(sums);
	return conclude(sprt, sums->matches, ratio_of_differences(&sprt->test, &moments, NULL));
}

/* What a test looks like from afar: a path of the ratio that drifts by slope * (mean - level) per unit, if `mean` is the true
 * one. */
struct sprt_course {
	double slope, level, variance; /* variance: of a unit */
	double lower, upper;
	double time, position; /* where it stopped, or is now */
};

/* For small effects the ratio is that of normal means, a line in the mean, and the course that of fishtest. Large effects are
 * further from normal: there the exact ratio has decided, which is a line only near the observed mean. */
static struct sprt_course course_of(const struct sprt *sprt, const struct moments *moments, double mean0, double mean1,
				    double exact, double exact_slope)
{
	const double small = 0.05;
	double ratio = llr_of_means(moments, mean0, mean1);
	struct sprt_course course = {
		.slope = (mean1 - mean0) / moments->variance, .level = (mean0 + mean1) / 2, .variance = moments->variance,
		.lower = sprt->lower, .upper = sprt->upper, .time = moments->units,
	};
	if (fabs(exact - ratio) > small * fabs(exact) && exact_slope > 0) {
		course.slope = exact_slope;
		course.level = moments->mean - exact / moments->units / exact_slope;
		ratio = exact;
	}
	course.position = fmin(fmax(ratio, course.lower), course.upper);
	if (course.position != ratio)
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

/* The mean in [min, max] under which a worse outcome has this chance. */
static double mean_with_chance(const struct sprt_course *course, double chance, double min, double max)
{
	for (int step = 0; step < 60; step++) {
		double middle = (min + max) / 2;
		if (worse_if(course, middle) > chance)
			min = middle;
		else
			max = middle;
	}
	return (min + max) / 2;
}

struct sprt_estimate sprt_estimate(const struct sprt *sprt, const struct histogram *shares)
{
	bug_if(sprt->test.model == SPRT_PAIRED);
	struct elo_estimate plain = elo_of_shares(shares);
	/* Nothing stops a test sooner than a clean sweep, so its exact bound needs no correction. */
	if (sprt->looks < 2 || plain.bound != ELO_BETWEEN)
		return (struct sprt_estimate){plain.elo, plain.low, plain.high, plain.superiority};
	struct moments moments = moments_of_shares_smoothed(shares);
	double mean0 = elo_score(sprt->test.low), mean1 = elo_score(sprt->test.high);
	if (sprt->test.model == SPRT_NORMALIZED) {
		double scale = sqrt(moments.variance * sprt->test.games_per_unit) / ELO_PER_DEVIATION;
		mean0 = 0.5 + sprt->test.low * scale;
		mean1 = 0.5 + sprt->test.high * scale;
	}
	double slope, ratio = ratio_of_shares(&sprt->test, shares, &slope);
	struct sprt_course course = course_of(sprt, &moments, mean0, mean1, ratio, slope);
	return (struct sprt_estimate){
		.effect = elo_of_score(mean_with_chance(&course, 0.5, 0, 1)),
		.low = elo_of_score(mean_with_chance(&course, 0.975, 0, 1)),
		.high = elo_of_score(mean_with_chance(&course, 0.025, 0, 1)),
		.superiority = worse_if(&course, 0.5),
	};
}

/* Student's interval, as if there had been no test. */
static struct sprt_estimate plain_paired(const struct paired_sums *sums)
{
	if (sums->matches < 2)
		return (struct sprt_estimate){sums->matches ? sums->sum : 0, -1, 1, 0.5};
	struct moments moments = paired_moments(sums);
	double n = (double)sums->matches, error = sqrt(moments.variance / n), half = student_quantile(0.975, n - 1) * error;
	double unsure = exp2(-n - 1); /* matches of one sign are not certain proof */
	return (struct sprt_estimate){
		.effect = moments.mean,
		.low = fmax(moments.mean - half, -1),
		.high = fmin(moments.mean + half, 1),
		.superiority = fmin(fmax(normal_cdf(moments.mean / error), unsure), 1 - unsure),
	};
}

struct sprt_estimate sprt_estimate_paired(const struct sprt *sprt, const struct paired_sums *sums)
{
	bug_if(sprt->test.model != SPRT_PAIRED);
	if (sprt->looks < 2)
		return plain_paired(sums);
	struct moments moments = paired_moments(sums);
	double slope, ratio = ratio_of_differences(&sprt->test, &moments, &slope);
	struct sprt_course course = course_of(sprt, &moments, sprt->test.low, sprt->test.high, ratio, slope);
	return (struct sprt_estimate){
		.effect = mean_with_chance(&course, 0.5, -1, 1),
		.low = mean_with_chance(&course, 0.975, -1, 1),
		.high = mean_with_chance(&course, 0.025, -1, 1),
		.superiority = worse_if(&course, 0),
	};
}
