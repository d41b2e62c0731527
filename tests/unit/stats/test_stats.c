/* test_stats.c - quantiles against known values, intervals at the boundaries and in simulation. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "stats/interval.h"
#include "stats/distributions.h"

/* Computed with 60 digits from the incomplete beta function. */
static const struct {
	double p, df, t;
} known[] = {
	{0.975, 1, 12.706204736174705},     {0.975, 2, 4.3026527297494639},  {0.975, 5, 2.5705818356363155},
	{0.975, 30, 2.0422724563012383},    {0.975, 999, 1.96234146113345},  {0.975, 99999, 1.9599877077718448},
	{0.95, 7, 1.8945786050900074},      {0.6, 3, 0.27667066233268991},   {0.9999999, 10, 12.492209687558763},
	{0.995, 2.5, 7.1637281389487855},   {0.9995, 1000, 3.3002826484239129},
};
enum { N_KNOWN = sizeof known / sizeof known[0] };

START_TEST(quantile_is_as_in_tables)
{
	double t = student_quantile(known[_i].p, known[_i].df);
	ck_assert_double_eq_tol(t / known[_i].t, 1, 1e-9);
	/* The distribution is symmetric. 1 - p is rounded, so the last digits may differ. */
	ck_assert_double_eq_tol(student_quantile(1 - known[_i].p, known[_i].df) / -t, 1, 1e-8);
}
END_TEST

START_TEST(quantile_of_one_degree_is_a_tangent)
{
	for (double p = 0.501; p < 0.9999; p += 0.0173)
		ck_assert_double_eq_tol(student_quantile(p, 1) / tan(M_PI * (p - 0.5)), 1, 1e-9);
	ck_assert_double_eq(student_quantile(0.5, 1), 0);
}
END_TEST

START_TEST(quantile_has_no_step_between_its_methods)
{
	for (double p = 0.51; p < 1; p += 0.0301) {
		double before = student_quantile(p, 99999.999), after = student_quantile(p, 100000);
		ck_assert_double_eq_tol(before / after, 1, 1e-9);
	}
	ck_assert_double_eq_tol(student_quantile(0.975, 1e15), 1.959963984540054, 1e-12);
	/* Far out, computed with 50 digits. */
	ck_assert_double_eq_tol(student_quantile(1e-20, 100000) / -9.26435017627942285, 1, 1e-11);
	ck_assert_double_eq_tol(student_quantile(1e-20, 400000) / -9.26284254234467474, 1, 1e-11);
	ck_assert_double_eq_tol(student_quantile(1e-300, 100000) / -37.1746706654662191, 1, 1e-10);
	ck_assert_double_eq_tol(student_quantile(1e-300, 400000) / -37.078921404707111, 1, 1e-10);
}
END_TEST

START_TEST(cdf_is_the_inverse_of_the_quantile)
{
	ck_assert_double_eq_tol(student_cdf(known[_i].t, known[_i].df), known[_i].p, 1e-9);
	ck_assert_double_eq_tol(student_cdf(-known[_i].t, known[_i].df), 1 - known[_i].p, 1e-9);
	ck_assert_double_eq(student_cdf(0, known[_i].df), 0.5);
	ck_assert_double_eq(student_cdf(INFINITY, known[_i].df), 1);
	ck_assert_double_eq(student_cdf(-INFINITY, known[_i].df), 0);
	ck_assert_double_eq_tol(student_cdf(known[_i].t, 99999.999), student_cdf(known[_i].t, 100000), 1e-9);
}
END_TEST

START_TEST(cdf_of_one_degree_is_an_arc_tangent)
{
	for (double t = -8; t <= 8; t += 0.25)
		ck_assert_double_eq_tol(student_cdf(t, 1), 0.5 + atan(t) / M_PI, 1e-12);
}
END_TEST

/* ---- intervals ------------------------------------------------------------------------------- */

/* Values from 0 to 1 in n_values - 1 equal steps. */
static struct histogram shares_of(int n_values, const uint64_t *counts)
{
	struct histogram shares = {0};
	for (int i = 0; i < n_values; i++)
		histogram_add(&shares, (double)i / (n_values - 1), counts[i]);
	return shares;
}

/* Found by brute-force maximisation of the likelihood for each mean. */
static const struct {
	int n_values;
	uint64_t counts[7];
	double mean, low, high;
} intervals[] = {
	{3, {0, 50, 0}, 0.5, 0.473885, 0.526115},
	{3, {10, 20, 30}, 0.666667, 0.564438, 0.755913},
	{3, {0, 0, 10}, 1, 0.715916, 1},
	{3, {1, 0, 1}, 0.5, 0, 1},
	{3, {2, 497, 1}, 0.499, 0.494386, 0.503185},
	{3, {0, 3, 97}, 0.985, 0.953082, 0.995486},
	{3, {260, 440, 300}, 0.52, 0.496779, 0.543138},
	{4, {10, 20, 15, 5}, 0.433333, 0.349760, 0.521562},
	{7, {3, 0, 0, 0, 0, 0, 2}, 0.4, 0.036399, 0.895028},
};
enum { N_INTERVALS = sizeof intervals / sizeof *intervals };

