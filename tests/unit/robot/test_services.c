/* test_services.c - what a robot gets from the arena: data files, one mapping a file, which cannot be made writable;
 * random numbers in the ranges of libc's; a log of which the end is kept. */
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
#include "robot/channel.h"
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

/* ---- random numbers --------------------------------------------------------------------- */

static unsigned short state[3];
static unsigned own;
static double of_rand(void) { return rand(); }
static double of_rand_r(void) { return rand_r(&own); }
static double of_random(void) { return (double)random(); }
static double of_lrand48(void) { return (double)lrand48(); }
static double of_nrand48(void) { return (double)nrand48(state); }
static double of_mrand48(void) { return (double)mrand48(); }
static double of_jrand48(void) { return (double)jrand48(state); }
static double of_drand48(void) { return drand48(); }
static double of_erand48(void) { return erand48(state); }

static const struct source {
	double (*draw)(void), least, end;
} sources[] = {
	{of_rand, 0, 0x1p31}, {of_rand_r, 0, 0x1p31}, {of_random, 0, 0x1p31}, {of_lrand48, 0, 0x1p31},
	{of_nrand48, 0, 0x1p31},
	{of_mrand48, -0x1p31, 0x1p31}, {of_jrand48, -0x1p31, 0x1p31}, {of_drand48, 0, 1}, {of_erand48, 0, 1},
};
enum { N_SOURCES = sizeof sources / sizeof *sources };

START_TEST(numbers_fill_the_range_of_libc)
{
	enum { TENTHS = 10, DRAWS = 20000 };
	const struct source *source = &sources[_i];
	int of_tenth[TENTHS] = {0};
	services_begin_at(1);
	for (int i = 0; i < DRAWS; i++) {
		double drawn = source->draw();
		ck_assert(drawn >= source->least && drawn < source->end);
		of_tenth[(int)((drawn - source->least) / (source->end - source->least) * TENTHS)]++;
	}
	for (int i = 0; i < TENTHS; i++) /* five standard deviations */
		ck_assert_int_lt(abs(of_tenth[i] - DRAWS / TENTHS), 212);
}
END_TEST

/* ---- the log ---------------------------------------------------------------------------- */

START_TEST(of_a_long_log_the_end_is_kept)
{
	static struct output_ring ring;
	static char line[3 * sizeof ring.text + 1], kept[sizeof ring.text + 1];
	for (size_t i = 0; i + 1 < sizeof line; i++)
		line[i] = (char)('a' + i % 23);
	services_set_ring(&ring);
	services_write("before ", 7);
	services_write(line, strlen(line));
	services_write(" after", 6);
	services_set_ring(NULL);
	ck_assert_uint_eq(ring.n_written, 7 + strlen(line) + 6);
	uint32_t n = channel_output(&ring, ring.n_written, ring.n_written, kept);
	ck_assert_uint_gt(n, sizeof ring.text / 2);
	ck_assert_int_eq(memcmp(kept + n - 6, " after", 6), 0);
	ck_assert_int_eq(memcmp(kept, line + strlen(line) + 6 - n, n - 6), 0);
}
END_TEST

/* As UTF-8; what cannot be printed, and what is no whole character, becomes '?'. */
START_TEST(the_log_is_clean)
{
	static struct output_ring ring;
	static char kept[sizeof ring.text + 1];
	static const struct {
		const char *said;
		uint32_t n_last; /* bytes of it that are asked for */
		const char *shown;
	} logs[] = {
		{"M\u00e4xchen \u2192 \U0001f3b2\n\tall", 0, "M\u00e4xchen \u2192 \U0001f3b2\n\tall"},
		{"\033[2J\a\177\r", 0, "?[2J???"},
		{"a\xc3", 0, "a?"}, {"\u00e4b", 2, "?b"}, {"\u202eabc\xc2\x85", 0, "???abc??"},
		{"\xc0\xaf\xff", 0, "???"},
	};
	memset(&ring, 0, sizeof ring);
	services_set_ring(&ring);
	services_write(logs[_i].said, strlen(logs[_i].said));
	services_set_ring(NULL);
	uint32_t n = logs[_i].n_last ? logs[_i].n_last : ring.n_written;
	ck_assert_uint_eq(channel_output(&ring, ring.n_written, n, kept), n);
	ck_assert_str_eq(kept, logs[_i].shown);
}
END_TEST

SUITE_WITH(begin, end, 0,
	LOOP(the_log_is_clean, 0, 6),
	LOOP(numbers_fill_the_range_of_libc, 0, N_SOURCES),
	TEST(of_a_long_log_the_end_is_kept),
	TEST(a_file_is_mapped_once),
	TEST(a_mapping_cannot_be_written_to),
	LOOP(what_is_not_a_file_with_bytes_is_refused, 0, 6),
	LOOP(without_a_folder_or_the_service_there_is_none, 0, 3))
