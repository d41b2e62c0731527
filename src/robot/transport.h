/* transport.h - the interface of all ways to reach a robot.
 *
 * A transport belongs to one worker and one robot. It gives each lane an instance of the robot, passes asks to the
 * instances and returns integers. It must not know dice. A round consists of:
 *
 *   transport_ask ...  once per lane that asks this robot (a transport may answer immediately)
 *   transport_flush    sends the queued asks
 *   transport_collect  waits until each queued ask has an answer or a fault, or was lost
 *
 * Asks of several rounds may be queued before they are sent, but for each lane at most an observation and the play
 * after it.
 *
 * The strings of an ask are not arguments. The history and the showdown are in the shared area (shared_area.h), and the
 * seat's own view of the hands is in the buffer that transport_seat returned.
 *
 * If a process that serves several lanes dies, the lane that caused it is unknown. All of them get EVENT_LOST, their
 * rotations start again as new attempts (they are deterministic), and from then on each lane has a process of its own,
 * so that a death leads to a verdict (EVENT_FAULT). */
#pragma once

#include <stdatomic.h>

#include "base/clock.h"
#include "robot/robot.h"
#include "robot/shared_area.h"

/* Robots that sleep while they are asked.
 *
 * Sleep uses no CPU time, so it has limits of its own: for an ask (watchdog.h) and for all asks of a match. Each time a
 * process is stopped at one of these limits, the limit for a match is halved. After NAPS_MOST stops the robot is no
 * longer started, and fails at each ask. So its sleep can delay a run only by a few seconds, however many games and
 * workers there are. NAPS_GOOD matches without a stop cancel one earlier stop, so a robot that rarely sleeps keeps its
 * time.
 *
 * A program that uses up the CPU time of its first answer is counted too, as long as no process of it has answered in
 * the run. Each stop halves that time, down to an eighth. Otherwise a robot with an endless loop would cost seconds in
 * each game. */
enum { NAPS_MOST = 8, NAPS_GOOD = 16 };
#define NAPS_TOO_MANY "slept too long in several matches, so it was no longer started"
#define NAPS_MUTE "did not answer at all in several matches, so it was no longer started"

/* The stops of a robot; zeroed at the beginning of a run, in memory that its workers share. */
struct naps {
	_Atomic uint32_t n;      /* stops, less the cancelled ones */
	_Atomic uint32_t n_good; /* matches without a stop since the first one */
	_Atomic bool has_answered; /* a process of it has answered; only for programs */
};

static inline bool naps_are_too_many(const struct naps *naps)
{
	return atomic_load_explicit(&naps->n, memory_order_relaxed) >= NAPS_MOST;
}

/* Returns how long the robot may sleep during all asks of a match together. */
static inline int64_t naps_limit_ns(const struct naps *naps, int64_t move_time_ns)
{
	uint32_t n = atomic_load_explicit(&naps->n, memory_order_relaxed);
	int64_t most = 20 * move_time_ns >> (n < NAPS_MOST ? n : NAPS_MOST);
	return most > move_time_ns ? most : move_time_ns;
}

/* Returns how much CPU time a program may use until its first answer, of start_ns. */
static inline int64_t naps_start_ns(const struct naps *naps, int64_t start_ns)
{
	enum { HALVED_MOST = 3 };
	uint32_t n = atomic_load_explicit(&naps->n, memory_order_relaxed);
	return start_ns >> (atomic_load(&naps->has_answered) ? 0 : n < HALVED_MOST ? n : HALVED_MOST);
}

/* Counts a process that was stopped. */
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

/* What happened to an instance that gave no answer. */
enum event_kind {
	EVENT_FAULT, /* it crashed or timed out, at the ask in progress */
	EVENT_LOST,  /* it was lost together with others, perhaps without a fault of its own */
};

struct event {
	int lane;
	enum event_kind kind;
	const struct fault *fault; /* EVENT_FAULT; valid until the next transport_seat or transport_flush */
};

/* The data that a robot gets when a game starts. */
struct game_intro {
	char me;
	char letters[27];   /* in turn order of this game, NUL-terminated */
	uint64_t rng;       /* key of the robot's random numbers in this game, a function of (seed, block, seat) */
};

/* The limits of a robot, and the files that it may read. */
struct limits {
	int64_t move_time_ns;  /* CPU time of one ask; on the wall clock ten times as much */
	int64_t start_time_ns; /* CPU time until it is loaded or gives its first answer; on the wall clock ten times as
	                        * much. 0: LIMITS_START_NS */
	int64_t until_ns;      /* a time on the wall clock; 0: never. From then on, limits on CPU time are a third of
	                        * these, and limits on the wall clock are as long as these */
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
	struct event *events;      /* events[i], i < n_events: the events of the last transport_collect */
	int n_events;
	int64_t cpu_ns;            /* used by ops->cpu; call transport_cpu for the CPU time */
	int n_queued;              /* asks that transport_collect has not answered yet */
	uint64_t collected;        /* the last round in which its answers were collected (match/rotation.c) */
	bool is_due;               /* it will be flushed and collected in the current round (match/rotation.c) */
	bool is_solo;              /* one process per lane from now on */
	bool was_short;            /* the kernel has killed one of its processes for lack of memory */
	bool is_batched;           /* a death at an ask is EVENT_LOST, because a batch may have two asks of a lane, the
	                            * observation of a showdown and the next play */
	int most_lanes;            /* limit on seated lanes, because more would need too many processes or too much
	                            * memory; 0: any number */
	struct transport *const *peers; /* peers[i], i < n_peers: the transports that are asked in the same rounds,
	                                 * including this one; elements may be NULL. Borrowed */
	int n_peers;
	struct naps own_naps, *shared_naps; /* shared_naps: those of the run, borrowed; if NULL, own_naps is used */
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
	ASK_SECOND = 1 << 29,  /* the strings are in the second buffer of the lane's shared area; only if every
	                        * transport is_batched */
};

