/* filter.h - the system calls that a confined program may not make.
 *
 * Runtimes of other languages need hundreds of calls, so this is a list of refused calls: calls that reach other
 * processes through shared objects (pages of files, locks, keyrings, file notifications), make new namespaces, or are a
 * large attack surface of the kernel. If a runtime tests whether such a call exists, the answer is no. */
#pragma once

#include "base/base.h"

enum program_filter_for {
	PROGRAM_FILTER_ROBOT = 0,
	PROGRAM_FILTER_NETWORK, /* a robot with a network connection: sockets of a few families */
	PROGRAM_FILTER_BUILD,   /* a compiler: it may lock files and set their times, for no other robot sees its files */
};

/* A descriptor to read the filter from, for bubblewrap's --seccomp; the caller's, closed on exec. -1: err. */
int program_filter(enum program_filter_for whom, struct err *err);

/* A descriptor to read the library from that is preloaded into programs (preload/join.c), likewise. */
int program_preload(struct err *err);

/* The i-th call of the list: its name, what of it is refused ("all" or which arguments), and how. NULL after
 * the last. */
const char *program_filter_call(size_t i, const char **arguments, const char **answer);
