/* test_control_group.c - the control group of a process, from the text of its files in /proc, and the memory that is
 * available in it. */
#include <check.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/control_group.h"
#include "temporary_folder.h"

#define SECOND "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
#define FIRST "31 24 0:27 / /sys/fs/cgroup/memory rw shared:10 master:2 - cgroup cgroup rw,seclabel,memory\n"
#define OTHERS "21 1 8:1 / / rw - ext4 /dev/sda1 rw\n29 24 0:25 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"

static const struct {
	const char *groups, *mounts, *folder; /* NULL: missing */
	bool is_second;
	size_t n_mount;
} cases[] = {
	{"0::/\n", OTHERS SECOND, "/sys/fs/cgroup", true, 14},
	{"0::/user.slice/a b.scope\n", OTHERS SECOND, "/sys/fs/cgroup/user.slice/a b.scope", true, 14},
	{"0::/a:b\n", SECOND, "/sys/fs/cgroup/a:b", true, 14},
	{"0::/a", SECOND, "/sys/fs/cgroup/a", true, 14}, /* no newline at the end */
	/* The controller of version 1 has priority, wherever its line is. */
	{"4:memory:/x\n1:cpu:/\n0::/y\n", OTHERS SECOND FIRST, "/sys/fs/cgroup/memory/x", false, 21},
	{"0::/y\n4:memory:/x\n", FIRST SECOND, "/sys/fs/cgroup/memory/x", false, 21},
	{"4:cpu,memory:/x\n", FIRST, "/sys/fs/cgroup/memory/x", false, 21},
	{"4:memoryless:/x\n0::/y\n", FIRST SECOND, "/sys/fs/cgroup/y", true, 14},
	{"4:name=memory:/x\n0::/y\n", FIRST SECOND, "/sys/fs/cgroup/y", true, 14},
	/* Mounted elsewhere, or only a subtree mounted, as in containers. */
	{"0::/a\n", "9 1 0:5 / /mnt/c\\040d rw - cgroup2 none rw\n", "/mnt/c d/a", true, 8},
	{"0::/docker/12/in\n", "9 1 0:5 /docker/12 /sys/fs/cgroup ro - cgroup2 cgroup rw\n", "/sys/fs/cgroup/in", true,
	 14},
	{"0::/docker/12\n", "9 1 0:5 /docker/12 /sys/fs/cgroup ro - cgroup2 cgroup rw\n", "/sys/fs/cgroup", true, 14},
	{"0::/docker/123\n", "9 1 0:5 /docker/12 /sys/fs/cgroup ro - cgroup2 cgroup rw\n", NULL, false, 0},
	{"0::/a\n", "9 1 0:5 /docker/12 /x rw - cgroup2 c rw\n" SECOND, "/sys/fs/cgroup/a", true, 14},
	{"0::/a\n", "9 1 0:5 / /c\\040/\\134x\\377\\011\\101 rw - cgroup2 none rw\n", "/c /\\x\377\tA/a", true, 9},
	/* Not three octal digits, the first at most 3. */
	{"0::/a\n", "9 1 0:5 / /\\400\\080\\008\\/00\\0/0\\00/040\\3 rw - cgroup2 none rw\n",
		"/\\400\\080\\008\\/00\\0/0\\00/040\\3/a", true, 30},
	/* Missing, or not understood. */
	{"0::/a\n", OTHERS, NULL, false, 0},
	{"4:memory:/a\n", SECOND, NULL, false, 0},
	{"1:cpu:/\n", SECOND FIRST, NULL, false, 0},
	{"", SECOND, NULL, false, 0},
	{"0::/a\n", "", NULL, false, 0},
	{"::::\n:\n0\n", SECOND, NULL, false, 0},
	{"0::/a\n", "cgroup2\n - cgroup2\n30 24 - cgroup2 cgroup2 rw\n", NULL, false, 0},
};

START_TEST(it_is_found)
{
	struct control_group group = {.folder = "untouched"};
	bool is_found = control_group_find(cases[_i].groups, cases[_i].mounts, &group);
	ck_assert_int_eq(is_found, cases[_i].folder != NULL);
	ck_assert_str_eq(group.folder, cases[_i].folder ? cases[_i].folder : "untouched");
	ck_assert_int_eq(group.is_second, cases[_i].is_second);
	ck_assert_uint_eq(group.n_mount, cases[_i].n_mount);
}
END_TEST

