/* test_stats_ranks.c - win shares of a run: which robots are significantly better than others, and the resulting
 * ranks. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "stats/distributions.h"
#include "stats/interval.h"
#include "stats/rating/rating.h"
#include "stats/shares.h"

static double from_table(const void *context, int a, int b)
{
	const double (*table)[5] = context;
	ck_assert_int_lt(a, b);
	return table[a][b];
}

static void check_rank(struct rank_range got, int best, int worst)
{
	ck_assert_int_eq(got.best, best);
	ck_assert_int_eq(got.worst, worst);
}

START_TEST(ranks_claim_only_significant_differences)
{
	/* 0 is better than all; 1 and 2 are equal; 1 is better than 3 and 4, 2 only than 4. */
	/* Of ten comparisons the first must have a chance of 0.9975, after three 0.9965, after five 0.995, after seven
	 * 0.992. */
	static const double chance[5][5] = {
		{0, 0.9973, 0.9955, 0.999, 1}, {0, 0, 0.6, 0.9965, 0.9976}, {0, 0, 0, 0.9, 0.9959}, {0, 0, 0, 0, 0.5}};
	static const double reversed[5][5] = {
		{0, 0.002, 1 - 0.9973, 0.4, 0.6}, {0, 0, 0.99, 0.01, 0.5}, {0, 0, 0, 0.5, 0.5}, {0, 0, 0, 0, 0.5}};
	struct rank_range ranks[5];
	ranks_of(5, NULL, from_table, chance, ranks);
	check_rank(ranks[0], 1, 1);
	check_rank(ranks[1], 2, 3);
	check_rank(ranks[2], 2, 4);
	check_rank(ranks[3], 3, 5);
	check_rank(ranks[4], 4, 5);
	ranks_of(5, NULL, from_table, reversed, ranks);
	check_rank(ranks[0], 3, 5);
	check_rank(ranks[1], 1, 4);
	check_rank(ranks[3], 1, 5);
	ranks_of(5, (int[]){7, 7, -1, 2, 2}, from_table, chance, ranks);
	check_rank(ranks[0], 1, 1);
	check_rank(ranks[1], 2, 2);
	check_rank(ranks[2], 0, 0);
	check_rank(ranks[3], 1, 2);
	check_rank(ranks[4], 1, 2);
	ranks_of(0, NULL, from_table, chance, ranks);
}
END_TEST

/* One table: the difference of two robots is tested as if it were a share. */
START_TEST(table_mates_are_compared_by_differences)
{
	AUTO_SHARES struct shares shares = {0};
	AUTO_HISTOGRAM struct histogram difference = {0};
	shares_init(&shares, 3);
	shares_add(&shares, 3, (int[]){2, 0, 1}, (double[]){0, 0.5, 0.5}, NULL, 40);
	shares_add(&shares, 3, (int[]){0, 1, 2}, (double[]){1, 0, 0}, NULL, 12);
	shares_add(&shares, 3, (int[]){0, 1, 2}, (double[]){0, 1, 0}, NULL, 3);
	histogram_add(&difference, 0.5, 40);
	histogram_add(&difference, 1, 12);
	histogram_add(&difference, 0, 3);
	ck_assert_double_eq_tol(shares_superiority(&shares, 0, 1), interval_superiority(&difference, 0.5), 1e-12);
	ck_assert_double_eq_tol(shares_superiority(&shares, 1, 0), 1 - shares_superiority(&shares, 0, 1), 1e-15);
	ck_assert_double_gt(shares_superiority(&shares, 0, 1), 0.95);
	ck_assert_double_gt(shares_superiority(&shares, 1, 2), 0.999);
}
END_TEST

