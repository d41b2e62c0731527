/* jobs.h - items made by several workers (match/workers.h) and processed in order: item i is made by worker i % n.
 *
 * A message to a worker asks for its next batch of items, and the answer is the batch. So a worker that is ahead waits, with
 * at most three batches: the one that is processed, the one that has arrived, and the one that it has made since. */
#pragma once

#include <signal.h>

#include "base/base.h"

struct job {
	int number, n_jobs;
	uint64_t n_seen;   /* for job_is_mine */
	int fd;
	struct str unsent; /* the batch that is being made */
};

struct jobs {
	int n_jobs;        /* at least 1 */
	/* Runs in each process: makes and sends its items. Returns non-zero with err, which jobs_run returns. */
	int (*work)(struct job *job, void *context, struct err *err);
	/* Takes the next item; returns false to stop. */
	bool (*take)(const char *bytes, size_t n, void *context);
	const volatile sig_atomic_t *stop; /* set by a signal handler to stop early; NULL: never */
	void *context;
};

/* Called for each item in turn: does this process make it? */
bool job_is_mine(struct job *job);

/* Sends the next item of this process, or keeps it until there are more. Returns false when it is no longer wanted. */
bool job_send(struct job *job, const char *bytes, size_t n);

/* Sends the items that were kept, once the owner asks for them: for items that take long. */
bool job_flush(struct job *job);

/* Runs the jobs until all processes have ended. Returns 0 also when it was stopped. */
int jobs_run(const struct jobs *jobs, struct err *err);
