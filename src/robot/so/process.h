/* process.h - one robot process for the worker: starting it, posting a batch,
 * waiting with a watchdog, reaping it. */
#ifndef ARENA_ROBOT_SO_PROCESS_H
#define ARENA_ROBOT_SO_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "robot/so/sandbox.h"
#include "robot/watchdog.h"
#include "robot/wire.h"

struct template;

/* CPU time of a process that is not the robot's: of a copy that gets ready; and after each batch, of the wake-up of the
 * worker and the way into the next wait. */
#define PROCESS_READY_NS INT64_C(5000000)
#define PROCESS_TAIL_NS INT64_C(20000)

struct process {
	pid_t pid;
	struct template *template; /* it is a copy of this one's process, which owns the area; NULL: it was started by itself */
	int slot;              /* which copy */
	int area;              /* descriptor of the private area while it starts, then -1 */
	struct wire *wire;
	size_t size;           /* of the private area */
	uint32_t part_at, part_size; /* as in the wire */
	uint32_t slots_at, slot_stride, ring_at, letters_at; /* the host's own copies of the layout */
	uint32_t n_copies;     /* wanted; ring size */
	uint32_t n_loaded;     /* usable */
	uint32_t n_wires;
	bool is_shared;        /* its instances share the code: a seat can be had again and again */
	uint32_t batch;
	int n_deaths;          /* of any child, seen when the batch was posted */
	uint64_t heap_at_ready; /* bytes */
	int64_t cpu_at_ready;  /* CPU time used for loading */
	int64_t posted_ns, done_ns; /* when the last batch was, on the wall clock */
	int64_t asked_ns;      /* time in which batches were in progress, but for the one that is */
	int64_t lasted_ns;     /* how long the last one was */
	bool is_asked;         /* one is */
	bool is_answered;      /* it is, but process_peek has seen it done, when the process had used answered_cpu_ns */
	bool is_busy;          /* process_peek has seen an ask of it use up its CPU time */
	int64_t answered_cpu_ns;
	uint32_t peeked_ask;   /* the ask in progress, and CPU time, when process_peek first saw it; 0: it has not */
	int64_t peeked_cpu_ns;
	int64_t spun_ns;       /* CPU time after answers that process_peek has seen, as long as process_take_idle has not */
	int64_t looked_cpu_ns, looked_asked_ns; /* when process_take_idle last did */
	uint32_t looked_batch;
	uint32_t output_from;  /* with one copy: what it had printed when its present instance sat down */
	struct robot_notes *notes; /* of its robot; may be NULL */
	int permit, lifeline;  /* of a template: its listener, and the end that keeps it alive (permit.h); else -1 */
};

/* What is to be started. */
struct process_plan {
	const struct robot *robot;
	const struct transport_plan *transport;
	int attempt;               /* whose shared area it sees */
	uint32_t n_copies;     /* instances wanted; there may be fewer, but one */
	bool is_shared;        /* they share one loaded file */
	uint32_t n_wires;      /* more than 1: it is a template, for so many copies less one */
	int image;             /* of process_image */
};

/* Why a process could not be started. */
struct start_failure {
	struct fault fault;   /* verdict VERDICT_LOAD, or VERDICT_OK when the world failed (see err) */
	bool is_option;       /* it refused an option */
	bool cannot_share;    /* its options took heap memory: try again without is_shared */
	bool cannot_copy;     /* no template can be had here: start processes one by one */
};

/* The robot's file in sealed memory: a descriptor, which the caller closes. -1: err. */
int process_image(const struct robot *robot, struct err *err);

/* Starts a process and waits until it is ready. NULL: see failure, and err. */
struct process *process_start(const struct process_plan *plan, struct start_failure *failure, struct err *err);

/* Of a template's area: the i-th wire, filled for the copy that is to have it, as `process` (a copy's) will use it. */
void process_fill_copy(struct process *copy, const struct process *template, int slot);

/* Posts the n asks written to the ring. */
void process_post(struct process *process, uint32_t n);

/* What process_wait does besides: now and then, while the process is late, it calls `look`. */
struct process_waiting {
	const struct limits *limits;
	void (*look)(void *context); /* may be NULL */
	void *context;
};

/* Waits for the batch of n asks. *n_done: asks that were answered. Otherwise ask *n_done is
 * the one in progress. */
enum process_state process_wait(struct process *process, uint32_t n, const struct process_waiting *waiting, uint32_t *n_done);

/* Looks at a batch that nobody waits for yet: is it done, or does one of its asks take too long? */
void process_peek(struct process *process, const struct limits *limits);

/* Is it gone? Leaves it to be reaped. */
bool process_is_dead(const struct process *process);

/* Does it use much more heap memory than when it was ready? Finished attempts cannot free their memory, so such a process
 * should be replaced. */
bool process_has_grown(const struct process *process, uint64_t memory);

/* CPU time since it was ready. */
int64_t process_cpu_ns(const struct process *process);

/* CPU time since the last call that no batch explains. */
int64_t process_take_idle(struct process *process);

/* All of it so far, less the time in which a batch was in progress and the process did not work; 0 while one is. */
int64_t process_idle_ns(const struct process *process);

/* The batch that was posted is done; process_wait says so itself. */
void process_batch_done(struct process *process);

/* Kills and reaps it, describes its end (fault may be NULL), frees it. `state` is the result of process_wait. With a
 * template all its copies must have ended before. */
void process_end(struct process *process, enum process_state state, const struct limits *limits, struct fault *fault);

/* Makes the death of a child interrupt a wait for its answer, or be seen just before it. */
void process_listen_for_deaths(void);

#endif
