/* runner.h - starts a program, inside the sandbox or, with --trust, without it. It is a second mode of the program that
 * the processes of .so robots run (robot/so/runner_file.h).
 *
 * The runner sets the limits, sends its PID to the arena, and executes the program. Its descriptors are the same in
 * both cases:
 *
 *   0, 1    nothing       4  reports to the arena   6  becomes the program's stdin
 *   2       stderr        5  its own file          7  becomes its stdout
 *   3       the usage counters, if the program has them, or the socket on which it is asked to fork (ARENA_FORKS=3)
 *   8, 9, 10  for bubblewrap only: its arguments (so that no process inside can read them), the filter of system calls
 *             (filter.h), the preloaded library
 *
 * Bubblewrap keeps 0 to 2 open while it waits. If these were the pipes of the program, the arena could not detect that
 * the program has closed them.
 *
 * The first message on descriptor 4 is PROGRAM_BEGINS, with the sender's PID, which the kernel translates from its
 * namespace. If the program cannot be executed, PROGRAM_CANNOT and the reason follow.
 *
 * RLIMIT_NPROC does not apply to root, even in its own user namespace. So when root runs the arena, the sandbox is in a
 * namespace with a second user (number 1 inside), and the program runs as that user. It keeps only the capability to
 * read root's files, because its own file may be one of them. */
#pragma once

/* Path of the preloaded library in the sandbox. */
#define PROGRAM_PRELOAD "/.arena-join.so"

/* The arguments: __program WALLS MEMORY FOLDER WORD..., where WALLS is "confined" or "trusted". */
#define PROGRAM_COMMAND "__program"

enum {
	PROGRAM_FD_USAGE = 3, PROGRAM_FD_STATUS, PROGRAM_FD_FILE, PROGRAM_FD_IN, PROGRAM_FD_OUT,
	PROGRAM_FD_WORDS, PROGRAM_FD_FILTER, PROGRAM_FD_PRELOAD, PROGRAM_FD_END,
};

/* Limit on the processes and threads of a program. The runtimes of Node, Go and Java use one or two dozen threads. */
enum { PROGRAM_MOST_PROCESSES = 64 };

enum { PROGRAM_BEGINS = 'b', PROGRAM_CANNOT = 'x' };

/* Runs the runner, which the program then replaces. Returns only if a person has started it, with EXIT_USAGE. */
int program_runner_main(int argc, char **argv);

/* Takes the place of bubblewrap's process namespace for a trusted program: when the program or the arena ends, no
 * process that the program has started remains. */

/* Forks. Returns in the child, which becomes the program. The parent never returns: it waits for the program, kills its
 * remaining processes, and exits with the program's status (128 plus the number for a signal, as bubblewrap does). When
 * the arena dies, or sends SIGTERM, it kills all of them. */
void program_keep(void);
