/* control_group.h - the control group (cgroup) that limits the memory of this process. */
#pragma once

#include "base/base.h"

struct control_group {
	bool is_second;   /* version 2, whose files have different names */
	char folder[768]; /* folder of the group, without a slash at the end */
	size_t n_mount;   /* length of the part of `folder` that is the mount point of all groups */
};

/* Finds the group of this process. Returns false when there is none. Prefers the group of version 1 if it has the
 * memory controller, because version 2 then has none. */
bool control_group_of_memory(struct control_group *group);

/* Does the same, given the texts of /proc/self/cgroup and /proc/self/mountinfo. */
bool control_group_find(const char *groups, const char *mounts, struct control_group *group);

/* Reads the number after `word` in a file of lines "word number", as in control groups and /proc. Returns false if
 * there is none. */
bool control_group_count(const char *path, const char *word, uint64_t *count);

/* Returns the bytes that can be allocated without taking memory from other programs: the available memory and free swap
 * that the kernel reports, limited by this process's control group and its parents. Returns UINT64_MAX when unknown. */
uint64_t available_memory(void);
