/* worker.h - one process that plays matches: lanes, ports, and the round between them. */
#ifndef ARENA_MATCH_WORKER_H
#define ARENA_MATCH_WORKER_H

#include "match/lane.h"
#include "match/tournament.h"
#include "robot/sandbox.h"

struct worker {
	const struct tournament *tournament;
	struct lane_setting setting;
	struct boards boards;
	struct str rules_text;
	int n_lanes;
	int n_robots;
	struct port **ports;    /* by robot */
	int64_t *cpu_reported;  /* by robot */
	struct lane *lanes;
	int32_t *replies;       /* by lane: the plays of the last round */
	int *order;             /* lanes with a match, oldest match first; n_busy of them */
	int n_busy;
	int n_active;           /* how many of them play now */
	uint64_t n_finished;    /* matches */
};

/* Lanes that pay for this tournament: what was asked for, or by the number of seats; never more
 * than there are legs to play, or than the robots can bear. */
int worker_lanes(const struct tournament *tournament);

/* The port to a robot of this kind, under the tournament's limits; NULL for one that cannot be loaded. */
struct port *worker_port(const struct tournament *tournament, const struct robot *robot, const struct port_plan *plan);

/* So many lanes, or as many as all robots of the tournament can bear. */
int worker_bearable_lanes(const struct tournament *tournament, int lanes);

/* How many lanes at most this robot can bear at tables of n_seats; 0: any number. */
int worker_robot_lanes(const struct robot *robot, int n_seats);

/* Lays out the boards and the ports; robots are started when a match begins. */
int worker_init(struct worker *worker, const struct tournament *tournament, int n_lanes,
		volatile uint64_t *games_finished, struct err *err);
void worker_release(struct worker *worker);

/* Is there an idle lane? */
bool worker_has_room(const struct worker *worker);

/* Gives a match to an idle lane. */
void worker_begin(struct worker *worker, const struct match_plan *plan);

/* Plays one round: lanes run until they wait, ports are asked and answer. Calls done(lane) for each
 * lane whose match is over. Non-zero: err. */
int worker_round(struct worker *worker, bool (*done)(struct worker *worker, struct lane *lane, void *context),
		 void *context, struct err *err);

/* The life of a worker process: match numbers come in on fd, results go out; returns when fd is closed. */
int worker_main(const struct tournament *tournament, int n_lanes, int fd, volatile uint64_t *games_finished);

#endif
