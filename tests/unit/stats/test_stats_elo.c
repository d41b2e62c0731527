/* test_stats_elo.c - scores and Elo: published values, clean sweeps, counts of every kind. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "stats/elo.h"
#include "stats/distributions.h"
#include "stats/histogram.h"

/* Counts from public tests of chess engines, with fishtest's results for them. */
static const struct {
	int n;
	uint64_t count[5];
	double elo, superiority; /* rounded to the hundredth; the last in per cent */
} known[] = {
	{5, {379, 10170, 21828, 10640, 343}, 1.59, 99.51},
	{5, {39, 8843, 26675, 9240, 44}, 1.58, 99.86},
	{5, {10789, 19328, 33806, 19402, 10543}, -0.77, 11.77},
	{5, {39, 2226, 31451, 2412, 40}, 0.90, 99.62},
	{3, {65804, 56553, 65388}, -0.77, 12.54},
	{5, {30, 6, 18, 0, 6}, -168.40, 0.00},
	{5, {120, 0, 330, 0, 150}, 17.39, 96.64},
	{3, {400, 0, 440}, 16.56, 91.65},
	{5, {0, 0, 10, 0, 0}, 0, 50},
};
enum { N_KNOWN = sizeof known / sizeof known[0] };

static struct elo_estimate estimate(int n, const uint64_t *count)
{
	AUTO_HISTOGRAM struct histogram shares = {0};
	for (int i = 0; i < n; i++)
		histogram_add(&shares, i / (n - 1.0), count[i]);
	return elo_of_shares(&shares);
}

START_TEST(estimate_is_as_published)
{
	struct elo_estimate got = estimate(known[_i].n, known[_i].count);
	ck_assert_double_eq_tol(got.elo, known[_i].elo, 0.005);
	ck_assert_double_eq_tol(100 * got.superiority, known[_i].superiority, 0.005);
	ck_assert_int_eq(got.bound, ELO_BETWEEN);
}
END_TEST

START_TEST(interval_is_that_of_the_share)
{
	struct elo_estimate got = estimate(3, (uint64_t[]){10, 20, 30});
	ck_assert_double_eq_tol(got.score.low, 0.564438, 5e-7);
	ck_assert_double_eq_tol(got.low, -400 * log10(1 / 0.564438 - 1), 1e-3);
	ck_assert_double_eq_tol(got.high, -400 * log10(1 / 0.755913 - 1), 1e-3);
}
END_TEST

/* Matches of many blocks: the same counts with 40 outcomes as with every second one, and zeros between. */
START_TEST(any_values_are_accepted)
{
	AUTO_HISTOGRAM struct histogram many = {0}, with_unseen = {0};
	for (int i = 0; i <= 40; i++) {
		if (i % 2)
			histogram_add(&with_unseen, i / 40.0, 0);
		else
			histogram_add(&many, i / 40.0, (uint64_t)(i * (43 - i)));
		histogram_add(&with_unseen, i / 40.0, i % 2 ? 0 : (uint64_t)(i * (43 - i)));
	}
	struct elo_estimate one = elo_of_shares(&many), other = elo_of_shares(&with_unseen);
	ck_assert_mem_eq(&one.score, &other.score, sizeof one.score);
	ck_assert_double_eq(one.superiority, other.superiority);
	struct moments moments = moments_of_shares(&many);
	double sum = 0, squares = 0, n = 0;
	for (int i = 0; i <= 40; i += 2) {
		n += i * (43 - i);
		sum += i * (43 - i) * i / 40.0;
		squares += i * (43 - i) * i / 40.0 * i / 40.0;
	}
	ck_assert_double_eq_tol(moments.mean, sum / n, 1e-12);
	ck_assert_double_eq_tol(moments.variance, squares / n - sum / n * sum / n, 1e-12);
}
END_TEST

static void check_support(const struct support *support, size_t n, const double *value, const double *count)
{
	double total = 0;
	ck_assert_uint_eq(support->n, n);
	for (size_t i = 0; i < n; i++) {
		ck_assert_double_eq(support->value[i], value[i]);
		ck_assert_double_eq_tol(support->count[i], count[i], 1e-15);
		total += count[i];
	}
	ck_assert_double_eq_tol(support->total, total, 1e-15);
}

