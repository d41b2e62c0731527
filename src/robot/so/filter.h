/* filter.h - the system calls that a robot's process may make, as one list with the allowed arguments.
 *
 * There are two filters. The first is in force before the robot's file is opened; the second is added once the robot is
 * loaded. A call is allowed only if both allow it, so the first filter's rules on arguments stay in force. No call may
 * refer to a shared object: a page of a library (futex), another process (clocks, limits, affinity, signals), a lock on
 * a file, or a path.
 *
 * Futexes on the words of the channel, which are shared with the worker, are allowed by their addresses. So a robot
 * must not be able to map another page there. The channel lies below everything else (FILTER_CHANNEL_AT), so the filter
 * needs only one comparison of an address to prevent this. SECURITY.md has the same list of calls with the reasons, and
 * a test compares the two.
 *
 * The filters do not depend on the process: the worker makes them once and passes them to every process
 * (runner_file.h). So a filter cannot allow a process to signal only itself, and no signals are allowed. Instead the
 * handler of the refused call carries out raise() and abort() (confine.h). For the same reason a robot cannot kill
 * itself with SIGKILL. */
#pragma once

#include <linux/filter.h>

#include "base/base.h"

/* The address at which the channel is mapped in a robot's process. Executables, libraries, heap and stack lie above. */
#define FILTER_CHANNEL_AT UINT64_C(0x10000000)
#define FILTER_CHANNEL_END UINT64_C(0x20000000)

/* The address, within that range, at which the filters are mapped read-only in every process: a struct filter_programs
 * (runner_file.h). */
#define FILTER_PROGRAMS_AT (FILTER_CHANNEL_END - 0x10000)
#define FILTER_PROGRAM_AT(phase) \
	(FILTER_PROGRAMS_AT + offsetof(struct filter_programs, program) + (uint64_t)(phase) * sizeof(struct sock_fprog))

enum filter_phase {
	FILTER_LOADING = 1,
	FILTER_PLAYING = 2,
	/* For a template (template.h), which loads the robot and then waits for orders to copy itself. The copies
	 * install FILTER_PLAYING. permit.h limits their number. */
	FILTER_LOADING_TEMPLATE = 4,
	FILTER_WAITING = 8,
};

enum { FILTER_MOST_RULES = 320 };

struct filter {
	uint32_t n_rules;
	struct sock_filter rules[FILTER_MOST_RULES];
};

/* All filters, by phase; the programs point to the rules in FILTER_PROGRAMS_AT. */
struct filter_programs {
	struct sock_fprog program[FILTER_WAITING + 1];
	struct filter filter[FILTER_WAITING + 1];
};

/* Makes the filter of one phase. Returns 0 or a negative errno. */
int filter_make(struct filter *filter, enum filter_phase phase);
