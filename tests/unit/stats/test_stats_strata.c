/* test_stats_strata.c - mean shares over tables with a fixed number of matches: known values, coverage, fallbacks. */
#include <check.h>
#include <math.h>

#include "base/rng.h"
#include "stats/distributions.h"
#include "stats/strata.h"

/* Robot 0 against 1 and against 2: by hand. */
START_TEST(variances_are_of_the_tables)
{
	struct strata strata;
	double variance, degrees;
	strata_init(&strata, 3, 2);
	strata_add(&strata, 0, (int[]){0, 1}, (double[]){1, 0}, 8);
	strata_add(&strata, 0, (int[]){0, 1}, (double[]){0.5, 0.5}, 2);
	strata_add(&strata, 2, (int[]){2, 0}, (double[]){1, 0}, 9);
	ck_assert(!strata_variance(&strata, 3, -1, &variance, &degrees));
	strata_add(&strata, 2, (int[]){2, 0}, (double[]){0, 1}, 1);
	double first = 2 * 0.16 + 8 * 0.01 + 0.25 * (0.81 + 0.01), second = 9 * 0.01 + 0.81 + 0.25 * (0.81 + 0.01);
	ck_assert(strata_variance(&strata, 0, -1, &variance, &degrees));
	ck_assert_double_eq_tol(variance, (first + second) / 400 * 10 / 9, 1e-12);
	ck_assert_double_eq(degrees, 18);
	ck_assert(strata_variance(&strata, 1, -1, &variance, &degrees));
	ck_assert_double_eq_tol(variance, first / 100 * 10 / 9, 1e-12);
	/* The two shares of a match at the table of 0 and 1 are opposite. */
	ck_assert(strata_variance(&strata, 0, 1, &variance, &degrees));
	double both = first / 400 + first / 100 + 2 * (2 * 0.16 + 8 * 0.01) / 200 + second / 400;
	ck_assert_double_eq_tol(variance, both * 10 / 9, 1e-12);
	double other;
	ck_assert(strata_variance(&strata, 1, 0, &other, &degrees));
	ck_assert_double_eq_tol(other, variance, 1e-15);
	strata_add(&strata, 1, (int[]){0, 3}, (double[]){1, 0}, 1); /* a table with a single match */
	ck_assert(!strata_variance(&strata, 0, -1, &variance, &degrees) &&
		  strata_variance(&strata, 1, -1, &variance, &degrees));
	strata_release(&strata);
}
END_TEST

/* A robot that wins 0.95, 0.5 and 0.1 of its games against three others: the interval contains the mean of these in
 * 95 % of runs, and is much shorter than the one that takes opponents for chance. */
START_TEST(intervals_cover_the_mean_of_the_tables)
{
	enum { RUNS = 1000, TABLES = 3 };
	static const double chance[TABLES] = {0.95, 0.5, 0.1};
	static const int matches[] = {5, 20, 100};
	uint64_t state = 600 + (uint64_t)_i;
	double width = 0, pooled_width = 0, truth = (chance[0] + chance[1] + chance[2]) / 3;
	int n_covered = 0, n_pooled = 0;
	for (int run = 0; run < RUNS; run++) {
		AUTO_HISTOGRAM struct histogram shares = {0};
		struct strata strata;
		strata_init(&strata, TABLES, 2);
		for (int i = 0; i < TABLES * matches[_i]; i++) {
			double won = draw_uniform(&state) < chance[i % TABLES];
			histogram_add(&shares, won, 1);
			strata_add(&strata, (size_t)(i % TABLES), (int[]){0, 1 + i % TABLES}, (double[]){won, 1 - won},
				   1);
		}
		struct interval got = strata_interval(&strata, 0, &shares), pooled = interval_of_shares(&shares);
		n_covered += got.low <= truth && truth <= got.high;
		n_pooled += pooled.low <= truth && truth <= pooled.high;
		width += got.high - got.low;
		pooled_width += pooled.high - pooled.low;
		strata_release(&strata);
	}
	ck_assert_double_ge((double)n_covered / RUNS, 0.935);
	ck_assert_double_le((double)n_covered / RUNS, matches[_i] < 100 ? 0.985 : 0.965);
	ck_assert_double_ge((double)n_pooled / RUNS, 0.985);
	ck_assert_double_lt(width, 0.85 * pooled_width);
}
END_TEST

/* With single matches, or none, the plain interval. */
START_TEST(few_matches_have_the_plain_interval)
{
	AUTO_HISTOGRAM struct histogram shares = {0};
	struct strata strata;
	strata_init(&strata, 2, 2);
	struct interval none = strata_interval(&strata, 0, &shares);
	ck_assert(none.low == 0 && none.high == 1);
	for (size_t table = 0; table < 2; table++) {
		strata_add(&strata, table, (int[]){0, (int)table + 1}, (double[]){1, 0}, 1);
		histogram_add(&shares, 1, 1);
	}
	struct interval got = strata_interval(&strata, 0, &shares), pooled = interval_of_shares(&shares);
	ck_assert(got.low == pooled.low && got.high == pooled.high);
	strata_release(&strata);
}
END_TEST

SUITE(60, TEST(variances_are_of_the_tables), LOOP(intervals_cover_the_mean_of_the_tables, 0, 3),
      TEST(few_matches_have_the_plain_interval))
