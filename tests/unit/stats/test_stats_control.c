/* test_stats_control.c - units in parts, without what the parts before explain (stats/control.h); tests that use
 * them. */
#include <math.h>

#include "base/rng.h"
#include "stats/control.h"
#include "stats/distributions.h"
#include "stats/sprt.h"
#include "suite.h"

enum { N = 2, SUMS = CONTROL_SUMS(N) };

/* A unit that the terms explain in part. It is larger where they are far from 0, so that weights of the same units
 * would have a bias. */
static void draw_unit(uint64_t *state, int64_t *number)
{
	int64_t a = (int64_t)(rng_next(state) % 201) - 100, b = (int64_t)(rng_next(state) % 201) - 100;
	number[0] = 3 * a + 2 * b + 6 * (llabs(a) + llabs(b) - 100) + (int64_t)(rng_next(state) % 201) - 100;
	number[1] = a;
	number[2] = b;
}

static void add_unit(struct control_series *series, const int64_t *number)
{
	int64_t sums[SUMS];
	for (int i = 0; i <= N; i++) {
		sums[i] = number[i];
		for (int j = 0; j <= i; j++)
			sums[CONTROL_PRODUCT(N, i, j)] = number[i] * number[j];
	}
	control_series_add(series, sums, 1);
}

static struct control play_series(uint64_t seed, uint64_t n)
{
	struct control_series series;
	uint64_t state = rng_mix(seed);
	control_series_init(&series, N);
	for (uint64_t unit = 0; unit < n; unit++) {
		int64_t number[N + 1];
		draw_unit(&state, number);
		add_unit(&series, number);
		if (unit + 1 == control_part_end(unit))
			control_series_end_part(&series);
	}
	struct control control = control_series_fit(&series, 1);
	control_series_release(&series);
	return control;
}

START_TEST(the_mean_stays)
{
	enum { RUNS = 2000 };
	double sum = 0, squares = 0;
	for (uint64_t run = 1; run <= RUNS; run++) {
		double shift = play_series(run, 120).shift;
		sum += shift;
		squares += shift * shift;
	}
	ck_assert_double_gt(squares, RUNS);
	ck_assert_msg(fabs(sum) < 3.5 * sqrt(squares), "mean of the shifts: %g, standard error %g", sum / RUNS,
		      sqrt(squares) / RUNS);
}
END_TEST

/* In variances of a term, the terms explain 9 + 4, and leave twice 36 / 4 for their distances from 0, and 1 of
 * noise. */
START_TEST(what_earlier_parts_explain_is_removed)
{
	ck_assert_double_eq(play_series(1, 50).remaining, 1);
	ck_assert_double_eq(play_series(1, 50).shift, 0);
	ck_assert_double_eq_tol(play_series(1, 20000).remaining, 19.0 / 32, 0.01);
}
END_TEST

START_TEST(sums_of_chunks_add_up)
{
	struct control_series one, other;
	uint64_t state = 1;
	int64_t both[SUMS] = {0};
	control_series_init(&one, N);
	control_series_init(&other, N);
	for (int unit = 0; unit < 300; unit++) {
		int64_t number[N + 1];
		draw_unit(&state, number);
		add_unit(&one, number);
		if (unit % 100 == 99) {
			for (int i = 0; i < SUMS; i++)
				both[i] = one.part[i];
			control_series_add(&other, both, 100);
			control_series_end_part(&one);
			control_series_end_part(&other);
		}
	}
	struct control a = control_series_fit(&one, 1), b = control_series_fit(&other, 1);
	ck_assert_double_lt(a.remaining, 0.9);
	ck_assert(a.remaining == b.remaining && a.shift == b.shift);
	control_series_release(&one);
	control_series_release(&other);
}
END_TEST

START_TEST(parts_end_where_they_end)
{
	ck_assert_uint_eq(control_part_end(0), SPRT_MIN_UNITS);
	ck_assert_uint_eq(control_part_end(SPRT_MIN_UNITS - 1), SPRT_MIN_UNITS);
	for (uint64_t end = SPRT_MIN_UNITS, next; end < 1000000; end = next) {
		next = control_part_end(end);
		ck_assert(next > end && next <= end + 25 + end / 32);
		ck_assert_uint_eq(control_part_end(next - 1), next);
	}
}
END_TEST

static struct sprt test_of(const struct histogram *shares, struct control control)
{
	struct sprt sprt;
	sprt_init(&sprt, &(struct sprt_test){.low = 0, .high = 10, .alpha = 0.05, .beta = 0.05});
	sprt.has_parts = true;
	sprt.control = control;
	sprt_decide(&sprt, shares);
	return sprt;
}

/* Half the variance: twice the evidence. A mean that was luck is none. */
START_TEST(a_test_is_of_the_corrected_mean)
{
	AUTO_HISTOGRAM struct histogram shares = {0};
	histogram_add(&shares, 0, 180);
	histogram_add(&shares, 0.5, 620);
	histogram_add(&shares, 1, 200);
	struct sprt plain = test_of(&shares, (struct control){.remaining = 1});
	struct sprt half = test_of(&shares, (struct control){.remaining = 0.5}),
		lucky = test_of(&shares, (struct control){0.01, 1, 0});
	ck_assert_double_eq_tol(half.ratio, 2 * plain.ratio, 1e-9);
	ck_assert_double_gt(plain.ratio, 0);
	ck_assert_double_lt(lucky.ratio, 0);
	plain.looks = half.looks = lucky.looks = 1;
	struct sprt_estimate a = sprt_estimate(&plain, &shares), b = sprt_estimate(&half, &shares),
		c = sprt_estimate(&lucky, &shares);
	ck_assert_double_eq_tol(b.high - b.low, (a.high - a.low) / sqrt(2), 0.01);
	ck_assert_double_eq(a.effect, b.effect);
	ck_assert_double_eq_tol(c.effect, 0, 1e-9);
}
END_TEST

SUITE(0, TEST(the_mean_stays), TEST(what_earlier_parts_explain_is_removed), TEST(sums_of_chunks_add_up),
      TEST(parts_end_where_they_end), TEST(a_test_is_of_the_corrected_mean))
