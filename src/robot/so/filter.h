/* filter.h - the system calls that a robot's process may make, as one list with the arguments allowed.
 *
 * Two filters: the first is in force from before the robot's file is opened, the second on top of it once the robot
 * is loaded. A call goes through only if both allow it, so what the first says of arguments also binds later.
 * No call may name a shared object: a page of a library (futex), another process (clocks,
 * limits, affinity, signals), a lock on a file, a path.
 *
 * The words of the wire are shared with the worker, so the first filter knows their addresses; and the wire lies
 * below everything else (FILTER_WIRE_AT), so that one comparison of an address keeps a robot from mapping another
 * page in its place. SECURITY.md has the same list with the reasons; a test compares them.
 *
 * Nothing in a filter depends on the process: the worker makes them once and hands them to every process (wire.h). So a
 * filter cannot allow signals only to the process itself, and no signal is allowed; the handler of the refused call
 * carries out raise() and abort() (confine.h). Therefore a robot can never end itself by SIGKILL. */
#ifndef ARENA_ROBOT_SO_FILTER_H
#define ARENA_ROBOT_SO_FILTER_H

#include <stddef.h>
#include <stdint.h>

#include <linux/filter.h>

/* Where the wire is mapped in a robot's process. Executables, libraries, heap and stack lie above. */
#define FILTER_WIRE_AT UINT64_C(0x10000000)
#define FILTER_WIRE_END UINT64_C(0x20000000)

enum filter_phase {
	FILTER_LOADING = 1,
	FILTER_PLAYING = 2,
	/* Of a process that only makes copies of itself (template.h): it loads, waits for the order to make a copy, and
	 * the copies install the filter for playing. permit.h limits their number. */
	FILTER_LOADING_TEMPLATE = 4,
	FILTER_WAITING = 8,
};

enum { FILTER_MOST_RULES = 320 };

struct filter {
	uint32_t n_rules;
	struct sock_filter rules[FILTER_MOST_RULES];
};

/* Makes the filter of one phase. 0, or a negative errno. */
int filter_make(struct filter *filter, enum filter_phase phase);

/* The i-th call of the list: its name, in which phases (FILTER_LOADING | FILTER_PLAYING), and the arguments allowed
 * ("any": they name nothing but the process's own). NULL after the last. */
const char *filter_call(size_t i, int *phases, const char **arguments);

#endif