START_TEST(interval_is_as_specified)
{
	AUTO_HISTOGRAM struct histogram shares = shares_of(intervals[_i].n_values, intervals[_i].counts);
	struct interval got = interval_of_shares(&shares);
	ck_assert_double_eq_tol(got.mean, intervals[_i].mean, 5.01e-7);
	ck_assert_double_eq_tol(got.low, intervals[_i].low, 5.01e-7);
	ck_assert_double_eq_tol(got.high, intervals[_i].high, 5.01e-7);
	/* The mirrored data give the mirrored interval. */
	uint64_t turned[7];
	for (int i = 0; i < intervals[_i].n_values; i++)
		turned[i] = intervals[_i].counts[intervals[_i].n_values - 1 - i];
	AUTO_HISTOGRAM struct histogram losses = shares_of(intervals[_i].n_values, turned);
	struct interval mirrored = interval_of_shares(&losses);
	ck_assert_double_eq_tol(mirrored.low, 1 - got.high, 1e-12);
	ck_assert_double_eq_tol(mirrored.high, 1 - got.low, 1e-12);
}
END_TEST

static void check_interval(struct interval got, double mean, double low, double high)
{
	ck_assert_double_eq_tol(got.mean, mean, 1e-12);
	ck_assert_double_eq_tol(got.low, low, 1e-12);
	ck_assert_double_eq_tol(got.high, high, 1e-12);
}

START_TEST(interval_is_unknown_without_data)
{
	AUTO_HISTOGRAM struct histogram none = {0}, one = {0}, allowed = shares_of(3, (uint64_t[]){0, 0, 0});
	histogram_add(&one, 0.75, 1);
	check_interval(interval_of_shares(&none), 0, 0, 1);
	check_interval(interval_of_shares(&allowed), 0, 0, 1);
	check_interval(interval_of_shares(&one), 0.75, 0, 1);
	ck_assert_double_eq(interval_superiority(&none, 0.5), 0.5);
	ck_assert_double_eq(interval_superiority(&one, 0.5), 0.5);
	AUTO_HISTOGRAM struct histogram split = shares_of(3, (uint64_t[]){0, 50, 0}),
		even = shares_of(2, (uint64_t[]){1, 1});
	ck_assert_double_eq(interval_superiority(&split, 0.5), 0.5); /* nor at the mean itself */
	ck_assert_double_eq(interval_superiority(&even, 0.5), 0.5);
}
END_TEST

/* Many units: the interval is close to the normal approximation. */
START_TEST(interval_of_many_is_the_normal_one)
{
	AUTO_HISTOGRAM struct histogram shares = shares_of(3, (uint64_t[]){3000000, 2000000, 5000000});
	struct interval got = interval_of_shares(&shares);
	double half = 1.959964 * sqrt((3 * 0.36 + 2 * 0.01 + 5 * 0.16) / 10 / 1e7);
	ck_assert_double_eq_tol(got.low, 0.6 - half, 2e-7);
	ck_assert_double_eq_tol(got.high, 0.6 + half, 2e-7);
}
END_TEST

START_TEST(interval_narrows_with_units_and_level)
{
	double width = 1;
	for (uint64_t n = 2; n < 1000000000; n *= 3) {
		AUTO_HISTOGRAM struct histogram split = shares_of(3, (uint64_t[]){0, n, 0}),
			won = shares_of(2, (uint64_t[]){0, n});
		struct interval half = interval_of_shares(&split), all = interval_of_shares(&won);
		struct interval narrower = interval_of_shares_at(&won, 0.9);
		ck_assert_double_lt(half.high - half.low, width);
		ck_assert_double_gt(half.high - half.low, 0);
		ck_assert(all.low < narrower.low && narrower.low < 1 && all.high == 1);
		width = half.high - half.low;
	}
}
END_TEST

