/* test_stats.c - quantiles against known values, intervals at their edges and in simulation. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "stats/interval.h"

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
}
END_TEST

static void check_interval(struct interval got, double mean, double low, double high)
{
	ck_assert_double_eq_tol(got.mean, mean, 1e-12);
	ck_assert_double_eq_tol(got.low, low, 1e-12);
	ck_assert_double_eq_tol(got.high, high, 1e-12);
}

START_TEST(interval_knows_when_it_knows_nothing)
{
	check_interval(interval_of_blocks(0, 0, 0), 0, 0, 1);
	check_interval(interval_of_blocks(1, 1, 1), 1, 0, 1);
	check_interval(interval_of_blocks(1, 0.5, 0.25), 0.5, 0, 1);
}
END_TEST

START_TEST(interval_of_a_clean_sweep_is_the_exact_bound)
{
	check_interval(interval_of_blocks(10, 10, 10), 1, 0.69150289218123917, 1);
	check_interval(interval_of_blocks(10, 0, 0), 0, 0, 1 - 0.69150289218123917);
	struct interval many = interval_of_blocks(1000000000, 1e9, 1e9);
	ck_assert(many.low < 1 && many.low > 1 - 1e-8);
}
END_TEST

START_TEST(interval_of_equal_blocks_is_a_point)
{
	check_interval(interval_of_blocks(1000, 500, 250), 0.5, 0.5, 0.5);
	double sum = 0, squares = 0; /* thirds cannot be summed exactly */
	for (int i = 0; i < 100000; i++) {
		sum += 1.0 / 3;
		squares += 1.0 / 9;
	}
	struct interval thirds = interval_of_blocks(100000, sum, squares);
	ck_assert_double_eq_tol(thirds.low, 1.0 / 3, 1e-9);
	ck_assert_double_eq_tol(thirds.high, 1.0 / 3, 1e-9);
}
END_TEST

START_TEST(interval_is_students)
{
	/* Blocks 0.5, 0.5, 1, 1: mean 3/4, variance 1/12, t(0.975, 3) = 3.182446305... */
	double half = 3.1824463052837091 * sqrt(1.0 / 12 / 4);
	check_interval(interval_of_blocks(4, 3, 2.5), 0.75, 0.75 - half, 1);
	/* 600 blocks won, 400 lost. */
	half = 1.9623414611334500 * sqrt(0.24 * 1000 / 999 / 1000);
	check_interval(interval_of_blocks(1000, 600, 600), 0.6, 0.6 - half, 0.6 + half);
}
END_TEST

START_TEST(interval_is_never_absurd)
{
	static const double shares[] = {0, 1e-9, 0.25, 0.5, 0.75, 1 - 1e-9, 1};
	for (uint64_t n = 1; n < 1000000000000; n *= 7) {
		for (int i = 0; i < 7; i++) {
			double sum = shares[i] * (double)n;
			struct interval got = interval_of_blocks(n, sum, sum * (1 + 1e-15));
			ck_assert(isfinite(got.mean) && isfinite(got.low) && isfinite(got.high));
			ck_assert(0 <= got.low && got.low <= got.mean && got.mean <= got.high && got.high <= 1);
		}
	}
}
END_TEST

/* Of many simulated tournaments the true mean should lie in the interval of 95 %. */
START_TEST(interval_covers_the_truth)
{
	enum { TRIALS = 20000 };
	static const struct {
		double loses, draws; /* chances of a block of 0 and of 1/2; the rest is 1 */
		int n_blocks;
	} cases[] = {{0.2, 0.5, 30}, {0.3, 0.3, 100}, {0.1, 0.2, 200}};
	uint64_t state = 20250101;
	double truth = cases[_i].draws / 2 + (1 - cases[_i].loses - cases[_i].draws);
	int n_covered = 0;
	for (int trial = 0; trial < TRIALS; trial++) {
		double sum = 0, squares = 0;
		for (int block = 0; block < cases[_i].n_blocks; block++) {
			double u = (double)(rng_next(&state) >> 11) * 0x1p-53;
			double share = u < cases[_i].loses ? 0 : u < cases[_i].loses + cases[_i].draws ? 0.5 : 1;
			sum += share;
			squares += share * share;
		}
		struct interval got = interval_of_blocks((uint64_t)cases[_i].n_blocks, sum, squares);
		n_covered += got.low <= truth && truth <= got.high;
	}
	ck_assert_double_eq_tol((double)n_covered / TRIALS, 0.95, 0.01);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stats");
	TCase *cases = tcase_create("interval");
	tcase_set_timeout(cases, 120);
	tcase_add_loop_test(cases, quantile_is_as_in_tables, 0, N_KNOWN);
	tcase_add_test(cases, quantile_of_one_degree_is_a_tangent);
	tcase_add_test(cases, quantile_has_no_step_between_its_methods);
	tcase_add_test(cases, interval_knows_when_it_knows_nothing);
	tcase_add_test(cases, interval_of_a_clean_sweep_is_the_exact_bound);
	tcase_add_test(cases, interval_of_equal_blocks_is_a_point);
	tcase_add_test(cases, interval_is_students);
	tcase_add_test(cases, interval_is_never_absurd);
	tcase_add_loop_test(cases, interval_covers_the_truth, 0, 3);
	suite_add_tcase(suite, cases);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int n_failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
