/* test_stats_strength.c - strengths with their covariance, and intervals that are valid at any time: known values, the
 * boundaries. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "stats/anytime.h"
#include "stats/strength.h"

static double covariance(const struct strengths *strengths, int a, int b)
{
	return strengths->covariance[(size_t)a * (size_t)strengths->n + (size_t)b];
}

/* Returns the variance of theta_a - theta_b. */
static double variance_between(const struct strengths *strengths, int a, int b)
{
	return covariance(strengths, a, a) + covariance(strengths, b, b) - 2 * covariance(strengths, a, b);
}

/* The bound, and intervals from it; docs/statistics.md. */
START_TEST(bounds_are_those_of_the_formula)
{
	ck_assert_double_eq_tol(anytime_bound(25, 5, 0.05), 15.280599480716754, 1e-12);
	ck_assert_double_eq_tol(anytime_bound(0, 1, 0.05), 2.4477468306808166, 1e-12);
	ck_assert_double_eq_tol(anytime_bound(1000, 5, 0.01), 120.77339734575423, 1e-10);
	ck_assert_double_eq_tol(anytime_width(0.04, 0.0033), 0.8102103659751474, 1e-12);
	ck_assert_double_gt(anytime_width(0.04, 0.0033), 1.96 * sqrt(0.04)); /* validity at any time costs width */
}
END_TEST

START_TEST(little_data_has_wide_intervals)
{
	AUTO_HISTOGRAM struct histogram shares = {0};
	struct interval got = anytime_share(&shares);
	ck_assert(got.mean == 0 && got.low == 0 && got.high == 1);
	histogram_add(&shares, 1, 1);
	got = anytime_share(&shares);
	ck_assert(got.mean == 1 && got.low > 0 && got.low < 0.02 && got.high == 1);
}
END_TEST

/* The ends have just the evidence that the level requires, and mirrored matches, which are often split, have shorter
 * intervals. */
START_TEST(shares_end_where_evidence_does)
{
	static const uint64_t counts[][3] = {{40, 100, 60}, {80, 0, 120}, {0, 20, 180}};
	static const double widths[] = {0.1659, 0.2273, 0.0701}; /* of the same matches by Hoeffding's lemma 0.2146 */
	AUTO_HISTOGRAM struct histogram shares = {0};
	for (int i = 0; i < 3; i++)
		histogram_add(&shares, i / 2.0, counts[_i][i]);
	struct interval got = anytime_share(&shares);
	ck_assert_double_eq_tol(betting_wealth(&shares, got.low, true), log(40), 1e-6);
	ck_assert_double_eq_tol(betting_wealth(&shares, got.high, false), log(40), 1e-6);
	ck_assert_double_eq_tol(got.high - got.low, widths[_i], 5e-5);
}
END_TEST

/* Made-up data; the expected numbers are those of an independent program. */
static const int robots[][3] = {{0, 1}, {0, 1}, {0, 1}, {1, 2}, {1, 2}, {0, 1, 2}, {0, 1, 2}};
static const double shares[][3] = {{.5, .5},	       {1, 0}, {0, 1}, {1, 0}, {.5, .5}, {1 / 3., 1 / 3., 1 / 3.},
				   {2 / 3., 0, 1 / 3.}};
static const uint64_t times[] = {6, 5, 1, 4, 3, 2, 3};
enum { N_UNITS = 7 };

static void fill(struct strength_unit *units)
{
	for (int u = 0; u < N_UNITS; u++)
		units[u] = (struct strength_unit){.n_seats = u < 5 ? 2 : 3, .robots = robots[u], .shares = shares[u],
						  .games = u < 5 ? 2 : 3, .times = times[u]};
}

