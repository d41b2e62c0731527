/* suite.h - included before each suite (see the Makefile): its list of tests, and its main. */
#pragma once

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

static Suite *suite; /* the suite of this program */

/* Adds a case to the suite, which owns it. A time limit of 0 means the default of Check. */
static inline TCase *add_case(const char *name, int timeout_s)
{
	TCase *cases = tcase_create(name);
	if (timeout_s)
		tcase_set_timeout(cases, timeout_s);
	if (!suite)
		suite = suite_create(program_invocation_short_name);
	suite_add_tcase(suite, cases);
	return cases;
}

/* Runs and frees the suite. Returns the exit code. */
static inline int run_suite(void)
{
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int n_failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* ---- a suite of one case ---------------------------------------------------------------- */

/* A test, called with _i = first ... end - 1. */
struct listed_test {
	const TTest *test; /* NULL ends the list */
	int first, end;
};

#define TEST(test) {test, 0, 1}
#define LOOP(test, first, end) {test, first, end}
#define TESTS(...) ((const struct listed_test[]){__VA_ARGS__, {NULL, 0, 0}})

/* Runs the tests, each between setup and teardown, which may be NULL. If $ARENA_ONLY_TEST is set, runs only the tests
 * with this name. */
static inline int run_tests(SFun setup, SFun teardown, int timeout_s, const struct listed_test *tests)
{
	TCase *cases = add_case("tests", timeout_s);
	const char *only = getenv("ARENA_ONLY_TEST");
	tcase_add_checked_fixture(cases, setup, teardown);
	for (; tests->test; tests++)
		if (!only || strcmp(only, tests->test->name) == 0)
			tcase_add_loop_test(cases, tests->test, tests->first, tests->end);
	return run_suite();
}

/* The main of a suite. The compiler warns about a test that is not listed. */
#define SUITE_WITH(setup, teardown, timeout_s, ...) \
	int main(void) { return run_tests(setup, teardown, timeout_s, TESTS(__VA_ARGS__)); }
#define SUITE(timeout_s, ...) SUITE_WITH(NULL, NULL, timeout_s, __VA_ARGS__)

/* ---- marks ------------------------------------------------------------------------------ */

/* Check records the line of every assertion that passes, so that it can report where a test crashed. It writes this to
 * a file, which in a loop of a million assertions takes more time than everything else. Here each line is recorded only
 * the first few times. */
static inline void mark_first_times(const char *file, int line)
{
	enum { FIRST_TIMES = 8, LINES = 4096 };
	static unsigned char n_times[LINES];
	if (n_times[line % LINES] >= FIRST_TIMES)
		return;
	n_times[line % LINES]++;
	_mark_point(file, line);
}

#define _mark_point(file, line) mark_first_times(file, line)
