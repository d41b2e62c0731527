/* available.h - the memory that is still available. */
#pragma once

#include "base/base.h"

/* Bytes that can be allocated without taking them from other programs: the available memory and free swap that the kernel
 * reports, at most what this process's control group and its parents may still use. UINT64_MAX when unknown. */
uint64_t available_memory(void);