START_TEST(strengths_are_those_of_the_model)
{
	static const double theta[] = {0.5842171622931821, -0.06560185012717204, -0.5186153121660101};
	static const double from_mean[] = {0.04710561052867113, 0.04049490220724228, 0.07314324291450824};
	static const uint64_t matches[] = {17, 24, 12};
	struct strength_unit units[N_UNITS];
	struct strengths strengths;
	double variances[3];
	fill(units);
	strengths_fit(&strengths, 3, units, N_UNITS);
	strengths_from_mean(&strengths, (const int[]){0, 1, 2}, 3, variances);
	ck_assert(strengths.is_converged);
	for (int i = 0; i < 3; i++) {
		ck_assert_double_eq_tol(strengths.theta[i], theta[i], 1e-9);
		ck_assert_double_eq_tol(variances[i], from_mean[i], 1e-9);
		ck_assert_uint_eq(strengths.matches[i], matches[i]);
	}
	ck_assert_double_eq_tol(variance_between(&strengths, 0, 1), 0.10205778255732056, 1e-9);
	ck_assert_double_eq_tol(variance_between(&strengths, 1, 0), 0.10205778255732056, 1e-9);
	/* Var(a - (b + c) / 2) = (Var(a - b) + Var(a - c)) / 2 - Var(b - c) / 4; from b, half of the way to c. */
	double ab = variance_between(&strengths, 0, 1), ac = variance_between(&strengths, 0, 2);
	double bc = variance_between(&strengths, 1, 2);
	strengths_from_mean(&strengths, (const int[]){1, 2}, 2, variances);
	ck_assert_double_eq_tol(variances[0], (ab + ac) / 2 - bc / 4, 1e-12);
	ck_assert_double_eq_tol(variances[1], bc / 4, 1e-12);
	strengths_from_mean(&strengths, (const int[]){2}, 1, variances);
	ck_assert_double_eq_tol(variances[0], ac, 1e-12);
	ck_assert_double_eq_tol(variances[2], 0, 1e-12);
	strengths_release(&strengths);
}
END_TEST

/* All of a table of 26 are equal, and each match went alike. In a contrast of two robots H is 30 / 26 + 1/4 and the
 * middle is SMOOTH * 3 / 26 + 1/4, with the phantoms. */
START_TEST(the_largest_table_is_fair)
{
	int all[26];
	double share[26], variances[26];
	for (int i = 0; i < 26; i++) {
		all[i] = 25 - i;
		share[i] = 1 / 26.0;
	}
	const struct strength_unit unit = {.n_seats = 26, .robots = all, .shares = share, .games = 3, .times = 10};
	struct strengths strengths;
	strengths_fit(&strengths, 26, &unit, 1);
	strengths_from_mean(&strengths, all, 26, variances);
	double h = 30 / 26.0 + 0.25, difference = 2 * (4 * 3 / 26.0 + 0.25) / h / h;
	for (int i = 1; i < 26; i++) {
		ck_assert_double_eq_tol(strengths.theta[i], 0, 1e-9);
		ck_assert_double_eq_tol(variance_between(&strengths, 0, i), difference, 1e-9);
		ck_assert_double_eq_tol(variances[i], difference / 2 * 25 / 26, 1e-9);
	}
	strengths_release(&strengths);
}
END_TEST

/* No matches at all; and one robot with a million wins. */
START_TEST(the_ends_are_finite)
{
	const struct strength_unit sweep = {
		.n_seats = 2, .robots = robots[1], .shares = shares[1], .games = 2, .times = 1000000};
	struct strengths strengths;
	strengths_fit(&strengths, 3, NULL, 0);
	ck_assert(strengths.theta[0] == 0 && variance_between(&strengths, 0, 1) == 8 && strengths.matches[2] == 0);
	strengths_release(&strengths);
	strengths_fit(&strengths, 3, &sweep, 1);
	ck_assert(strengths.is_converged && isfinite(strengths.theta[0]) && strengths.theta[0] > 5 &&
		  strengths.theta[1] < -5);
	ck_assert(variance_between(&strengths, 0, 1) > 0 && isfinite(variance_between(&strengths, 0, 1)));
	strengths_release(&strengths);
}
END_TEST

SUITE(0,
	TEST(bounds_are_those_of_the_formula),
	TEST(little_data_has_wide_intervals),
	LOOP(shares_end_where_evidence_does, 0, 3),
	TEST(strengths_are_those_of_the_model),
	TEST(the_largest_table_is_fair),
	TEST(the_ends_are_finite))