/* Names that do not fit are refused instead of truncated: of the group up to 511 bytes, with the mount up to 767. */
START_TEST(a_long_name_is_not_cut)
{
	static char groups[1024], mounts[1024];
	struct control_group group;
	for (int n = 500; n < 520; n++) {
		snprintf(groups, sizeof groups, "0::/%0*d\n", n - 1, 1);
		ck_assert_int_eq(control_group_find(groups, SECOND, &group), n <= 511);
		if (n <= 511)
			ck_assert_uint_eq(strlen(group.folder), strlen("/sys/fs/cgroup") + (size_t)n);
	}
	snprintf(groups, sizeof groups, "0::/%0*d\n", 399, 1);
	for (int n = 360; n < 375; n++) {
		snprintf(mounts, sizeof mounts, "9 1 0:5 / /%0*d rw - cgroup2 none rw\n", n - 1, 1);
		ck_assert_int_eq(control_group_find(groups, mounts, &group), n + 400 <= 767);
		if (n + 400 <= 767)
			ck_assert_uint_eq(strlen(group.folder), (size_t)n + 400);
	}
}
END_TEST

START_TEST(counts_are_read)
{
	static const struct {
		const char *word;
		bool is_found;
		uint64_t count;
	} all[] = {{"oom", true, 3}, {"oom_kill", true, 12345678901}, {"oom_", false, 77}, {"low", true, 0},
		{"high", false, 77}, {"", false, 77}};
	char path[] = "/tmp/arena-test-XXXXXX";
	static const char text[] = "low 0\nhighest 5\nno high 6\noom_kill 12345678901\noom 3\noom 4\n";
	int fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, sizeof text - 1), sizeof text - 1);
	close(fd);
	for (int i = 0; i < COUNT(all); i++) {
		uint64_t count = 77;
		ck_assert_msg(control_group_count(path, all[i].word, &count) == all[i].is_found, "%s", all[i].word);
		ck_assert_uint_eq(count, all[i].count);
	}
	unlink(path);
	uint64_t count = 77;
	ck_assert(!control_group_count(path, "oom", &count) && count == 77);
}
END_TEST

/* ---- available.h ------------------------------------------------------------------------ */

static bool is_elsewhere; /* the files of the kernel are those below the folder root/ */

static const char *place_of(const char *path, char elsewhere[512])
{
	snprintf(elsewhere, 512, "root%s", path);
	return is_elsewhere && path[0] == '/' ? elsewhere : path;
}

int test_open(const char *path, int flags, ...) __asm__("open");
int test_open64(const char *path, int flags, ...) __asm__("open64");
FILE *test_fopen(const char *path, const char *mode) __asm__("fopen");
FILE *test_fopen64(const char *path, const char *mode) __asm__("fopen64");

int test_open(const char *path, int flags, ...)
{
	char elsewhere[512];
	return (int)syscall(SYS_openat, AT_FDCWD, place_of(path, elsewhere), flags, 0);
}

int test_open64(const char *path, int flags, ...)
{
	return test_open(path, flags);
}

FILE *test_fopen(const char *path, const char *mode)
{
	static FILE *(*real)(const char *, const char *);
	char elsewhere[512];
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "fopen");
	return real(place_of(path, elsewhere), mode);
}

FILE *test_fopen64(const char *path, const char *mode)
{
	return test_fopen(path, mode);
}

#define MEMINFO "MemTotal: 90 kB\nMemFree: 1 kB\nMemAvailable:    5 kB\nSwapTotal: 7 kB\nSwapFree:  2 kB\n"
#define GROUP "root/sys/fs/cgroup/"

/* What is in /proc/meminfo and in the limits of the groups /a/b, /a and /, what /a/b uses, and bytes of files that
 * nothing uses there (NULL: there is no such file). */
