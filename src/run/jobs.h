/* jobs.h - items made by several processes and processed in order: item i is made by process i % n. They are connected by
 * one pipe each; a process that is ahead waits. */
#ifndef ARENA_RUN_JOBS_H
#define ARENA_RUN_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

struct job {
	int number, n_jobs;
	uint64_t n_seen;   /* for job_is_mine */
	int fd;
	struct str unsent; /* items that go through the pipe together */
};

struct jobs {
	int n_jobs;        /* at least 1 */
	/* Runs in each process: makes and sends its items. Non-zero: err, which jobs_run returns. */
	int (*work)(struct job *job, void *context, struct err *err);
	/* The next item; false to stop. */
	bool (*take)(const char *bytes, size_t n, void *context);
	void *context;
};

/* Called for each item in turn: does this process make it? */
bool job_is_mine(struct job *job);

/* Sends the next item of this process, or keeps it until there are more. False when it is no longer wanted. */
bool job_send(struct job *job, const char *bytes, size_t n);

/* All processes have ended when it returns. 0 also when `take` stopped it. */
int jobs_run(const struct jobs *jobs, struct err *err);

#endif
