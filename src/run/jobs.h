/* jobs.h - items that several workers (match/workers.h) make and their owner processes in order. Worker i % n makes
 * item i.
 *
 * A message to a worker requests its next batch of items, and the answer is the batch. So a worker that is ahead of the
 * others waits after at most three batches: one that is being processed, one that has arrived, and one that it has made
 * since. */
#pragma once

#include <signal.h>

#include "base/base.h"

struct job {
	int number, n_jobs;
	uint64_t n_seen;   /* used by job_is_mine */
	int fd;
	struct str unsent; /* the batch in progress */
};

struct jobs {
	int n_jobs;        /* at least 1 */
	/* Runs in each process. Makes and sends the items of the process. Returns non-zero with err, which jobs_run
	 * returns. */
	int (*work)(struct job *job, void *context, struct err *err);
	/* Processes the next item. Returns false to stop. */
	bool (*take)(const char *bytes, size_t n, void *context);
	const volatile sig_atomic_t *stop; /* set by a signal handler to stop early; NULL: never */
	void *context;
};

/* Returns true if this process makes the next item. Call it for each item in turn. */
bool job_is_mine(struct job *job);

/* Sends the next item of this process, or keeps it until there are more. Returns false when items are no longer
 * needed. */
bool job_send(struct job *job, const char *bytes, size_t n);

/* Sends the items that were kept, once the owner requests them. For items that take a long time to make. */
bool job_flush(struct job *job);

/* Runs the jobs until all processes have ended. Also returns 0 if they were stopped. */
int jobs_run(const struct jobs *jobs, struct err *err);
