/* test_stats_analysis.c - exact sums and calibration. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "stats/calibration.h"
#include "stats/distributions.h"

/* ---- sums ------------------------------------------------------------------------- */

START_TEST(exact_sums_do_not_depend_on_order)
{
	enum { N = 10000 };
	struct exact forth = {0}, back = {0}, ones = {0};
	double plain = 0;
	for (int i = 0; i < N; i++) {
		double number = sin(i), other = sin(N - 1 - i);
		exact_add(&forth, number);
		exact_add(&back, other);
		exact_add(&ones, i % 2 ? 1 : -1);
		plain += number;
	}
	ck_assert(exact_value(&forth) == exact_value(&back));
	ck_assert_double_eq_tol(exact_value(&forth), plain, 1e-9);
	ck_assert_double_eq(exact_value(&ones), 0);
}
END_TEST

/* ---- calibration -------------------------------------------------------------------- */

START_TEST(calibration_adds_up)
{
	struct calibration calibration = {0};
	calibration_add(&calibration, 0.8, true);
	calibration_add(&calibration, 0.8, true);
	calibration_add(&calibration, 0.8, true);
	calibration_add(&calibration, 0.8, false);
	calibration_add(&calibration, 0.3, false);
	struct calibration_score got = calibration_score(&calibration);
	ck_assert_uint_eq(got.count, 5);
	ck_assert_double_eq_tol(got.brier, (3 * 0.04 + 0.64 + 0.09) / 5, 1e-12);
	ck_assert_double_eq_tol(got.reliability, (4 * 0.0025 + 0.09) / 5, 1e-12);
	ck_assert_double_eq_tol(got.resolution, (4 * 0.15 * 0.15 + 0.36) / 5, 1e-12);
	ck_assert_double_eq_tol(got.uncertainty, 0.24, 1e-12);
	ck_assert_double_eq_tol(got.within, 0, 1e-12); /* equal predictions in each bin */
	ck_assert_double_eq_tol(got.bias, 3.5 / 5 - 0.6, 1e-12);
	struct calibration_bin bin = calibration_bin(&calibration, 8);
	ck_assert_double_eq_tol(bin.predicted, 0.8, 1e-12);
	ck_assert_double_eq(bin.seen, 0.75);
	ck_assert_uint_eq(bin.count, 4);
}
END_TEST

/* Two different predictions in one bin: 0.3434 = (0.28^2 + 0.78^2) / 2 is 0.0625 - 0 + 0.25 and the rest. */
START_TEST(unequal_predictions_of_a_bin_are_within)
{
	struct calibration calibration = {0};
	calibration_add(&calibration, 0.72, true);
	calibration_add(&calibration, 0.78, false);
	struct calibration_score got = calibration_score(&calibration);
	ck_assert_double_eq_tol(got.brier, 0.3434, 1e-12);
	ck_assert_double_eq_tol(got.reliability, 0.0625, 1e-12);
	ck_assert_double_eq_tol(got.resolution, 0, 1e-12);
	ck_assert_double_eq_tol(got.within, 0.0309, 1e-12);
}
END_TEST

START_TEST(calibration_detects_overconfidence)
{
	struct calibration honest = {0}, boastful = {0};
	uint64_t state = 6;
	for (int i = 0; i < 100000; i++) {
		double p = draw_uniform(&state);
		bool came_true = draw_uniform(&state) < p;
		calibration_add(&honest, p, came_true);
		calibration_add(&boastful, p < 0.5 ? p / 2 : 1 - (1 - p) / 2, came_true);
	}
	ck_assert_double_eq_tol(calibration_score(&honest).brier, 1.0 / 6, 0.003);
	ck_assert_double_lt(calibration_score(&honest).reliability, 2e-4);
	ck_assert_double_gt(calibration_score(&boastful).reliability, 0.015);
	for (int i = 0; i < CALIBRATION_BINS; i++) {
		struct calibration_bin bin = calibration_bin(&honest, i);
		ck_assert_double_eq_tol(bin.predicted, bin.seen, 0.02);
	}
}
END_TEST

START_TEST(calibration_is_unknown_without_data)
{
	struct calibration calibration = {0};
	struct calibration_score none = calibration_score(&calibration);
	ck_assert(none.count == 0 && none.brier == 0 && none.bias == 0);
	for (int i = 0; i < CALIBRATION_BINS; i++) {
		struct calibration_bin bin = calibration_bin(&calibration, i);
		ck_assert_double_eq_tol(bin.predicted, 0.05 + i / 10.0, 1e-15);
		ck_assert(bin.seen == 0 && bin.count == 0);
	}
	calibration_add(&calibration, 1, true);
	calibration_add(&calibration, 0, false);
	ck_assert_double_eq(calibration_score(&calibration).brier, 0);
	ck_assert_uint_eq(calibration.count[CALIBRATION_BINS - 1], 1);
}
END_TEST

SUITE(60,
	TEST(exact_sums_do_not_depend_on_order),
	TEST(calibration_adds_up),
	TEST(unequal_predictions_of_a_bin_are_within),
	TEST(calibration_detects_overconfidence),
	TEST(calibration_is_unknown_without_data))
