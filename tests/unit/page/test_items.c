/* test_items.c - JSON values made by several processes. */
#include <check.h>
#include <unistd.h>

#include "page/study.h"

enum { ITEMS = 7, FAILS_AT = 5 };

struct making {
	bool fails;
	int n_taken, n_processes;
	json_int_t processes[ITEMS];
};

static json_t *make(int index, void *context, struct err *err)
{
	if (((struct making *)context)->fails && index == FAILS_AT) {
		err_set(err, EXIT_USAGE, "item %d", index);
		return NULL;
	}
	return json_pack("[i, f, I]", index, index / 3.0, (json_int_t)getpid());
}

static void take(int index, json_t *item, void *context)
{
	struct making *making = context;
	json_int_t process = json_integer_value(json_array_get(item, 2));
	int i = 0;
	ck_assert_int_eq(index, making->n_taken++);
	ck_assert_int_eq(json_integer_value(json_array_get(item, 0)), index);
	ck_assert(json_real_value(json_array_get(item, 1)) == index / 3.0);
	while (i < making->n_processes && making->processes[i] != process)
		i++;
	if (i == making->n_processes)
		making->processes[making->n_processes++] = process;
}

START_TEST(each_process_makes_some)
{
	struct making making = {0};
	const struct items items = {.n = ITEMS, .n_jobs = _i + 1, .make = make, .take = take, .context = &making};
	struct err err = {0};
	ck_assert_int_eq(items_make(&items, &err), 0);
	ck_assert_int_eq(making.n_taken, ITEMS);
	ck_assert_int_eq(making.n_processes, _i + 1 < ITEMS ? _i + 1 : ITEMS);
	ck_assert_int_eq(making.processes[0] == getpid(), _i == 0);
}
END_TEST

START_TEST(alone_it_is_this_process)
{
	struct making making = {0};
	const struct items items = {.n = ITEMS, .n_jobs = 3, .is_alone = true, .make = make, .take = take,
		.context = &making};
	struct err err = {0};
	ck_assert_int_eq(items_make(&items, &err), 0);
	ck_assert_int_eq(making.n_processes, 1);
	ck_assert_int_eq(making.processes[0], getpid());
}
END_TEST

START_TEST(an_error_is_returned)
{
	struct making making = {.fails = true};
	const struct items items = {.n = ITEMS, .n_jobs = _i + 1, .make = make, .take = take, .context = &making};
	struct err err = {0};
	ck_assert_int_ne(items_make(&items, &err), 0);
	ck_assert_str_eq(err.text, "item 5");
	ck_assert_int_le(making.n_taken, FAILS_AT);
}
END_TEST

SUITE(0,
	LOOP(each_process_makes_some, 0, ITEMS + 1),
	TEST(alone_it_is_this_process),
	LOOP(an_error_is_returned, 0, 3))
