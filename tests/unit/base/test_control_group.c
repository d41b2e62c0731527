/* test_control_group.c - the control group of a process, from the text of its files in /proc. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/control_group.h"

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
	{"0::/docker/12/in\n", "9 1 0:5 /docker/12 /sys/fs/cgroup ro - cgroup2 cgroup rw\n", "/sys/fs/cgroup/in", true, 14},
	{"0::/docker/12\n", "9 1 0:5 /docker/12 /sys/fs/cgroup ro - cgroup2 cgroup rw\n", "/sys/fs/cgroup", true, 14},
	{"0::/docker/123\n", "9 1 0:5 /docker/12 /sys/fs/cgroup ro - cgroup2 cgroup rw\n", NULL, false, 0},
	{"0::/a\n", "9 1 0:5 /docker/12 /x rw - cgroup2 c rw\n" SECOND, "/sys/fs/cgroup/a", true, 14},
	{"0::/a\n", "9 1 0:5 / /c\\040/\\134x\\377\\011 rw - cgroup2 none rw\n", "/c /\\x\377\t/a", true, 8},
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
	} all[] = {{"oom", true, 3}, {"oom_kill", true, 12345678901}, {"oom_", false, 77}, {"low", true, 0}, {"high", false, 77},
	{"", false, 77}};
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

SUITE(0,
	LOOP(it_is_found, 0, COUNT(cases)),
	TEST(a_long_name_is_not_cut),
	TEST(counts_are_read))