/* Pairs in a round: computed by hand, with the covariance of the common matches. */
START_TEST(others_are_compared_by_means)
{
	AUTO_SHARES struct shares shares = {0};
	shares_init(&shares, 3);
	shares_add(&shares, 2, (int[]){0, 1}, (double[]){1, 0}, NULL, 30);
	shares_add(&shares, 2, (int[]){0, 1}, (double[]){0, 1}, NULL, 20);
	shares_add(&shares, 2, (int[]){0, 2}, (double[]){1, 0}, NULL, 25);
	shares_add(&shares, 2, (int[]){0, 2}, (double[]){0, 1}, NULL, 25);
	shares_add(&shares, 2, (int[]){1, 2}, (double[]){1, 0}, NULL, 35);
	shares_add(&shares, 2, (int[]){1, 2}, (double[]){0, 1}, NULL, 15);
	/* 0 and 1 both won 55 of 100; together: sum of (a - 0.55) (b - 0.55) over 50 matches. */
	ck_assert_double_eq_tol(shares_superiority(&shares, 0, 1), 0.5, 1e-12);
	/* 2 won 40; the common matches of 0 and 2: 25 (1 - 0.55) (0 - 0.4) + 25 (0 - 0.55) (1 - 0.4) = -12.75. */
	double variance = (100 * 0.55 * 0.45 + 0.25 * (0.55 * 0.55 + 0.45 * 0.45)) / 100.5 / 99 +
			  (100 * 0.4 * 0.6 + 0.25 * (0.4 * 0.4 + 0.6 * 0.6)) / 100.5 / 99 + 2 * 12.75 / 10000;
	ck_assert_double_eq_tol(shares_superiority(&shares, 0, 2), student_cdf(0.15 / sqrt(variance), 99), 1e-12);
	ck_assert_double_eq_tol(shares_superiority(&shares, 2, 0) + shares_superiority(&shares, 0, 2), 1, 1e-12);
}
END_TEST

START_TEST(equal_and_unknown_share_ranks)
{
	AUTO_SHARES struct shares shares = {0};
	shares_init(&shares, 2);
	shares_add(&shares, 2, (int[]){0, 1}, (double[]){1, 0}, NULL, 1);
	ck_assert_double_eq(shares_superiority(&shares, 0, 1), 0.5);
	shares_add(&shares, 2, (int[]){0, 1}, (double[]){0.5, 0.5}, NULL, 1000000);
	ck_assert_double_lt(shares_superiority(&shares, 0, 1), 1 - RANKS_ERROR / 2);
	shares_add(&shares, 2, (int[]){0, 1}, (double[]){1, 0}, NULL, 1000);
	ck_assert_double_ge(shares_superiority(&shares, 0, 1), 1 - RANKS_ERROR / 2);
}
END_TEST

/* Millions of wins and losses, together and apart: not quite certain. */
START_TEST(nothing_is_certain)
{
	AUTO_SHARES struct shares shares = {0};
	shares_init(&shares, 5);
	shares_add(&shares, 2, (int[]){0, 1}, (double[]){1, 0}, NULL, 100000000);
	shares_add(&shares, 2, (int[]){2, 4}, (double[]){1, 0}, NULL, 100000000);
	shares_add(&shares, 2, (int[]){3, 4}, (double[]){0, 1}, NULL, 100000000);
	for (int a = 0; a < 4; a += 2) {
		double better = shares_superiority(&shares, a, a + 1), worse = shares_superiority(&shares, a + 1, a);
		ck_assert(better < 1 && better > 1 - 1e-12);
		ck_assert(worse > 0 && worse < 1e-12);
	}
}
END_TEST

/* Of three comparisons each side has 5 % / 2 / 3; once one is sure, of the others 5 % / 2 / 2, and so on. */
START_TEST(results_hold_together)
{
	int results[3];
	ranks_results((double[]){0.992, 0.013, 0.975}, 3, results);
	ck_assert(results[0] == 1 && results[1] == 0 && results[2] == 0);
	ranks_results((double[]){0.992, 0.0124, 0.976}, 3, results);
	ck_assert(results[0] == 1 && results[1] == -1 && results[2] == 1);
	ranks_results((double[]){0.991, 0.0124, 0.976}, 3, results);
	ck_assert(results[0] == 0 && results[1] == 0 && results[2] == 0);
	ranks_results(NULL, 0, results);
}
END_TEST

START_TEST(order_does_not_matter)
{
	AUTO_SHARES struct shares forward = {0}, backward = {0};
	shares_init(&forward, 4);
	shares_init(&backward, 4);
	for (int i = 0; i < 500; i++) {
		for (int back = 0; back < 2; back++) {
			uint64_t state = (uint64_t)(back ? 499 - i : i);
			int robots[3] = {0, 1, 2};
			robots[rng_next(&state) % 3] = 3;
			double first = (double)(rng_next(&state) % 7) / 12;
			double share[3] = {first, 0.5 - first / 2, 0.5 - first / 2};
			shares_add(back ? &backward : &forward, 3, robots, share, NULL, 1);
		}
	}
	for (int a = 0; a < 4; a++) {
		for (int b = 0; b < 4; b++)
			ck_assert_double_eq(shares_superiority(&forward, a, b), shares_superiority(&backward, a, b));
	}
}
END_TEST

/* Of two equal robots, one is called significantly better in at most 10 % of runs (5 % for each side); in one table,
 * and in a round of pairs. */
