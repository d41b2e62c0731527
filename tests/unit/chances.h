/* chances.h - tests of robots that play at random: do their plays have the expected probabilities? */
#pragma once

#include "robot_loading.h"

#include <math.h>

enum { N_PLAYS = 300, N_ASKS = 200000 };

/* The value that chi-square exceeds 1 time in 1000 (Wilson & Hilferty 1931). */
static inline double chi_square_bound(int freedom)
{
	double part = 2.0 / (9 * freedom), root = 1 - part + 3.0902 * sqrt(part);
	return freedom * root * root * root;
}

/* Asks many times and compares the plays with the probabilities expected[play] by Pearson's chi-square. Plays expected
 * fewer than 10 times are counted together. */
static inline void must_follow(const struct robot *robot, const char *hands, const char *history,
			       const double *expected)
{
	static int seen[N_PLAYS];
	double chi_square = 0, few_expected = 0, few_seen = 0, sum = 0;
	int n_cells = 0;
	memset(seen, 0, sizeof seen);
	for (int i = 0; i < N_ASKS; i++) {
		int play = robot->get_play("B", hands, history);
		ck_assert_msg(play >= 0 && play < N_PLAYS && expected[play] > 0, "%s, '%s': played %d", hands, history,
			      play);
		seen[play]++;
	}
	for (int play = 0; play < N_PLAYS; play++) {
		double e = expected[play] * N_ASKS;
		sum += expected[play];
		if (e < 10) {
			few_expected += e;
			few_seen += seen[play];
			continue;
		}
		chi_square += (seen[play] - e) * (seen[play] - e) / e;
		n_cells++;
	}
	ck_assert_double_eq_tol(sum, 1, 1e-9);
	if (few_expected > 0) {
		/* Too few for chi-square: compares the count with a Poisson distribution. */
		ck_assert(few_seen <= few_expected + 4 * sqrt(few_expected) + 4);
	}
	if (n_cells > 1)
		ck_assert_msg(chi_square <= chi_square_bound(n_cells - 1), "%s, '%s': chi-square %.1f with %d", hands,
			      history, chi_square, n_cells - 1);
}
