/* port.h - how the arena reaches a robot: one interface for all kinds.
 *
 * A port belongs to one worker and one robot. It gives each lane an instance of the
 * robot, carries asks to the instances and brings back integers; it knows nothing of
 * dice. A round goes:
 *
 *   port_ask ...  once per lane that asks this robot (a port may answer at once)
 *   port_flush    hands over what was queued
 *   port_collect  waits until each queued ask has an answer, or a fault, or was lost
 *
 * The strings of an ask are not arguments: history and the showdown stand on the board
 * (board.h), the seat's own view of the hands in the buffer that port_seat returned.
 *
 * A process that serves several lanes and dies proves nothing about any of them: all of
 * them are EVENT_LOST, their legs start again (they are deterministic), and from then on the
 * port gives this robot one process per lane, where a death is a verdict (EVENT_FAULT). */
#ifndef ARENA_ROBOT_PORT_H
#define ARENA_ROBOT_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "robot/board.h"
#include "robot/robot.h"
#include "robot/verdict.h"

/* What happened to an instance instead of an answer. */
enum event_kind {
	EVENT_FAULT, /* it crashed or timed out, at the ask in progress */
	EVENT_LOST,  /* it went down with others: nobody's fault */
};

struct event {
	int lane;
	enum event_kind kind;
	const struct fault *fault; /* EVENT_FAULT; valid until the next port_seat or port_flush */
};

/* What a robot is told when a game begins. */
struct game_intro {
	char me;
	char letters[27];   /* in turn order of this game, NUL-terminated */
	uint64_t rng;       /* key of the robot's random numbers in this game: of (seed, block, seat) */
};

/* Limits a robot is held to. */
struct limits {
	int64_t move_time_ns; /* CPU time of one ask; ten times as much on the wall clock */
	uint64_t memory;      /* bytes of address space */
};

struct port {
	const struct port_ops *ops;
	const struct robot *robot; /* borrowed */
	struct event *events;      /* of the last port_collect: events[i], i < n_events */
	int n_events;
	int64_t cpu_ns;            /* for the port's own sums; ask port_cpu */
	bool is_solo;              /* one process per lane from now on */
	bool is_batched;           /* a death at an ask is EVENT_LOST: the next hand may be asked for while a showdown is
	                            * being looked at */
	int most_lanes;            /* more at a time would take more processes; 0: any number */
};

enum ask_flags {
	ASK_OBSERVE = 1 << 30, /* look at the showdown; the answer is ignored */
	ASK_SECOND = 1 << 29,  /* the history is the second one of the board; only where every port is_batched */
};

struct port_ops {
	char *(*seat)(struct port *port, int lane, int leg, struct fault *fault, struct err *err);
	void (*game)(struct port *port, int lane, const struct game_intro *intro);
	bool (*ask)(struct port *port, int lane, unsigned flags, int *play);
	void (*flush)(struct port *port);
	int (*collect)(struct port *port, int32_t *replies, struct err *err);
	void (*leave)(struct port *port, int lane);
	void (*rest)(struct port *port);
	const char *(*output)(struct port *port, int lane);
	int64_t (*cpu)(const struct port *port);
	void (*free)(struct port *port);
};

/* Sits a fresh instance down in `lane`, in place of the one there, for attempt number `leg` at a rotation of a match.
 * Instances of different attempts never share memory: they see the same dice. Returns the buffer for the hands that its seat may see (the port's, until the lane
 * is left or seated again), or NULL: then either fault->verdict says why the robot could not be
 * started, or err is filled. */
static inline char *port_seat(struct port *port, int lane, int leg, struct fault *fault, struct err *err)
{
	return port->ops->seat(port, lane, leg, fault, err);
}

/* A new game begins in this lane. */
static inline void port_game(struct port *port, int lane, const struct game_intro *intro)
{
	port->ops->game(port, lane, intro);
}

/* Asks the instance in `lane`; flags of enum ask_flags. True: answered at once, in *play. False: queued. Asks of one
 * lane are answered in their order. */
static inline bool port_ask(struct port *port, int lane, unsigned flags, int *play)
{
	return port->ops->ask(port, lane, flags, play);
}

static inline void port_flush(struct port *port)
{
	if (port->ops->flush)
		port->ops->flush(port);
}

/* Waits; the play of each lane that was asked goes to replies[lane] (that of an observation is lost, or goes to the
 * element behind the last lane), and what went wrong to
 * events. Non-zero: the world failed. */
static inline int port_collect(struct port *port, int32_t *replies, struct err *err)
{
	port->n_events = 0;
	return port->ops->collect ? port->ops->collect(port, replies, err) : 0;
}

/* The lane no longer needs its instance. */
static inline void port_leave(struct port *port, int lane)
{
	port->ops->leave(port, lane);
}

/* No lane needs its instance any more: its processes end, and nothing that they know is left. */
static inline void port_rest(struct port *port)
{
	if (port->ops->rest)
		port->ops->rest(port);
}

/* What the instance in `lane` printed since the last call, for replays; valid until the next call. */
static inline const char *port_output(struct port *port, int lane)
{
	return port->ops->output ? port->ops->output(port, lane) : "";
}

/* CPU time its asks took so far, in nanoseconds; -1 when it cannot be told apart. A clock: no
 * result may depend on it. */
static inline int64_t port_cpu(const struct port *port)
{
	return port->ops->cpu ? port->ops->cpu(port) : -1;
}

static inline void port_free(struct port *port)
{
	if (port)
		port->ops->free(port);
}

#endif
