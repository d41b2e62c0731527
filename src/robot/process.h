/* process.h - one robot process as the worker sees it: starting it, posting a batch,
 * waiting with a watchdog, burying it. */
#ifndef ARENA_ROBOT_PROCESS_H
#define ARENA_ROBOT_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "robot/sandbox.h"
#include "robot/watchdog.h"
#include "robot/wire.h"

struct process {
	pid_t pid;
	int area;              /* descriptor of the private area while it starts, then -1 */
	struct wire *wire;
	size_t size;           /* of the private area */
	uint32_t slots_at, slot_stride, ring_at, letters_at; /* the host's own copies of the layout */
	uint32_t n_copies;     /* wanted; ring size */
	uint32_t n_loaded;     /* usable */
	bool is_shared;        /* its instances share the code: a seat can be had again and again */
	uint32_t batch;
	int n_deaths;          /* of any child, seen when the batch was posted */
	uint64_t heap_at_ready; /* bytes */
	int64_t cpu_at_ready;  /* CPU time used for loading */
	struct robot_notes *notes; /* of its robot; may be NULL */
};

/* Why a process could not be started. */
struct start_failure {
	struct fault fault;   /* verdict VERDICT_LOAD, or VERDICT_OK when the world failed (see err) */
	bool is_option;       /* it refused an option */
	bool cannot_share;    /* its options took heap memory: try again without is_shared */
};

/* Starts a process with up to n_copies instances (at least one) that see the board of this leg, sharing
 * one loaded file if is_shared, and waits until it is ready. NULL: see failure, and err. */
struct process *process_start(const struct robot *robot, const struct port_plan *plan, int leg,
			      uint32_t n_copies, bool is_shared, struct start_failure *failure, struct err *err);

/* Posts the n asks written to the ring. */
void process_post(struct process *process, uint32_t n);

/* Waits for the batch of n asks. *n_done: asks that were answered. Otherwise ask *n_done is
 * the one in progress. */
enum process_state process_wait(struct process *process, uint32_t n, const struct limits *limits, uint32_t *n_done);

/* Does it hold much more heap memory than when it was ready? Legs that are over cannot free what they
 * allocated: such a process should give way to a new one. */
bool process_has_grown(const struct process *process, uint64_t memory);

/* CPU time since it was ready. */
int64_t process_cpu_ns(const struct process *process);

/* Kills and reaps it, describes how it ended (fault may be NULL), frees it. `state` is what process_wait
 * gave. */
void process_end(struct process *process, enum process_state state, const struct limits *limits, struct fault *fault);

#endif
