/* test_stats_betting.c - evidence against a mean that is valid at every look. */
#include <check.h>
#include <math.h>

#include "base/rng.h"
#include "stats/anytime.h"
#include "stats/distributions.h"

/* Eight bets on n values of 1 if the mean is 1/2. */
START_TEST(wealth_is_that_of_eight_bets)
{
	AUTO_HISTOGRAM struct histogram units = {0};
	ck_assert_double_eq_tol(betting_wealth(&units, 0.3, true), 0, 1e-12);
	double won = 0, lost = 0, bet = 0.99;
	for (int i = 0; i < 8; i++, bet /= 2) {
		won += pow(1 + bet, 10) / 8;
		lost += pow(1 - bet, 10) / 8;
	}
	histogram_add(&units, 1, 10);
	histogram_add(&units, 0.5, 7);
	ck_assert_double_eq_tol(betting_wealth(&units, 0.5, true), log(won), 1e-12);
	ck_assert_double_eq_tol(betting_wealth(&units, 0.5, false), log(lost), 1e-12);
	/* The least gain of a bet is -0.99, at the end of the scale, whatever the mean. */
	histogram_add(&units, 0, 1000000000);
	ck_assert(isfinite(betting_wealth(&units, 1e-9, true)) && isfinite(betting_wealth(&units, 1 - 1e-9, false)));
}
END_TEST

/* Of gamblers who look after each of 2000 units whose mean is what they bet against, at most one in twenty ever has
 * twenty times what it began with. */
START_TEST(few_are_ever_rich_without_reason)
{
	enum { RUNS = 400, UNITS = 2000 };
	/* of 0 and of 1; else 1/2 */
	static const double chances[][2] = {{0.25, 0.25}, {0.01, 0.01}, {0.1, 0}, {0, 0.3}};
	uint64_t state = 30 + (uint64_t)_i;
	int n_rich = 0;
	double lost = chances[_i / 2][0], won = chances[_i / 2][1], mean = (1 + won - lost) / 2;
	for (int run = 0; run < RUNS; run++) {
		AUTO_HISTOGRAM struct histogram units = {0};
		bool is_rich = false;
		for (int i = 0; i < UNITS && !is_rich; i++) {
			double u = draw_uniform(&state);
			histogram_add(&units, u < lost ? 0 : u < lost + won ? 1 : 0.5, 1);
			is_rich = betting_wealth(&units, mean, _i % 2) >= log(20);
		}
		n_rich += is_rich;
	}
	ck_assert_double_le((double)n_rich / RUNS, 0.05 + 2 * sqrt(0.05 * 0.95 / RUNS));
	ck_assert_int_gt(n_rich, 0);
}
END_TEST

SUITE(60, TEST(wealth_is_that_of_eight_bets), LOOP(few_are_ever_rich_without_reason, 0, 8))
