/* test_stats_bootstrap.c - draws have the right distributions, resamples are reproducible, and their intervals have the
 * right coverage. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "stats/distributions.h"
#include "stats/rating/spread.h"

static const struct {
	uint64_t n;
	double p;
} binomials[] = {
	{1, 0.3}, {5, 0.5}, {30, 0.01}, {30, 0.25}, {40, 0.5}, {41, 0.7}, {100, 0.1}, {100, 0.3}, {1000, 0.004},
	{1000, 0.9}, {400, 0.05}, {1000000, 0.00001},
};

static double log_mass(uint64_t n, double p, uint64_t k)
{
	int sign;
	double ways = lgamma_r((double)n + 1, &sign) - lgamma_r((double)k + 1, &sign) -
		lgamma_r((double)(n - k) + 1, &sign);
	return ways + (double)k * log(p) + (double)(n - k) * log1p(-p);
}

/* Pearson's chi-square over all values with an expected count of at least 10. */
START_TEST(binomial_has_its_distribution)
{
	enum { DRAWS = 100000, MOST = 1001 };
	uint64_t state = 1000 + (uint64_t)_i, n = binomials[_i].n;
	static int seen[MOST];
	memset(seen, 0, sizeof seen);
	for (int i = 0; i < DRAWS; i++) {
		uint64_t k = draw_binomial(&state, n, binomials[_i].p);
		ck_assert(k <= n);
		seen[k < MOST ? k : MOST - 1]++;
	}
	double chi_square = 0;
	int freedom = -1;
	for (uint64_t k = 0; k < MOST && k <= n; k++) {
		double expected = DRAWS * exp(log_mass(n, binomials[_i].p, k));
		if (expected < 10) {
			ck_assert_int_lt(seen[k], 50);
			continue;
		}
		chi_square += (seen[k] - expected) * (seen[k] - expected) / expected;
		freedom++;
	}
	ck_assert_double_lt(chi_square, freedom + 4 * sqrt(2 * freedom + 1) + 4);
}
END_TEST

/* The same seed draws the same numbers in every version: pools are resampled with them. Just above the number from
 * which draws are by rejection, whose approximation is the least exact there. */
START_TEST(binomial_draws_what_it_has_drawn)
{
	uint64_t state = 7, sum = 0;
	for (uint64_t i = 1; i <= 100000; i++)
		sum += i * draw_binomial(&state, 41, 0.25);
	ck_assert_uint_eq(sum, 51317838034);
}
END_TEST

START_TEST(binomial_takes_any_number)
{
	uint64_t state = 5;
	ck_assert_uint_eq(draw_binomial(&state, 0, 0.5), 0);
	ck_assert_uint_eq(draw_binomial(&state, 10, 0), 0);
	ck_assert_uint_eq(draw_binomial(&state, 10, 1), 10);
	for (uint64_t n = 1; n < UINT64_C(1) << 50; n *= 3) {
		for (double p = 1e-15; p < 1; p = p < 0.1 ? p * 10 : p + 0.2)
			ck_assert(draw_binomial(&state, n, p) <= n);
	}
	double sum = 0, squares = 0;
	for (int i = 0; i < 20000; i++) { /* large numbers of trials must be fast, too */
		double z = ((double)draw_binomial(&state, 1000000000, 0.3) - 3e8) / sqrt(2.1e8);
		sum += z;
		squares += z * z;
	}
	ck_assert_double_eq_tol(sum / 20000, 0, 0.03);
	ck_assert_double_eq_tol(squares / 20000, 1, 0.04);
}
END_TEST

START_TEST(multinomial_draws_all)
{
	static const uint64_t times[] = {0, 5, 0, 1, 300, 10000000000, 0, 44, 0};
	enum { N = sizeof times / sizeof *times };
	double mean[N] = {0}, square[N] = {0}, total = 0;
	uint64_t state = 3, drawn[N];
	for (int i = 0; i < N; i++)
		total += (double)times[i];
	for (int round = 0; round < 20000; round++) {
		uint64_t sum = 0;
		draw_multinomial(&state, times, N, drawn);
		for (int i = 0; i < N; i++) {
			ck_assert(times[i] || !drawn[i]);
			double away = (double)drawn[i] - (double)times[i];
			mean[i] += away / 20000;
			square[i] += away * away / 20000;
			sum += drawn[i];
		}
		ck_assert_uint_eq(sum, (uint64_t)total);
	}
	for (int i = 0; i < N; i++) {
		double variance = (double)times[i] * (1 - (double)times[i] / total);
		ck_assert_double_eq_tol(mean[i], 0, 0.03 * sqrt(variance) + 1e-9);
		ck_assert_double_eq_tol(square[i], variance, 0.06 * variance + 1e-9);
	}
	draw_multinomial(&state, times, 0, drawn);
	draw_multinomial(&state, times, 1, drawn);
	ck_assert_uint_eq(drawn[0], 0);
}
END_TEST

