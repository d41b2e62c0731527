/* test_image.c - reading a robot's file before it is loaded: correct for real robots, and harmless for any other file.
 * Every buffer is exactly as long as the file, so that the sanitizers detect reads past its end. */
#include <elf.h>

#include "robot/so/image.h"
#include "robot/so/instances.h"
#include "robot/so/symbol.h"
#include "zoo.h"

/* A robot's file in a buffer of exactly its size; the caller frees it. */
static unsigned char *load_file(const char *name, size_t *size)
{
	AUTO_STR struct str path = {0}, bytes = {0};
	struct err err = {0};
	zoo_path(name, &path);
	ck_assert_msg(str_read_file(&bytes, path.text, 1 << 24, &err) == 0, "%s", err.text);
	unsigned char *copy = mem_zeroed(bytes.length, 1);
	memcpy(copy, bytes.text, bytes.length);
	*size = bytes.length;
	return copy;
}

static const struct {
	const char *robot;
	bool can_share;
} robots[] = {
	{"meek", true}, {"learner", true}, {"computer", true}, {"conservative", true}, {"dicer", true},
	{"prober", true}, {"constructor_heap", false}, {"closer", false}, {"tls", false}, {"unique", false},
	{"huge_bss", false}, {"elephant", true}, {"flood", false}, {"champion", true},
};

/* Instances share a file if its statics are plain and small. */
START_TEST(statics_are_classified)
{
	size_t size;
	uint64_t at, n_bytes;
	struct image_statics statics;
	unsigned char *bytes = load_file(robots[_i].robot, &size);
	ck_assert_int_eq(image_statics(bytes, size, &statics), 0);
	ck_assert_msg(instances_can_share(bytes, size, &at, &n_bytes) == robots[_i].can_share,
		      "%s: statics of %lu bytes", robots[_i].robot, statics.size);
	free(bytes);
}
END_TEST

/* Gives a robot so many more bytes of statics. */
static void grow_statics(unsigned char *bytes, uint64_t n)
{
	Elf64_Ehdr head;
	memcpy(&head, bytes, sizeof head);
	for (int i = 0; i < head.e_phnum; i++) {
		Elf64_Phdr *part = (Elf64_Phdr *)(void *)(bytes + head.e_phoff + (size_t)i * sizeof *part);
		if (part->p_type == PT_LOAD && part->p_flags & PF_W)
			part->p_memsz += n;
	}
}

START_TEST(statics_are_shared_up_to_the_limit)
{
	size_t size;
	uint64_t at, n_bytes;
	unsigned char *bytes = load_file("champion", &size);
	ck_assert(instances_can_share(bytes, size, &at, &n_bytes));
	grow_statics(bytes, INSTANCES_SHARED_MAX - n_bytes);
	ck_assert(instances_can_share(bytes, size, &at, &n_bytes));
	ck_assert_uint_eq(n_bytes, INSTANCES_SHARED_MAX);
	grow_statics(bytes, 1);
	ck_assert(!instances_can_share(bytes, size, &at, &n_bytes));
	free(bytes);
}
END_TEST

/* Calls every function that reads a file, and returns a hash of the file afterwards. */
static void look_into(unsigned char *bytes, size_t size)
{
	struct image_statics statics;
	struct robot robot = {.image = bytes, .image_size = size};
	char where[64];
	uint64_t at = 0, n_bytes = 0;
	if (image_statics(bytes, size, &statics) == 0)
		ck_assert_uint_le(statics.size, UINT64_C(1) << 33);
	if (instances_can_share(bytes, size, &at, &n_bytes))
		ck_assert_uint_le(n_bytes, INSTANCES_SHARED_MAX);
	crash_symbol(&robot, 0x1110, where, sizeof where);
	image_unshare(bytes, size);
	image_prefer_own(bytes, size);
}

START_TEST(files_cut_off_anywhere_do_no_harm)
{
	size_t size;
	unsigned char *whole = load_file("unique", &size);
	for (size_t n = 0; n < size; n += n < 1024 ? 1 : 13) {
		unsigned char *part = malloc(n ? n : 1);
		memcpy(part, whole, n);
		look_into(part, n);
		free(part);
	}
	free(whole);
}
END_TEST

