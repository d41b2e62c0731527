/* clock.h - clocks, in nanoseconds. Results never depend on them. */
#pragma once

#include <sys/types.h>

#include "base/base.h"

int64_t clock_wall_ns(void); /* monotonic */
/* Returns the CPU time of another process so far, or -1 when it no longer exists. */
int64_t clock_process_cpu_ns(pid_t pid);
