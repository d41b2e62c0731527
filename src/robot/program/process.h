/* process.h - one process of a program for the worker: its start, the lines to and from it, its end. Only program_end
 * waits. */
#pragma once

#include <sys/types.h>

#include "robot/channel.h"
#include "robot/program/limit.h"
#include "robot/watchdog.h"

enum { PROGRAM_LINE_MAX = 4096 }; /* bytes of a line that it may write */

struct program_process {
	const struct robot *robot; /* borrowed */
	bool is_trusted;  /* without walls */
	pid_t front;      /* bubblewrap or the reaper: ends with the program and ends all remaining processes */
	pid_t pid;        /* the program itself; 0: it has not begun yet */
	int in, out, err, status; /* the arena's ends; -1 when closed */
	int forks;        /* the socket on which the arena asks it to fork, the arena's end; -1: it does not fork */
	struct str asks;  /* lines for it; those before n_written are in its pipe */
	size_t n_written;
	char line[PROGRAM_LINE_MAX + 1]; /* line[i], begin <= i < end: its output that was not read yet */
	size_t begin, end;
	bool has_nul;     /* the last line of program_line has a NUL byte, where it seems to end */
	bool is_closed;   /* it closed its stdout, or ended */
	bool lives_on;    /* it closed its stdout, but did not end within the time allowed */
	bool is_too_long; /* it wrote a line that does not fit */
	struct output_ring log; /* what it printed on stderr */
	char refusal[200];/* why it could not be started; "" if it started */
	struct limit_group group; /* it is in this group, with all that it has started */
};

/* Starts a process; forks: it is to fork for each match. Returns NULL on a failure of the system. */
struct program_process *program_start(const struct robot *robot, const struct transport_plan *plan, bool forks, struct err *err);

/* Makes a process that forks begin another, which only has the descriptors `in` and `out`. If the parent is dead, the
 * new one seems to have ended. Returns NULL on a failure of the system. */
struct program_process *program_fork(const struct program_process *parent, struct err *err);

/* Writes as many asks as its pipe accepts. */
void program_write(struct program_process *process);

/* Reads its stdout, as far as there is room. */
void program_read(struct program_process *process);

/* Returns the next whole line, NUL-terminated and without its end ("\n" or "\r\n"); NULL when there is none. Valid
 * until the next program_read. */
char *program_line(struct program_process *process);

/* Reads its stderr. */
void program_hear(struct program_process *process);

/* Has the program begun? Reads its report first. */
bool program_has_begun(struct program_process *process);

/* Returns true if its front process, which the inner processes cannot signal, died of a signal. If not, sets
 * *signal_number to the signal that ended the program, or to 0 if there was none or the program is alive. Waits briefly
 * if the process has closed its stdout. */
bool program_front_was_killed(struct program_process *process, int *signal_number);

/* Lets a process that has not begun yet end by itself. program_end must follow. */
void program_dismiss(const struct program_process *process);

/* Kills it with all its child processes, and does not wait. program_end must follow. */
void program_kill(struct program_process *process);

/* Ends it with all its child processes, and frees it. `state` and `trouble` ("" for none) are the reason; the description
 * goes to fault, which may be NULL. Returns non-zero if it never became the program because of a failure of the system. */
int program_end(struct program_process *process, enum process_state state, const char *trouble, const struct limits *limits,
		struct fault *fault, struct err *err);

/* Fills process->front and the descriptors, as far as possible. Returns non-zero on a failure of the system. */
int program_launch(struct program_process *process, const struct transport_plan *plan, bool forks, struct err *err);
