/* memory.h - memory of a program and of all that it has started, together.
 *
 * RLIMIT_DATA bounds what each process writes to for itself; it does not count memory that processes share, nor their sum.
 * So the sum is watched, whenever the watchdog looks. */
#ifndef ARENA_ROBOT_PROGRAM_MEMORY_H
#define ARENA_ROBOT_PROGRAM_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"

/* Do the processes (n of them) hold more than `most` bytes? A page that several have counts once. */
bool memory_exceeds(const pid_t *pids, int n, uint64_t most);

/* Adds which limit of `most` bytes is in force on a robot, in words for people. */
void memory_describe(bool is_program, uint64_t most, struct str *out);

#endif
