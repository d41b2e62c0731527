/* runner_file.h - the program that a robot's process runs: runner.c with what it needs, linked separately and embedded
 * in the arena. It loads few libraries, so it starts much faster than the arena. Since it is embedded, it cannot be
 * missing or of another version. */
#pragma once

#include <sys/types.h>

#include "base/base.h"

/* Returns a descriptor for fexecve. It is made at the first call and then kept: the caller must not close it.
 * Close-on-exec is set. Returns -1 with err on failure. */
int runner_file(struct err *err);

/* The filters of all robots' processes, in memory that no process can change, and the number of filters that a process
 * has installed.
 *
 * The code of a robot runs between the two filters, and may install the second one itself. It may not install a filter of
 * its own, which could falsely report that the second is installed. So the first filter allows only programs at certain
 * addresses, where every process has this file mapped (FILTER_PROGRAMS_AT), read-only forever. The worker counts too. */

/* Returns a descriptor of the file, a struct filter_programs. It is made at the first call and then kept: the caller
 * must not close it. It is read-only, and so is any mapping of it. Close-on-exec is set. Returns -1 with err on
 * failure. */
int filter_file(struct err *err);

/* Returns the number of filters that the kernel applies to the process, or -1 if unknown. */
int filter_count(pid_t pid);
