/* sandbox.h - shared by the files of the transport to confined robots. sandbox_start.c starts processes and seats
 * lanes; sandbox.c posts asks and collects the answers. */
#pragma once

#include "robot/groups.h"
#include "robot/idle.h"
#include "robot/killed.h"
#include "robot/so/template.h"

struct so_group {
	struct lane_group lanes;
	uint32_t *ask;         /* ask[i]: ask i of the next batch, in the memory of the process; only written */
	int *queue;            /* queue[i]: the lane of ask i, or n_lanes if its answer is ignored */
	struct process *process;
	bool is_solo;          /* the process serves only one attempt */
	bool is_for_all;       /* it has a seat for each lane, with the number of the lane */
	uint32_t n_free;       /* number of free seats; unless is_for_all, they are free_seats[i], i < n_free */
	uint32_t *free_seats;
	uint32_t *attempts;        /* by seat: number of attempts served, which is passed to the runner */
	uint32_t *games;       /* by seat: number of games begun, which is passed to the runner */
};

struct sandbox {
	struct transport transport;
	struct transport_plan plan;
	struct killed own_killed; /* used if the plan has none */
	int image;             /* the robot's file (process_image); -1: not needed yet */
	struct idle idle;      /* idle CPU time of single processes and of all together (has_spun) */
	int64_t flushed_ns;    /* wall-clock time of the last asks */
	int64_t asked_ns;      /* time in which at least one process had a batch, except the time since flushed_ns */
	uint64_t n_batches, n_processes;
	int64_t looked_cpu_ns, looked_allowed_ns; /* at the last check: the CPU time that all processes had used, and
	                                           * the CPU time that their asks allowed */
	bool is_short;         /* a process was killed for lack of memory during this transport_collect */
	int64_t slept_ns;      /* how long its processes have slept while they were loaded */
	struct template *templates;
	bool cannot_copy;      /* this system or robot does not allow templates */
	struct lane_groups groups;
	struct so_group *only;  /* the only group, if it is_for_all; NULL: there are others, or it is not */
	int n_awaited;         /* pending groups before this index have been waited for, or are being waited for */
	int32_t *replies;      /* replies of the current transport_collect */
	char *text;            /* what transport_output returns */
};

/* Charges the robot for the CPU time that the process of the group has used without an ask since the last call. */
void sandbox_note_idle(struct sandbox *sandbox, struct so_group *group);

/* Ends the process of a group without lanes; the arguments are those of process_end. */
void sandbox_group_free(struct sandbox *sandbox, struct so_group *group, enum process_state state, struct fault *fault);

/* Uses one process per lane from now on. The processes of all workers together may use half of the available memory. */
void sandbox_make_solo(struct sandbox *sandbox);

/* Ends all groups, which must have no lanes, and all templates. */
void sandbox_end_processes(struct sandbox *sandbox);

/* These are the functions of struct transport_ops. */
char *sandbox_seat(struct transport *transport, int lane, int attempt, struct fault *fault, struct err *err);
void sandbox_game(struct transport *transport, int lane, const struct game_intro *intro);
void sandbox_leave(struct transport *transport, int lane);
void sandbox_rest(struct transport *transport);
