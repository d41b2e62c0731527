/* filter.h - the system calls that a confined program may make.
 *
 * calls.txt lists them with their arguments. These are the calls that the runtimes of Python, JavaScript, Java, Go,
 * Rust and C++ use, except those that reach other processes through shared objects (pages of files, locks, keyrings,
 * file notifications), that create namespaces, or that expose a large attack surface of the kernel. A call that is not
 * listed fails as if the kernel did not have it. SECURITY.md says for each call whether its result depends on other
 * processes; a test compares the two lists. */
#pragma once

#include "base/base.h"

enum program_filter_for {
	PROGRAM_FILTER_ROBOT = 0,
	PROGRAM_FILTER_NETWORK, /* a robot with a network connection: it may use sockets of a few families */
	PROGRAM_FILTER_BUILD,   /* a compiler: it may lock files and set their times, because no other robot sees its
				 * files */
};

/* Returns a descriptor of the filter for bubblewrap's --seccomp. The caller owns it; it is closed on exec. Returns -1
 * with err on failure. */
int program_filter(enum program_filter_for whom, struct err *err);

/* Returns a descriptor of the library (preload/join.c) that is preloaded into programs. The caller owns it; errors are
 * reported as by program_filter. */
int program_preload(struct err *err);