/* The values seen, 0 and 1, with the weights that the header states. */
START_TEST(likelihoods_have_their_support)
{
	AUTO_HISTOGRAM struct histogram none = {0}, inner = {0}, ends = {0};
	struct support support;
	histogram_add(&inner, 0.25, 0);
	histogram_add(&inner, 0.75, 2);
	histogram_add(&ends, 0, 3);
	histogram_add(&ends, 1, 4);
	support_init(&support, &none, 0.25, 0.125);
	check_support(&support, 2, (double[]){0, 1}, (double[]){0.375, 0.375});
	support_release(&support);
	support_init(&support, &inner, 0.25, 0.125);
	check_support(&support, 4, (double[]){0, 0.25, 0.75, 1}, (double[]){0.375, 0.125, 2, 0.375});
	support_turn(&support);
	check_support(&support, 4, (double[]){0, 0.25, 0.75, 1}, (double[]){0.375, 2, 0.125, 0.375});
	support_release(&support);
	support_init(&support, &inner, 0.25, 0);
	check_support(&support, 3, (double[]){0, 0.75, 1}, (double[]){0.25, 2, 0.25});
	support_turn(&support);
	check_support(&support, 3, (double[]){0, 0.25, 1}, (double[]){0.25, 2, 0.25});
	support_release(&support);
	support_init(&support, &ends, 0.25, 0.125);
	check_support(&support, 2, (double[]){0, 1}, (double[]){3.25, 4.25});
	support_turn(&support);
	check_support(&support, 2, (double[]){0, 1}, (double[]){4.25, 3.25});
	support_release(&support);
	/* Without units the mean is 1/2. */
	struct moments plain = moments_of_shares(&none), smooth = moments_of_shares_smoothed(&none);
	ck_assert(plain.units == 0 && plain.mean == 0.5 && plain.variance == 0);
	ck_assert(smooth.units == 2 * SHARE_UNSEEN_WEIGHT && smooth.mean == 0.5 && smooth.variance == 0.25);
}
END_TEST

START_TEST(elo_and_score_are_inverse)
{
	ck_assert_double_eq(elo_of_score(0.5), 0);
	ck_assert_double_eq_tol(elo_of_score(0.75), 190.8485018878650, 1e-9);
	ck_assert_double_eq_tol(elo_score(100), 0.6400649998028851, 1e-12);
	for (double elo = -1150; elo <= 1150; elo += 37)
		ck_assert_double_eq_tol(elo_of_score(elo_score(elo)), elo, 1e-9);
	ck_assert_double_eq_tol(elo_of_score(1), 1199.826196, 1e-6);
	ck_assert_double_eq_tol(elo_of_score(0), -1199.826196, 1e-6);
	ck_assert(elo_score(-1e9) >= 0 && elo_score(1e9) <= 1);
}
END_TEST

START_TEST(clean_sweep_has_a_bound)
{
	struct elo_estimate won = estimate(3, (uint64_t[]){0, 0, 10}), lost = estimate(3, (uint64_t[]){10, 0, 0});
	ck_assert_int_eq(won.bound, ELO_AT_LEAST);
	ck_assert_int_eq(lost.bound, ELO_AT_MOST);
	ck_assert_double_eq_tol(elo_score(won.low), 0.715916, 5e-7);
	ck_assert_double_eq_tol(lost.high, -won.low, 1e-9);
	ck_assert_double_eq_tol(won.superiority, 1 - 1.0 / 2048, 1e-12);
	ck_assert_double_eq_tol(lost.superiority, 1.0 / 2048, 1e-12);
	/* One win is hardly any evidence: the bound is below 0. */
	ck_assert(estimate(3, (uint64_t[]){0, 0, 1}).low < -500);
	ck_assert_double_eq(estimate(3, (uint64_t[]){0, 0, 1}).superiority, 0.75);
	ck_assert_double_eq(estimate(3, (uint64_t[]){1, 0, 0}).superiority, 0.25);
	ck_assert_double_eq(estimate(3, (uint64_t[]){0, 1, 0}).superiority, 0.5);
}
END_TEST

START_TEST(nothing_played_is_unknown)
{
	struct elo_estimate got = estimate(5, (uint64_t[]){0, 0, 0, 0, 0});
	ck_assert_int_eq(got.bound, ELO_UNKNOWN);
	ck_assert_double_eq(got.elo, 0);
	ck_assert(got.low < -1199 && got.high > 1199);
	ck_assert_double_eq(got.superiority, 0.5);
}
END_TEST

static void check_sane(const struct elo_estimate *e)
{
	const double all[] = {e->score.mean, e->score.low, e->score.high, e->elo, e->low, e->high, e->superiority};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		ck_assert(isfinite(all[i]));
	ck_assert(e->score.low <= e->score.mean && e->score.mean <= e->score.high);
	ck_assert(e->low <= e->elo && e->elo <= e->high);
	ck_assert(e->superiority >= 0 && e->superiority <= 1);
}