#define TRANSPORT_QUEUED INT64_MIN

struct transport_ops {
	char *(*seat)(struct transport *transport, int lane, int attempt, struct fault *fault, struct err *err);
	void (*game)(struct transport *transport, int lane, const struct game_intro *intro);
	int64_t (*ask)(struct transport *transport, int lane, unsigned flags); /* the play; or TRANSPORT_QUEUED, after
	                                                                        * n_queued was increased */
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

/* Seats a fresh instance in `lane`, in place of any previous one, for attempt number `attempt` at a rotation of a
 * match. Instances of different attempts see the same dice and never share memory. Returns the buffer for the hands
 * that the seat may see; the transport owns it, and it is valid until the lane is left or seated again. Returns NULL if
 * the robot could not be started (fault->verdict is the reason) or if the system failed (err is filled). */
static inline char *transport_seat(struct transport *transport, int lane, int attempt, struct fault *fault,
				   struct err *err)
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

/* Asks the instance in `lane`; `flags` are those of enum ask_flags. Returns true if it answered immediately, with the
 * play in *play, and false if the ask was queued. Asks of one lane are answered in order. */
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

/* Waits for the answers. Stores the play of each lane that was asked in replies[lane] (the answer to an observation is
 * ignored, or stored in the element after the last lane), and failures in `events`. Returns non-zero on a failure of
 * the system. */
static inline int transport_collect(struct transport *transport, int32_t *replies, struct err *err)
{
	transport->n_events = transport->n_queued = 0;
	return transport->ops->collect ? transport->ops->collect(transport, replies, err) : 0;
}

/* Checks the peers of a robot while the worker waits for the robot, so that CPU time that a peer uses after its answer
 * is not charged to an ask, and so that the limits also apply to the peer's asks. Never waits. */
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

/* Announces that about n instances will soon be seated in the current rotation, so that slow starts can begin now. Does
 * not change results. */
static inline void transport_prepare(struct transport *transport, int n)
{
	if (transport->ops->prepare && !naps_are_too_many(transport_naps(transport)))
		transport->ops->prepare(transport, n);
}

/* Ends all processes, because no lane needs its instance any more. Their state is lost. */
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

/* Returns the CPU time of the transport's asks so far, in nanoseconds, or -1 if it cannot be measured separately.
 * Results must not depend on it. */
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
	bool allows_weak;       /* sandbox: continue without the parts that the kernel lacks */
	bool is_trusted;        /* program: no sandbox */
	struct fork_server *fork_server; /* of the worker: starts the processes of .so files; NULL: each executes the
	                                  * runner */
	int n_workers;          /* workers of the run, which share the memory; 0: one for each core */
	struct killed *killed;  /* of the run: counts processes killed from outside (killed.h); NULL: each transport
	                         * counts its own */
	const char *const *hidden; /* program: files and folders that the robot may not read; NULL-terminated */
};

/* Returns a transport to confined processes (channel.h, confine.h). Cannot fail: they start when a lane is seated. */
struct transport *sandbox_new(const struct robot *robot, const struct transport_plan *plan);

/* Returns how many bytes of memory the copies of this robot's file need if a worker has n lanes. */
uint64_t sandbox_file_bytes(const struct robot *robot, int n_lanes);

/* Loads the robot once in the sandbox, with its options. Fills in robot->manifest, or robot->fault if it cannot be
 * loaded. Returns non-zero on a failure of the system (EXIT_WORLD), or if the robot refuses an option (EXIT_USAGE). */
int sandbox_probe(struct robot *robot, const struct transport_plan *plan, struct err *err);

/* Returns a transport to a robot loaded into the worker itself (--trust), for debuggers, profilers and maximum speed.
 * It has the same lanes and gives the same results, but there is no sandbox and no time limit, and a robot that crashes
 * also ends the worker. */
struct transport *inprocess_new(const struct robot *robot, const struct transport_plan *plan);

/* Does the same as sandbox_probe, without a sandbox. */
int inprocess_probe(struct robot *robot, struct err *err);

/* Asks a person and returns the play. `me` is the person's letter; hands and history are the strings of the ask. With
 * is_observation the result is ignored. */
typedef int human_ask_fn(void *context, char me, const char *hands, const char *history, bool is_observation);

struct transport *human_new(const struct robot *robot, const struct transport_plan *plan, human_ask_fn *ask,
			    void *context);
