/* clock.c - clocks, in nanoseconds (clock.h). */
#include "base/clock.h"

#include <time.h>

static int64_t read_clock(clockid_t id)
{
	struct timespec t;
	if (clock_gettime(id, &t))
		return -1;
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t clock_wall_ns(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

int64_t clock_process_cpu_ns(pid_t pid)
{
	clockid_t id;
	if (clock_getcpuclockid(pid, &id))
		return -1;
	return read_clock(id);
}
