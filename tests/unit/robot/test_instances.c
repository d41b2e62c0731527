/* test_instances.c - instances that share one loaded file: each finds its statics as it left them, whatever the others
 * did meanwhile, and as loaded after a refresh. And the files of those that do not share one. */
#include <check.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arena_robot.h"
#include "base/mem.h"
#include "base/rng.h"
#include "robot/robot.h"
#include "robot/so/instances.h"
#include "robot/so/loaded.h"

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
	instances = (struct instances){.loaded = NEW_ARRAY(struct loaded, 1),
		.items = NEW_ARRAY(struct instances_item, N)};
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

/* ---- loaded.h --------------------------------------------------------------------------- */

enum { SPARE = 16 }; /* descriptors that are left for the loader */

/* Of so many wanted files, when there may be so many descriptors. */
static const struct {
	uint32_t n, n_free, n_made;
} files[] = {
	{1, 50, 1}, {2, 50, 2}, {40, 50, 40}, {40, 39, 40}, {40, 38, 39 - SPARE}, {100, 50, 51 - SPARE},
	{40, SPARE + 1, 2}, {40, SPARE, 1}, {40, 5, 1},
};

START_TEST(each_instance_gets_a_file_while_there_are_descriptors)
{
	enum { ABOVE_ALL = 64 };
	int made[100] = {0}, first = 0;
	while (first < ABOVE_ALL) /* so that all descriptors from here on are free */
		first = dup(STDIN_FILENO);
	close(first);
	uint32_t n_free = files[_i].n_free;
	const struct rlimit limit = {(rlim_t)first + n_free, (rlim_t)first + n_free};
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	uint32_t n = loaded_files(made, files[_i].n, "a robot", 7);
	ck_assert_uint_eq(n, files[_i].n_made);
	ck_assert_int_eq(dup(STDIN_FILENO), n_free > n - 1 ? first + (int)n - 1 : -1);
	for (uint32_t i = 1; i < n; i++) {
		char bytes[9] = "";
		ck_assert_int_eq(pread(made[i], bytes, 8, 0), 7);
		ck_assert_str_eq(bytes, "a robot");
		ck_assert_int_eq(fcntl(made[i], F_GETFD), FD_CLOEXEC);
	}
}
END_TEST

START_TEST(a_sealed_file_cannot_be_changed)
{
	enum { SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL };
	int fd = loaded_sealed("a robot", 7);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(fcntl(fd, F_GET_SEALS) & SEALS, SEALS);
	ck_assert_int_eq(pwrite(fd, "x", 1, 0), -1);
	close(fd);
}
END_TEST

/* The loader's reason, without the path of the copy, which tells a person nothing. */
START_TEST(a_file_that_cannot_be_loaded_has_a_reason)
{
	struct loaded loaded = {0};
	char why[200] = "";
	int fd = loaded_file("a robot", 7);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(loaded_load(&loaded, fd, NULL, why, sizeof why), -1);
	ck_assert(why[0] >= 'A' && !strstr(why, "/fd/") && !loaded.handle);
	close(fd);
}
END_TEST

static const char *known; /* the options in the manifest; NULL: none */

static const struct arena_robot_info *say_options(void)
{
	static struct arena_robot_info info;
	info = (struct arena_robot_info){.size = sizeof info, .abi = ARENA_ABI, .options = known};
	return &info;
}

static int take_a(const char *key, const char *value) { return strcmp(key, "a") != 0 || strcmp(value, "1") != 0; }

START_TEST(options_are_taken_or_refused)
{
	static const struct {
		const char *known, *key, *value, *said; /* NULL: it is taken */
	} all[] = {
		{NULL, "a", "1", NULL}, {NULL, "a", "2", "it does not accept the option 'a=2'"},
		{"a=1", "b", "1", "it does not accept the option 'b=1'; it has a=1"},
		{"", "b", "1", "it does not accept the option 'b=1'"},
	};
	char why[200];
	struct robot_manifest manifest = {.max_lanes = 3};
	for (int i = 0; i < COUNT(all); i++) {
		struct loaded loaded = {.option = take_a, .info = say_options};
		strcpy(why, "untouched");
		known = all[i].known;
		ck_assert_int_eq(loaded_option(&loaded, all[i].key, all[i].value, why, sizeof why),
				 all[i].said ? -1 : 0);
		ck_assert_str_eq(why, all[i].said ? all[i].said : "untouched");
		loaded_manifest(&loaded, &manifest);
		ck_assert_str_eq(manifest.options, known ? known : "");
		ck_assert(manifest.has_options == 1 && manifest.max_lanes == 0);
	}
	struct loaded none = {0};
	ck_assert_int_ne(loaded_option(&none, "a", "1", why, sizeof why), 0);
	ck_assert_str_eq(why, "it takes no options ('a' was given)");
	loaded_manifest(&none, &manifest);
	ck_assert_uint_eq(manifest.has_options, 0);
}
END_TEST

SUITE(0,
	LOOP(each_instance_gets_a_file_while_there_are_descriptors, 0, COUNT(files)),
	TEST(a_sealed_file_cannot_be_changed),
	TEST(a_file_that_cannot_be_loaded_has_a_reason),
	TEST(options_are_taken_or_refused),
	LOOP(each_instance_has_its_own_statics, 0, COUNT(sizes)),
	TEST(changes_are_counted),
	LOOP(few_bytes_are_compared, 0, COUNT(looks)),
	TEST(an_instance_may_have_a_file_of_its_own))
