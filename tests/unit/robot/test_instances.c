/* test_instances.c - instances that share one loaded file: each finds its statics as it left them, whatever the others did
 * meanwhile, and as loaded after a refresh. */
#include <check.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "robot/so/instances.h"

enum { N = 5, AT = 16, LARGEST = 72, STEPS = 20000 };

static const size_t sizes[] = {0, 1, 8, 24, 64, 65, 72};

/* A loaded file: its statics begin AT bytes behind its address, with guards on both sides. */
struct file {
	char before[AT], statics[LARGEST], after[AT];
};

static struct file file;
static struct link_map map;
static struct instances instances;
static size_t size;
static char fresh[LARGEST], wanted[N][LARGEST]; /* wanted[i]: the statics of instance i */

static void begin(size_t n_bytes)
{
	size = n_bytes;
	memset(&file, '#', sizeof file);
	for (size_t i = 0; i < size; i++)
		file.statics[i] = fresh[i] = (char)(i + 1);
	for (int i = 0; i < N; i++)
		memcpy(wanted[i], fresh, size);
	map = (struct link_map){.l_addr = (uintptr_t)&file};
	instances = (struct instances){.loaded = NEW_ARRAY(struct loaded, 1), .items = NEW_ARRAY(struct instances_item, N)};
	instances.loaded[0].handle = &map;
	instances_share(&instances, N, AT, size);
}

static void end(void)
{
	for (size_t i = 0; i < AT; i++)
		ck_assert(file.before[i] == '#' && file.after[i] == '#');
	for (size_t i = size; i < LARGEST; i++)
		ck_assert_int_eq(file.statics[i], '#');
	instances_release(&instances);
	ck_assert(!instances.n && !instances.kept);
}

static void call_up(uint32_t i)
{
	ck_assert_ptr_eq(instances_call_up(&instances, i), &instances.loaded[0]);
	ck_assert_mem_eq(file.statics, wanted[i], size);
}

static void write_static(uint32_t i, size_t at, char value)
{
	file.statics[at] = wanted[i][at] = value;
}

START_TEST(each_instance_has_its_own_statics)
{
	uint64_t state = 1;
	begin(sizes[_i]);
	ck_assert(instances.is_shared && instances.n == N);
	for (int step = 0; step < STEPS; step++) {
		uint32_t i = rng_below(rng_next(&state), N), what = rng_below(rng_next(&state), 8);
		if (what == 0) {
			instances_refresh(&instances, i);
			memcpy(wanted[i], fresh, size);
			continue;
		}
		call_up(i);
		size_t at = size ? rng_below(rng_next(&state), (uint32_t)size) : 0;
		if (size && what < 4) /* often as it was loaded */
			write_static(i, at, what == 1 ? fresh[at] : (char)what);
	}
	end();
}
END_TEST

/* How many have changed statics is counted, so that robots that keep no state cost nothing. */
START_TEST(changes_are_counted)
{
	begin(16);
	for (uint32_t i = 0; i < N; i++)
		call_up(i);
	ck_assert(instances_are_plain(&instances) && instances.n_changed == 0);
	for (uint32_t i = 0; i < N; i++) {
		call_up(i);
		write_static(i, 15, (char)(100 + i));
		ck_assert(!instances_are_plain(&instances));
	}
	call_up(0);
	ck_assert_uint_eq(instances.n_changed, N);
	instances_refresh(&instances, 1);
	instances_refresh(&instances, 1);
	memcpy(wanted[1], fresh, size);
	ck_assert_uint_eq(instances.n_changed, N - 1);
	instances_refresh(&instances, 0); /* the one in place */
	memcpy(wanted[0], fresh, size);
	ck_assert_mem_eq(file.statics, fresh, size);
	ck_assert_uint_eq(instances.n_changed, N - 2);
	ck_assert(!instances_are_plain(&instances));
	for (uint32_t i = 0; i < N; i++)
		call_up(i);
	end();
}
END_TEST

/* Only few bytes, in whole words, are compared each time. */
static const struct {
	size_t size;
	bool is_looked_at;
} looks[] = {{0, true}, {8, true}, {64, true}, {7, false}, {65, false}, {72, false}};

START_TEST(few_bytes_are_compared)
{
	begin(looks[_i].size);
	ck_assert_int_eq(instances_are_plain(&instances), looks[_i].is_looked_at);
	for (size_t at = 0; looks[_i].is_looked_at && at < size; at++) {
		file.statics[at] ^= 1;
		ck_assert(!instances_are_plain(&instances));
		file.statics[at] ^= 1;
	}
	end();
}
END_TEST

START_TEST(an_instance_may_have_a_file_of_its_own)
{
	struct loaded two[2] = {{0}};
	struct instances own = {.n = 2, .loaded = two};
	ck_assert(instances_call_up(&own, 0) == &two[0] && instances_call_up(&own, 1) == &two[1]);
	ck_assert(!instances_can_share((const unsigned char *)"text", 4, &(uint64_t){0}, &(uint64_t){0}));
}
END_TEST

SUITE(0,
	LOOP(each_instance_has_its_own_statics, 0, COUNT(sizes)),
	TEST(changes_are_counted),
	LOOP(few_bytes_are_compared, 0, COUNT(looks)),
	TEST(an_instance_may_have_a_file_of_its_own))
