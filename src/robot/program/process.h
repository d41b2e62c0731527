/* process.h - one process of a program as the worker sees it: starting it, lines to it and from it, its
 * end. Nothing here waits but program_end. */
#ifndef ARENA_ROBOT_PROGRAM_PROCESS_H
#define ARENA_ROBOT_PROGRAM_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"
#include "robot/so/sandbox.h"
#include "robot/watchdog.h"
#include "robot/wire.h"

enum { PROGRAM_LINE_MAX = 4096 }; /* bytes of a line that it may write */

struct program_process {
	const struct robot *robot; /* borrowed */
	bool is_trusted;  /* without walls */
	pid_t front;      /* bubblewrap or the reaper: ends when the program does, and takes along all that is left */
	pid_t pid;        /* the program itself; 0: it has not begun yet */
	int in, out, err, status; /* the arena's ends; -1 when closed */
	struct str asks;  /* lines for it; those before n_written are in its pipe */
	size_t n_written;
	char line[PROGRAM_LINE_MAX + 1]; /* line[i], begin <= i < end: what it wrote and nobody has taken yet */
	size_t begin, end;
	bool is_closed;   /* it closed its stdout, or ended */
	bool is_too_long; /* it wrote a line that does not fit */
	struct output_ring log; /* what it printed on stderr */
	char refusal[200];/* why it could not be started; "" if it was */
};

/* Starts one. Non-zero: the world failed. */
struct program_process *program_start(const struct robot *robot, const struct transport_plan *plan, struct err *err);

/* Hands over what its pipe takes of the asks. */
void program_write(struct program_process *process);

/* Takes what there is on its stdout, as far as there is room. */
void program_read(struct program_process *process);

/* The next whole line, NUL-terminated and without its end ("\n" or "\r\n"); NULL when there is none. Valid until the next
 * program_read. */
char *program_line(struct program_process *process);

/* Takes what there is on its stderr. */
void program_hear(struct program_process *process);

/* Has it begun? What it said of that is taken in. */
bool program_has_begun(struct program_process *process);

/* Did its front, which nobody inside can send a signal, die of one? If not, *signal_number is the one that the program died
 * of; 0: of none, or it lives. Waits a moment for one that has closed its stdout. */
bool program_front_was_killed(const struct program_process *process, int *signal_number);

/* Lets one that has not begun yet end by itself, as soon as it notices. program_end must follow. */
void program_dismiss(const struct program_process *process);

/* Ends it and all it has started, and frees it. `state` and `trouble` ("" for none) say why it must go; the story goes
 * to fault, which may be NULL. Non-zero: it never became the program, and that is the world's failure. */
int program_end(struct program_process *process, enum process_state state, const char *trouble, const struct limits *limits,
		struct fault *fault, struct err *err);

#endif
