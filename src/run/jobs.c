/* jobs.c - takes batches of items from workers in turn, and processes them item by item. */
#include "run/jobs.h"

#include "match/workers.h"
#include "robot/program/limit.h"

enum {
	BATCH = 1 << 16, /* in bytes; a batch with more is sent */
	TICK_MS = 200,
};

/* These values are sent in place of the size of an item. */
#define NO_MORE UINT64_MAX
#define FAILED  (UINT64_MAX - 1) /* a struct err follows */

/* What a worker has sent. */
struct jobs_batch {
	struct str bytes; /* the items, each after its size */
	size_t at; /* where the next item begins */
};

bool job_is_mine(struct job *job)
{
	return job->n_seen++ % (uint64_t)job->n_jobs == (uint64_t)job->number;
}

bool job_flush(struct job *job)
{
	AUTO_STR struct str request = {0};
	bool is_sent = workers_next(job->fd, &request) &&
		workers_send(job->fd, str_text(&job->unsent), job->unsent.length);
	str_clear(&job->unsent);
	return is_sent;
}

bool job_send(struct job *job, const char *bytes, size_t n)
{
	uint64_t size = n;
	str_add_n(&job->unsent, (const char *)&size, sizeof size);
	str_add_n(&job->unsent, bytes, n);
	return job->unsent.length < BATCH || job_flush(job);
}

static int run_worker(int index, int fd, void *context)
{
	const struct jobs *jobs = context;
	struct job job = {.number = index, .n_jobs = jobs->n_jobs, .fd = fd};
	struct err err = {0};
	AUTO_STR struct str request = {0};
	uint64_t end = jobs->work(&job, jobs->context, &err) ? FAILED : NO_MORE;
	limit_leave(); /* removes the control groups if this process has made them */
	str_add_n(&job.unsent, (const char *)&end, sizeof end);
	if (end == FAILED)
		str_add_n(&job.unsent, (const char *)&err, sizeof err);
	job_flush(&job);
	while (workers_next(fd, &request)) /* returns false when the owner ends this process */
		;
	str_release(&job.unsent);
	return EXIT_OK;
}

static bool is_stopped(const struct jobs *jobs)
{
	return jobs->stop && *jobs->stop;
}

/* Replaces the batch of a worker by its next one, and requests the one after that. Returns 1, 0 if stopped, or -1 with
 * err. */
static int next_batch(const struct jobs *jobs, struct workers *workers, int index, struct jobs_batch *batch,
		      struct err *err)
{
	struct workers_process *process = &workers->list[index];
	while (!process->has_answered) {
		if (is_stopped(jobs))
			return 0;
		if (workers_wait(workers, TICK_MS, err))
			return -1;
	}
	size_t n;
	const char *bytes = workers_answer(workers, index, &n);
	str_clear(&batch->bytes);
	str_add_n(&batch->bytes, bytes, n);
	batch->at = 0;
	workers_give(workers, index, "", 0);
	return 1;
}

/* Takes the next item, from the worker whose turn it is. Returns 1, 0 if there are no more or no more are wanted, or -1
 * with err. */
static int take_next(const struct jobs *jobs, struct workers *workers, int index, struct jobs_batch *batch,
		     struct err *err)
{
	uint64_t size;
	int code = batch->at < batch->bytes.length ? 1 : next_batch(jobs, workers, index, batch, err);
	if (code <= 0)
		return code;
	memcpy(&size, batch->bytes.text + batch->at, sizeof size);
	if (size == NO_MORE || is_stopped(jobs))
		return 0;
	const char *bytes = batch->bytes.text + batch->at + sizeof size;
	if (size == FAILED) {
		memcpy(err, bytes, sizeof *err);
		return -1;
	}
	batch->at += sizeof size + size;
	return jobs->take(bytes, size, jobs->context);
}

int jobs_run(const struct jobs *jobs, struct err *err)
{
	struct workers workers;
	AUTO_FREE struct jobs_batch *batches = NEW_ARRAY(struct jobs_batch, (size_t)jobs->n_jobs);
	int code = workers_start(&workers, jobs->n_jobs, run_worker, (void *)(uintptr_t)jobs, err) ? -1 : 1;
	for (int i = 0; code > 0 && i < workers.n; i++)
		workers_give(&workers, i, "", 0);
	for (int i = 0; code > 0; i = (i + 1) % workers.n)
		code = take_next(jobs, &workers, i, &batches[i], err);
	workers_end(&workers);
	for (int i = 0; i < jobs->n_jobs; i++)
		str_release(&batches[i].bytes);
	return code;
}
