/* transport.h - the interface of all ways to reach a robot.
 *
 * A transport belongs to one worker and one robot. It gives each lane an instance of the
 * robot, carries asks to the instances and returns integers; it must not know dice. A round goes:
 *
 *   transport_ask ...  once per lane that asks this robot (a transport may answer at once)
 *   transport_flush    hands over what was queued
 *   transport_collect  waits until each queued ask has an answer, or a fault, or was lost
 *
 * Asks may be queued over several rounds before they are handed over, at most an observation and the next play of a lane.
 *
 * The strings of an ask are not arguments: history and the showdown are in the shared area (shared_area.h), the seat's
 * own view of the hands in the buffer that transport_seat returned.
 *
 * A process that serves several lanes and dies proves nothing about any of them: all of
 * them are EVENT_LOST, their attempts start again (they are deterministic), and from then on the
 * transport gives this robot one process per lane, where a death is a verdict (EVENT_FAULT). */
#pragma once

#include <stdatomic.h>

#include "base/clock.h"
#include "robot/robot.h"
#include "robot/shared_area.h"

/* Robots that sleep while they are asked.
 *
 * Sleep uses no CPU time, so there are separate limits: for an ask (watchdog.h) and for all asks of a match. Each time
 * that a robot exceeds one, the limit for a match is halved; after NAPS_MOST times the robot is no longer started,
 * and it fails at each ask. So its sleep costs a run a few seconds, whatever the number of games and workers. A robot
 * that rarely sleeps keeps its time: NAPS_GOOD matches without a stop make up for one. */
enum { NAPS_MOST = 8, NAPS_GOOD = 16 };
#define NAPS_TOO_MANY "slept too long in several matches, so it was no longer started"

/* The naps of a robot; zeroed at the beginning of a run, in memory that its workers share. */
struct naps {
	_Atomic uint32_t n;      /* stops, less those that were made up for */
	_Atomic uint32_t n_good; /* matches without a stop since the first one */
};

static inline bool naps_are_too_many(const struct naps *naps)
{
	return atomic_load_explicit(&naps->n, memory_order_relaxed) >= NAPS_MOST;
}

/* Returns how long the robot may sleep over all asks of a match. */
static inline int64_t naps_limit_ns(const struct naps *naps, int64_t move_time_ns)
{
	uint32_t n = atomic_load_explicit(&naps->n, memory_order_relaxed);
	int64_t most = 20 * move_time_ns >> (n < NAPS_MOST ? n : NAPS_MOST);
	return most > move_time_ns ? most : move_time_ns;
}

/* Counts a process that was stopped because it slept too long. */
static inline void naps_count(struct naps *naps)
{
	atomic_fetch_add_explicit(&naps->n, 1, memory_order_relaxed);
}

/* Counts a match in which no process was stopped. */
static inline void naps_count_good(struct naps *naps)
{
	uint32_t n = atomic_load_explicit(&naps->n, memory_order_relaxed);
	if (!n || n >= NAPS_MOST || (atomic_fetch_add_explicit(&naps->n_good, 1, memory_order_relaxed) + 1) % NAPS_GOOD)
		return;
	atomic_compare_exchange_strong_explicit(&naps->n, &n, n - 1, memory_order_relaxed, memory_order_relaxed);
}

/* What an instance may cause instead of an answer. */
enum event_kind {
	EVENT_FAULT, /* it crashed or timed out, at the ask in progress */
	EVENT_LOST,  /* it was lost with others, without its own fault */
};

struct event {
	int lane;
	enum event_kind kind;
	const struct fault *fault; /* EVENT_FAULT; valid until the next transport_seat or transport_flush */
};

/* What a robot is given when a game starts. */
struct game_intro {
	char me;
	char letters[27];   /* in turn order of this game, NUL-terminated */
	uint64_t rng;       /* key of the robot's random numbers in this game: of (seed, block, seat) */
};

/* The limits of a robot, and the files that it may read. */
struct limits {
	int64_t move_time_ns;  /* CPU time of one ask; on the wall clock ten times as much */
	int64_t start_time_ns; /* CPU time until it is loaded or gives its first answer; on the wall clock ten times as
	                        * much. 0: LIMITS_START_NS */
	int64_t until_ns;      /* a time on the wall clock; 0: never. From then on, the CPU times are reduced to a
	                        * third, and limits on the wall clock are three times as long as these */
	uint64_t memory;       /* bytes of address space */
	char readable[4096];   /* folders that it may read besides its own, separated by ':': absolute, without links */
};

