/* limit.h - control groups (version 2) that limit a program together with all that it has started.
 *
 *   OWN                 the group in which the arena was started: delegated to it, or the root of all groups
 *   OWN/arena-PID       created by one arena
 *   OWN/arena-PID/main  the arena and its workers: a group that limits its subgroups must have no processes of its own
 *   OWN/arena-PID/XXXX  a program's process and all that it has started
 *
 * The arena moves into `main` before it starts its first program. A worker sees from the name of its own group that
 * there are limits. If the arena cannot create groups (version 1, no write permission, other processes in OWN), it
 * watches the memory of programs itself (memory.h). */
#pragma once

#include "base/control_group.h"

/* The group of one program. A zeroed struct means that there is none. */
struct limit_group {
	char folder[sizeof ((struct control_group *)0)->folder + 48]; /* "": there is none */
};

/* Moves this process into a group of its own, if that is possible and not done yet, and removes groups that killed
 * arenas have left behind. Call it before any worker is started. */
void limit_enter(void);

/* Does the same below this group. */
void limit_enter_below(const struct control_group *own);

/* Moves the process back to its original group, and removes all groups that it has created. */
void limit_leave(void);

/* Returns true if control groups limit the programs. */
bool limit_is_there(void);

/* Creates a group for one program that limits its memory in bytes (0: no limit) and its number of processes. Leaves
 * *group empty if the arena cannot create groups. Returns non-zero on a failure of the system. */
int limit_group_make(struct limit_group *group, uint64_t memory, int n_processes, struct err *err);

/* Returns a descriptor, which the caller closes. A process that writes "0" to it moves into the group. Returns -1 if
 * the group is empty, or with err on failure. */
int limit_group_door(const struct limit_group *group, struct err *err);

/* Returns true if the kernel has killed processes of the group because the group reached its limit. */
bool limit_group_is_exceeded(const struct limit_group *group);

/* Returns true if the kernel has killed processes of the group because the machine, or a parent group, was short of
 * memory. */
bool limit_group_is_victim(const struct limit_group *group);

/* Ends all processes of the group, and removes it. */
void limit_group_remove(struct limit_group *group);