/* Finds the tables of a file: changes elsewhere do not affect what is read. */
static bool is_in_a_table(const unsigned char *bytes, size_t at)
{
	Elf64_Ehdr head;
	memcpy(&head, bytes, sizeof head);
	if (at < head.e_phoff + head.e_phnum * sizeof(Elf64_Phdr) || at >= head.e_shoff)
		return true;
	for (int i = 0; i < head.e_shnum; i++) {
		Elf64_Shdr section;
		memcpy(&section, bytes + head.e_shoff + (size_t)i * sizeof section, sizeof section);
		bool is_table = section.sh_type == SHT_DYNAMIC || section.sh_type == SHT_DYNSYM;
		if (is_table && at >= section.sh_offset && at < section.sh_offset + section.sh_size)
			return true;
	}
	return false;
}

START_TEST(files_changed_anywhere_do_no_harm)
{
	static const unsigned char values[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
	size_t size;
	unsigned char *whole = load_file("unique", &size), *copy = malloc(size);
	memcpy(copy, whole, size);
	for (size_t at = 0; at < size; at++) {
		for (size_t i = 0; i < sizeof values && is_in_a_table(whole, at); i++) {
			copy[at] = values[i];
			look_into(copy, size);
			memcpy(copy, whole, size);
		}
	}
	free(copy);
	free(whole);
}
END_TEST

START_TEST(files_changed_in_many_places_do_no_harm)
{
	size_t size;
	unsigned char *whole = load_file("unique", &size), *copy = malloc(size);
	uint64_t random = 1;
	for (int round = 0; round < 3000; round++) {
		memcpy(copy, whole, size);
		for (int n = 1 + (int)(rng_next(&random) % 20); n > 0; n--) {
			size_t at = (size_t)(rng_next(&random) % size);
			if (rng_next(&random) % 2)
				at = (size_t)(rng_next(&random) % 1024);
			copy[at] = (unsigned char)rng_next(&random);
		}
		look_into(copy, size);
	}
	free(copy);
	free(whole);
}
END_TEST

/* Sets the value of an entry of the dynamic section. */
static void set_dynamic(unsigned char *bytes, Elf64_Sxword tag, Elf64_Xword value)
{
	Elf64_Ehdr head;
	memcpy(&head, bytes, sizeof head);
	for (int i = 0; i < head.e_phnum; i++) {
		Elf64_Phdr part;
		memcpy(&part, bytes + head.e_phoff + (size_t)i * sizeof part, sizeof part);
		for (size_t at = 0; part.p_type == PT_DYNAMIC && at < part.p_filesz; at += sizeof(Elf64_Dyn)) {
			Elf64_Dyn *entry = (Elf64_Dyn *)(void *)(bytes + part.p_offset + at);
			if (entry->d_tag == tag)
				entry->d_un.d_val = value;
		}
	}
}

/* The compiler's start files have one constructor and one destructor; if there are more, or one without the other, they
 * are the robot's own. */
START_TEST(constructors_are_counted)
{
	static const struct {
		Elf64_Xword first, last;
		bool is_simple;
	} counts[] = {{8, 8, true}, {16, 8, false}, {8, 16, false}, {8, 0, false}, {0, 8, false}, {0, 0, true},
		{24, 24, false}};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		size_t size;
		struct image_statics statics;
		unsigned char *bytes = load_file("meek", &size);
		set_dynamic(bytes, DT_INIT_ARRAYSZ, counts[i].first);
		set_dynamic(bytes, DT_FINI_ARRAYSZ, counts[i].last);
		ck_assert_int_eq(image_statics(bytes, size, &statics), 0);
		ck_assert_msg(statics.is_simple == counts[i].is_simple, "%lu and %lu bytes", counts[i].first,
			      counts[i].last);
		free(bytes);
	}
}
END_TEST

static const struct {
	const char *name, *plain;
} names[] = {
	{"get_play", "get_play"},
	{"_ZL7blow_upv", "blow_up"},
	{"_Z4playi", "play"},
	{"_ZN5table4playEi", "table::play"},
	{"_ZNK5table4playEv", "table::play"},
	{"_ZN12_GLOBAL__N_14playEv", "play"},
	{"_ZN7bad_endD2Ev", "bad_end::~bad_end"},
	{"_ZN5table9bad_beginC1Ev", "table::bad_begin::bad_begin"},
	{"_ZNSt6vectorIiE4sizeEv", "_ZNSt6vectorIiE4sizeEv"},
	{"_Z", "_Z"},
	{"_Z9", "_Z9"},
	{"_Z9short", "_Z9short"},
	{"_Z0", "_Z0"},
	{"_Z99999999999999999999x", "_Z99999999999999999999x"},
	{"_ZN", "_ZN"},
	{"", ""},
	{"_", "_"},
};

