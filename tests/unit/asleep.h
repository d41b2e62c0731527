/* asleep.h - for tests with processes that sleep, and whose clocks must stand still. */
#pragma once

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "robot/proc.h"

/* Returns true if the process sleeps. Its state is S a moment before it leaves the CPU, while its clock still runs, so
 * it must also have left the CPU once. */
static inline bool is_asleep(pid_t pid)
{
	static char text[1 << 14];
	long n_left = 0;
	ck_assert(proc_read(pid, "status", text, sizeof text));
	const char *line = strstr(text, "\nvoluntary_ctxt_switches:");
	return strstr(text, "\nState:\tS") && line && sscanf(line, "\nvoluntary_ctxt_switches: %ld", &n_left) == 1 &&
		n_left > 0;
}

static inline void wait_until_asleep(pid_t pid)
{
	while (!is_asleep(pid))
		;
}
