/* mpi_ranks.c - workers that are the ranks of an MPI job.
 *
 * Rank 0 sends messages, the end of a run, and the end of the job. A rank answers a message with a frame (workers.h).
 * It answers the end of a run with the same message, after which no more messages of that run are in transit. MPI waits
 * by spinning, so both sides poll, and sleep between two polls, because the cores are for the robots. */
#include "match/mpi_ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mpi.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/cores.h"

#define WORKER_WORD "__worker" /* the first argument of a worker of a rank */

enum { WORKER_FD = 3 }; /* descriptor of its connection */
enum tag { TAG_MESSAGE = 1, TAG_END_OF_RUN, TAG_END_OF_JOB };

enum {
	SHORTEST_NAP_NS = 20 * 1000,  /* of rank 0; doubled as long as no answers arrive */
	LONGEST_NAP_NS = 1000 * 1000,
	SHORT_NAP_MS = 1,             /* of a rank that is sending, or for which rank 0 may have a message */
	LONG_NAP_MS = 20,             /* of a rank whose worker plays; the answer ends it */
	LEAST_IDLE = 1000,            /* short naps before the long ones */
	END_MS = 10000,               /* time limit for the ranks to end a run */
};

/* What rank 0 has sent to another rank. */
struct sending {
	MPI_Request request;
	struct str message;
};

/* The state of rank 0. It is global, because there is one MPI job in a process. */
static struct {
	struct workers workers;
	struct sending *sendings;
	pid_t pid;
	bool is_lost; /* a rank did not end its run */
} job;

/* Only for rank 0. */

static int rank_of(int index)
{
	return index + 1;
}

static bool give_rank(struct workers *workers, int index, const void *bytes, size_t n)
{
	struct sending *sending = &job.sendings[index];
	bug_if(n > INT_MAX);
	MPI_Wait(&sending->request, MPI_STATUS_IGNORE); /* it has answered the last message, so this returns
	                                                 * immediately */
	str_clear(&sending->message);
	str_add_n(&sending->message, bytes, n);
	MPI_Isend(sending->message.text, (int)n, MPI_BYTE, rank_of(index), TAG_MESSAGE, MPI_COMM_WORLD,
		  &sending->request);
	return true;
}