#define LIMITS_START_NS INT64_C(3000000000)

enum { LIMITS_OVER = 3 }; /* after until_ns, CPU times are divided by this number */

static inline int64_t limits_start_ns(const struct limits *limits)
{
	return limits->start_time_ns ? limits->start_time_ns : LIMITS_START_NS;
}

static inline bool limits_are_over(const struct limits *limits)
{
	return limits->until_ns && clock_wall_ns() > limits->until_ns;
}

struct transport {
	const struct transport_ops *ops;
	const struct robot *robot; /* borrowed */
	struct event *events;      /* of the last transport_collect: events[i], i < n_events */
	int n_events;
	int64_t cpu_ns;            /* for the transport's own sums; ask transport_cpu */
	int n_queued;              /* asks that transport_collect has not answered yet */
	uint64_t collected;        /* the last round in which it was collected (match/rotation.c) */
	bool is_due;               /* it is flushed and collected in the round in progress (match/rotation.c) */
	bool is_solo;              /* one process per lane from now on */
	bool was_short;            /* the kernel has killed one of its processes for lack of memory */
	bool is_batched;           /* a death at an ask is EVENT_LOST: the next hand may be asked for while a showdown is
	                            * being looked at */
	int most_lanes;            /* more at a time would take more processes, or more memory; 0: any number */
	struct transport *const *peers; /* peers[i], i < n_peers: those asked in the same rounds, this one too; NULL elements are
	                            * skipped. Borrowed */
	int n_peers;
	struct naps own_naps, *shared_naps; /* shared_naps: of the run, borrowed; NULL: own_naps */
};

static inline struct naps *transport_naps(struct transport *transport)
{
	return transport->shared_naps ? transport->shared_naps : &transport->own_naps;
}

static inline void transport_limit_lanes(struct transport *transport, int most)
{
	if (!transport->most_lanes || transport->most_lanes > most)
		transport->most_lanes = most;
}

enum ask_flags {
	ASK_OBSERVE = 1 << 30, /* an observation; the answer is ignored */
	ASK_SECOND = 1 << 29,  /* the history is the second one of the shared area; only where every transport is_batched */
};

#define TRANSPORT_QUEUED INT64_MIN

struct transport_ops {
	char *(*seat)(struct transport *transport, int lane, int attempt, struct fault *fault, struct err *err);
	void (*game)(struct transport *transport, int lane, const struct game_intro *intro);
	int64_t (*ask)(struct transport *transport, int lane, unsigned flags); /* the play, or TRANSPORT_QUEUED, with n_queued raised */
	void (*flush)(struct transport *transport);
	int (*collect)(struct transport *transport, int32_t *replies, struct err *err);
	void (*peek)(struct transport *transport, int32_t *replies);
	void (*leave)(struct transport *transport, int lane);
	void (*prepare)(struct transport *transport, int n);
	void (*rest)(struct transport *transport);
	const char *(*output)(struct transport *transport, int lane);
	int64_t (*cpu)(const struct transport *transport);
	void (*free)(struct transport *transport);
};

/* Seats a fresh instance in `lane`, replacing the one there, for attempt number `attempt` at a rotation of a match.
 * Instances of different attempts see the same dice and never share memory. Returns the buffer for the hands that the
 * seat may see (the transport's, until the lane is left or seated again), or NULL: fault->verdict is then the
 * reason why the robot could not be started, or err is filled. */
static inline char *transport_seat(struct transport *transport, int lane, int attempt, struct fault *fault, struct err *err)
{
	if (!naps_are_too_many(transport_naps(transport)))
		return transport->ops->seat(transport, lane, attempt, fault, err);
	transport->ops->leave(transport, lane);
	fault->verdict = VERDICT_TIMEOUT;
	return NULL;
}

/* Begins a new game in this lane. */
static inline void transport_game(struct transport *transport, int lane, const struct game_intro *intro)
{
	transport->ops->game(transport, lane, intro);
}

/* Asks the instance in `lane`; flags of enum ask_flags. Returns true if it answered at once, in *play; false if queued.
 * Asks of one lane are answered in their order. */
static inline bool transport_ask(struct transport *transport, int lane, unsigned flags, int *play)
{
	int64_t answer = transport->ops->ask(transport, lane, flags);
	if (answer == TRANSPORT_QUEUED)
		return false;
	*play = (int)answer;
	return true;
}

static inline void transport_flush(struct transport *transport)
{
	if (transport->ops->flush)
		transport->ops->flush(transport);
}

