/* temporary_folder.h - a fixture: each test works in an empty folder, which is removed after it. */
#pragma once

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/str.h"

static char folder[] = "/tmp/arena-test-XXXXXX";

static inline void enter_folder(void)
{
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
}

static inline void leave_folder(void)
{
	char command[100];
	ck_assert_int_eq(chdir("/"), 0);
	snprintf(command, sizeof command, "rm -rf '%s'", folder);
	ck_assert_int_eq(system(command), 0);
}

static inline void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	ck_assert_int_eq(fclose(file), 0);
}

static inline void check_file(const char *path, const char *wanted)
{
	AUTO_STR struct str text = {0};
	ck_assert_int_eq(str_read_file(&text, path, 1 << 20, NULL), 0);
	ck_assert_str_eq(str_text(&text), wanted);
	ck_assert_uint_eq(text.length, strlen(wanted));
}
