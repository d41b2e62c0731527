/* test_tool.c - programs of the system that are run: their input, their output and how they fail. */
#include <check.h>
#include <unistd.h>

#include "base/base.h"
#include "base/tool.h"

enum { LARGE = 300000 }; /* more than a pipe holds */

static int run(const char *script, int seconds, size_t most, struct str *out, struct err *err)
{
	AUTO_STR struct str bytes = {0};
	int fds[2];
	for (int i = 0; i < LARGE; i++)
		str_add_char(&bytes, (char)('a' + i % 26));
	for (int i = 0; i < 2; i++)
		ck_assert_int_ge(fds[i] = tool_file(i ? &bytes : &(struct str){0}, err), 0);
	const char *const argv[] = {"sh", "-c", script, NULL};
	const struct tool tool = {.argv = argv, .package = "dash", .fds = fds, .n_fds = 2, .seconds = seconds,
		.most = most};
	int failed = tool_run(&tool, out, err);
	close(fds[0]);
	close(fds[1]);
	return failed;
}

START_TEST(files_are_read_and_output_is_returned)
{
	AUTO_STR struct str out = {0};
	struct err err = {0};
	ck_assert_int_eq(run("cat /dev/fd/3 /dev/fd/4 /dev/fd/4; cat", 60, LARGE * 2, &out, &err), 0);
	ck_assert_uint_eq(out.length, 2 * LARGE);
	ck_assert_int_eq(out.text[LARGE - 1], out.text[2 * LARGE - 1]);
	ck_assert_int_eq(out.text[LARGE], 'a');
}
END_TEST

static const struct {
	const char *script;
	int seconds;
	const char *message;
} failures[] = {
	{"echo 'why it\033 failed' >&2; echo more >&2; exit 3", 60, "sh failed (status 3): why it? failed"},
	{"kill -9 $$", 60, "sh failed (signal 9)"},
	{"exec sleep 600", 0, "sh took too long and was ended"},
	{"exec >&-; exec sleep 600", 1, "sh took too long and was ended"},
	{"exec cat /dev/zero", 60, "sh wrote too much and was ended"},
};

START_TEST(failures_have_a_message)
{
	AUTO_STR struct str out = {0};
	struct err err = {0};
	ck_assert_int_eq(run(failures[_i].script, failures[_i].seconds, LARGE, &out, &err), -1);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_str_eq(err.text, failures[_i].message);
	ck_assert_uint_le(out.length, LARGE);
}
END_TEST

START_TEST(a_missing_program_names_its_package)
{
	static const char *const argv[] = {"no-such-program", NULL};
	AUTO_STR struct str out = {0};
	struct err err = {0};
	const struct tool tool = {.argv = argv, .package = "some-package", .seconds = 60, .most = 1};
	ck_assert_int_eq(tool_run(&tool, &out, &err), -1);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_str_eq(err.text, "no-such-program is not in $PATH: install the package some-package");
}
END_TEST

SUITE(0, TEST(files_are_read_and_output_is_returned), LOOP(failures_have_a_message, 0, COUNT(failures)),
      TEST(a_missing_program_names_its_package))
