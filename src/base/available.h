/* available.h - how much memory is there for what has not been started yet. */
#ifndef ARENA_BASE_AVAILABLE_H
#define ARENA_BASE_AVAILABLE_H

#include <stdint.h>

/* Bytes that can be had without taking them from other programs: what the kernel says is available, with the swap space that is
 * free, but not more than the limits of this process's control group and those above it. UINT64_MAX when it is not known. */
uint64_t available_memory(void);

#endif