static void receive(const MPI_Status *status, struct str *bytes)
{
	int n;
	MPI_Get_count(status, MPI_BYTE, &n);
	str_clear(bytes);
	str_reserve(bytes, (size_t)n);
	MPI_Recv(bytes->text, n, MPI_BYTE, status->MPI_SOURCE, status->MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	bytes->length = (size_t)n;
}

/* Receives all answers that have arrived. Returns their number, or -1 with err. */
static int take_answers(struct workers *workers, struct err *err)
{
	for (int n = 0;; n++) {
		int is_there;
		MPI_Status status;
		MPI_Iprobe(MPI_ANY_SOURCE, TAG_MESSAGE, MPI_COMM_WORLD, &is_there, &status);
		if (!is_there)
			return n;
		struct workers_process *process = &workers->list[status.MPI_SOURCE - 1];
		receive(&status, &process->in);
		if (workers_look(process, err))
			return -1;
	}
}

/* Sleeps, longer each time. Returns false if a signal arrived. */
static bool nap(long *nap_ns)
{
	const struct timespec time = {.tv_nsec = *nap_ns};
	*nap_ns = *nap_ns * 2 < LONGEST_NAP_NS ? *nap_ns * 2 : LONGEST_NAP_NS;
	return nanosleep(&time, NULL) == 0;
}

static int wait_for_ranks(struct workers *workers, int timeout_ms, struct err *err)
{
	int64_t end_ns = clock_wall_ns() + timeout_ms * INT64_C(1000000);
	long nap_ns = SHORTEST_NAP_NS;
	int n;
	while ((n = take_answers(workers, err)) == 0 && clock_wall_ns() < end_ns)
		if (!nap(&nap_ns))
			return 0;
	return n < 0 ? -1 : 0;
}

/* Waits until each rank has ended its run, and drops answers that were still in transit. */
static void await_ends(int n_ranks)
{
	AUTO_STR struct str dropped = {0};
	int64_t end_ns = clock_wall_ns() + END_MS * INT64_C(1000000);
	long nap_ns = SHORTEST_NAP_NS;
	for (int n_ended = 0; n_ended < n_ranks;) {
		int is_there;
		MPI_Status status;
		MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
		if (is_there) {
			receive(&status, &dropped);
			n_ended += status.MPI_TAG == TAG_END_OF_RUN;
		} else if (clock_wall_ns() < end_ns) {
			nap(&nap_ns);
		} else {
			job.is_lost = true;
			return;
		}
	}
}

static void send_all(enum tag tag)
{
	for (int i = 0; i < job.workers.n && !job.is_lost; i++)
		MPI_Send(NULL, 0, MPI_BYTE, rank_of(i), (int)tag, MPI_COMM_WORLD);
}

static void end_ranks(struct workers *workers)
{
	send_all(TAG_END_OF_RUN);
	await_ends(workers->n);
	for (int i = 0; i < workers->n; i++) {
		str_release(&workers->list[i].in);
		workers->list[i] = (struct workers_process){.fd = -1};
	}
}

static const struct workers_kind ranks = {.is_remote = true, .give = give_rank, .wait = wait_for_ranks,
	.end = end_ranks};

struct workers *mpi_ranks_workers(void)
{
	return job.workers.n && !job.is_lost ? &job.workers : NULL;
}

/* Ends the job at the end of the program. If a rank does not answer, MPI_Finalize would wait forever. */
static void end_job(int code, void *context)
{
	if (getpid() != job.pid)
		return;
	fflush(NULL);
	if (job.is_lost)
		MPI_Abort(MPI_COMM_WORLD, code);
	send_all(TAG_END_OF_JOB);
	for (int i = 0; i < job.workers.n; i++) {
		MPI_Wait(&job.sendings[i].request, MPI_STATUS_IGNORE);
		str_release(&job.sendings[i].message);
		str_release(&job.workers.list[i].in);
	}
	FREE_ALL(job.sendings, job.workers.list);
	MPI_Finalize();
}

static void begin_rank_0(int n_ranks)
{
	size_t n = (size_t)n_ranks - 1;
	job.pid = getpid();
	job.workers = (struct workers){.n = n_ranks - 1, .list = NEW_ARRAY(struct workers_process, n), .kind = &ranks};
	job.sendings = NEW_ARRAY(struct sending, n);
	for (size_t i = 0; i < n; i++)
		job.sendings[i].request = MPI_REQUEST_NULL;
	on_exit(end_job, NULL);
}

/* The state of a rank other than 0. */

struct relay {
	char *const *argv;
	struct workers worker;  /* one process, or none */
	MPI_Request sending;    /* the request for sending an answer, which is in the worker's bytes or in `failure` */
	struct str failure;
	int n_idle;             /* naps since the last message */
};

/* Replaces the process with a worker, which is this program with another first argument. */
static int become_program(int index, int fd, void *context)
{
	char *const *argv = context;
	char *const words[] = {argv[0], (char *)(uintptr_t)WORKER_WORD, NULL};
	if (fd != WORKER_FD)
		dup2(fd, WORKER_FD);
	else
		fcntl(fd, F_SETFD, 0);
	close_range(WORKER_FD + 1, ~0u, 0); /* including the connections of MPI */
	execv("/proc/self/exe", words);
	return EXIT_WORLD;
}

static void send_answer(struct relay *relay, const struct str *frame)
{
	bug_if(frame->length > INT_MAX);
	MPI_Isend(frame->text, (int)frame->length, MPI_BYTE, 0, TAG_MESSAGE, MPI_COMM_WORLD, &relay->sending);
}

static void send_failure(struct relay *relay, const struct err *why)
{
	struct err err = {0};
	char host[MPI_MAX_PROCESSOR_NAME];
	int rank, n;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Get_processor_name(host, &n);
	err_set(&err, why->code, "rank %d on %s: %.800s", rank, host, why->text);
	MPI_Wait(&relay->sending, MPI_STATUS_IGNORE);
	workers_end(&relay->worker);
	str_clear(&relay->failure);
	workers_add_error(&err, &relay->failure);
	send_answer(relay, &relay->failure);
}

static void give_worker(struct relay *relay, const struct str *message)
{
	struct err err = {0};
	if (!relay->worker.n && workers_start(&relay->worker, 1, become_program, (void *)(uintptr_t)relay->argv, &err))
		send_failure(relay, &err);
	else
		workers_give(&relay->worker, 0, str_text(message), message->length);
}

/* Receives a message from rank 0. Returns false if the job ends. */
static bool take_message(struct relay *relay, const MPI_Status *status)
{
	AUTO_STR struct str message = {0};
	receive(status, &message);
	MPI_Wait(&relay->sending, MPI_STATUS_IGNORE); /* rank 0 has received it, or receives it now */
	relay->n_idle = 0;
	if (status->MPI_TAG == TAG_MESSAGE)
		give_worker(relay, &message);
	else
		workers_end(&relay->worker);
	if (status->MPI_TAG == TAG_END_OF_RUN)
		MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_END_OF_RUN, MPI_COMM_WORLD);
	return status->MPI_TAG != TAG_END_OF_JOB;
}

