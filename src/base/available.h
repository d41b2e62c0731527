/* available.h - the memory that is still available. */
#ifndef ARENA_BASE_AVAILABLE_H
#define ARENA_BASE_AVAILABLE_H

#include <stdint.h>

/* Bytes that can be allocated without taking them from other programs: the available memory and free swap that the kernel
 * reports, at most the limits of this process's control group and its parents. UINT64_MAX when unknown. */
uint64_t available_memory(void);

#endif
