/* test_services.c - data files that a robot maps: one mapping a file, which cannot be made writable. */
#include <check.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena_robot.h"
#include "robot/services.h"

static char folder[] = "data-XXXXXX";

static void write_file(const char *name, const char *text)
{
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

static void begin(void)
{
	ck_assert_ptr_nonnull(mkdtemp(folder));
	write_file("table", "123");
	write_file("empty", "");
	char pipe[PATH_MAX];
	snprintf(pipe, sizeof pipe, "%s/pipe", folder);
	ck_assert_int_eq(mkfifo(pipe, 0600), 0);
	robot_take_host(services_host(folder));
}

static void end(void)
{
	static const char *const names[] = {"table", "empty", "pipe"};
	char path[PATH_MAX];
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		ck_assert_int_eq(unlink(path), 0);
	}
	ck_assert_int_eq(rmdir(folder), 0);
}

START_TEST(a_file_is_mapped_once)
{
	size_t size, again;
	const void *bytes = robot_data("table", &size);
	ck_assert_ptr_nonnull(bytes);
	ck_assert_uint_eq(size, 3);
	ck_assert_mem_eq(bytes, "123", 3);
	ck_assert_ptr_eq(robot_data("table", &again), bytes);
	ck_assert_uint_eq(again, 3);
}
END_TEST

START_TEST(a_mapping_cannot_be_written_to)
{
	size_t size;
	void *bytes = (void *)(uintptr_t)robot_data("table", &size);
	errno = 0;
	ck_assert_int_eq(mprotect(bytes, size, PROT_READ | PROT_WRITE), -1);
	ck_assert_int_eq(errno, EACCES);
}
END_TEST

START_TEST(what_is_not_a_file_with_bytes_is_refused)
{
	static char too_long[PATH_MAX + 1];
	memset(too_long, 'x', PATH_MAX);
	const char *const names[] = {"missing", "empty", "pipe", ".", "", too_long};
	size_t size = 1;
	ck_assert_ptr_null(robot_data(names[_i], &size));
	ck_assert_uint_eq(size, 0);
}
END_TEST

START_TEST(without_a_folder_or_the_service_there_is_none)
{
	size_t size = 1;
	struct arena_host old = *services_host(folder);
	old.size = offsetof(struct arena_host, map_data);
	robot_take_host(_i == 0 ? services_host("") : _i == 1 ? &old : NULL);
	ck_assert_ptr_null(robot_data("table", &size));
	ck_assert_uint_eq(size, 0);
}
END_TEST

SUITE_WITH(begin, end, 0,
	TEST(a_file_is_mapped_once),
	TEST(a_mapping_cannot_be_written_to),
	LOOP(what_is_not_a_file_with_bytes_is_refused, 0, 6),
	LOOP(without_a_folder_or_the_service_there_is_none, 0, 3))
