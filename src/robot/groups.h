/* groups.h - the lanes of a robot that plays in processes: which process serves which lane, the asks of a process, and
 * what happens to its lanes when it dies. Used by so/sandbox.c and program/transport.c, which define the process.
 *
 * A process with its lanes is a group. All its lanes have the same attempt number (transport_seat), because all
 * attempts at a match have the same dice, and instances in one process could tell each other what they have seen.
 *
 * When a process that serves several lanes dies, the lane that caused it is unknown. All its lanes begin again with new
 * attempts, and from then on the transport is solo, with one process per lane. A death caused from outside (killed.h)
 * is not a fault of the robot, so the games of the process are played again. */
#pragma once

#include "robot/transport.h"

/* The first member of a transport's struct for a process. */
struct lane_group {
	int attempt;
	uint32_t n_seated;     /* lanes that have a seat */
	uint32_t n_queued;     /* asks that wait for an answer */
	struct lane_group *next;
};

struct lane_place {
	struct lane_group *group; /* NULL: not seated */
	uint32_t seat;            /* the lane's seat in the process, if processes distinguish seats */
	uint32_t n_shown;         /* bytes of the output that transport_output has already returned */
};

/* Read-only, except `seat` and `n_shown` of places, and n_pending, which transport_collect sets to 0. */
struct lane_groups {
	struct transport *transport; /* borrowed */
	int n_lanes;
	struct lane_group *first;
	struct lane_place *places;   /* by lane; owned */
	struct lane_group **pending; /* groups with queued asks, n_pending; owned */
	int n_pending;
	struct fault *faults;        /* by lane; owned */
};

void groups_init(struct lane_groups *groups, struct transport *transport, int n_lanes);
/* Frees the arrays. Call it when there are no groups left. */
void groups_release(struct lane_groups *groups);

void groups_add(struct lane_groups *groups, struct lane_group *group, int attempt);
void groups_remove(struct lane_groups *groups, struct lane_group *group);

/* Gives a lane that has no place a place in the group. */
struct lane_place *groups_seat(struct lane_groups *groups, struct lane_group *group, int lane);

/* Frees the place of the lane. */
void groups_leave(struct lane_groups *groups, int lane);

/* Frees the places of all lanes. */
void groups_leave_all(struct lane_groups *groups);

/* Returns the number of groups without seated lanes. */
int groups_n_spare(const struct lane_groups *groups);

/* Queues an ask for the group, and returns its index among those of the group. */
static inline uint32_t groups_queue(struct lane_groups *groups, struct lane_group *group)
{
	groups->transport->n_queued++;
	if (group->n_queued == 0)
		groups->pending[groups->n_pending++] = group;
	return group->n_queued++;
}

/* Allows only one process per lane from now on, and at most most_lanes lanes. */
void groups_make_solo(struct transport *transport, int most_lanes);
enum { GROUPS_SOLO_LANES = 16 }; /* limits the number of processes */

/* Handles a group whose process has ended or must end. Adds an event for each of its lanes, which lose their places.
 * is_alone means that the process served only one lane, so its death is a fault of the robot, unless was_killed.
 * Returns that fault for the caller to fill in, or NULL if there is none. */
struct fault *groups_lose(struct lane_groups *groups, struct lane_group *group, bool is_alone, bool was_killed);
