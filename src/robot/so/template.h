/* template.h - a process with loaded instances of a robot, which is copied when fresh instances are needed.
 *
 * The instances of robots with constructors, thread-local storage or large statics cannot share a loaded file
 * (instances.h). For a fresh instance the file would have to be loaded again, which takes 0.1 ms for a small file and
 * several ms for a large one. So one process, the template, loads as many instances as are allowed and then only waits.
 * When instances are needed, it copies itself, as by fork. The copy has all instances as they were after loading, with
 * statics, thread-local storage, heap and libraries. Each instance of a copy plays one rotation of a match. When all
 * are used up, the copy restores its memory (snapshot.h) and serves other matches; if it cannot, the next copy is made.
 * The template never plays.
 *
 * The robot's constructors have run in the template, so it is not trusted: it may ignore an order, try to make more
 * copies, or report a false result. The kernel asks the worker before each copy (permit.h). The template and its copies
 * are children of the worker. They have a process group of their own, which is killed as a whole. If a template
 * misbehaves, the worker ends it, and each process loads its instances itself.
 *
 * The area of a template (channel.h) has room for several channels: its own, and one for each live copy. Before a copy
 * plays, it makes all channels except its own inaccessible. */
#pragma once

#include "robot/so/process.h"

struct template {
	struct process *process;
	int attempt;
	bool is_given_up;     /* it makes no more copies; the existing copies continue */
	bool was_killed;      /* it was given up because its process was killed from outside */
	uint32_t n_made;      /* number of copies made */
	pid_t copies[CHANNEL_MOST]; /* PIDs by number; 0: free */
	struct template *next; /* next template of the transport */
};

/* Starts a template with the largest possible plan.n_channels. On failure returns NULL, with the reason in `failure` or
 * err. */
struct template *template_start(struct process_plan plan, struct start_failure *failure, struct err *err);

/* Makes a fresh copy. Returns NULL if there are too many copies at the moment, or if the template has been given up. */
struct process *template_copy(struct template *template);

/* Gives the template up if it has used CPU time without an order. */
void template_look(struct template *template);

/* Frees the number of a copy that has ended (process_end). */
void template_release(struct template *template, int number);

/* Ends the template and the remaining processes of its group. Its copies must have ended. */
void template_end(struct template *template, const struct limits *limits);
