/* test_stats_ratio.c - proportions of clustered trials: known sums, the boundaries, coverage in simulation. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "stats/ratio.h"
#include "stats/distributions.h"

START_TEST(few_matches_have_wide_intervals)
{
	struct ratio ratio = {0};
	struct interval none = ratio_interval(&ratio);
	ck_assert(none.mean == 0 && none.low == 0 && none.high == 1 && ratio_design_effect(&ratio) == 1);
	ratio_add(&ratio, 0, 0);
	ck_assert_uint_eq(ratio.clusters, 0);
	ratio_add(&ratio, 30, 40);
	struct interval one = ratio_interval(&ratio);
	ck_assert(one.mean == 0.75 && one.low == 0 && one.high == 1 && ratio_design_effect(&ratio) == 1);
	ck_assert(ratio_superiority(&ratio, 0.5) == 0.5);
	ratio_add(&ratio, 31, 40);
	struct interval two = ratio_interval(&ratio);
	ck_assert(two.low < 0.4 && two.low > 0 && two.high > 0.9 && two.high < 1);
}
END_TEST

/* By hand: 3 matches, 2 of 4, 1 of 2, 5 of 6. value = 2/3; deviations -2/3, -1/3, 1; v = 3/2 * 14/9 / 144. */
START_TEST(variance_is_that_of_clusters)
{
	struct ratio ratio = {0};
	ratio_add(&ratio, 2, 4);
	ratio_add(&ratio, 1, 2);
	ratio_add(&ratio, 5, 6);
	double seen = 1.5 * 14 / 9 / 144 / (2.0 / 9 / 12), effect = (4 * seen + 4) / 5;
	ck_assert_double_eq_tol(ratio_design_effect(&ratio), effect, 1e-12);
	/* The bounds solve |value - p| = t sqrt(p (1 - p) / n). */
	struct interval got = ratio_interval(&ratio);
	double t = student_quantile(0.975, 2), n = 12 / effect;
	ck_assert_double_eq_tol(2.0 / 3 - got.low, t * sqrt(got.low * (1 - got.low) / n), 1e-12);
	ck_assert_double_eq_tol(got.high - 2.0 / 3, t * sqrt(got.high * (1 - got.high) / n), 1e-12);
	ck_assert_double_eq_tol(ratio_superiority(&ratio, got.low), 0.975, 1e-9);
	ck_assert_double_eq_tol(ratio_superiority(&ratio, got.high), 0.025, 1e-9);
}
END_TEST

START_TEST(many_matches_give_the_normal_interval)
{
	struct ratio ratio = {0};
	for (int i = 0; i < 100000; i++)
		ratio_add(&ratio, i % 3 ? 4 : 10, 20); /* mean 0.3; deviations -2, -2, 4 */
	double half = NORMAL_Z95 * sqrt(8.0 / 100000) / 20;
	struct interval got = ratio_interval(&ratio);
	ck_assert_double_eq_tol(got.low, 0.3 - half, 1e-5);
	ck_assert_double_eq_tol(got.high, 0.3 + half, 1e-5);
}
END_TEST

START_TEST(none_of_many_counts_matches)
{
	struct ratio none = {0}, all = {0}, single = {0};
	for (int i = 0; i < 200; i++) {
		ratio_add(&none, 0, 50);
		ratio_add(&all, 50, 50);
		ratio_add(&single, i == 7, 50);
	}
	struct interval low = ratio_interval(&none), high = ratio_interval(&all), one = ratio_interval(&single);
	double t = student_quantile(0.975, 199);
	ck_assert(low.mean == 0 && low.low == 0);
	ck_assert_double_eq_tol(low.high, t * t / (200 + t * t), 1e-12);
	ck_assert_double_eq_tol(high.low, 1 - low.high, 1e-12);
	ck_assert(high.high == 1);
	ck_assert(one.low > 0 && one.high < 0.03);
}
END_TEST

