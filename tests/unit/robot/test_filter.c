/* test_filter.c - SECURITY.md lists for every system call what the filters do: which calls a .so may make, with which
 * arguments, and which a program may make. */
#include <check.h>
#include <dlfcn.h>
#include <seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "robot/call_list.h"
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
		const char *when = phases == (FILTER_LOADING | FILTER_PLAYING) ? "always"
			: phases == FILTER_LOADING ? "loading" : "playing";
		str_addf(&row, "\n| `%s` | %s | %s | ", name, when, arguments);
		const char *why = strstr(page.text, row.text);
		ck_assert_msg(why != NULL, "SECURITY.md has no row '%s'", row.text + 1);
		const char *dependence = strstr(why + row.length, " | ");
		ck_assert_msg(dependence && dependence < strchr(why + 1, '\n'),
			      "SECURITY.md does not say whether %s depends on others", name);
	}
	ck_assert_int_eq(count_rows(page.text, "## System calls of a `.so`", "## System calls of a program"), n);
}
END_TEST

/* What the lines of the list from the i-th on say of one call. Returns the line after them. */
static size_t read_call(size_t i, const char **name, struct str *arguments)
{
	const char *of_line, *line_name;
	for (*name = program_filter_call(i, &of_line);
	     (line_name = program_filter_call(i, &of_line)) && strcmp(line_name, *name) == 0; i++)
		str_addf(arguments, "%s%s", arguments->length ? "; " : "", of_line);
	return i;
}

/* The row of a table that names the call: `first`, `second`, ... | arguments | whether its answer depends on other
 * processes |. */
static const char *row_of(const char *section, const char *call)
{
	AUTO_STR struct str quoted = {0};
	str_addf(&quoted, "`%s`", call);
	for (const char *row = strstr(section, "\n| `"); row; row = strstr(row + 1, "\n| `")) {
		const char *at = strstr(row, quoted.text);
		if (at && at < strstr(row, "` | "))
			return row + 1;
	}
	ck_abort_msg("SECURITY.md has no row for %s", call);
}

static int count_calls(const char *section)
{
	int n = 0;
	for (const char *row = section; (row = strstr(row, "\n| `")) != NULL;)
		for (const char *at = ++row, *end = strstr(row, "` | "); at <= end; at++)
			n += *at == '`';
	return n / 2;
}

START_TEST(calls_of_programs_are_in_the_table)
{
	AUTO_STR struct str page = {0};
	int n = 0;
	read_page(&page);
	const char *section = strstr(page.text, "## System calls of a program"), *name;
	ck_assert_ptr_nonnull(section);
	for (size_t i = 0; program_filter_call(i, &name) != NULL; n++) {
		AUTO_STR struct str arguments = {0}, cell = {0};
		i = read_call(i, &name, &arguments);
		const char *row = row_of(section, name), *dependence;
		str_addf(&cell, "` | %s | ", arguments.text);
		dependence = strstr(row, cell.text);
		ck_assert_msg(dependence && dependence < strchr(row, '\n'), "SECURITY.md does not say of %s '%s'", name,
			      arguments.text);
		ck_assert_int_gt(strchr(dependence, '\n') - dependence, (int)cell.length + 4);
	}
	ck_assert_int_eq(count_calls(section), n);
}
END_TEST

/* This kernel supports everything that the filter uses. */
START_TEST(filters_can_be_made)
{
	static const enum filter_phase phases[] = {FILTER_LOADING, FILTER_PLAYING, FILTER_LOADING_TEMPLATE,
		FILTER_WAITING};
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
	struct zoo_run run = {.robots = {"conservative", "conservative"}, .games = 2};
	memory_is_exhausted = true;
	zoo_play(&run, &outcome);
	ck_assert(outcome.failed);
	ck_assert_str_eq(outcome.err.text, "cannot create the seccomp filter: Cannot allocate memory");
	ck_assert_int_eq(filter_make(&filter, FILTER_PLAYING), -ENOMEM);
}
END_TEST

int main(void)
{
	TCase *cases = add_case("filter", 0);
	tcase_add_test(cases, allowed_calls_are_in_the_table);
	tcase_add_test(cases, calls_of_programs_are_in_the_table);
	tcase_add_loop_test(cases, filters_can_be_made, 0, 4);
	if (!confine_missing())
		tcase_add_test(cases, a_filter_that_fails_ends_the_run);
	return run_suite();
}
