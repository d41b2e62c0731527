/* process.h - one process of a program, as seen by the worker: its start, the lines to and from it, its end. Only
 * program_end waits. */
#pragma once

#include <sys/types.h>

#include "robot/channel.h"
#include "robot/program/limit.h"
#include "robot/watchdog.h"

enum { PROGRAM_LINE_MAX = 4096 }; /* maximum length of a line that a program writes */

struct program_process {
	const struct robot *robot; /* borrowed */
	bool is_trusted;  /* the robot runs without a sandbox */
	pid_t front;      /* the front process, bubblewrap or the reaper: ends when the program ends, and kills all
	                   * remaining processes */
	pid_t pid;        /* the program itself; 0: the program has not begun yet */
	int in, out, err, status; /* the arena's ends of the pipes and of the socket; -1 when closed */
	int forks;        /* the arena's end of the socket on which it asks the process to fork; -1: it does not fork */
	struct str asks;  /* lines to send; the first n_written bytes of them are in the pipe */
	size_t n_written;
	char line[PROGRAM_LINE_MAX + 1]; /* line[i], begin <= i < end: output that has not been processed yet */
	size_t begin, end;
	bool has_nul;     /* the last line returned by program_line contains a NUL byte, so it appears to end there */
	bool is_closed;   /* the program has closed its stdout, or ended */
	bool lives_on;    /* the program has closed its stdout, but did not end in the time allowed */
	bool is_too_long; /* the program wrote a line that does not fit into `line` */
	struct output_ring log; /* what it printed on stderr */
	char refusal[200];/* why it could not be started; "" if there was no failure */
	struct limit_group group; /* the control group of the process and of all that it has started */
};

/* Starts a process. `forks` says whether it forks for each match. Returns NULL on a failure of the system. */
struct program_process *program_start(const struct robot *robot, const struct transport_plan *plan, bool forks,
				      struct err *err);

/* Makes a process that forks start another one, of which only the descriptors `in` and `out` are known. If the parent
 * is dead, the new process appears to have ended. Returns NULL on a failure of the system. */
struct program_process *program_fork(const struct program_process *parent, struct err *err);

/* Writes as much of `asks` as the pipe accepts. */
void program_write(struct program_process *process);

/* Reads as much of the program's stdout as fits into `line`. */
void program_read(struct program_process *process);

/* Returns the next whole line, NUL-terminated and without its end ("\n" or "\r\n"), or NULL when there is none. Valid
 * until the next program_read. */
char *program_line(struct program_process *process);

/* Reads the program's stderr into `log`. */
void program_hear(struct program_process *process);

/* Returns true if the program has begun. Reads its report first. */
bool program_has_begun(struct program_process *process);

/* Returns true if the front process died of a signal, which it cannot have got from the program. If not, sets
 * *signal_number to the signal that ended the program, or to 0 if there was none or the program is alive. Waits briefly
 * if the program has closed its stdout. */
bool program_front_was_killed(struct program_process *process, int *signal_number);

/* Makes a process that has not begun yet end by itself. Call program_end afterwards. */
void program_dismiss(const struct program_process *process);

/* Kills the process and all that it has started, without waiting. Call program_end afterwards. */
void program_kill(struct program_process *process);

/* Ends the process and all that it has started, and frees the struct. `state` and `trouble` ("" for none) are the
 * reason, which is described in *fault (may be NULL). Returns non-zero if the program never ran because of a failure of
 * the system. */
int program_end(struct program_process *process, enum process_state state, const char *trouble,
		const struct limits *limits, struct fault *fault, struct err *err);

/* Fills process->front and the descriptors, as far as possible. Returns non-zero on a failure of the system. */
int program_launch(struct program_process *process, const struct transport_plan *plan, bool forks, struct err *err);
