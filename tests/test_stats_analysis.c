/* test_stats_analysis.c - exact sums, control variates, calibration and calls. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "stats/calibration.h"
#include "stats/control.h"
#include "stats/draw.h"

/* ---- control variates ------------------------------------------------------------------------- */

START_TEST(exact_sums_have_no_order)
{
	enum { N = 10000 };
	struct exact forth = {0}, back = {0}, part = {0}, ones = {0};
	double plain = 0;
	for (int i = 0; i < N; i++) {
		double number = sin(i), other = sin(N - 1 - i);
		exact_add(i < N / 2 ? &forth : &part, number);
		exact_add(&back, other);
		exact_add(&ones, i % 2 ? 1 : -1);
		plain += number;
	}
	exact_merge(&forth, &part);
	ck_assert(exact_value(&forth) == exact_value(&back));
	ck_assert_double_eq_tol(exact_value(&forth), plain, 1e-9);
	ck_assert_double_eq(exact_value(&ones), 0);
}
END_TEST

START_TEST(control_is_least_squares)
{
	/* About the means 0.5 and 0.5: squares of y 0.34, of x 0.625, products 0.425. */
	static const double y[] = {0.1, 0.4, 0.5, 0.9, 0.6}, x[] = {0, 0.5, 0.25, 1, 0.75};
	struct control_sums sums = {0};
	for (int i = 0; i < 5; i++)
		control_add(&sums, y[i], x[i]);
	double slope = 0.425 / 0.625, squares = 0.34 - 0.425 * 0.425 / 0.625;
	struct control_estimate got = control_adjust(&sums, 0.4);
	ck_assert_double_eq_tol(got.plain.mean, 0.5, 1e-12);
	ck_assert_double_eq_tol(got.slope, slope, 1e-12);
	ck_assert_double_eq_tol(got.adjusted.mean, 0.5 - slope * 0.1, 1e-12);
	ck_assert_double_eq_tol(got.correlation, 0.425 / sqrt(0.34 * 0.625), 1e-12);
	ck_assert_double_eq_tol(got.saved, 0.34 / squares, 1e-9);
	/* t(0.975, 3) = 3.182446, t(0.975, 4) = 2.776445. */
	ck_assert_double_eq_tol(got.adjusted.high - got.adjusted.mean, 3.182446 * sqrt(squares / 3 / 5), 1e-6);
	ck_assert_double_eq_tol(got.plain.mean - got.plain.low, 2.776445 * sqrt(0.34 / 4 / 5), 1e-6);
}
END_TEST

START_TEST(control_covers_with_less)
{
	enum { TRIALS = 3000, BLOCKS = 40 };
	uint64_t state = 11;
	int n_plain = 0, n_adjusted = 0;
	double plain_width = 0, adjusted_width = 0;
	for (int trial = 0; trial < TRIALS; trial++) {
		struct control_sums sums = {0}, parts[2] = {{0}};
		for (int i = 0; i < BLOCKS; i++) {
			double luck = draw_uniform(&state), skill = draw_uniform(&state);
			control_add(&parts[i % 2], 0.6 * luck + 0.3 * skill, luck); /* mean 0.45, correlation 0.894 */
		}
		control_merge(&sums, &parts[0]);
		control_merge(&sums, &parts[1]);
		struct control_estimate got = control_adjust(&sums, 0.5);
		n_plain += got.plain.low <= 0.45 && 0.45 <= got.plain.high;
		n_adjusted += got.adjusted.low <= 0.45 && 0.45 <= got.adjusted.high;
		plain_width += got.plain.high - got.plain.low;
		adjusted_width += got.adjusted.high - got.adjusted.low;
	}
	ck_assert_double_eq_tol((double)n_plain / TRIALS, 0.95, 0.015);
	ck_assert_double_eq_tol((double)n_adjusted / TRIALS, 0.95, 0.015);
	ck_assert_double_eq_tol(plain_width / adjusted_width, sqrt(5), 0.1);
}
END_TEST

START_TEST(control_is_never_absurd)
{
	static const double some[] = {-1, 0, 0.5, 1.0 / 3, 1};
	for (int code = 0; code < 5 * 5 * 5 * 5; code++) {
		struct control_sums sums = {0};
		for (int i = 0; i < 300; i++) {
			if (i < 8 || i == 299) {
				struct control_estimate got = control_adjust(&sums, 0.5);
				const double all[] = {got.plain.mean, got.plain.low, got.plain.high, got.adjusted.mean,
						      got.adjusted.low, got.adjusted.high, got.slope, got.correlation, got.saved};
				for (int j = 0; j < 9; j++)
					ck_assert(isfinite(all[j]));
				ck_assert(got.saved >= 1 && got.saved <= CONTROL_MOST_SAVED * (1 + 1e-9));
				ck_assert(got.adjusted.low <= got.adjusted.mean && got.adjusted.mean <= got.adjusted.high);
			}
			control_add(&sums, some[i % 2 ? code % 5 : code / 5 % 5], some[i % 2 ? code / 25 % 5 : code / 125]);
		}
	}
}
END_TEST