static const struct {
	const char *meminfo, *inner, *outer, *top;
	uint64_t bytes;
	const char *used, *inactive;
} machines[] = {
	{MEMINFO, NULL, NULL, NULL, 7168, NULL, NULL}, {"MemAvailable: 5 kB\n", NULL, NULL, NULL, 5120, NULL, NULL},
	{NULL, NULL, NULL, NULL, UINT64_MAX, NULL, NULL},
	{"MemFree: 5 kB\n", NULL, NULL, NULL, UINT64_MAX, NULL, NULL}, {NULL, "4096\n", NULL, NULL, 4096, NULL, NULL},
	{MEMINFO, "max\n", "max\n", "max\n", 7168, NULL, NULL}, {MEMINFO, "7167\n", "max\n", "max\n", 7167, NULL, NULL},
	{MEMINFO, "7169\n", "7168\n", NULL, 7168, NULL, NULL},
	{MEMINFO, "4096\n", "3000\n", "5000\n", 3000, NULL, NULL},
	{MEMINFO, "3000\n", "4096\n", "5000\n", 3000, NULL, NULL},
	{MEMINFO, "max\n", "4096\n", "3000\n", 3000, NULL, NULL}, {MEMINFO, "0\n", NULL, NULL, 0, NULL, NULL},
	{MEMINFO, "4096\n", NULL, NULL, 1096, "3000\n", NULL}, {MEMINFO, "4096\n", NULL, NULL, 2096, "3000\n", "1000"},
	{MEMINFO, "4096\n", NULL, NULL, 4096, "3000\n", "4000"}, {MEMINFO, "4096\n", NULL, NULL, 0, "4097\n", NULL},
	{MEMINFO, "max\n", NULL, NULL, 7168, "3000\n", NULL},
};

static void write_file_if(const char *path, const char *form, const char *text)
{
	char written[64];
	snprintf(written, sizeof written, form, text);
	if (text)
		write_file(path, written);
}

/* In version 1 and version 2 of control groups. */
START_TEST(limits_of_all_groups_count)
{
	static const char *const folders[] = {"root", "root/proc", "root/proc/self", "root/sys", "root/sys/fs", GROUP,
		GROUP "a", GROUP "a/b", GROUP "memory", GROUP "memory/a", GROUP "memory/a/b"};
	enter_folder();
	for (int i = 0; i < COUNT(folders); i++)
		ck_assert_int_eq(mkdir(folders[i], 0700), 0);
	for (int version = 1; version <= 2; version++) {
		const char *limits[] = {machines[_i].inner, machines[_i].outer, machines[_i].top},
			*const below[] = {"a/b", "a", "."};
		write_file("root/proc/self/cgroup", version == 1 ? "4:memory:/a/b\n" : "0::/a/b\n");
		write_file("root/proc/self/mountinfo", OTHERS SECOND FIRST);
		if (machines[_i].meminfo)
			write_file("root/proc/meminfo", machines[_i].meminfo);
		for (int i = 0; i < COUNT(limits); i++) {
			char path[128];
			snprintf(path, sizeof path, GROUP "%s%s/%s", version == 1 ? "memory/" : "", below[i],
				 version == 1 ? "memory.limit_in_bytes" : "memory.max");
			if (limits[i])
				write_file(path, limits[i]);
		}
		write_file_if(version == 1 ? GROUP "memory/a/b/memory.usage_in_bytes" : GROUP "a/b/memory.current",
			      "%s", machines[_i].used);
		write_file_if(version == 1 ? GROUP "memory/a/b/memory.stat" : GROUP "a/b/memory.stat",
			      version == 1 ? "inactive_file 9\ntotal_inactive_file %s\n" : "anon 9\ninactive_file %s\n",
			      machines[_i].inactive);
		is_elsewhere = true;
		uint64_t bytes = available_memory();
		is_elsewhere = false;
		ck_assert_uint_eq(bytes, machines[_i].bytes);
	}
	leave_folder();
}
END_TEST

START_TEST(without_groups_the_machine_counts)
{
	enter_folder();
	ck_assert(mkdir("root", 0700) == 0 && mkdir("root/proc", 0700) == 0);
	write_file("root/proc/meminfo", MEMINFO);
	is_elsewhere = true;
	uint64_t bytes = available_memory();
	is_elsewhere = false;
	ck_assert_uint_eq(bytes, 7168);
	leave_folder();
}
END_TEST

SUITE(0,
	LOOP(it_is_found, 0, COUNT(cases)),
	TEST(a_long_name_is_not_cut),
	TEST(counts_are_read),
	LOOP(limits_of_all_groups_count, 0, COUNT(machines)),
	TEST(without_groups_the_machine_counts))
