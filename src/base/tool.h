/* tool.h - runs a program of the system, such as an image converter, without a shell. */
#pragma once

#include "base/base.h"

enum { TOOL_FIRST_FD = 3 };

struct tool {
	const char *const *argv;        /* NULL-terminated; argv[0] is looked up in $PATH */
	const char *package;            /* the Debian package that has the program */
	const int *fds;                 /* fds[i], i < n_fds: descriptors that the program gets as TOOL_FIRST_FD + i;
	                                 * borrowed */
	int n_fds;
	char *const *environment;       /* NULL: that of the arena */
	int seconds;                    /* wall-clock time after which the program is killed */
	size_t most;                    /* limit on its output in bytes; more is an error */
};

/* Runs the program with /dev/null as its input, and adds its output to `out`, even if it fails. Fails with EXIT_WORLD
 * and the reason if the program is missing, takes too long, writes too much or exits with a status other than 0. */
int tool_run(const struct tool *tool, struct str *out, struct err *err);

/* Returns a descriptor of a file in memory with these bytes, or -1 with err. The program can open it as /dev/fd/N. */
int tool_file(const struct str *bytes, struct err *err);
