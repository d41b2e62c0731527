/* runner_file.h - the program that a robot's process runs: runner.c and the files that it needs, linked separately and
 * embedded in the arena. It loads few libraries, so it starts much faster than the arena. Since it is embedded, it is
 * never missing and always has the right version. */
#pragma once

#include <sys/types.h>

#include "base/base.h"

/* Returns a descriptor for fexecve, with close-on-exec set. It is created by the first call and kept, so the caller
 * must not close it. Returns -1 with err on failure. */
int runner_file(struct err *err);

/* The filters for robots' processes, in a file that no process can change, and how many filters a process has
 * installed.
 *
 * A robot's code first runs between the installation of the first filter and that of the second. It may install the
 * second one itself, but must not install any other filter, because the worker would count that one as the second. So
 * the first filter allows only filter programs at certain addresses, where every process has this file mapped read-only
 * (FILTER_PROGRAMS_AT). In addition, the worker counts the filters (filter_count). */

/* Returns a descriptor of the file, which contains a struct filter_programs, with close-on-exec set. It is created by
 * the first call and kept, so the caller must not close it. It is read-only, and so is any mapping of it. Returns -1
 * with err on failure. */
int filter_file(struct err *err);

/* Returns the number of filters that the kernel applies to the process, or -1 if unknown. */
int filter_count(pid_t pid);
