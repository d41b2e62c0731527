/* test_streams.h - standard output and input as files, for tests of what is printed and typed. */
#pragma once

#include <check.h>
#include <stdio.h>
#include <unistd.h>

#include "base/str.h"

/* Standard output becomes a file, whose size as a terminal is the default: 80 columns and 24 rows. */
static FILE *captured;

static inline void capture(void)
{
	ck_assert_ptr_nonnull(captured = tmpfile());
	ck_assert_int_ge(dup2(fileno(captured), STDOUT_FILENO), 0);
}

static inline void take_output(struct str *out)
{
	char bytes[4096];
	size_t n;
	fflush(stdout);
	rewind(captured);
	while ((n = fread(bytes, 1, sizeof bytes, captured)) > 0)
		str_add_n(out, bytes, n);
}

/* What standard input will contain. */
static inline void give_input(const char *bytes, size_t n)
{
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, n, file), n);
	rewind(file);
	ck_assert_int_ge(dup2(fileno(file), STDIN_FILENO), 0);
	fclose(file);
}
