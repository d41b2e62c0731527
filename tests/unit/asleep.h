/* asleep.h - for tests with processes that sleep, and whose clocks must stand still. */
#pragma once

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "robot/proc.h"

/* Its state tells of sleep a moment before it leaves the CPU, while its clock still runs: it must have left the CPU, too. */
static inline bool is_asleep(pid_t pid)
{
	static char text[1 << 14];
	long n_left = 0;
	ck_assert(proc_read(pid, "status", text, sizeof text));
	const char *line = strstr(text, "\nvoluntary_ctxt_switches:");
	return strstr(text, "\nState:\tS") && line && sscanf(line, "\nvoluntary_ctxt_switches: %ld", &n_left) == 1 && n_left > 0;
}

static inline void wait_until_asleep(pid_t pid)
{
	while (!is_asleep(pid))
		;
}