/* All combinations of none, one, a few, and very many counts of five outcomes. */
START_TEST(estimate_is_never_absurd)
{
	static const uint64_t amounts[] = {0, 1, 7, 10000000000};
	for (int code = 0; code < 1024; code++) {
		uint64_t count[5];
		for (int i = 0; i < 5; i++)
			count[i] = amounts[code >> (2 * i) & 3];
		struct elo_estimate five = estimate(5, count), three = estimate(3, count);
		check_sane(&five);
		check_sane(&three);
	}
}
END_TEST

START_TEST(mirrored_counts_give_mirrored_estimates)
{
	uint64_t mirrored[5] = {0};
	for (int i = 0; i < known[_i].n; i++)
		mirrored[i] = known[_i].count[known[_i].n - 1 - i];
	struct elo_estimate one = estimate(known[_i].n, known[_i].count), other = estimate(known[_i].n, mirrored);
	ck_assert_double_eq_tol(one.elo, -other.elo, 1e-9);
	ck_assert_double_eq_tol(one.low, -other.high, 1e-9);
	ck_assert_double_eq_tol(one.superiority, 1 - other.superiority, 1e-12);
}
END_TEST

START_TEST(normal_is_as_in_tables)
{
	ck_assert_double_eq(normal_cdf(0), 0.5);
	ck_assert_double_eq_tol(normal_cdf(NORMAL_Z95), 0.975, 1e-15);
	ck_assert_double_eq_tol(normal_cdf(-5) / 2.866515718791939e-07, 1, 1e-12);
	ck_assert_double_eq(normal_cdf(INFINITY), 1);
	ck_assert_double_eq(normal_cdf(-INFINITY), 0);
	/* Far out exp(x^2/2) P(Z <= -x) is nearly 1 / (x sqrt(2 pi)), without a step where the method changes. */
	for (double x = 10; x < 1e6; x *= 1.07) {
		double series = 1 / (x * sqrt(2 * M_PI)) * (1 - 1 / (x * x) + 3 / pow(x, 4) - 15 / pow(x, 6));
		ck_assert_double_eq_tol(normal_scaled_cdf(x * x / 2, -x) / series, 1, x > 1000 ? 1e-3 : 2e-6);
	}
	ck_assert_double_eq_tol(log(normal_scaled_cdf(1e9, 0)), 700, 1e-12);
	ck_assert_double_eq_tol(log(normal_scaled_cdf(700, 0)), 700 - log(2), 1e-12);
	/* Computed with 40 digits: the logarithm, beside z^2/2. */
	ck_assert_double_eq_tol(log(normal_scaled_cdf(31 * 31 / 2.0, -31)), -4.353963627179289, 5e-10);
	ck_assert_double_eq_tol(log(normal_scaled_cdf(40 * 40 / 2.0, -40)), -4.608442013753788, 1e-10);
	ck_assert_double_eq_tol(log(normal_scaled_cdf(500, -29.9)),
				500 - 29.9 * 29.9 / 2 - log(29.9 * sqrt(2 * M_PI)) - 0.001115444927, 1e-9);
}
END_TEST

/* In many simulated matches of LL, WL and WW pairs the 95 % interval should contain the true Elo. */
START_TEST(interval_covers_the_truth)
{
	enum { TRIALS = 5000, PAIRS = 60 };
	uint64_t state = 4711;
	double truth = -400 * log10(1 / 0.55 - 1);
	int n_covered = 0;
	for (int trial = 0; trial < TRIALS; trial++) {
		uint64_t count[5] = {0};
		for (int i = 0; i < PAIRS; i++) {
			uint32_t u = rng_below(rng_next(&state), 100);
			count[u < 15 ? 0 : u < 75 ? 2 : 4]++;
		}
		struct elo_estimate got = estimate(5, count);
		n_covered += got.low <= truth && truth <= got.high;
	}
	ck_assert_double_eq_tol((double)n_covered / TRIALS, 0.95, 0.015);
}
END_TEST

SUITE(60,
	LOOP(estimate_is_as_published, 0, N_KNOWN),
	TEST(interval_is_that_of_the_share),
	TEST(any_values_are_accepted),
	TEST(likelihoods_have_their_support),
	TEST(elo_and_score_are_inverse),
	TEST(clean_sweep_has_a_bound),
	TEST(nothing_played_is_unknown),
	TEST(estimate_is_never_absurd),
	LOOP(mirrored_counts_give_mirrored_estimates, 0, N_KNOWN),
	TEST(normal_is_as_in_tables),
	TEST(interval_covers_the_truth))