/* Waits for the answers; the play of each lane that was asked goes to replies[lane] (that of an observation is ignored, or
 * goes to the element behind the last lane), and what went wrong to events. Returns non-zero on a failure of the system. */
static inline int transport_collect(struct transport *transport, int32_t *replies, struct err *err)
{
	transport->n_events = transport->n_queued = 0;
	return transport->ops->collect ? transport->ops->collect(transport, replies, err) : 0;
}

/* Checks the peers of a robot while it is waited for: CPU time of a peer after an answer does not count for an ask, and
 * its asks keep their limits. Never waits. */
static inline void transport_peek_peers(const struct transport *transport, int32_t *replies)
{
	for (int i = 0; i < transport->n_peers; i++) {
		struct transport *peer = transport->peers[i];
		if (peer && peer->ops->peek)
			peer->ops->peek(peer, replies);
	}
}

/* Frees the instance of the lane. */
static inline void transport_leave(struct transport *transport, int lane)
{
	transport->ops->leave(transport, lane);
}

/* Announces that n instances (or a few more) will soon be seated in the rotation in progress, so that slow starts can
 * begin now. Does not change results. */
static inline void transport_prepare(struct transport *transport, int n)
{
	if (transport->ops->prepare && !naps_are_too_many(transport_naps(transport)))
		transport->ops->prepare(transport, n);
}

/* Ends all processes, because no lane needs its instance. Their state is lost. */
static inline void transport_rest(struct transport *transport)
{
	if (transport->ops->rest)
		transport->ops->rest(transport);
}

/* Returns the output of the instance in `lane` since the last call, for replays; valid until the next call. */
static inline const char *transport_output(struct transport *transport, int lane)
{
	return transport->ops->output ? transport->ops->output(transport, lane) : "";
}

/* Returns the CPU time of its asks so far, in nanoseconds; -1 when it cannot be measured separately. No result may
 * depend on it. */
static inline int64_t transport_cpu(const struct transport *transport)
{
	return transport->ops->cpu ? transport->ops->cpu(transport) : -1;
}

static inline void transport_free(struct transport *transport)
{
	if (transport)
		transport->ops->free(transport);
}

/* The data of the run that a transport needs; borrowed for its life. */
struct transport_plan {
	const struct shared_areas *shared_areas; /* has the shared area of every attempt that is seated */
	size_t hands_size;      /* bytes of the longest hands string */
	int n_lanes;
	const char *rules;      /* text for robot_game_start */
	struct limits limits;
	bool allows_weak;       /* sandbox: continue without parts that the kernel lacks */
	bool is_trusted;        /* program: no sandbox */
	struct fork_server *fork_server; /* of the worker: starts the processes of .so files; NULL: each is executed */
	int n_workers;          /* of the run: they share the memory; 0: one for each core */
	struct killed *killed;  /* of the run: counts processes killed from outside (killed.h); NULL: each start counts for
	                         * itself */
	const char *const *hidden; /* program: files and folders that it may not read; NULL-terminated */
};

/* Returns a transport to confined processes (channel.h, confine.h). Cannot fail: they start when a lane is seated. */
struct transport *sandbox_new(const struct robot *robot, const struct transport_plan *plan);

/* Returns the bytes of memory that the copies of this robot's file need that a worker with n lanes loads at once. */
uint64_t sandbox_file_bytes(const struct robot *robot, int n_lanes);

/* Loads the robot once, confined, with its options. Fills in robot->manifest, or robot->fault if it cannot be loaded.
 * Returns non-zero on a failure of the system (EXIT_WORLD), or if the robot refuses an option (EXIT_USAGE). */
int sandbox_probe(struct robot *robot, const struct transport_plan *plan, struct err *err);

/* Returns the transport to a robot loaded into the worker itself (--trust): for debuggers, profilers and top speed. It
 * has the same lanes and gives the same results, but without sandbox and time limits, and a robot that crashes takes
 * the worker with it. */
struct transport *inprocess_new(const struct robot *robot, const struct transport_plan *plan);

/* Does the same as sandbox_probe, without a sandbox. */
int inprocess_probe(struct robot *robot, struct err *err);

/* Asks a person. `me` is the letter; hands and history are the strings of the ask; with is_observation the result is
 * ignored. Returns the play. */
typedef int human_ask_fn(void *context, char me, const char *hands, const char *history, bool is_observation);

struct transport *human_new(const struct robot *robot, const struct transport_plan *plan, human_ask_fn *ask, void *context);