/* ---- calibration and calls -------------------------------------------------------------------- */

START_TEST(share_is_wilsons)
{
	/* 81 of 263, Newcombe 1998: 0.2553 to 0.3662; 0 of 20: 0 to 0.1611; 15 of 148: 0.0624 to 0.1605. */
	static const struct {
		uint64_t hits, trials;
		double low, high;
	} table[] = {{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct share got = share_of(table[i].hits, table[i].trials);
		ck_assert_double_eq_tol(got.low, table[i].low, 5e-5);
		ck_assert_double_eq_tol(got.high, table[i].high, 5e-5);
		struct share mirrored = share_of(table[i].trials - table[i].hits, table[i].trials);
		ck_assert_double_eq_tol(mirrored.low, 1 - got.high, 1e-12);
	}
	for (uint64_t trials = 0; trials < UINT64_C(1) << 60; trials = 3 * trials + 1) {
		for (int tenths = 0; tenths <= 10; tenths++) {
			struct share got = share_of(trials / 10 * (uint64_t)tenths, trials);
			ck_assert(0 <= got.low && got.low <= got.value && got.value <= got.high && got.high <= 1);
		}
	}
}
END_TEST

START_TEST(calibration_adds_up)
{
	struct calibration calibration = {0}, part = {0};
	calibration_add(&calibration, 0.8, true);
	calibration_add(&calibration, 0.8, true);
	calibration_add(&calibration, 0.8, true);
	calibration_add(&part, 0.8, false);
	calibration_add(&part, 0.3, false);
	calibration_merge(&calibration, &part);
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
	ck_assert_uint_eq(bin.seen.hits, 3);
	ck_assert_uint_eq(bin.seen.trials, 4);
}
END_TEST

START_TEST(calibration_finds_who_is_overconfident)
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
		ck_assert_double_eq_tol(bin.predicted, bin.seen.value, 0.02);
	}
}
END_TEST

START_TEST(calibration_knows_when_it_knows_nothing)
{
	struct calibration calibration = {0};
	struct calibration_score none = calibration_score(&calibration);
	ck_assert(none.count == 0 && none.brier == 0 && none.bias == 0);
	for (int i = 0; i < CALIBRATION_BINS; i++) {
		struct calibration_bin bin = calibration_bin(&calibration, i);
		ck_assert(isfinite(bin.predicted) && bin.seen.low == 0 && bin.seen.high == 1);
	}
	calibration_add(&calibration, 1, true);
	calibration_add(&calibration, 0, false);
	ck_assert_double_eq(calibration_score(&calibration).brier, 0);
	ck_assert_uint_eq(calibration.count[CALIBRATION_BINS - 1], 1);
}
END_TEST

START_TEST(calls_are_summed_up)
{
	struct calls calls = {.called_false = 30, .called_true = 10, .passed_false = 20, .passed_true = 140};
	struct calls_summary got = calls_summary(&calls);
	ck_assert_double_eq_tol(got.precision.value, 0.75, 1e-12);
	ck_assert_double_eq_tol(got.recall.value, 0.6, 1e-12);
	ck_assert_double_eq_tol(got.accuracy.value, 0.85, 1e-12);
	ck_assert_double_eq_tol(got.rate.value, 0.2, 1e-12);
	ck_assert_double_eq_tol(got.f1, 2.0 / 3, 1e-12);
	struct calls_summary none = calls_summary(&(struct calls){0});
	ck_assert(none.f1 == 0 && none.precision.low == 0 && none.precision.high == 1);
	ck_assert(calls_summary(&(struct calls){.passed_false = 3}).f1 == 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stats analysis");
	TCase *cases = tcase_create("analysis");
	tcase_set_timeout(cases, 60);
	tcase_add_test(cases, exact_sums_have_no_order);
	tcase_add_test(cases, control_is_least_squares);
	tcase_add_test(cases, control_covers_with_less);
	tcase_add_test(cases, control_is_never_absurd);
	tcase_add_test(cases, share_is_wilsons);
	tcase_add_test(cases, calibration_adds_up);
	tcase_add_test(cases, calibration_finds_who_is_overconfident);
	tcase_add_test(cases, calibration_knows_when_it_knows_nothing);
	tcase_add_test(cases, calls_are_summed_up);
	suite_add_tcase(suite, cases);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int n_failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