START_TEST(resample_is_a_function_of_its_number)
{
	static const uint64_t times[] = {5, 9, 40, 1, 7, 30};
	static const uint32_t strata[] = {0, 0, 0, 2, 2, 9};
	uint64_t first[6], again[6], other[6];
	int n_different = 0;
	for (uint64_t r = 0; r < 50; r++) {
		bootstrap_draw(BOOTSTRAP_KEY, r, strata, times, 6, first);
		bootstrap_draw(BOOTSTRAP_KEY, r + 1, strata, times, 6, other);
		bootstrap_draw(BOOTSTRAP_KEY, r, strata, times, 6, again);
		ck_assert_mem_eq(first, again, sizeof first);
		n_different += memcmp(first, other, sizeof first) != 0;
		ck_assert_uint_eq(first[0] + first[1] + first[2], 54);
		ck_assert_uint_eq(first[3] + first[4], 8);
		ck_assert_uint_eq(first[5], 30);
		bootstrap_draw(BOOTSTRAP_KEY, r, NULL, times, 6, first);
		ck_assert_uint_eq(first[0] + first[1] + first[2] + first[3] + first[4] + first[5], 92);
	}
	ck_assert_int_gt(n_different, 45);
}
END_TEST

START_TEST(strata_are_drawn_apart)
{
	static const uint64_t times[] = {50, 50, 50, 50};
	static const uint32_t strata[] = {3, 3, 4, 4};
	uint64_t drawn[4];
	double together = 0;
	for (uint64_t r = 0; r < 2000; r++) {
		bootstrap_draw(BOOTSTRAP_KEY, r, strata, times, 4, drawn);
		together += ((double)drawn[0] - 50) * ((double)drawn[2] - 50) / 25 / 2000; /* a correlation */
	}
	ck_assert_double_eq_tol(together, 0, 0.07);
}
END_TEST

START_TEST(resample_does_not_change_between_versions)
{
	/* Recorded values: a change would change published intervals. */
	static const uint64_t times[] = {5, 9, 40, 1000}, expected[] = {9, 7, 53, 985};
	uint64_t drawn[4];
	bootstrap_draw(BOOTSTRAP_KEY, 1, NULL, times, 4, drawn);
	ck_assert_mem_eq(drawn, expected, sizeof drawn);
}
END_TEST

START_TEST(interval_is_between_order_statistics)
{
	double values[401];
	for (int i = 0; i < 401; i++)
		values[i] = (i * 173 % 401) / 400.0;
	struct interval got = bootstrap_interval(values, 401, 1e15);
	ck_assert_double_eq_tol(got.low, 0.025, 1e-12);
	ck_assert_double_eq_tol(got.high, 0.975, 1e-12);
	ck_assert_double_eq_tol(got.mean, 0.5, 1e-12);
	ck_assert_double_eq(values[1], 173 / 400.0);
	struct interval one = bootstrap_interval(values, 1, 10), none = bootstrap_interval(values, 0, 10);
	ck_assert(one.low == values[0] && one.high == values[0]);
	ck_assert(none.low == 0 && none.high == 0 && none.mean == 0);
	/* Few units: the quantiles are further out, at Phi(-2.262157 sqrt(10/9)) = 0.008552; with very few, at the
	 * extremes. */
	struct interval few = bootstrap_interval(values, 401, 10), fewest = bootstrap_interval(values, 401, 1);
	ck_assert_double_eq_tol(few.low, 0.008552, 1e-5);
	ck_assert_double_eq_tol(few.high, 1 - 0.008552, 1e-5);
	ck_assert(fewest.low == 0 && fewest.high == 1);
}
END_TEST

