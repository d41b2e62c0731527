/* test_filter.c - SECURITY.md lists for every system call what the filters do: which calls a .so may make, with which
 * arguments, and which are refused to a program. */
#include <check.h>
#include <dlfcn.h>
#include <seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "robot/program/filter.h"
#include "robot/so/filter.h"
#include "zoo.h"

static void read_page(struct str *page)
{
	AUTO_STR struct str path = {0};
	struct err err = {0};
	const char *root = getenv("ARENA_ROOT");
	str_addf(&path, "%s/SECURITY.md", root ? root : ".");
	ck_assert_msg(str_read_file(page, path.text, 1 << 20, &err) == 0, "%s", err.text);
}

/* The lines of a table between two headings. */
static int count_rows(const char *page, const char *from, const char *to)
{
	const char *at = strstr(page, from), *end = to ? strstr(page, to) : page + strlen(page);
	int n = 0;
	ck_assert(at && end);
	while ((at = strstr(at + 1, "\n| `")) != NULL && at < end)
		n++;
	return n;
}

START_TEST(allowed_calls_are_in_the_table)
{
	AUTO_STR struct str page = {0};
	const char *name, *arguments;
	int phases, n = 0;
	read_page(&page);
	for (; (name = filter_call((size_t)n, &phases, &arguments)) != NULL; n++) {
		AUTO_STR struct str row = {0};
		const char *when = phases == (FILTER_LOADING | FILTER_PLAYING) ? "always" : phases == FILTER_LOADING ? "loading" : "playing";
		str_addf(&row, "\n| `%s` | %s | %s | ", name, when, arguments);
		ck_assert_msg(strstr(page.text, row.text) != NULL, "SECURITY.md has no row '%s'", row.text + 1);
	}
	ck_assert_int_eq(count_rows(page.text, "## System calls of a `.so`", "## System calls refused"), n);
}
END_TEST

START_TEST(refused_calls_are_in_the_table)
{
	AUTO_STR struct str page = {0};
	const char *name, *arguments, *answer;
	int n = 0;
	read_page(&page);
	for (; (name = program_filter_call((size_t)n, &arguments, &answer)) != NULL; n++) {
		AUTO_STR struct str row = {0};
		bool is_done = strcmp(answer, "0") == 0;
		str_addf(&row, "\n| `%s` | %s | %s | ", name, arguments, is_done ? "success, without effect" : answer);
		ck_assert_msg(strstr(page.text, row.text) != NULL, "SECURITY.md has no row '%s'", row.text + 1);
	}
	ck_assert_int_eq(count_rows(page.text, "## System calls refused", NULL), n);
}
END_TEST

/* This kernel supports everything that the filter uses. */
START_TEST(filters_can_be_made)
{
	static const enum filter_phase phases[] = {FILTER_LOADING, FILTER_PLAYING, FILTER_LOADING_TEMPLATE, FILTER_WAITING};
	static struct filter filter;
	struct err err = {0};
	ck_assert_int_eq(filter_make(&filter, phases[_i]), 0);
	ck_assert_int_gt(filter.n_rules, 50);
	AUTO_CLOSE int fd = program_filter((enum program_filter_for)(_i % 3), &err);
	ck_assert_msg(fd >= 0, "%s", err.text);
}
END_TEST

/* Stands in front of the library's own. */
static bool memory_is_exhausted;

scmp_filter_ctx seccomp_init(uint32_t action)
{
	scmp_filter_ctx (*init)(uint32_t) = NULL;
	*(void **)&init = dlsym(RTLD_NEXT, "seccomp_init");
	return memory_is_exhausted ? NULL : init(action);
}

/* Without a filter nothing is played, and the message has the reason. */
START_TEST(a_filter_that_fails_ends_the_run)
{
	static struct zoo_outcome outcome;
	static struct filter filter;
	struct err err = {0};
	struct zoo_run run = {.robots = {"conservative", "conservative"}, .games = 2};
	memory_is_exhausted = true;
	zoo_play(&run, &outcome);
	ck_assert(outcome.failed);
	ck_assert_str_eq(outcome.err.text, "cannot make the seccomp filter: Cannot allocate memory");
	ck_assert_int_eq(filter_make(&filter, FILTER_PLAYING), -ENOMEM);
	ck_assert_int_lt(program_filter(PROGRAM_FILTER_BUILD, &err), 0);
	ck_assert_str_eq(err.text, "cannot make the filter of system calls of a program: Cannot allocate memory");
}
END_TEST

int main(void)
{
	TCase *cases = add_case("filter", 0);
	tcase_add_test(cases, allowed_calls_are_in_the_table);
	tcase_add_test(cases, refused_calls_are_in_the_table);
	tcase_add_loop_test(cases, filters_can_be_made, 0, 4);
	if (!confine_missing())
		tcase_add_test(cases, a_filter_that_fails_ends_the_run);
	return run_suite();
}
