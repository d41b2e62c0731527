/* test_jobs.c - results of several processes, delivered in order. */
#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/jobs.h"

struct case_of_items {
	int n_jobs, n_items;
	size_t longest;              /* bytes of an item */
	int failing, dying, stopping; /* the item at which each happens; -1: never */
	int n_taken;
	volatile sig_atomic_t stop;
};

/* Item i: its number, followed by bytes derived from it. */
static size_t size_of(const struct case_of_items *items, int i)
{
	return sizeof i + (size_t)i * 7919 % (items->longest + 1);
}

static int work(struct job *job, void *context, struct err *err)
{
	const struct case_of_items *items = context;
	AUTO_STR struct str item = {0};
	for (int i = 0; i < items->n_items; i++) {
		if (!job_is_mine(job))
			continue;
		if (i == items->failing)
			return err_set(err, EXIT_USAGE, "item %d cannot be made", i);
		if (i == items->dying)
			raise(SIGKILL);
		str_clear(&item);
		str_add_n(&item, (const char *)&i, sizeof i);
		while (item.length < size_of(items, i))
			str_add_char(&item, (char)(i % 127 + 1));
		if (!job_send(job, item.text, item.length))
			break;
	}
	return 0;
}

static bool take(const char *bytes, size_t n, void *context)
{
	struct case_of_items *items = context;
	int number;
	memcpy(&number, bytes, sizeof number);
	ck_assert_int_eq(number, items->n_taken);
	ck_assert_uint_eq(n, size_of(items, number));
	for (size_t i = sizeof number; i < n; i++)
		ck_assert_int_eq(bytes[i], number % 127 + 1);
	return items->n_taken++ != items->stopping;
}

static int play(struct case_of_items *items, struct err *err)
{
	struct jobs jobs = {.n_jobs = items->n_jobs, .work = work, .take = take, .stop = &items->stop,
		.context = items};
	int code = jobs_run(&jobs, err);
	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
	ck_assert_int_eq(errno, ECHILD);
	return code;
}

/* With less than a batch in total, and with items that are larger than a batch. */
START_TEST(items_come_in_order)
{
	static const struct { int n_jobs, n_items; size_t longest; } cases[] = {
		{1, 0, 0}, {1, 10, 4}, {3, 2, 4}, {3, 1000, 100}, {2, 3000, 1000}, {4, 50, 300000},
	};
	struct case_of_items items = {.n_jobs = cases[_i].n_jobs, .n_items = cases[_i].n_items,
		.longest = cases[_i].longest, .failing = -1, .dying = -1, .stopping = -1};
	struct err err = {0};
	ck_assert_msg(play(&items, &err) == 0, "%s", err.text);
	ck_assert_int_eq(items.n_taken, items.n_items);
}
END_TEST

/* A failure is reported after the items before it, whichever worker finished first. */
START_TEST(an_error_comes_in_its_turn)
{
	struct case_of_items items = {.n_jobs = 1 + _i, .n_items = 500, .longest = 1000, .failing = 137, .dying = -1,
		.stopping = -1};
	struct err err = {0};
	ck_assert_int_eq(play(&items, &err), -1);
	ck_assert_str_eq(err.text, "item 137 cannot be made");
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_int_eq(items.n_taken, 137);
}
END_TEST

START_TEST(a_death_is_an_error_that_names_it)
{
	struct case_of_items items = {.n_jobs = 1 + _i, .n_items = 500, .longest = 1000, .failing = -1, .dying = 137,
		.stopping = -1};
	struct err err = {0};
	ck_assert_int_eq(play(&items, &err), -1);
	ck_assert_msg(strstr(err.text, "a worker of the arena was killed by SIGKILL"), "%s", err.text);
	ck_assert_int_eq(err.code, EXIT_WORLD);
}
END_TEST

START_TEST(taking_may_stop)
{
	struct case_of_items items = {.n_jobs = 1 + _i, .n_items = 100000, .longest = 1000, .failing = -1, .dying = -1,
		.stopping = 20};
	struct err err = {0};
	ck_assert_msg(play(&items, &err) == 0, "%s", err.text);
	ck_assert_int_eq(items.n_taken, 21);
}
END_TEST

/* Before any item, however long the workers take. */
START_TEST(a_signal_stops)
{
	struct case_of_items items = {.n_jobs = 1 + _i, .n_items = 10, .failing = -1, .dying = -1, .stopping = -1,
		.stop = 1};
	struct err err = {0};
	ck_assert_msg(play(&items, &err) == 0, "%s", err.text);
	ck_assert_int_eq(items.n_taken, 0);
}
END_TEST

SUITE(0,
	LOOP(items_come_in_order, 0, 6),
	LOOP(an_error_comes_in_its_turn, 0, 3),
	LOOP(a_death_is_an_error_that_names_it, 0, 3),
	LOOP(taking_may_stop, 0, 3),
	LOOP(a_signal_stops, 0, 3))
