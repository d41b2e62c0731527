/* test_stats_contracts.c - arguments that the headers of src/stats exclude are reported as bugs, and those at the
 * limits are accepted. */
#include <math.h>
#include <signal.h>

#include "stats/anytime.h"
#include "stats/calibration.h"
#include "stats/distributions.h"
#include "stats/rating/rating.h"
#include "stats/rating/spread.h"
#include "stats/rating/stages.h"
#include "stats/ratio.h"
#include "stats/sprt.h"

/* The memory of a call that ends in a bug is not released. */
static struct histogram shares;
static struct blocks blocks;
static struct calibration calibration;
static struct ratio ratio;
static struct shares robots;

static void game_of(int n_seats, int robot)
{
	int robot_of[BLOCKS_MAX_SEATS + 1], places[BLOCKS_MAX_SEATS + 1] = {0};
	for (int i = 0; i <= BLOCKS_MAX_SEATS; i++)
		robot_of[i] = robot;
	blocks_game(&blocks, n_seats, robot_of, places, 1);
}

static void no_seats(void) { game_of(0, 0); }
static void many_seats(void) { game_of(BLOCKS_MAX_SEATS + 1, 0); }
static void robot_below(void) { game_of(2, -1); }
static void robot_above(void) { game_of(2, BLOCKS_MAX_ROBOTS); }

static void sort_an_open_unit(void)
{
	game_of(2, 0);
	blocks_sort(&blocks);
}

static void rate(bool is_sorted, double prior)
{
	struct ratings ratings = {0};
	struct rating_options options = rating_defaults();
	options.prior = prior;
	game_of(2, 0);
	blocks_end(&blocks, 1);
	if (is_sorted)
		blocks_sort(&blocks);
	ratings_of(&ratings, &blocks, &options);
	ratings_release(&ratings);
}

static void rate_unsorted(void) { rate(false, 1); }
static void rate_without_prior(void) { rate(true, 0); }

static void stages_of_unsorted(void)
{
	struct stages stages;
	game_of(2, 0);
	blocks_end(&blocks, 1);
	stages_of(&stages, &blocks, STAGES_FORWARD);
}

static void copy_into_full_set(void)
{
	struct intern from = {0}, to = {0};
	uint32_t map[1];
	intern_add(&from, (const uint32_t[]){1}, 1);
	intern_add(&to, (const uint32_t[]){1}, 1);
	intern_copy_sorted(&from, &to, map);
}

static double worse(double lower, double upper, double variance, double time, double position)
{
	struct brownian path = {.lower = lower, .upper = upper, .variance = variance};
	return brownian_worse(&path, time, position);
}

static void barrier_at_zero_below(void) { worse(0, 1, 1, 1, 0.5); }
static void barrier_at_zero_above(void) { worse(-1, 0, 1, 1, -0.5); }
static void no_variance(void) { worse(-1, 1, 0, 1, 0); }
static void no_time(void) { worse(-1, 1, 1, 0, 0); }
static void position_below(void) { worse(-1, 1, 1, 1, -1.1); }
static void position_above(void) { worse(-1, 1, 1, 1, 1.1); }

static void chance_below(void) { calibration_add(&calibration, -0.01, true); }
static void chance_above(void) { calibration_add(&calibration, 1.01, true); }
static void bin_below(void) { calibration_bin(&calibration, -1); }
static void bin_above(void) { calibration_bin(&calibration, CALIBRATION_BINS); }

static void quantile_of_0(void) { student_quantile(0, 5); }
static void quantile_of_1(void) { student_quantile(1, 5); }
static void quantile_of_few(void) { student_quantile(0.9, 0.9); }
static void cdf_of_few(void) { student_cdf(1, 0.9); }
static void cdf_of_nan(void) { student_cdf(NAN, 5); }

static void draw_of_negative_chance(void) { draw_binomial(&(uint64_t){1}, 5, -0.1); }
static void draw_of_more_than_certain(void) { draw_binomial(&(uint64_t){1}, 5, 1.1); }

static void level_0(void) { interval_of_shares_at(&shares, 0); }
static void level_1(void) { interval_of_shares_at(&shares, 1); }
static void above_0(void) { interval_superiority(&shares, 0); }
static void above_1(void) { interval_superiority(&shares, 1); }

static void more_hits_than_trials(void) { ratio_add(&ratio, 3, 2); }
static void too_many_trials(void) { ratio_add(&ratio, 0, UINT64_C(1) << 32); }