START_TEST(order_does_not_matter)
{
	struct ratio forward = {0}, backward = {0};
	for (int i = 0; i < 1000; i++) {
		int j = 999 - i;
		ratio_add(&forward, (uint64_t)(i % 7), (uint64_t)(i % 7 + i % 11));
		ratio_add(&backward, (uint64_t)(j % 7), (uint64_t)(j % 7 + j % 11));
	}
	struct interval a = ratio_interval(&forward), b = ratio_interval(&backward);
	ck_assert(a.low == b.low && a.high == b.high && a.mean == b.mean);
}
END_TEST

START_TEST(equal_matches_are_added_at_once)
{
	struct ratio one = {0}, other = {0};
	for (int i = 0; i < 3; i++)
		ratio_add(&one, 2, 5);
	ratio_add(&one, 3, 4);
	ratio_add_times(&other, 2, 5, 3);
	ratio_add_times(&other, 3, 4, 1);
	ratio_add_times(&other, 7, 8, 0);
	ck_assert(one.clusters == other.clusters && one.hits == other.hits && one.trials == other.trials);
	ck_assert(one.hits_squared == other.hits_squared && one.trials_squared == other.trials_squared);
	ck_assert(one.products == other.products);
	ck_assert(other.clusters == 4 && other.hits == 9 && other.trials == 19);
	ck_assert(other.hits_squared == 21 && other.trials_squared == 91 && other.products == 42);
}
END_TEST

START_TEST(interval_is_never_absurd)
{
	uint64_t state = 3;
	for (int trial = 0; trial < 2000; trial++) {
		struct ratio ratio = {0};
		uint64_t most = rng_next(&state) >> (33 + rng_next(&state) % 30);
		int n = (int)(rng_next(&state) % 20), habit = (int)(rng_next(&state) % 4);
		for (int i = 0; i < n; i++) {
			uint64_t trials = most ? rng_next(&state) % most : 0;
			uint64_t hits = habit == 0 ? 0 : habit == 1 ? trials : habit == 2 ? trials / 2
								    : trials ? rng_next(&state) % trials : 0;
			ratio_add(&ratio, hits, trials);
		}
		struct interval got = ratio_interval(&ratio);
		ck_assert(0 <= got.low && got.low <= got.mean && got.mean <= got.high && got.high <= 1);
		ck_assert_double_gt(got.high - got.low, 0);
		ck_assert(isfinite(ratio_design_effect(&ratio)));
	}
}
END_TEST

/* Trials whose probability differs between matches (a coin chooses one of two styles), or does not. */
START_TEST(interval_covers_the_truth)
{
	enum { TRIALS = 3000 };
	static const struct {
		double low_chance, high_chance;
		int n_matches, n_trials; /* trials in a match: 1 to 2 * n_trials */
		double least;
	} cases[] = {
		{0.6, 0.6, 10, 20, 0.935}, {0.6, 0.6, 200, 5, 0.935}, {0.4, 0.9, 10, 20, 0.925},
		{0.4, 0.9, 100, 20, 0.94},
		{0.01, 0.01, 100, 5, 0.94}, {0, 0.2, 100, 10, 0.935},  {0.98, 1, 30, 20, 0.92},
	};
	uint64_t state = 99;
	int n_covered = 0;
	double truth = (cases[_i].low_chance + cases[_i].high_chance) / 2;
	for (int trial = 0; trial < TRIALS; trial++) {
		struct ratio ratio = {0};
		for (int i = 0; i < cases[_i].n_matches; i++) {
			uint64_t trials = 1 + rng_next(&state) % (2 * (uint64_t)cases[_i].n_trials);
			double chance = rng_next(&state) & 1 ? cases[_i].low_chance : cases[_i].high_chance;
			ratio_add(&ratio, draw_binomial(&state, trials, chance), trials);
		}
		struct interval got = ratio_interval(&ratio);
		n_covered += got.low <= truth && truth <= got.high;
	}
	ck_assert_double_ge((double)n_covered / TRIALS, cases[_i].least);
}
END_TEST

SUITE(0,
	TEST(few_matches_have_wide_intervals),
	TEST(variance_is_that_of_clusters),
	TEST(many_matches_give_the_normal_interval),
	TEST(none_of_many_counts_matches),
	TEST(order_does_not_matter),
	TEST(equal_matches_are_added_at_once),
	TEST(interval_is_never_absurd),
	LOOP(interval_covers_the_truth, 0, 7))
