/* limit.h - control groups (version 2) that limit a program together with all that it has started.
 *
 *   OWN                 the group that the arena was started in: delegated to it, or the root of all groups
 *   OWN/arena-PID       made by one arena
 *   OWN/arena-PID/main  the arena and its workers: a group with limits below it has no processes of its own
 *   OWN/arena-PID/XXXX  a program's process and all that it has started
 *
 * The arena moves into `main` before it starts its first program. A worker finds out by the name of its own group that there
 * are limits. Without a group of its own (version 1, no right to write, other processes in OWN) the arena watches the memory
 * of programs itself (memory.h). */
#pragma once

#include "base/control_group.h"

/* The group of one program. Zeroed: none. */
struct limit_group {
	char folder[sizeof ((struct control_group *)0)->folder + 48]; /* "": it has none */
};

/* Moves this process into a group of its own, if that is possible here and not done yet, and removes the groups that
 * killed arenas have left. Call it before any worker is started. */
void limit_enter(void);

/* Does the same below this group. */
void limit_enter_below(const struct control_group *own);

/* Moves back to where it came from, and removes all groups that this process has made. */
void limit_leave(void);

/* Are programs limited by control groups? */
bool limit_is_there(void);

/* Makes a group for one program, with limits on its bytes (0: any number) and processes. Leaves *group empty if there
 * are no limits. Returns non-zero on a failure of the system. */
int limit_group_make(struct limit_group *group, uint64_t memory, int n_processes, struct err *err);

/* Returns a descriptor: a process that writes "0" to it is moved into the group. The caller closes it. Returns -1 if
 * the group is empty, or with err. */
int limit_group_door(const struct limit_group *group, struct err *err);

/* Did the kernel end processes of the group because the group reached its limit? */
bool limit_group_is_exceeded(const struct limit_group *group);

/* Did the kernel end processes of the group because the machine, or a group above, was short of memory? */
bool limit_group_is_victim(const struct limit_group *group);

/* Ends all processes of the group, and removes it. */
void limit_group_remove(struct limit_group *group);
