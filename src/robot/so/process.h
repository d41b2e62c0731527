/* process.h - one robot process, as seen by the worker: starting it, posting a batch, waiting with a timeout, reaping
 * it. */
#pragma once

#include <sys/types.h>

#include "robot/watchdog.h"
#include "robot/channel.h"

struct template;

/* CPU time that is not charged to the robot. PROCESS_READY_NS: per process, until it is ready. PROCESS_TAIL_NS: per
 * batch, to wake the worker and wait again. */
#define PROCESS_READY_NS INT64_C(5000000)
#define PROCESS_TAIL_NS INT64_C(20000)

struct process {
	pid_t pid;
	struct template *template; /* the template from which it was copied, which owns the area; NULL: it is not a
	                            * copy */
	int number;              /* its number among the copies of the template */
	int area;              /* descriptor of the private area while it starts, then -1 */
	struct channel *channel;
	size_t size;           /* size of the private area */
	uint32_t part_at, part_size; /* as in the channel */
	uint32_t seats_at, seat_stride, ring_at, letters_at; /* the host's own copies of these offsets, because the
	                                                      * robot could change those in the channel */
	uint32_t n_wanted;     /* instances wanted; the size of the ring depends on it */
	uint32_t n_loaded;     /* instances loaded */
	uint32_t n_channels;
	bool is_shared;        /* its instances share the code: seats are reusable */
	bool can_begin_again;  /* it is a copy and has reported that it can restore its instances to their state after
	                        * loading (snapshot.h) */
	uint32_t batch;
	int n_deaths;          /* number of deaths of children (SIGCHLD) when the batch was posted */
	uint64_t heap_at_ready; /* bytes */
	uint64_t space_at_ready; /* bytes of address space of the template */
	int64_t cpu_at_ready;  /* CPU time when it was ready */
	int64_t posted_ns, done_ns; /* wall-clock times of the last batch */
	int64_t asked_ns;      /* total time of finished batches */
	int64_t lasted_ns;     /* duration of the last one */
	bool is_asked;         /* a batch is in progress */
	bool is_answered;      /* process_peek has noticed that the batch is done, and process_wait has not been called
	                        * yet. The process had then used answered_cpu_ns */
	struct sleep sleep;    /* its sleep during its batches */
	bool is_busy;          /* process_peek has noticed that an ask has used up its CPU time */
	int64_t answered_cpu_ns;
	uint32_t peeked_ask;   /* the ask in progress, and the CPU time when process_peek first saw this ask; 0: not
	                        * seen yet */
	int64_t peeked_cpu_ns;
	int64_t spun_ns;       /* CPU time used between the end of a batch that process_peek noticed and process_wait,
	                        * not yet returned by process_take_idle */
	int64_t looked_cpu_ns, looked_asked_ns; /* values at the last process_take_idle */
	uint32_t looked_batch;
	uint32_t output_from;  /* with one instance: length of the output when the current attempt began */
	struct robot_notes *notes; /* the robot's; may be NULL */
	int permit, lifeline;  /* of a template: the listener, and the parent's end of the lifeline (permit.h); -1 for
	                        * other processes */
};

/* The arguments of process_start. */
struct process_plan {
	const struct robot *robot;
	const struct transport_plan *transport;
	int attempt;               /* the attempt whose shared area it sees */
	uint32_t n_wanted;     /* instances wanted; at least one is loaded */
	bool is_shared;        /* they share one loaded file */
	uint32_t n_channels;      /* more than 1: it is a template, for n_channels - 1 copies */
	int image;             /* the image that process_image returned */
	int64_t *slept_ns;     /* sum of the time that the robot's processes have slept while they were loaded;
	                        * borrowed */
};

/* The reason why a process could not be started. */
struct start_failure {
	struct fault fault;   /* verdict VERDICT_LOAD; VERDICT_OK when the system failed (see err) */
	bool is_option;       /* the robot refused an option */
	bool cannot_share;    /* its options allocate heap memory: retry without is_shared */
	bool cannot_copy;     /* this system or robot does not allow templates, so start processes one by one */
};

/* Returns a descriptor of the robot's file in sealed memory, which the caller closes. Returns -1 with err on
 * failure. */
int process_image(const struct robot *robot, struct err *err);

/* Starts a process and waits until it is ready. On failure returns NULL, with the reason in `failure` or err. */
struct process *process_start(const struct process_plan *plan, struct start_failure *failure, struct err *err);

/* Sets up `copy` as copy `number` of the template, and fills its channel in the template's area. */
void process_fill_copy(struct process *copy, const struct process *template, int number);

/* Posts the n asks written to the ring. */
void process_post(struct process *process, uint32_t n);

/* The options of process_wait. */
struct process_waiting {
	const struct limits *limits;
	void (*look)(void *context); /* may be NULL */
	void *context;
	int64_t sleep_ns;            /* how long it may sleep over all its batches; 0: no limit */
};

/* Waits for the batch of n asks, and sets *n_done to the number answered. If the result is not PROCESS_DONE, the ask in
 * progress is ask *n_done. */
enum process_state process_wait(struct process *process, uint32_t n, const struct process_waiting *waiting,
				uint32_t *n_done);

/* Checks, before process_wait is called for a batch, whether the batch is done or one of its asks takes too long. */
void process_peek(struct process *process, const struct limits *limits);

/* Returns true if the process has ended. Does not reap it. */
bool process_is_dead(const struct process *process);

/* Returns true if the process uses much more heap memory than when it was ready. Instances do not free the memory of
 * finished attempts, so such a process should be replaced. */
bool process_has_grown(const struct process *process, uint64_t memory);

/* Returns true if the instances, which have all been used, may be restored for other matches. They must not have mapped
 * much memory, because a restore does not unmap it. */
bool process_can_begin_again(const struct process *process);

/* Returns the CPU time of the process since it was ready. */
int64_t process_cpu_ns(const struct process *process);

/* Returns the CPU time that the process has used since the last call and that cannot have been used for asks. */
int64_t process_take_idle(struct process *process);

/* Returns the total CPU time minus the time in which batches were in progress, but at least 0; 0 while a batch is in
 * progress. */
int64_t process_idle_ns(const struct process *process);

/* Records that the posted batch is done; process_wait does this itself. */
void process_batch_done(struct process *process);

/* Kills and reaps the process, describes its end in `fault` (may be NULL), and frees it. `state` is the result of
 * process_wait. The copies of a template must end first. */
void process_end(struct process *process, enum process_state state, const struct limits *limits, struct fault *fault);

/* Makes the death of a child interrupt process_wait, which also notices a death just before the wait. */
void process_listen_for_deaths(void);
