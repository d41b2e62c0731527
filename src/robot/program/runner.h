/* runner.h - the runner between the arena and a program: another task of the program that robots' processes run
 * (robot/so/runner_file.h), inside the sandbox or, with --trust, without it.
 *
 * It sets its limits, sends the arena its process number, and becomes the program. It has the same descriptors in both cases:
 *
 *   0, 1    nothing       4  to tell the arena      6  what will be the program's stdin
 *   2       stderr        5  its own file           7  what will be its stdout
 *   3       the usage counters, if the program has them, or the socket on which it is asked to fork (ARENA_FORKS=3)
 *   8, 9, 10  for bubblewrap alone: its arguments (so that no process inside can read them), the filter of system calls
 *           (filter.h), the library that is preloaded
 *
 * Bubblewrap keeps 0 to 2 open while it waits; if they were the pipes themselves, a program closing them could not be
 * detected.
 *
 * On descriptor 4 (messages): PROGRAM_BEGINS with the sender's process number, which the kernel translates out of its
 * namespace; then nothing, or PROGRAM_CANNOT and the reason.
 *
 * RLIMIT_NPROC does not apply to root, even in its own user namespace. So under root the sandbox is in a namespace with a
 * second user (number 1 inside), and the program runs as that user. It keeps only the capability to read files of root,
 * because its own file may be one. */
#pragma once

/* Path of the preloaded library in the sandbox. */
#define PROGRAM_PRELOAD "/.arena-join.so"

/* The arguments: __program WALLS MEMORY FOLDER WORD..., where WALLS is "confined" or "trusted". */
#define PROGRAM_COMMAND "__program"

enum {
	PROGRAM_FD_USAGE = 3, PROGRAM_FD_STATUS, PROGRAM_FD_FILE, PROGRAM_FD_IN, PROGRAM_FD_OUT,
	PROGRAM_FD_WORDS, PROGRAM_FD_FILTER, PROGRAM_FD_PRELOAD, PROGRAM_FD_END,
};

/* Including threads: the runtimes of Node, Go and Java take a dozen or two. */
enum { PROGRAM_MOST_PROCESSES = 64 };

enum { PROGRAM_BEGINS = 'b', PROGRAM_CANNOT = 'x' };

/* Does not return: the program replaces it. */
int program_runner_main(int argc, char **argv);

/* Replaces bubblewrap's process namespace for a trusted program: when the
 * program ends, or the arena does, nothing that it has started remains. */

/* Forks. Returns in the child, which becomes the program. The parent never returns: it waits for the program,
 * kills what is left of it, and ends with the program's status (128 plus the number for a signal, as
 * bubblewrap does). When the arena dies, or sends it SIGTERM, it kills them all. */
void program_keep(void);
