/* collect.h - shared by the two halves of a program's transport: transport.c starts processes and posts asks, collect.c
 * waits for their answers. */
#pragma once

#include <poll.h>

#include "robot/groups.h"
#include "robot/idle.h"
#include "robot/killed.h"
#include "robot/program/transport.h"
#include "robot/program/process.h"

struct ask {
	int lane;
	bool is_observation;
};

struct program_group {
	struct lane_group lanes;
	struct program_process *process;
	uint32_t n_seats;
	bool is_forked;        /* the process of `parent` forked its process */
	struct ask *queue;     /* queue[i], i < lanes.n_queued */
	uint32_t n_done;
	bool has_answered;     /* it has answered at least once, so its process has started and printed its manifest */
	char trouble[200];     /* why it must end; "" if it need not */
	struct watchdog dog;
	struct sleep sleep;    /* its sleep during asks */
	int64_t looked_ns;     /* time of the last check of the clocks */
	struct idle idle;      /* CPU time used outside asks */
	bool has_spun;         /* it used too much CPU time without an ask */
	enum process_state state; /* why it must end, if that was noticed while another robot was awaited */
	int64_t answered_ns;   /* when all queued asks were found to be answered; 0: not yet */
	int64_t posted_ns, asked_ns; /* posted_ns: when the last asks were posted. asked_ns: time in which asks were in
	                              * progress, since the last idle check */
	int64_t used_ns;       /* CPU time at the last idle check */
	int n_forked;          /* number of forks that the arena has requested since that check, or that had not
	                        * answered at that check */
};

struct program_lane {
	struct game_intro intro;
	uint32_t n_asks;       /* number of asks in this game */
	bool is_new;           /* a match has begun, and the robot has not been asked in it yet */
	const char *history, *shown;
	char *hands;
};

/* Processes of a program that are started ahead of their matches.
 *
 * A start takes tens of milliseconds (bench/fresh.sh), so the processes of the next matches start while the matches
 * before them are played. A process from the pool is like one from program_start that has already loaded the robot. If
 * it has died in the pool, its first ask detects this. */

enum { PROGRAM_POOL_MOST = 8 };

/* The processes, oldest first: process[i], i < n. A zeroed pool is empty. */
struct program_pool {
	struct program_process *process[PROGRAM_POOL_MOST];
	int n;
};

/* Starts processes until there are n, or as many as possible; a failure is reported when a process is needed. */
void program_pool_fill(struct program_pool *pool, int n, const struct robot *robot, const struct transport_plan *plan);

/* Returns the oldest process, now the caller's, or NULL if there is none. */
struct program_process *program_pool_take(struct program_pool *pool);

/* Ends all its processes. */
void program_pool_end(struct program_pool *pool, const struct limits *limits);

struct program {
	struct transport transport;
	struct transport_plan plan;
	int n_at_once;         /* number of games that one process plays at once. If more than one, the robot is
	                        * stateless or keeps its matches apart */
	struct program_group *parent; /* the group whose process forks the processes of attempt 0. It has no lanes and
	                               * is not in `groups`. NULL: not started yet */
	bool has_overslept;    /* a process has slept until its limit without a first answer, so later processes get
	                        * less time */
	bool begins_again;     /* the last start failed before the program ran, and no process has answered since */
	int64_t slept_ns, slept_until_ns; /* slept_ns: how long processes have slept before their first answers. If
	                                   * several sleep at once, the time counts once: slept_until_ns is the time up
	                                   * to which it has been counted */
	struct program_pool pool;
	struct lane_groups groups;
	struct program_lane *lanes; /* by lane */
	struct pollfd *fds;    /* three for each pending group */
	struct killed own_killed;     /* used if the plan has none */
	bool is_short;                /* a process was killed for lack of memory during this program_collect */
	char text[sizeof ((struct output_ring *)0)->text + 1]; /* what transport_output returns */
};

/* Ends the process of a group, and frees the group. A state other than PROCESS_DONE is a fault of the process, which is
 * described in *fault. Returns non-zero on a failure of the system. */
int program_group_free(struct program *self, struct program_group *group, enum process_state state, struct fault *fault,
		       struct err *err);

/* Returns the process whose CPU time and sleep are checked for this group. For forks this is the parent's process, so
 * all forks are checked together. */
static inline struct program_process *program_watched(const struct program *self, const struct program_group *group)
{
	return group->is_forked ? self->parent->process : group->process;
}

/* Stops forking, because one fork, or all forks together, broke a limit. */
void program_stop_forks(struct program *self);

/* Sets group->trouble: the group has used too much memory and must end. */
void program_say_memory(const struct program *self, struct program_group *group);

/* Checks whether the group's process and all that it has started use too much memory. Does nothing if a control group
 * limits it, because then the kernel checks. */
void program_look_at_memory(const struct program *self, struct program_group *group);

/* transport_ops.peek: reads the available answers without waiting. */
void program_peek(struct transport *transport, int32_t *replies);

/* transport_ops.collect: waits until each group has answered all its asks, or must end. */
int program_collect(struct transport *transport, int32_t *replies, struct err *err);
