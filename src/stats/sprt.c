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

enum sprt_verdict sprt_decide(struct sprt *sprt, const struct histogram *shares)
{
	const struct sprt_test *test = &sprt->test;
	bug_if(test->model == SPRT_PAIRED);
	if (sprt->verdict || !shares->n || shares->n < sprt->next_look)
		return sprt->verdict;
	double ratio = test->model == SPRT_LOGISTIC ? llr_logistic(shares, test->low, test->high)
		: llr_normalized(shares, test->games_per_unit, test->low, test->high);
	return conclude(sprt, shares->n, ratio);
}

enum sprt_verdict sprt_decide_paired(struct sprt *sprt, const struct paired_sums *sums)
{
	bug_if(sprt->test.model != SPRT_PAIRED);
	if (sprt->verdict || !sums->matches || sums->matches < sprt->next_look)
		return sprt->verdict;
	struct moments moments = paired_moments(sums);
	double deviation = sqrt(moments.variance);
	double ratio = llr_of_deviations(&moments, 0, sprt->test.low / deviation, sprt->test.high / deviation);
	return conclude(sprt, sums->matches, ratio);
}

/* What a test looks like from afar: a path of the ratio as a function of the true mean. */
struct sprt_course {
	struct moments moments;
	double mean0, mean1;
	double lower, upper;
	double time, position; /* where it stopped, or is now */
};

static struct sprt_course course_of(const struct sprt *sprt, const struct moments *moments, double mean0, double mean1)
{
	struct sprt_course course = {*moments, mean0, mean1, sprt->lower, sprt->upper, moments->units, 0};
	double ratio = llr_of_means(moments, mean0, mean1);
	course.position = fmin(fmax(ratio, course.lower), course.upper);
	if (course.position != ratio)
		course.time *= course.position / ratio;
	return course;
}

static double worse_if(const struct sprt_course *course, double mean)
{
	double step = (course->mean1 - course->mean0) / course->moments.variance;
	struct brownian path = {
		.lower = course->lower,
		.upper = course->upper,
		.drift = step * (mean - (course->mean0 + course->mean1) / 2),
		.variance = step * (course->mean1 - course->mean0),
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
	struct sprt_course course = course_of(sprt, &moments, mean0, mean1);
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
	struct sprt_course course = course_of(sprt, &moments, sprt->test.low, sprt->test.high);
	return (struct sprt_estimate){
		.effect = mean_with_chance(&course, 0.5, -1, 1),
		.low = mean_with_chance(&course, 0.975, -1, 1),
		.high = mean_with_chance(&course, 0.025, -1, 1),
		.superiority = worse_if(&course, 0),
	};
}
