/* test_control_group.c - the control group of a process, from the text of its files in /proc. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Names that do not fit are refused instead of truncated. */
START_TEST(a_long_name_is_not_cut)
{
	static char groups[4096];
	struct control_group group;
	snprintf(groups, sizeof groups, "0::/%03000d\n", 1);
	if (control_group_find(groups, SECOND, &group))
		ck_assert_msg(false, "found '%.40s...'", group.folder);
}
END_TEST

SUITE(0,
	LOOP(it_is_found, 0, COUNT(cases)),
	TEST(a_long_name_is_not_cut))
