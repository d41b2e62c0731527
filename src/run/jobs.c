/* jobs.c - batches of items from workers, processed item by item in turn. */
#include "run/jobs.h"

#include "match/workers.h"
#include "robot/program/limit.h"

enum {
	BATCH = 1 << 16, /* bytes: a batch with more is sent */
	TICK_MS = 200,
};

/* In place of the size of an item. */
#define NO_MORE UINT64_MAX
#define FAILED  (UINT64_MAX - 1) /* a struct err follows */

/* What has come from a worker. */
struct jobs_batch {
	struct str bytes; /* each item with its size before it */
	size_t at;        /* of the next item */
};

bool job_is_mine(struct job *job)
{
	return job->n_seen++ % (uint64_t)job->n_jobs == (uint64_t)job->number;
}

bool job_flush(struct job *job)
{
	AUTO_STR struct str request = {0};
	bool is_sent = workers_next(job->fd, &request) && workers_send(job->fd, str_text(&job->unsent), job->unsent.length);
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
	limit_leave(); /* if it was the first to start a program */
	str_add_n(&job.unsent, (const char *)&end, sizeof end);
	if (end == FAILED)
		str_add_n(&job.unsent, (const char *)&err, sizeof err);
	job_flush(&job);
	while (workers_next(fd, &request)) /* until its owner ends it: there are no more batches */
		;
	str_release(&job.unsent);
	return EXIT_OK;
}

static bool is_stopped(const struct jobs *jobs)
{
	return jobs->stop && *jobs->stop;
}

/* The next batch of a worker in place of the last one, and a request for another. 1: it is there; 0: stopped; -1: err. */
static int next_batch(const struct jobs *jobs, struct workers *workers, int index, struct jobs_batch *batch, struct err *err)
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

/* The next item, from the worker whose turn it is: 1; 0: no more items are there, or wanted; -1: err. */
static int take_next(const struct jobs *jobs, struct workers *workers, int index, struct jobs_batch *batch, struct err *err)
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
