/* process.h - one robot process as the worker sees it: starting it, posting a batch,
 * waiting with a watchdog, burying it. */
#ifndef ARENA_ROBOT_PROCESS_H
#define ARENA_ROBOT_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "robot/sandbox.h"
#include "robot/wire.h"

struct process {
	pid_t pid;
	struct wire *wire;
	size_t size;           /* of the private area */
	uint32_t slots_at, slot_stride, ring_at, letters_at; /* the host's own copies of the layout */
	uint32_t n_copies;     /* wanted; ring size */
	uint32_t n_loaded;     /* usable */
	uint32_t batch;
	int64_t cpu_at_ready;  /* CPU time used for loading */
};

enum process_state {
	PROCESS_DONE,
	PROCESS_DIED,   /* it is gone, or broke the protocol */
	PROCESS_BUSY,   /* the ask in progress used up its CPU time */
	PROCESS_ASLEEP, /* the ask in progress used up ten times that on the wall clock */
};

/* Starts a process with up to n_copies copies and waits until it is ready. NULL: either fault->verdict is
 * VERDICT_LOAD with the reason (is_option says that it refused an option), or err is filled. */
struct process *process_start(const struct robot *robot, const struct port_plan *plan, uint32_t n_copies,
			      struct fault *fault, bool *is_option, struct err *err);

/* Posts the n asks written to the ring. */
void process_post(struct process *process, uint32_t n);

/* Waits for the batch of n asks. *n_done: asks that were answered. Otherwise ask *n_done is
 * the one in progress. */
enum process_state process_wait(struct process *process, uint32_t n, const struct limits *limits, uint32_t *n_done);

/* CPU time since it was ready. */
int64_t process_cpu_ns(const struct process *process);

/* Kills and reaps it, describes how it ended (fault may be NULL), frees it. `state` is what process_wait
 * gave. */
void process_end(struct process *process, enum process_state state, const struct limits *limits, struct fault *fault);

#endif
