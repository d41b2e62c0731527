/* test_library.c - libraries that are loaded when a command begins. */
#include <check.h>
#include <string.h>

#include "base/library.h"

static struct {
	double (*cos)(double);
	double (*floor)(double);
} maths;

START_TEST(functions_are_found)
{
	static const char *const names[] = {"cos", "floor"};
	ck_assert_int_eq(library_load("libm.so.6", "the C library", "libc6", names, (void **)&maths, 2, NULL), 0);
	ck_assert(maths.cos(0) == 1 && maths.floor(2.5) == 2);
}
END_TEST

START_TEST(a_missing_library_is_named_with_its_package)
{
	static const char *const names[] = {"throw"};
	struct err err = {0};
	void *functions[] = {NULL};
	ck_assert(library_load("libdice.so.6", "the dice", "libdice6", names, functions, 1, &err) &&
		  err.code == EXIT_WORLD);
	ck_assert_msg(strstr(err.text, "cannot load the dice: libdice.so.6") &&
		      strstr(err.text, "install the package libdice6"), "%s", err.text);
}
END_TEST

START_TEST(a_library_without_a_function_changes_nothing)
{
	static const char *const names[] = {"cos", "throw_dice"};
	struct err err = {0};
	void *functions[] = {NULL, NULL};
	ck_assert(library_load("libm.so.6", "the C library", "libc6", names, functions, 2, &err) &&
		  err.code == EXIT_WORLD);
	ck_assert_msg(strstr(err.text, "no function throw_dice") && strstr(err.text, "libc6"), "%s", err.text);
	ck_assert(!functions[0] && !functions[1]);
}
END_TEST

SUITE(0,
	TEST(functions_are_found),
	TEST(a_missing_library_is_named_with_its_package),
	TEST(a_library_without_a_function_changes_nothing))
