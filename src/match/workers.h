/* workers.h - workers that answer messages, as seen by their owner: processes on this machine, or ranks of an MPI job
 * (mpi_ranks.h).
 *
 * The owner gives an idle worker one message, and the worker answers it with one message or an error. So at most one
 * message is in transit in each direction, and neither side waits for the other to read, because messages to a worker
 * are small and the owner reads all answers as they arrive.
 *
 * The death of a worker for a reason other than its robots (such as the kernel's out-of-memory killer) is an error that
 * names the reason. Workers do not outlive their owner, and ignore signals from the terminal, because the owner decides
 * when to stop. */
#pragma once

#include <sys/types.h>

#include "base/base.h"

/* One worker. `in` has the answer that is arriving, or the last one, which workers_answer returns. */
struct workers_process {
	bool is_busy;      /* it has not answered its message yet */
	bool has_answered; /* `in` has a complete answer; cleared by workers_give and by the owner */
	struct str in;
	pid_t pid;         /* of the process; 0 when it has ended */
	int status;        /* its wait status when it has ended */
	int fd;
};

struct workers {
	int n;
	struct workers_process *list; /* n; owned */
	const struct workers_kind *kind;
};

/* The operations of a kind of workers. */
struct workers_kind {
	bool is_remote; /* they do not share memory with their owner */
	/* Returns false if the worker has ended, which `wait` reports. */
	bool (*give)(struct workers *workers, int index, const void *bytes, size_t n);
	int (*wait)(struct workers *workers, int timeout_ms, struct err *err);
	void (*end)(struct workers *workers);
};

/* The main function of a worker process: reads messages from fd with workers_next, answers with workers_send, and
 * returns the exit code when there are no more. */
typedef int workers_main(int index, int fd, void *context);

/* Starts n processes, each on its own core if there are enough. Sets err on failure; the caller must then call
 * workers_end, too. */
int workers_start(struct workers *workers, int n, workers_main *run, void *context, struct err *err);

/* Sends a message to an idle worker. Returns false if the worker has ended; workers_wait then reports this. */
bool workers_give(struct workers *workers, int index, const void *bytes, size_t n);

/* Waits until a worker has answered, a signal has arrived, or the time is over. Returns non-zero with err if a worker
 * died or reported an error. */
int workers_wait(struct workers *workers, int timeout_ms, struct err *err);

/* Returns the bytes of a worker's answer, aligned like memory from malloc. The worker owns them; they are valid until
 * it is given the next message. */
const char *workers_answer(const struct workers *workers, int index, size_t *n);

/* Ends all workers: kills those that are busy, closes the connections of the others, and waits for them. */
void workers_end(struct workers *workers);

/* Functions for a worker. */

/* Reads the next message into the string, replacing its content. Returns false if there are no more. */
bool workers_next(int fd, struct str *message);

/* Answer with a message, or with an error, and block until it is written. Return false if the owner has ended. */
bool workers_send(int fd, const void *bytes, size_t n);
bool workers_send_error(int fd, const struct err *err);

/* Functions for other kinds of workers. */

/* Checks whether a worker's bytes contain a complete answer, and sets has_answered. Returns non-zero with err if the
 * answer is an error. */
int workers_look(struct workers_process *process, struct err *err);

/* Appends an error in the form in which workers_send_error sends it. */
void workers_add_error(const struct err *err, struct str *out);
