/* worker.h - one process that plays matches: lanes, transports, and the round between them.
 *
 * A worker plays a run of matches rotation by rotation: all lanes play the first rotation of match after match, then the
 * processes of the robots end, and fresh ones play the second rotation of the same matches, and so on. So no process ever
 * meets the same dice twice, no two rotations of a match are played at the same time, and one process serves a robot in
 * all lanes. How many matches of the run make up the chunk is seen while the first rotation is played: no more are begun
 * when the time for it is over. */
#ifndef ARENA_MATCH_WORKER_H
#define ARENA_MATCH_WORKER_H

#include "match/lane.h"
#include "match/tournament.h"
#include "robot/so/sandbox.h"

struct worker {
	const struct tournament *tournament;
	struct lane_setting setting;
	struct shared_areas shared_areas;
	struct str rules_text;
	int n_lanes;
	int n_robots;
	struct transport **transports;    /* by robot */
	int64_t *cpu_reported;  /* by robot */
	struct lane *lanes;
	int32_t *replies;       /* by lane: the plays of the last round; one more for those that are ignored */
	int *order;             /* lanes that play, oldest match first, then the idle ones; n_busy play */
	int n_busy;
	int *n_coming;          /* by robot: seats in the next matches; NULL: no robot needs to know */
	int n_active;           /* how many of them play now */
	uint64_t capacity;      /* matches that the chunk in progress has room for */
};

/* What one call of worker_play plays. */
struct worker_task {
	struct matches matches;
	const uint64_t *numbers; /* matches.n of them, ascending, in place of first and stride; NULL: those */
	int64_t rotation_ns;     /* begin no more matches when the first rotation has taken so long; 0: play all */
	int only_rotation;       /* play only this rotation; -1: all */
};

/* The number of the task's match at this index. */
static inline uint64_t worker_task_number(const struct worker_task *task, uint64_t index)
{
	return task->numbers ? task->numbers[index] : matches_number(&task->matches, index);
}

/* Lanes that pay for this tournament: what was asked for, or by the number of seats; never more
 * than there are matches to play, or than the robots can bear. */
int worker_lanes(const struct tournament *tournament);

/* The transport to a robot of this kind, under the tournament's limits; NULL for one that cannot be loaded. */
struct transport *worker_transport(const struct tournament *tournament, const struct robot *robot, const struct transport_plan *plan);

/* So many lanes, or as many as all robots of the tournament can bear. */
int worker_bearable_lanes(const struct tournament *tournament, int lanes);

/* How many lanes at most this robot can bear at tables of n_seats; 0: any number. */
int worker_robot_lanes(const struct robot *robot, int n_seats);

/* Lays out the shared areas and the transports; robots are started when a match begins. */
int worker_init(struct worker *worker, const struct tournament *tournament, int n_lanes,
		volatile uint64_t *games_played, struct err *err);
void worker_release(struct worker *worker);

/* Plays the matches of a task, or the first few of them (at least one), into the zeroed chunk, which the caller releases
 * in any case. When not all rotations were to be played it has the places and no sums. Non-zero: err; EXIT_OK in it when a
 * watcher broke off. */
int worker_play(struct worker *worker, const struct worker_task *task, struct chunk *chunk, struct err *err);

/* The life of a worker process: runs of matches come in on fd, chunks go out (channel.h); returns when fd is closed. */
int worker_main(const struct tournament *tournament, int n_lanes, int fd, volatile uint64_t *games_played);

#endif
