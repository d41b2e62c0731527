/* control_group.h - the control group (cgroup) that limits the memory of this process. */
#pragma once

#include "base/base.h"

struct control_group {
	bool is_second;   /* version 2, whose files have other names */
	char folder[768]; /* of the group, without a slash at its end */
	size_t n_mount;   /* bytes of it that are the folder in which all groups are mounted */
};

/* Returns false when there is none. A memory controller of version 1 takes precedence, because then the group of
 * version 2 has no memory controller. */
bool control_group_of_memory(struct control_group *group);

/* Finds it in the text of /proc/self/cgroup and /proc/self/mountinfo. */
bool control_group_find(const char *groups, const char *mounts, struct control_group *group);

/* Gets the number after `word` in a file of lines "word number", as groups and /proc have them. Returns false if there
 * is none. */
bool control_group_count(const char *path, const char *word, uint64_t *count);

/* Returns the bytes that can be allocated without taking them from other programs: the available memory and free swap that
 * the kernel reports, at most what this process's control group and its parents may still use. UINT64_MAX when unknown. */
uint64_t available_memory(void);
