/* worker.h - one process that plays matches with lanes and transports.
 *
 * A worker plays its matches rotation by rotation. The lanes play the first rotation of all matches; then the processes
 * of the robots end, and fresh ones play the second rotation of the same matches, and so on. So no process sees the
 * same dice twice, no two rotations of a match are played at the same time, and one process serves a robot in all
 * lanes. If each rotation has its own dice (DEALS_INDEPENDENT), the processes continue to the end of the chunk, because
 * a start takes as long as dozens of games. The first rotation determines how many matches the chunk has, because no
 * more matches begin when its time is over. In a run with deal sets, all this is done first with one match of each set,
 * then with another one, and so on. */
#pragma once

#include "match/lane.h"
#include "match/tournament.h"
#include "robot/so/fork_server.h"
#include "robot/transport.h"

struct worker {
	const struct tournament *tournament;
	struct lane_setting setting;
	struct shared_areas shared_areas;
	struct fork_server fork_server;
	struct str rules_text;
	struct rng_key order_key; /* determines the order of matches in later rotations */
	int n_lanes;
	int n_robots;
	struct transport **transports;    /* by robot */
	int64_t *cpu_reported;  /* by robot */
	char *lanes;            /* n_lanes lanes of lane_size bytes each: worker_lane */
	size_t lane_size;
	int32_t *replies;       /* by lane: the plays of the last round; one more element is for answers that are
	                         * ignored */
	int *order;             /* the n_busy lanes that play, oldest match first, then the idle ones */
	int *turns;             /* the lanes that continue, in the order of the round (rotation.c) */
	uint8_t *turn;          /* the sort key of order[i] (take_turns) */
	int n_busy;
	int *n_coming;          /* by robot: number of its seats in the next matches; NULL if no robot needs this */
	int n_active;           /* maximum number of lanes that play now */
	bool is_quick;          /* the last round took little time */
	int64_t match_ns;       /* duration of a match in the first rotation of the last chunk; 0: unknown */
	uint64_t capacity;      /* number of matches for which the current chunk has room */
};

static inline struct lane *worker_lane(const struct worker *worker, int index)
{
	return (struct lane *)(void *)(worker->lanes + (size_t)index * worker->lane_size);
}

/* The matches of one call of worker_play. */
struct worker_task {
	struct matches matches;
	const uint64_t *numbers; /* the numbers of the matches.n matches, ascending; NULL: they are given by first and
	                          * stride */
	const int *replaced;     /* with numbers: the robots whose places the substitute takes in these matches, or -1;
	                          * NULL: no match has the substitute */
	int64_t rotation_ns;     /* begin no more matches after the first rotation has taken this long; 0: play all */
	int only_rotation;       /* play only this rotation; -1: all */
};

/* Returns the number of the task's match at this index. */
static inline uint64_t worker_task_number(const struct worker_task *task, uint64_t index)
{
	return task->numbers ? task->numbers[index] : matches_number(&task->matches, index);
}

/* Returns the number of lanes for this tournament: as requested, or chosen by the number of seats. It is at most the
 * number of matches, and the number of lanes that the robots support. */
int worker_lanes(const struct tournament *tournament);

/* Returns a new transport to the robot, under the tournament's limits, or NULL if the robot cannot be loaded. */
struct transport *worker_transport(const struct tournament *tournament, const struct robot *robot,
				   const struct transport_plan *plan);

/* Returns this number of lanes, or the maximum that all robots of the tournament support if it is lower. */
int worker_bearable_lanes(const struct tournament *tournament, int lanes);

/* Returns the maximum number of lanes of this robot at tables of n_seats, or 0 for any number. */
int worker_robot_lanes(const struct robot *robot, int n_seats);

/* Creates the shared areas and the transports. Robots are started when a match begins. */
int worker_init(struct worker *worker, const struct tournament *tournament, int n_lanes,
		volatile uint64_t *games_played, struct err *err);
void worker_release(struct worker *worker);

/* Plays the matches of a task, or the first few of them (at least one), and stores the results in the zeroed chunk,
 * which the caller releases in any case. If not all rotations are played, the chunk has the places but no sums. Returns
 * non-zero with err on failure; its code is EXIT_OK if a watcher stopped the run. */
int worker_play(struct worker *worker, const struct worker_task *task, struct chunk *chunk, struct err *err);

/* The main function of a worker process: reads each struct matches from fd and answers it with a packed chunk
 * (workers.h, chunk.h). Returns the exit code when fd is closed. */
int worker_main(const struct tournament *tournament, int n_lanes, int fd, volatile uint64_t *games_played);
