/* test_stats_histogram.c - counts of values: order, merging, many values. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"
#include "stats/histogram.h"

static void check_sorted(const struct histogram *histogram, size_t n_values, uint64_t n)
{
	double last = -1;
	size_t seen = 0;
	uint64_t sum = 0;
	for (struct histogram_cursor at = {0}; histogram_next(histogram, &at);) {
		ck_assert_double_gt(at.value, last);
		last = at.value;
		sum += at.count;
		seen++;
	}
	ck_assert_uint_eq(seen, n_values);
	ck_assert_uint_eq(histogram->n_values, n_values);
	ck_assert_uint_eq(sum, n);
	ck_assert_uint_eq(histogram->n, n);
}

static void check_equal(const struct histogram *a, const struct histogram *b)
{
	struct histogram_cursor first = {0}, second = {0};
	while (histogram_next(a, &first)) {
		ck_assert(histogram_next(b, &second));
		ck_assert_double_eq(first.value, second.value);
		ck_assert_uint_eq(first.count, second.count);
	}
	ck_assert(!histogram_next(b, &second));
	ck_assert_double_eq(histogram_mean(a), histogram_mean(b));
}

START_TEST(empty_one_has_nothing)
{
	AUTO_HISTOGRAM struct histogram empty = {0};
	check_sorted(&empty, 0, 0);
	ck_assert_double_eq(histogram_mean(&empty), 0);
	ck_assert_uint_eq(histogram_n_seen(&empty, 2), 0);
}
END_TEST

START_TEST(values_are_counted)
{
	AUTO_HISTOGRAM struct histogram h = {0};
	histogram_add(&h, 1, 3);
	histogram_add(&h, 0.25, 1);
	histogram_add(&h, -0.0, 2);
	histogram_add(&h, 0, 1);
	histogram_add(&h, 0.5, 0);
	check_sorted(&h, 4, 7);
	ck_assert_double_eq_tol(histogram_mean(&h), 3.25 / 7, 1e-15);
	ck_assert_uint_eq(histogram_n_seen(&h, 9), 3);
	ck_assert_uint_eq(histogram_n_seen(&h, 2), 2);
	struct histogram_cursor at = {0};
	ck_assert(histogram_next(&h, &at) && at.value == 0 && at.count == 3);
	ck_assert(histogram_next(&h, &at) && at.value == 0.25 && at.count == 1);
	ck_assert(histogram_next(&h, &at) && at.value == 0.5 && at.count == 0);
	ck_assert(histogram_next(&h, &at) && at.value == 1 && at.count == 3);
	ck_assert(!histogram_next(&h, &at) && !histogram_next(&h, &at));
	histogram_release(&h);
	check_sorted(&h, 0, 0);
}
END_TEST

START_TEST(mean_of_equal_values_is_the_value)
{
	for (int i = 1; i < 100; i++) {
		AUTO_HISTOGRAM struct histogram h = {0};
		histogram_add(&h, i / 100.0, 1000000007);
		ck_assert_double_eq(histogram_mean(&h), i / 100.0);
	}
}
END_TEST

/* Many values in ascending, descending and mixed order, at once and in parts: always the same result. */
START_TEST(order_and_parts_do_not_matter)
{
	enum { N = 20000 };
	AUTO_HISTOGRAM struct histogram up = {0}, down = {0}, mixed = {0};
	uint64_t total = 0, state = 5;
	AUTO_FREE int *order = NEW_ARRAY(int, N);
	for (int i = 0; i < N; i++) {
		order[i] = i;
		int other = (int)(rng_next(&state) % (uint64_t)(i + 1));
		order[i] = order[other];
		order[other] = i;
	}
	for (int i = 0; i < N; i++) {
		int m = order[i];
		histogram_add(&up, (double)i / N, (uint64_t)(i % 5 + 1));
		histogram_add(&down, (double)(N - 1 - i) / N, (uint64_t)((N - 1 - i) % 5 + 1));
		histogram_add(&mixed, (double)m / N, (uint64_t)(m % 5));
		histogram_add(&mixed, (double)m / N, 1);
		total += (uint64_t)(i % 5 + 1);
	}
	check_sorted(&up, N, total);
	check_sorted(&mixed, N, total);
	check_equal(&up, &down);
	check_equal(&up, &mixed);
}
END_TEST

START_TEST(values_outside_are_bugs)
{
	static const double bad[] = {-0.001, 1.001, NAN, INFINITY};
	struct histogram h = {0};
	histogram_add(&h, bad[_i], 1);
}
END_TEST

int main(void)
{
	TCase *cases = add_case("histogram", 0);
	tcase_add_test(cases, empty_one_has_nothing);
	tcase_add_test(cases, values_are_counted);
	tcase_add_test(cases, mean_of_equal_values_is_the_value);
	tcase_add_test(cases, order_and_parts_do_not_matter);
	tcase_add_loop_test_raise_signal(cases, values_outside_are_bugs, 6, 0, 4);
	return run_suite();
}