START_TEST(superiority_belongs_to_the_interval)
{
	AUTO_HISTOGRAM struct histogram shares = shares_of(intervals[_i].n_values, intervals[_i].counts);
	struct interval at95 = interval_of_shares(&shares), at60 = interval_of_shares_at(&shares, 0.6);
	if (at95.low > 1e-9 && at95.low < at95.mean)
		ck_assert_double_eq_tol(interval_superiority(&shares, at95.low), 0.975, 1e-6);
	if (at95.high < 1 - 1e-9 && at95.high > at95.mean)
		ck_assert_double_eq_tol(interval_superiority(&shares, at95.high), 0.025, 1e-6);
	if (at60.low < at60.mean)
		ck_assert_double_eq_tol(interval_superiority(&shares, at60.low), 0.8, 1e-6);
	double last = 1;
	for (double mu = 0.01; mu < 1; mu += 0.01) {
		double now = interval_superiority(&shares, mu);
		ck_assert(now > 0 && now < 1 && now <= last + 1e-12);
		last = now;
	}
}
END_TEST

START_TEST(interval_is_never_absurd)
{
	uint64_t state = 77;
	for (int trial = 0; trial < 3000; trial++) {
		AUTO_HISTOGRAM struct histogram shares = {0};
		int n_values = 1 + (int)(rng_next(&state) % 8);
		for (int i = 0; i < n_values; i++) {
			uint64_t kind = rng_next(&state) % 5;
			double value = kind == 0 ? 0 : kind == 1 ? 1 : kind == 2 ? 1e-300
				: kind == 3 ? 1 - 0x1p-53 : draw_uniform(&state);
			histogram_add(&shares, value, rng_next(&state) >> (4 + rng_next(&state) % 60));
		}
		struct interval got = interval_of_shares(&shares);
		ck_assert(isfinite(got.mean) && isfinite(got.low) && isfinite(got.high));
		ck_assert(0 <= got.low && got.low <= got.mean && got.mean <= got.high && got.high <= 1);
		double sure = interval_superiority(&shares, 0.5);
		ck_assert(sure > 0 && sure < 1);
		/* The interval must have a width where there are few enough units. */
		if (shares.n && shares.n < 1000000)
			ck_assert_double_gt(got.high - got.low, 1e-7);
	}
}
END_TEST

/* In many simulated tournaments, the 95 % interval should contain the true mean: an even pair, a lopsided one, one that
 * nearly always splits, a table of three. */
START_TEST(interval_covers_the_truth)
{
	enum { TRIALS = 4000 };
	static const struct {
		double chance[4]; /* probability of each value from 0 to 1 */
		int n_values, n_units;
		double least, most;
	} cases[] = {
		{{0.25, 0.5, 0.25}, 3, 10, 0.935, 0.985},   {{0.25, 0.5, 0.25}, 3, 100, 0.94, 0.96},
		{{0.01, 0.04, 0.95}, 3, 30, 0.935, 1},      {{0.01, 0.04, 0.95}, 3, 300, 0.935, 0.975},
		{{0.005, 0.99, 0.005}, 3, 10, 0.95, 1},     {{0.005, 0.99, 0.005}, 3, 100, 0.95, 1},
		{{0.2, 0.5, 0.25, 0.05}, 4, 30, 0.935, 0.97},
	};
	uint64_t state = 20250101;
	double truth = 0;
	int n_covered = 0;
	for (int i = 0; i < cases[_i].n_values; i++)
		truth += cases[_i].chance[i] * i / (cases[_i].n_values - 1);
	for (int trial = 0; trial < TRIALS; trial++) {
		uint64_t counts[4] = {0};
		for (int unit = 0; unit < cases[_i].n_units; unit++) {
			double u = draw_uniform(&state);
			int i = 0;
			while (i < cases[_i].n_values - 1 && (u -= cases[_i].chance[i]) > 0)
				i++;
			counts[i]++;
		}
		AUTO_HISTOGRAM struct histogram shares = shares_of(cases[_i].n_values, counts);
		struct interval got = interval_of_shares(&shares);
		n_covered += got.low <= truth && truth <= got.high;
	}
	double coverage = (double)n_covered / TRIALS;
	ck_assert_double_ge(coverage, cases[_i].least);
	ck_assert_double_le(coverage, cases[_i].most);
}
END_TEST

SUITE(120,
	LOOP(quantile_is_as_in_tables, 0, N_KNOWN),
	TEST(quantile_of_one_degree_is_a_tangent),
	TEST(quantile_has_no_step_between_its_methods),
	LOOP(cdf_is_the_inverse_of_the_quantile, 0, N_KNOWN),
	TEST(cdf_of_one_degree_is_an_arc_tangent),
	LOOP(interval_is_as_specified, 0, N_INTERVALS),
	TEST(interval_is_unknown_without_data),
	TEST(interval_of_many_is_the_normal_one),
	TEST(interval_narrows_with_units_and_level),
	LOOP(superiority_belongs_to_the_interval, 0, N_INTERVALS),
	TEST(interval_is_never_absurd),
	LOOP(interval_covers_the_truth, 0, 7))
