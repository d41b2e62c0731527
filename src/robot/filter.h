/* filter.h - the system calls that a robot's process may make, as one list with the arguments allowed.
 *
 * Two filters: the first is in force from before the robot's file is opened, the second on top of it once the robot
 * is loaded. A call goes through only if both allow it, so what the first says of arguments also binds later.
 * No call may name anything that another process has too: a page of a library (futex), another process (clocks,
 * limits, affinity, signals), a lock on a file, a path.
 *
 * The words of the wire are shared with the worker, so the first filter knows their addresses; and the wire lies
 * below everything else (FILTER_WIRE_AT), so that one comparison of an address keeps a robot from mapping another
 * page in its place. SECURITY.md has the same list with the reasons; a test compares them. */
#ifndef ARENA_ROBOT_FILTER_H
#define ARENA_ROBOT_FILTER_H

#include <stddef.h>
#include <stdint.h>

#include <linux/filter.h>

/* Where the wire is mapped in a robot's process. Executables, libraries, heap and stack lie above. */
#define FILTER_WIRE_AT UINT64_C(0x10000000)

enum filter_phase { FILTER_LOADING = 1, FILTER_PLAYING = 2 };

/* Addresses in the robot's process. */
struct filter_plan {
	uint64_t wire_end;             /* first address above the wire */
	uint64_t wait_word;            /* FUTEX_WAIT is allowed here */
	uint64_t wake_words[2];        /* FUTEX_WAKE */
};

struct filter {
	struct sock_filter *rules;     /* owned */
	unsigned short n_rules;
};

/* Makes the filter of one phase for this process. 0, or a negative errno. */
int filter_make(struct filter *filter, enum filter_phase phase, const struct filter_plan *plan);
void filter_release(struct filter *filter);

/* Puts it on. 0, or a negative errno. Needs no_new_privs. */
int filter_load(const struct filter *filter);

/* The i-th call of the list: its name, in which phases (FILTER_LOADING | FILTER_PLAYING), and the arguments allowed
 * ("any": they name nothing but the process's own). NULL after the last. */
const char *filter_call(size_t i, int *phases, const char **arguments);

#endif
