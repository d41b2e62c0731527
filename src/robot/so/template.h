/* template.h - a process with loaded instances of a robot, which is copied when fresh ones are needed.
 *
 * Robots with constructors, thread-local storage or big statics cannot share a loaded file (instances.h): a fresh instance is a
 * file loaded anew, which takes 0.1 ms for a small file and several for a big one. So one process loads as many instances
 * as it may, and then only waits. On demand it is copied, as by fork: the copy has its instances with statics, thread-local
 * storage, heap and libraries just as loaded. Each instance of a copy plays one rotation; when all are used up, the
 * next copy is made of the template, which never plays.
 *
 * The robot's constructors have run in the template, so nothing in it is trusted: not that it makes a copy when it is
 * told, nor that it makes only one, nor what it says of it. The kernel asks the worker before each copy (permit.h), and
 * the copies are children of the worker and in a group of their own, which ends as one. A template that does not do as it should
 * is given up, and each process loads its instances itself.
 *
 * The area of a template (wire.h) has room for several wires: its own, and one for each copy that is alive. A copy loses
 * sight of all but its own before it plays. */
#ifndef ARENA_ROBOT_SO_TEMPLATE_H
#define ARENA_ROBOT_SO_TEMPLATE_H

#include "robot/so/process.h"

struct template {
	struct process *process;
	int attempt;
	bool is_given_up;     /* makes no copies any more; those that there are go on */
	bool was_killed;      /* and that is why: somebody killed it */
	uint32_t n_made;      /* copies */
	pid_t copies[WIRE_MOST]; /* by slot; 0: free */
	struct template *next; /* for the transport */
};

/* Starts one; plan->n_wires is set here. NULL: see failure, and err. */
struct template *template_start(struct process_plan plan, struct start_failure *failure, struct err *err);

/* A fresh copy; NULL: there are too many at the moment, or it is given up. */
struct process *template_copy(struct template *template);

/* Gives it up if it has used CPU time without an order. */
void template_look(struct template *template);

/* The copy in this slot has ended (process_end). */
void template_release_slot(struct template *template, int slot);

/* Ends it and whatever is left of its group; its copies must have ended. */
void template_end(struct template *template, const struct limits *limits);

#endif
