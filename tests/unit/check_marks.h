/* check_marks.h - included before each suite (see the Makefile). Check records the line of every assertion that passes,
 * so that it can report where a test crashed. It writes this to a file, which in a loop of a million assertions takes
 * more time than everything else. Here each line is recorded only its first few times. Also the end of every main. */
#pragma once

#include <check.h>
#include <stdlib.h>

static inline void mark_first_times(const char *file, int line)
{
	enum { FIRST_TIMES = 8, LINES = 4096 };
	static unsigned char n_times[LINES];
	if (n_times[line % LINES] >= FIRST_TIMES)
		return;
	n_times[line % LINES]++;
	_mark_point(file, line);
}

/* The exit code of a suite, which this frees. */
static inline int run_suite(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int n_failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#define _mark_point(file, line) mark_first_times(file, line)
