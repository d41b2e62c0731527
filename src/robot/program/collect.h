/* collect.h - the two halves of a program's transport: transport.c starts processes and posts asks, collect.c waits for
 * their answers. This is what they share. */
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
	bool is_forked;        /* its process is a fork of the parent's */
	struct ask *queue;     /* queue[i], i < lanes.n_queued */
	uint32_t n_done;
	bool has_answered;     /* at least once: it is past its start and its manifest */
	char trouble[200];     /* why it must end; "": it need not */
	struct watchdog dog;
	struct sleep sleep;    /* over its asks */
	int64_t looked_ns;     /* last look of the watchdog */
	struct idle idle;      /* CPU time used outside asks */
	bool has_spun;         /* too much CPU time without an ask */
	enum process_state state; /* why it must end, noticed while waiting for another robot */
	int64_t answered_ns;   /* when it was seen to have answered all that is queued; 0: it has not */
	int64_t posted_ns, asked_ns; /* when the last asks were posted; time with asks since idle last looked */
	int64_t used_ns;       /* CPU time when idle last looked */
	int n_forked;          /* forks that the arena asked for since then */
};

struct program_lane {
	struct game_intro intro;
	uint32_t n_asks;       /* in this game */
	bool is_new;           /* a match begins: it was not asked yet */
	const char *history, *shown;
	char *hands;
};

/* Processes of a program that are started ahead of their matches.
 *
 * A start takes tens of milliseconds (bench/fresh.sh), so the processes of the next matches start while the matches
 * before them are played. A process from the pool is like one from program_start, only further along. If it has died
 * meanwhile, its first ask detects this. */

enum { PROGRAM_POOL_MOST = 8 };

/* Oldest first: process[i], i < n. Zeroed: empty. */
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
	int n_at_once;         /* games in one process; more than one: it is stateless, or knows its matches */
	struct program_group *parent; /* its process forks those of attempt 0; NULL: none yet. Has no lanes, not among `groups` */
	bool has_overslept;    /* a process never answered, so the wait for the next ones is shorter */
	bool begins_again;     /* the last start failed before the program, and no process has answered since */
	int64_t slept_ns, slept_until_ns; /* sleep of its processes before their first answers, parallel sleep counted once;
	                        * the time up to which it is counted */
	struct program_pool pool;
	struct lane_groups groups;
	struct program_lane *lanes; /* by lane */
	struct pollfd *fds;    /* three for each pending group */
	struct killed own_killed;     /* where the plan has none */
	bool is_short;                /* in this program_collect, see transport.was_short */
	char text[sizeof ((struct output_ring *)0)->text + 1]; /* of transport_output */
};

/* Ends the process of a group, and frees it. A state other than PROCESS_DONE is its fault, which is written to *fault.
 * Returns non-zero on a failure of the system. */
int program_group_free(struct program *self, struct program_group *group, enum process_state state, struct fault *fault,
		       struct err *err);

/* Returns the process to ask the kernel about for this group: forks are watched together, and where one fails, its
 * match is played again in a process that is started for it. */
static inline struct program_process *program_watched(const struct program *self, const struct program_group *group)
{
	return group->is_forked ? self->parent->process : group->process;
}

/* Stops forking, because one fork, or all of them together, misbehaved. */
void program_stop_forks(struct program *self);

/* Marks the group as one that must end because it used too much memory. */
void program_say_memory(const struct program *self, struct program_group *group);

/* Checks whether the group uses too much memory, including all processes that it has started. Where a control group
 * limits it, the kernel checks. */
void program_look_at_memory(const struct program *self, struct program_group *group);

/* transport_ops.peek: reads the available answers without waiting. */
void program_peek(struct transport *transport, int32_t *replies);

/* transport_ops.collect: waits until each group has answered all its asks, or must end. */
int program_collect(struct transport *transport, int32_t *replies, struct err *err);