static void fewer_than_no_robots(void) { shares_init(&robots, -1); }

static void share_of(int first, int second)
{
	shares_init(&robots, 3);
	shares_add(&robots, 2, (const int[]){first, second}, (const double[]){1, 0}, NULL, 1);
}

static void share_below(void) { share_of(-1, 0); }
static void share_above(void) { share_of(0, 3); }
static void share_twice(void) { share_of(1, 1); }

static void compare(int a, int b)
{
	shares_init(&robots, 3);
	shares_superiority(&robots, a, b);
}

static void compare_first_below(void) { compare(-1, 0); }
static void compare_second_below(void) { compare(0, -1); }
static void compare_first_above(void) { compare(3, 0); }
static void compare_second_above(void) { compare(0, 3); }

static void no_games_per_unit(void) { llr_normalized(&shares, 0, 0, 5, NULL); }

static void bet_on_certain_loss(void) { betting_wealth(&shares, 0, true); }
static void bet_on_certain_win(void) { betting_wealth(&shares, 1, true); }

static void start_impossible(void)
{
	struct sprt sprt;
	sprt_init(&sprt, &(struct sprt_test){SPRT_LOGISTIC, 5, 0, 0.05, 0.05, 2});
}

static void normalize_without_games(void)
{
	sprt_complaint(&(struct sprt_test){SPRT_NORMALIZED, 0, 5, 0.05, 0.05, 0});
}

static void (*const bugs[])(void) = {
	no_seats, many_seats, robot_below, robot_above, sort_an_open_unit, rate_unsorted, rate_without_prior,
	stages_of_unsorted, copy_into_full_set, barrier_at_zero_below, barrier_at_zero_above, no_variance, no_time,
	position_below, position_above, chance_below, chance_above, bin_below, bin_above, quantile_of_0, quantile_of_1,
	quantile_of_few, cdf_of_few, cdf_of_nan, draw_of_negative_chance, draw_of_more_than_certain, level_0, level_1,
	above_0, above_1, more_hits_than_trials, too_many_trials, fewer_than_no_robots, share_below, share_above,
	share_twice, compare_first_below, compare_second_below, compare_first_above, compare_second_above,
	no_games_per_unit, bet_on_certain_loss, bet_on_certain_win, start_impossible, normalize_without_games,
};

START_TEST(others_are_bugs)
{
	bugs[_i]();
}
END_TEST

START_TEST(limits_are_accepted)
{
	game_of(1, 0);
	game_of(BLOCKS_MAX_SEATS, BLOCKS_MAX_ROBOTS - 1);
	blocks_end(&blocks, 1);
	blocks_sort(&blocks);
	ck_assert_int_eq(blocks.n_robots, BLOCKS_MAX_ROBOTS);
	ck_assert_uint_eq(blocks.orders.n, 2);
	blocks_release(&blocks);
	rate(true, 1e-9);
	blocks_release(&blocks);
	ck_assert_double_lt(worse(-1, 1, 1, 1e-6, -1), 1e-9); /* it cannot be there yet */
	ck_assert_double_gt(worse(-1, 1, 1, 1e-6, 1), 1 - 1e-9);
	ck_assert(calibration_tenth(0) == 0 && calibration_tenth(1) == CALIBRATION_BINS - 1);
	ck_assert_double_eq_tol(student_quantile(0.75, 1), 1, 1e-9);
	ck_assert_double_eq_tol(student_cdf(1, 1), 0.75, 1e-12);
	ratio_add(&ratio, UINT32_MAX, UINT32_MAX);
	ck_assert_uint_eq(ratio.hits, UINT32_MAX);
	shares_init(&robots, 0);
	shares_release(&robots);
	ck_assert(isfinite(llr_normalized(&shares, 1, 0, 5, NULL)));
	/* Without games there is nothing to sort. */
	const struct blocks none = {0};
	struct rating_options options = rating_defaults();
	AUTO_RATINGS struct ratings ratings = {0};
	AUTO_STAGES struct stages stages = {0};
	ratings_of(&ratings, &none, &options);
	stages_of(&stages, &none, STAGES_FORWARD);
	ck_assert(ratings.n_robots == 0 && stages.n == 0);
}
END_TEST

int main(void)
{
	TCase *cases = add_case("contracts", 0);
	tcase_add_loop_test_raise_signal(cases, others_are_bugs, SIGABRT, 0, COUNT(bugs));
	tcase_add_test(cases, limits_are_accepted);
	return run_suite();
}