START_TEST(names_of_cxx_can_be_read)
{
	char plain[100];
	symbol_plain(names[_i].name, plain, sizeof plain);
	ck_assert_str_eq(plain, names[_i].plain);
	symbol_plain(names[_i].name, plain, 4);
	ck_assert_uint_le(strlen(plain), 3);
}
END_TEST

/* The unique symbol becomes weak, and nothing else changes. */
START_TEST(unique_symbols_become_weak)
{
	size_t size, n_changed = 0;
	unsigned char *bytes = load_file("unique", &size), *before = load_file("unique", &size);
	image_unshare(bytes, size);
	for (size_t i = 0; i < size; i++) {
		if (bytes[i] == before[i])
			continue;
		n_changed++;
		ck_assert_int_eq(ELF64_ST_BIND(before[i]), STB_GNU_UNIQUE);
		ck_assert_int_eq(ELF64_ST_BIND(bytes[i]), STB_WEAK);
		ck_assert_int_eq(ELF64_ST_TYPE(bytes[i]), STT_OBJECT);
	}
	ck_assert_uint_eq(n_changed, 1);
	free(bytes);
	free(before);
}
END_TEST

/* One empty entry of the dynamic section is used, and the last one stays empty. */
START_TEST(own_functions_are_preferred)
{
	size_t size, n_changed = 0;
	unsigned char *bytes = load_file("namesake", &size), *before = load_file("namesake", &size);
	image_prefer_own(bytes, size);
	for (size_t i = 0; i < size; i++) {
		if (bytes[i] == before[i])
			continue;
		n_changed++;
		ck_assert_int_eq(before[i], DT_NULL);
		ck_assert_int_eq(bytes[i], DT_SYMBOLIC);
	}
	ck_assert_uint_eq(n_changed, 1);
	free(bytes);
	free(before);
}
END_TEST

/* 65,000 headers that all describe the whole file as a table: it is read once, not 65,000 times (which took 9 s). */
START_TEST(many_headers_are_read_quickly)
{
	enum { SIZE = 4300000, N = 65000 };
	unsigned char *bytes = mem_zeroed(SIZE, 1);
	Elf64_Ehdr head = {
		.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB}, .e_type = ET_DYN,
		.e_shnum = N, .e_shentsize = sizeof(Elf64_Shdr), .e_shoff = sizeof head, .e_phnum = N,
		.e_phentsize = sizeof(Elf64_Phdr), .e_phoff = sizeof head,
	};
	memcpy(bytes, &head, sizeof head);
	for (int i = 0; i < N; i++) {
		/* The same bytes are also read as program headers, in which this type would be flags. */
		Elf64_Shdr table = {.sh_type = _i ? SHT_DYNSYM : SHT_SYMTAB, .sh_size = SIZE, .sh_link = 1};
		Elf64_Phdr part = {.p_type = PT_DYNAMIC, .p_filesz = SIZE};
		if (_i < 2)
			memcpy(bytes + sizeof head + (size_t)i * sizeof table, &table, sizeof table);
		else
			memcpy(bytes + sizeof head + (size_t)i * sizeof part, &part, sizeof part);
	}
	int64_t before = clock_process_cpu_ns(getpid());
	look_into(bytes, SIZE);
	int64_t used = clock_process_cpu_ns(getpid()) - before;
	ck_assert_msg(used < INT64_C(1500000000), "it took %ld ms of CPU time", (long)(used / 1000000));
	free(bytes);
}
END_TEST

SUITE(120,
	LOOP(statics_are_classified, 0, COUNT(robots)),
	TEST(statics_are_shared_up_to_the_limit),
	TEST(files_cut_off_anywhere_do_no_harm),
	TEST(files_changed_anywhere_do_no_harm),
	TEST(files_changed_in_many_places_do_no_harm),
	TEST(constructors_are_counted),
	TEST(unique_symbols_become_weak),
	LOOP(names_of_cxx_can_be_read, 0, COUNT(names)),
	TEST(own_functions_are_preferred),
	LOOP(many_headers_are_read_quickly, 0, 3))