/* Sleeps until the worker has answered, or until the next check for messages from rank 0. */
static void wait_for_worker(struct relay *relay)
{
	int is_sent;
	struct err err = {0};
	MPI_Test(&relay->sending, &is_sent, MPI_STATUS_IGNORE);
	bool is_playing = relay->worker.n && relay->worker.list[0].is_busy;
	int nap_ms = is_sent && (is_playing || relay->n_idle++ > LEAST_IDLE) ? LONG_NAP_MS : SHORT_NAP_MS;
	if (!relay->worker.n) {
		poll(NULL, 0, nap_ms);
	} else if (workers_wait(&relay->worker, nap_ms, &err)) {
		send_failure(relay, &err);
	} else if (is_playing && relay->worker.list[0].has_answered) {
		send_answer(relay, &relay->worker.list[0].in);
		relay->n_idle = 0;
	}
}

/* Serves until the job ends. Only rank 0 acts on signals. */
static void serve_rank_0(char *const *argv)
{
	static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
	struct relay relay = {.argv = argv, .sending = MPI_REQUEST_NULL};
	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
		signal(ignored[i], SIG_IGN);
	for (bool is_over = false; !is_over;) {
		int is_there;
		MPI_Status status;
		MPI_Iprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
		if (is_there)
			is_over = !take_message(&relay, &status);
		else
			wait_for_worker(&relay);
	}
	str_release(&relay.failure);
}

/* Functions for the start of the program. */

static int number_in(const char *name)
{
	const char *text = getenv(name);
	long long number;
	return text && str_to_int(text, 0, INT_MAX, &number) ? (int)number : 0;
}

/* Returns true if an mpirun, or srun with --mpi, started this process. Otherwise MPI_Init would start processes of its
 * own. */
static bool is_launched(void)
{
	return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMI_RANK") || getenv("PMIX_RANK");
}

/* Gives each rank on this machine a core of its own if several may use the same cores. Ranks that were bound to
 * different cores keep them. Rank 0 comes last, because it does not play. */
static void spread_over_cores(int rank)
{
	MPI_Comm machine, cores;
	int index, first = cores_first();
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine);
	MPI_Comm_split(machine, first, rank ? rank : INT_MAX, &cores);
	MPI_Comm_rank(cores, &index);
	if (rank)
		cores_pin(index, first);
	MPI_Comm_free(&cores);
	MPI_Comm_free(&machine);
}

/* Checks the number of ranks. If mpirun belongs to another MPI library than this build uses, the processes that it
 * starts are not connected, and one of them reports this. */
static int check_size(int n_ranks, struct err *err)
{
	int n_started = number_in("OMPI_COMM_WORLD_SIZE") ? number_in("OMPI_COMM_WORLD_SIZE") : number_in("PMI_SIZE");
	if (n_ranks > 1 || n_started < 2)
		return 0;
	if (number_in("OMPI_COMM_WORLD_RANK") || number_in("PMI_RANK"))
		_exit(EXIT_WORLD);
	return err_set(err, EXIT_WORLD,
		"mpirun started %d processes, but they are not connected: this arena is built with MPI=" ARENA_MPI
		       ", and needs the mpirun of that MPI", n_started);
}

int mpi_ranks_begin(char *const *argv, mpi_ranks_serve *serve, struct err *err)
{
	int rank, n_ranks;
	if (argv[0] && argv[1] && strcmp(argv[1], WORKER_WORD) == 0) {
		prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* exec has reset it */
		_exit(serve(WORKER_FD));
	}
	if (!is_launched())
		return 0;
	MPI_Init(NULL, NULL);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
	spread_over_cores(rank);
	if (rank == 0) {
		begin_rank_0(n_ranks);
		return check_size(n_ranks, err);
	}
	serve_rank_0(argv);
	MPI_Finalize();
	exit(EXIT_OK);
}