START_TEST(superiority_is_never_certain)
{
	double low[400], high[400];
	for (int i = 0; i < 400; i++) {
		low[i] = i;
		high[i] = i + 1;
	}
	ck_assert_double_eq_tol(bootstrap_superiority(high, low, 400, 1e9, 0), 400.5 / 401, 1e-12);
	ck_assert_double_eq_tol(bootstrap_superiority(low, high, 400, 1e9, 0), 0.5 / 401, 1e-12);
	ck_assert_double_eq_tol(bootstrap_superiority(low, low, 400, 1e9, 0), 0.5, 1e-12);
	ck_assert_double_eq_tol(bootstrap_superiority(high, low, 400, 3, 0), 1 - 1.0 / 16, 1e-12);
	/* 5 resamples of 400 on the other side: the chance is that of a normal difference with their mean and
	 * deviation. */
	for (int i = 0; i < 400; i++)
		high[i] = low[i] + (i % 80 ? 1 : -1);
	double deviation = sqrt(1 - 0.975 * 0.975);
	ck_assert_double_eq_tol(bootstrap_superiority(high, low, 400, 1e9, 0), normal_cdf(0.975 / deviation), 1e-8);
	ck_assert_double_eq_tol(bootstrap_superiority(low, high, 400, 10, 0),
				student_cdf(-0.975 / deviation * sqrt(0.9), 9), 1e-9);
	/* 10 and more are counted. */
	for (int i = 0; i < 400; i++)
		high[i] = low[i] + (i % 40 ? 1 : -1);
	ck_assert_double_eq_tol(bootstrap_superiority(high, low, 400, 1e9, 0), 390.5 / 401, 1e-12);
	for (int i = 0; i < 400; i++)
		high[i] = i + 1;
	ck_assert_double_eq(bootstrap_superiority(high, low, 0, 3, 0), 0.5);
	ck_assert_double_eq(bootstrap_superiority(high, low, 400, 0, 0), 0.5);
	ck_assert_double_eq_tol(bootstrap_superiority(high, low, 400, 1e9, 1), 0.5, 1e-12); /* all are ties then */
	ck_assert_double_eq_tol(bootstrap_superiority(high, low, 400, 1e9, 0.99), 400.5 / 401, 1e-12);
}
END_TEST

/* The skewed mean of 80 units of five kinds: 95 % of the intervals should contain the true value. */
START_TEST(interval_covers_the_truth)
{
	enum { TRIALS = 1000, UNITS = 80, KINDS = 5 };
	static const double value[KINDS] = {0, 0.25, 0.5, 0.75, 1}, chance[KINDS] = {0.45, 0.2, 0.15, 0.1, 0.1};
	uint64_t state = 2024;
	double truth = 0;
	int n_covered = 0;
	for (int i = 0; i < KINDS; i++)
		truth += value[i] * chance[i];
	for (int trial = 0; trial < TRIALS; trial++) {
		uint64_t times[KINDS] = {0}, drawn[KINDS];
		double means[BOOTSTRAP_RESAMPLES];
		for (int unit = 0; unit < UNITS; unit++) {
			double u = draw_uniform(&state);
			int kind = 0;
			while (kind < KINDS - 1 && u >= chance[kind])
				u -= chance[kind++];
			times[kind]++;
		}
		struct rng_key key = rng_key_derive(BOOTSTRAP_KEY, (uint64_t)trial);
		for (uint64_t r = 0; r < BOOTSTRAP_RESAMPLES; r++) {
			bootstrap_draw(key, r, NULL, times, KINDS, drawn);
			means[r] = 0;
			for (int i = 0; i < KINDS; i++)
				means[r] += value[i] * (double)drawn[i] / UNITS;
		}
		struct interval got = bootstrap_interval(means, BOOTSTRAP_RESAMPLES, UNITS);
		n_covered += got.low <= truth && truth <= got.high;
	}
	ck_assert_double_eq_tol((double)n_covered / TRIALS, 0.95, 0.02);
}
END_TEST

SUITE(60,
	LOOP(binomial_has_its_distribution, 0, COUNT(binomials)),
	TEST(binomial_draws_what_it_has_drawn),
	TEST(binomial_takes_any_number),
	TEST(multinomial_draws_all),
	TEST(resample_is_a_function_of_its_number),
	TEST(strata_are_drawn_apart),
	TEST(resample_does_not_change_between_versions),
	TEST(interval_is_between_order_statistics),
	TEST(superiority_is_never_certain),
	TEST(interval_covers_the_truth))
