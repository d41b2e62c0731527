/* memory.h - the total memory of all processes of a program.
 *
 * RLIMIT_DATA limits the private data of each process, but not shared memory or the sum. So the watchdog also checks
 * the sum. */
#pragma once

#include <sys/types.h>

#include "base/base.h"

/* Returns true if the n processes use more than `most` bytes. Shared pages count once. */
bool memory_exceeds(const pid_t *pids, int n, uint64_t most);

/* Describes the limit of `most` bytes on a robot's memory. */
void memory_describe(bool is_program, uint64_t most, struct str *out);
