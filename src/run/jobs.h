/* jobs.h - items made by several processes at once and taken in their order: item i is made by process i % n. A pipe
 * to each is all there is between them: who is ahead waits. */
#ifndef ARENA_RUN_JOBS_H
#define ARENA_RUN_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct job {
	int number, n_jobs;
	uint64_t n_seen;   /* for job_is_mine */
	int fd;
};

struct jobs {
	int n_jobs;        /* at least 1 */
	/* In a process of its own: makes its items, sends them, returns; non-zero: err, which jobs_run hands on. */
	int (*work)(struct job *job, void *context, struct err *err);
	/* The next item; false to stop. */
	bool (*take)(const char *bytes, size_t n, void *context);
	void *context;
};

/* Asked for each item in turn: is it this process that makes it? */
bool job_is_mine(struct job *job);

/* Hands on the next item of this process. False when nobody wants it any more. */
bool job_send(struct job *job, const char *bytes, size_t n);

/* Nobody is left when it returns. 0 also when take stopped it. */
int jobs_run(const struct jobs *jobs, struct err *err);

#endif
