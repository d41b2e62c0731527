/* test_loops.c - loops over lists as expressions, and over arrays of JSON; orders for sorting. */
#include <check.h>

#include "base/json.h"

static const struct pair {
	int key, value;
} pairs[] = {{3, 1}, {1, 2}, {3, 3}, {2, 4}};

static bool is_called(int *n_calls, bool result)
{
	++*n_calls;
	return result;
}

START_TEST(conditions_end_at_the_first_element_that_decides)
{
	int n_calls = 0;
	ck_assert(ANY_OF(i, COUNT(pairs), is_called(&n_calls, pairs[i].key == 1)));
	ck_assert_int_eq(n_calls, 2);
	ck_assert(!ALL_OF(i, COUNT(pairs), is_called(&n_calls, pairs[i].key == 3)));
	ck_assert_int_eq(n_calls, 4);
	ck_assert(!ANY_OF(i, COUNT(pairs), pairs[i].key == 4) && ALL_OF(i, COUNT(pairs), pairs[i].key < 4));
	ck_assert(!ANY_OF(i, 0, true) && ALL_OF(i, 0, false));
}
END_TEST

START_TEST(the_first_element_is_found)
{
	struct pair *none = NULL;
	ck_assert_int_eq(FIND_IF(i, COUNT(pairs), pairs[i].key == 3), 0);
	ck_assert_int_eq(FIND_IF(i, COUNT(pairs), pairs[i].key == 2), 3);
	ck_assert_int_eq(FIND_IF(i, COUNT(pairs), pairs[i].key == 4), -1);
	ck_assert(FIND_IF(i, 2, pairs[i].value == 3) == -1 && FIND_IF(i, 0, true) == -1);
	ck_assert_ptr_eq(FIND_IN(pair, pairs, COUNT(pairs), pair->key == 3), &pairs[0]);
	ck_assert_ptr_eq(FIND_IN(pair, pairs, COUNT(pairs), pair->key == 3 && pair->value > 1), &pairs[2]);
	ck_assert_ptr_null(FIND_IN(pair, pairs, COUNT(pairs), pair->key == 4));
	ck_assert_ptr_null(FIND_IN(pair, none, 0, pair->key == 3));
}
END_TEST

START_TEST(counts_and_sums_have_all_elements)
{
	ck_assert_int_eq(COUNT_IF(i, COUNT(pairs), pairs[i].key == 3), 2);
	ck_assert_int_eq(COUNT_IF(i, COUNT(pairs), pairs[i].key & 2), 3); /* any true value counts once */
}
END_TEST

ORDER_BY(by_key, struct pair, item->key)

START_TEST(orders_are_ascending)
{
	struct pair sorted[COUNT(pairs)];
	memcpy(sorted, pairs, sizeof pairs);
	qsort(sorted, COUNT(sorted), sizeof *sorted, by_key);
	ck_assert_int_eq(sorted[0].key, 1);
	ck_assert_int_eq(sorted[1].key, 2);
	ck_assert_int_eq(sorted[3].key, 3);
	ck_assert(ORDER(1, 2) < 0 && ORDER(2, 2) == 0 && ORDER(3u, 2u) > 0 && (ORDER(2, 2) ?: ORDER(0.5, 0.25)) > 0);
}
END_TEST

START_TEST(members_of_an_array_are_visited_in_order)
{
	AUTO_JSON json_t *array = json_pack("[i, i, i, i]", 1, 2, 3, 4);
	AUTO_STR struct str seen = {0};
	JSON_EACH(i, number, array) {
		if (i == 1)
			continue;
		str_addf(&seen, "%zu:%lld ", i, json_integer_value(number));
		if (i == 2)
			break;
	}
	JSON_EACH(i, number, NULL)
		ck_abort_msg("NULL has no member %zu, but %p", i, (void *)number);
	ck_assert_str_eq(seen.text, "0:1 2:3 ");
}
END_TEST

START_TEST(a_list_is_an_object_unless_it_is_empty)
{
	AUTO_JSON json_t *empty = json_listed(json_array()), *full = json_listed(json_pack("[i]", 5));
	ck_assert(json_is_null(empty));
	ck_assert_int_eq(json_integer_value(json_array_get(json_object_get(full, "list"), 0)), 5);
}
END_TEST

SUITE(0,
	TEST(conditions_end_at_the_first_element_that_decides),
	TEST(the_first_element_is_found),
	TEST(counts_and_sums_have_all_elements),
	TEST(orders_are_ascending),
	TEST(members_of_an_array_are_visited_in_order),
	TEST(a_list_is_an_object_unless_it_is_empty))
