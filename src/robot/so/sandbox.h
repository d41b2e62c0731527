/* sandbox.h - shared by the files of the transport to confined robots: sandbox_start.c starts processes and seats lanes,
 * sandbox.c posts asks and collects the answers. */
#pragma once

#include "robot/groups.h"
#include "robot/idle.h"
#include "robot/killed.h"
#include "robot/so/template.h"

struct so_group {
	struct lane_group lanes;
	uint32_t *ask;         /* in the memory of the process, where ask i of the next batch is written; never read */
	int *queue;            /* queue[i]: the lane of ask i; n_lanes for one whose answer is ignored */
	struct process *process;
	bool is_solo;          /* serves one attempt in its life */
	bool is_for_all;       /* it has a seat for each lane, of the same number */
	uint32_t n_free;       /* free seats; unless is_for_all, free_seats[i], i < n_free */
	uint32_t *free_seats;
	uint32_t *attempts;        /* by seat: attempts served; the runner gets the number */
	uint32_t *games;       /* by seat: games begun; the runner gets the number */
};

struct sandbox {
	struct transport transport;
	struct transport_plan plan;
	struct killed own_killed; /* used if the plan has none */
	int image;             /* the robot's file (process_image); -1: not needed yet */
	struct idle idle;      /* of all its processes, each by itself and all together (has_spun) */
	int64_t flushed_ns;    /* wall-clock time of the last asks */
	int64_t asked_ns;      /* time in which some process had a batch, except the time since flushed_ns */
	uint64_t n_batches, n_processes;
	int64_t looked_cpu_ns, looked_allowed_ns; /* at the last look: CPU time used by all, and the CPU time that their
	                                           * asks allow */
	bool is_short;         /* in this transport_collect, see transport.was_short */
	int64_t slept_ns;      /* how long its processes have slept while they were loaded */
	struct template *templates;
	bool cannot_copy;      /* no templates on this system or with this robot */
	struct lane_groups groups;
	struct so_group *only;  /* if there is one group and it is_for_all */
	int n_awaited;         /* pending groups before this index are or were waited for */
	int32_t *replies;      /* of the current transport_collect */
	char *text;            /* of transport_output */
};

/* Charges the robot with the CPU time that the process of the group has used without an ask since the last look. */
void sandbox_note_idle(struct sandbox *sandbox, struct so_group *group);

/* Ends the process of a group without lanes; the arguments are those of process_end. */
void sandbox_group_free(struct sandbox *sandbox, struct so_group *group, enum process_state state, struct fault *fault);

/* Uses one process per lane from now on; those of all workers together may use half of the available memory. */
void sandbox_make_solo(struct sandbox *sandbox);

/* Ends all groups, which must have no lanes, and all templates. */
void sandbox_end_processes(struct sandbox *sandbox);

/* As in struct transport_ops. */
char *sandbox_seat(struct transport *transport, int lane, int attempt, struct fault *fault, struct err *err);
void sandbox_game(struct transport *transport, int lane, const struct game_intro *intro);
void sandbox_leave(struct transport *transport, int lane);
void sandbox_rest(struct transport *transport);
