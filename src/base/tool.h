/* tool.h - runs a program of the system, such as a converter of pictures, without a shell. */
#pragma once

#include "base/base.h"

enum { TOOL_FIRST_FD = 3 };

struct tool {
	const char *const *argv;        /* NULL-terminated; argv[0] is searched in $PATH */
	const char *package;            /* Debian's, which has it */
	const int *fds;                 /* n_fds descriptors, which the program has as TOOL_FIRST_FD and following ones; borrowed */
	int n_fds;
	char *const *environment;       /* NULL: that of the arena */
	int seconds;                    /* at most, of the wall clock: then it is killed */
	size_t most;                    /* bytes of its output */
};

/* Runs it with /dev/null as its input, and adds its output to `out`, also if it fails. EXIT_WORLD with the reason if it is missing,
 * takes too long, writes too much or exits with another status than 0. */
int tool_run(const struct tool *tool, struct str *out, struct err *err);

/* Returns a descriptor of a file in memory with these bytes, which the program can open as /dev/fd/N; -1 with err. */
int tool_file(const struct str *bytes, struct err *err);
