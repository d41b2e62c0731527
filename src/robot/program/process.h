/* process.h - one process of a program, as seen by the worker: its start, the lines to and from it, its end. Only
 * program_end waits. */
#pragma once

#include <sys/types.h>

#include "robot/channel.h"
#include "robot/program/limit.h"
#include "robot/watchdog.h"

enum { PROGRAM_LINE_MAX = 4096 }; /* maximum length of a line that it writes */

struct program_process {
	const struct robot *robot; /* borrowed */
	bool is_trusted;  /* the robot runs without a sandbox */
	pid_t front;      /* bubblewrap or the reaper, which ends when the program ends, and kills all remaining
	                   * processes */
	pid_t pid;        /* the program itself; 0: not begun yet */
	int in, out, err, status; /* the arena's ends; -1 when closed */
	int forks;        /* the arena's end of the socket on which it asks the process to fork; -1: it does not fork */
	struct str asks;  /* lines to send; the first n_written bytes are in its pipe */
	size_t n_written;
	char line[PROGRAM_LINE_MAX + 1]; /* line[i], begin <= i < end: output that has not been processed yet */
	size_t begin, end;
	bool has_nul;     /* the last line returned by program_line contains a NUL byte, so it appears to end there */
	bool is_closed;   /* it closed its stdout, or ended */
	bool lives_on;    /* it closed its stdout, but did not end within the time allowed */
	bool is_too_long; /* it wrote a line that does not fit */
	struct output_ring log; /* what it printed on stderr */
	char refusal[200];/* why it could not be started; "" if there was no failure */
	struct limit_group group; /* it is in this group, with all that it has started */
};

/* Starts a process. `forks` says whether it forks for each match. Returns NULL on a failure of the system. */
struct program_process *program_start(const struct robot *robot, const struct transport_plan *plan, bool forks,
				      struct err *err);

/* Makes a process that forks start another one, of which only the descriptors `in` and `out` are known. If the parent
 * is dead, the new process appears to have ended. Returns NULL on a failure of the system. */
struct program_process *program_fork(const struct program_process *parent, struct err *err);

/* Writes as many asks as its pipe accepts. */
void program_write(struct program_process *process);

/* Reads as much of its stdout as there is room for. */
void program_read(struct program_process *process);

/* Returns the next whole line, NUL-terminated and without its end ("\n" or "\r\n"), or NULL when there is none. Valid
 * until the next program_read. */
char *program_line(struct program_process *process);

/* Reads its stderr. */
void program_hear(struct program_process *process);

/* Returns true if the program has begun. Reads its report first. */
bool program_has_begun(struct program_process *process);

/* Returns true if its front process, which the inner processes cannot signal, died of a signal. If not, sets
 * *signal_number to the signal that ended the program, or to 0 if there was none or the program is alive. Waits briefly
 * if the process has closed its stdout. */
bool program_front_was_killed(struct program_process *process, int *signal_number);

/* Lets a process that has not begun yet end by itself. Call program_end afterwards. */
void program_dismiss(const struct program_process *process);

/* Kills it with all its child processes, without waiting. Call program_end afterwards. */
void program_kill(struct program_process *process);

/* Ends it with all its child processes, and frees it. `state` and `trouble` ("" for none) are the reason, which is
 * described in *fault (may be NULL). Returns non-zero if the program never ran because of a failure of the system. */
int program_end(struct program_process *process, enum process_state state, const char *trouble,
		const struct limits *limits, struct fault *fault, struct err *err);

/* Fills process->front and the descriptors, as far as possible. Returns non-zero on a failure of the system. */
int program_launch(struct program_process *process, const struct transport_plan *plan, bool forks, struct err *err);