START_TEST(equal_robots_are_rarely_separated)
{
	enum { RUNS = 1500 };
	uint64_t state = 61 + (uint64_t)_i;
	int n_wrong = 0, n_matches = _i % 2 ? 60 : 12;
	for (int run = 0; run < RUNS; run++) {
		AUTO_SHARES struct shares shares = {0};
		shares_init(&shares, 3);
		for (int match = 0; match < n_matches; match++) {
			double u = draw_uniform(&state), third = u < 0.2;
			if (_i < 2)
				shares_add(&shares, 3, (int[]){0, 1, 2},
					   (double[]){u > 0.6, u >= 0.2 && u <= 0.6, third}, NULL, 1);
			else if (match % 3 == 0)
				shares_add(&shares, 2, (int[]){0, 1}, (double[]){u > 0.5, u <= 0.5}, NULL, 1);
			else
				shares_add(&shares, 2, (int[]){match % 3 - 1, 2}, (double[]){u > 0.3, u <= 0.3}, NULL,
					   1);
		}
		double chance = shares_superiority(&shares, 0, 1);
		n_wrong += chance >= 0.95 || chance <= 0.05;
	}
	ck_assert_double_le((double)n_wrong / RUNS, 0.115);
	ck_assert_double_ge((double)n_wrong / RUNS, _i == 0 || _i == 2 ? 0.01 : 0.04);
}
END_TEST

static double superiority_in(const void *context, int a, int b)
{
	return shares_superiority(context, a, b);
}

/* Of eight equal robots, any two are distinguished in at most 5 % of runs: at one table, and all against all. */
START_TEST(lists_of_equal_robots_are_rarely_split)
{
	enum { RUNS = 600, N = 8, MATCHES = 400 };
	uint64_t state = 90 + (uint64_t)_i;
	int n_wrong = 0;
	for (int run = 0; run < RUNS; run++) {
		AUTO_SHARES struct shares shares = {0};
		struct rank_range ranks[N];
		bool is_split = false;
		shares_init(&shares, N);
		for (int match = 0; match < MATCHES; match++) {
			int all[N] = {0, 1, 2, 3, 4, 5, 6, 7}, winner = (int)(draw_uniform(&state) * N);
			double share[N] = {0};
			share[winner] = 1;
			if (_i == 0)
				shares_add(&shares, N, all, share, NULL, 1);
			else /* the next one in the circle, and so on */
				shares_add(&shares, 2, (int[]){match % N, (match + 1 + match / N % (N - 1)) % N},
					   (double[]){winner % 2, winner % 2 == 0}, NULL, 1);
		}
		ranks_of(N, NULL, superiority_in, &shares, ranks);
		for (int i = 0; i < N; i++)
			is_split |= ranks[i].best > 1 || ranks[i].worst < N;
		n_wrong += is_split;
	}
	ck_assert_double_le((double)n_wrong / RUNS, 0.05 + 2 * sqrt(0.05 * 0.95 / RUNS));
	ck_assert_int_gt(n_wrong, 0);
}
END_TEST

START_TEST(ratings_have_ranks_too)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	struct rating_options options = rating_defaults();
	struct rank_range ranks[6];
	static const int orders[][3] = {{0, 1, 2}, {1, 0, 2}, {2, 0, 1}, {0, 2, 1}};
	static const uint64_t times[] = {300, 290, 20, 5};
	for (int i = 0; i < 4; i++) {
		blocks_game(&blocks, 3, orders[i], (int[]){1, 2, 3}, 1);
		blocks_end(&blocks, times[i]);
	}
	blocks_game(&blocks, 2, (int[]){4, 5}, (int[]){1, 2}, 1);
	blocks_end(&blocks, 100);
	blocks_sort(&blocks);
	ratings_of(&ratings, &blocks, &options);
	ratings_ranks(&ratings, ranks);
	check_rank(ranks[0], 1, 2);
	check_rank(ranks[1], 1, 2);
	check_rank(ranks[2], 3, 3);
	check_rank(ranks[3], 0, 0);
	check_rank(ranks[4], 1, 1);
	check_rank(ranks[5], 2, 2);
}
END_TEST

SUITE(0,
	TEST(ranks_claim_only_significant_differences),
	TEST(table_mates_are_compared_by_differences),
	TEST(others_are_compared_by_means),
	TEST(equal_and_unknown_share_ranks),
	TEST(nothing_is_certain),
	TEST(results_hold_together),
	TEST(order_does_not_matter),
	LOOP(equal_robots_are_rarely_separated, 0, 4),
	LOOP(lists_of_equal_robots_are_rarely_split, 0, 2),
	TEST(ratings_have_ranks_too))
