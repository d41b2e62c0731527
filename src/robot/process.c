/* process.c - see process.h. */
#include "robot/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "robot/copy.h"
#include "robot/crew.h"
#include "robot/guest.h"
#include "robot/guest_file.h"

enum { MS = 1000000, LONGEST_STEP = 100 * MS };

/* ---- starting ----------------------------------------------------------------------- */

/* A child's death must interrupt the wait for its answer, or be seen just before it. */
static volatile sig_atomic_t n_deaths;

static void on_child(int signal)
{
	(void)signal;
	n_deaths++;
}

static void listen_for_deaths(void)
{
	struct sigaction old;
	/* Ignored, as some parents leave it, the kernel would bury them and how they died with them. A wait with a
	 * timeout is interrupted with SA_RESTART too; nothing else of the program need be. */
	if (sigaction(SIGCHLD, NULL, &old) == 0 && (old.sa_handler == SIG_DFL || old.sa_handler == SIG_IGN)) {
		struct sigaction action = {.sa_handler = on_child, .sa_flags = SA_NOCLDSTOP | SA_RESTART};
		sigaction(SIGCHLD, &action, NULL);
	}
}

static void fill_options(struct wire *wire, const struct robot *robot)
{
	size_t at = 0;
	for (int i = 0; i < robot->n_options; i++) {
		const char *part[] = {robot->key[i], robot->value[i]};
		for (int k = 0; k < 2; k++) {
			size_t n = strlen(part[k]) + 1;
			bug_if(at + n > sizeof wire->options); /* robot_open keeps them short */
			memcpy(wire->options + at, part[k], n);
			at += n;
		}
	}
	wire->n_options = (uint32_t)robot->n_options;
}

/* The same for every process of every robot. */
static int fill_filters(struct wire *wire, struct err *err)
{
	static struct filter loading, playing;
	int failed = loading.n_rules ? 0 : filter_make(&loading, FILTER_LOADING);
	if (!failed && !playing.n_rules)
		failed = filter_make(&playing, FILTER_PLAYING);
	if (failed)
		return err_set(err, EXIT_WORLD, "cannot make the seccomp filter: %s", strerror(-failed));
	wire->loading = loading;
	wire->playing = playing;
	return 0;
}

static size_t up(size_t n, size_t to)
{
	return (n + to - 1) / to * to;
}

/* Lays out the private area and fills the host's part. */
static int make_area(struct process *process, const struct robot *robot, const struct port_plan *plan,
		     const struct board *board, struct err *err)
{
	uint32_t n = process->n_copies;
	process->slots_at = (uint32_t)up(sizeof(struct wire), 64);
	process->slot_stride = (uint32_t)board_stride(sizeof(struct wire_slot) + plan->hands_size);
	process->letters_at = process->slots_at + n * process->slot_stride;
	process->ring_at = process->letters_at + n * 32;
	process->size = process->ring_at + 4 * sizeof(uint32_t) * (size_t)n;
	process->area = memfd_create("arena-robot", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (process->area < 0 || ftruncate(process->area, (off_t)process->size) ||
	    fcntl(process->area, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW))
		return err_errno(err, "cannot make shared memory for the robot '%s'", robot->label);
	process->wire = mmap(NULL, process->size, PROT_READ | PROT_WRITE, MAP_SHARED, process->area, 0);
	if (process->wire == MAP_FAILED) {
		process->wire = NULL;
		return err_errno(err, "cannot map shared memory for the robot '%s'", robot->label);
	}
	struct wire *wire = process->wire;
	wire->size_of_wire = sizeof *wire;
	wire->parent = getpid();
	wire->n_copies = n;
	wire->slots_at = process->slots_at;
	wire->slot_stride = process->slot_stride;
	wire->letters_at = process->letters_at;
	wire->ring_at = process->ring_at;
	wire->board_size = (uint32_t)board->size;
	wire->board_stride = (uint32_t)board->stride;
	wire->board_second_at = (uint32_t)board->second_at;
	wire->board_shown_at = (uint32_t)board->shown_at;
	wire->image_size = (uint32_t)robot->image_size;
	wire->memory = plan->limits.memory;
	wire->allows_weak = plan->allows_weak;
	uint64_t statics_at = 0, statics_size = 0;
	if (process->is_shared)
		crew_can_share(robot->image, robot->image_size, &statics_at, &statics_size);
	wire->is_shared = process->is_shared;
	wire->statics_at = statics_at;
	wire->statics_size = (uint32_t)statics_size;
	snprintf(wire->data_folder, sizeof wire->data_folder, "%s", robot->data_folder);
	snprintf(wire->rules, sizeof wire->rules, "%s", plan->rules);
	fill_options(wire, robot);
	return fill_filters(wire, err);
}

enum { N_FDS = GUEST_FD_END - GUEST_FD_WIRE };

/* Puts fds[i] at 3 + i. None of the sources may be in the way of a target. */
static void place_fds(const int fds[N_FDS])
{
	int high[N_FDS];
	for (int i = 0; i < N_FDS; i++)
		high[i] = fcntl(fds[i], F_DUPFD, 16);
	for (int i = 0; i < N_FDS; i++)
		if (high[i] < 0 || dup3(high[i], GUEST_FD_WIRE + i, GUEST_FD_WIRE + i == GUEST_FD_FILE ? O_CLOEXEC : 0) < 0)
			_exit(EXIT_WORLD);
	int null = open("/dev/null", O_RDWR);
	for (int i = 0; i < 3; i++)
		if (null < 0 || dup2(null, i) < 0)
			_exit(EXIT_WORLD);
	if (close_range(GUEST_FD_END, ~0u, 0))
		for (int fd = GUEST_FD_END; fd < 4096; fd++)
			close(fd);
}

static pid_t spawn(const struct robot *robot, const int fds[N_FDS])
{
	char title[96];
	snprintf(title, sizeof title, "arena robot %.64s", robot->label);
	pid_t parent = getpid();
	pid_t pid = fork();
	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_WORLD);
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setpgid(0, 0); /* ctrl-C at the terminal is the arena's business */
	place_fds(fds);
	char *const argv[] = {title, NULL};
	char *const environment[] = {NULL};
	fexecve(GUEST_FD_FILE, argv, environment);
	_exit(EXIT_WORLD);
}

/* Waits until the guest is ready or has failed (PROCESS_DONE: wire->state tells which). */
static enum process_state await_ready(struct process *process)
{
	enum { STEP = 50 * MS };
	const int64_t cpu_limit = INT64_C(3000) * MS, wall_limit = INT64_C(30000) * MS;
	int64_t started = clock_wall_ns();
	while (process->wire->state == WIRE_LOADING) {
		siginfo_t info = {0};
		if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid)
			return process->wire->state == WIRE_LOADING ? PROCESS_DIED : PROCESS_DONE;
		if (clock_process_cpu_ns(process->pid) > cpu_limit)
			return PROCESS_BUSY;
		if (clock_wall_ns() - started > wall_limit)
			return PROCESS_ASLEEP;
		wire_wait(&process->wire->state, WIRE_LOADING, STEP);
	}
	return PROCESS_DONE;
}

/* Starts the guest. Non-zero: err. */
static int launch(struct process *process, const struct robot *robot, const struct port_plan *plan, int leg,
		  struct err *err)
{
	const struct board *board = boards_leg(plan->boards, leg);
	AUTO_CLOSE int image = copy_file(robot->image, robot->image_size);
	if (image < 0)
		return err_errno(err, "cannot copy the robot '%s' into memory", robot->label);
	int file = guest_file(err);
	if (file < 0 || make_area(process, robot, plan, board, err))
		return -1;
	process->pid = spawn(robot, (const int[]){process->area, board->fd_readonly, image, file});
	if (process->pid < 0)
		return err_errno(err, "cannot start a process for the robot '%s'", robot->label);
	if (process->notes)
		process->notes->pid = process->pid;
	return 0;
}

/* Before it runs a byte of the robot's code the guest seals its private area. Nothing else that it says
 * could be trusted: the robot may have said it. */
static bool has_begun_loading(const struct process *process)
{
	int seals = fcntl(process->area, F_GET_SEALS);
	return seals >= 0 && seals & F_SEAL_SEAL;
}

/* It did not get ready: whose fault is that? Ends the process. */
static void explain(struct process *process, enum process_state state, const struct robot *robot,
		    const struct port_plan *plan, struct start_failure *failure, struct err *err)
{
	struct wire *wire = process->wire;
	char said[sizeof wire->why], why[sizeof wire->why];
	memcpy(said, wire->why, sizeof said); /* it may still be writing */
	fault_text(why, sizeof why, said, sizeof said);
	if (!has_begun_loading(process)) {
		err_set(err, EXIT_WORLD, "cannot set up the sandbox for the robot '%s': %s", robot->label,
			why[0] ? why : "its process died");
		process_end(process, state, &plan->limits, NULL);
		return;
	}
	failure->is_option = state == PROCESS_DONE && robot->n_options && wire->is_option_fault;
	failure->cannot_share = state == PROCESS_DONE && process->is_shared && wire->cannot_share;
	process_end(process, state, &plan->limits, &failure->fault);
	failure->fault.verdict = VERDICT_LOAD;
	char *cause = failure->fault.cause;
	if (state == PROCESS_DONE)
		snprintf(cause, sizeof failure->fault.cause, "%s", why);
	else if (state == PROCESS_BUSY || state == PROCESS_ASLEEP)
		snprintf(cause, sizeof failure->fault.cause, "did not finish loading (3 s of CPU time, 30 s in all)");
}

struct process *process_start(const struct robot *robot, const struct port_plan *plan, int leg,
			      uint32_t n_copies, bool is_shared, struct start_failure *failure, struct err *err)
{
	struct process *process = NEW(struct process);
	process->n_copies = n_copies;
	process->is_shared = is_shared;
	process->area = -1;
	process->notes = robot->notes;
	memset(failure, 0, sizeof *failure);
	listen_for_deaths();
	if (launch(process, robot, plan, leg, err)) {
		process->pid = 0;
		process_end(process, PROCESS_DONE, &plan->limits, NULL);
		return NULL;
	}
	enum process_state state = await_ready(process);
	struct wire *wire = process->wire;
	if (state != PROCESS_DONE || wire->state != WIRE_READY) {
		explain(process, state, robot, plan, failure, err);
		return NULL;
	}
	close(process->area);
	process->area = -1;
	uint32_t loaded = WIRE_READ(wire->n_loaded);
	process->n_loaded = loaded < 1 ? 1 : loaded < n_copies ? loaded : n_copies;
	process->cpu_at_ready = clock_process_cpu_ns(process->pid);
	process->heap_at_ready = WIRE_READ(wire->heap);
	return process;
}

bool process_has_grown(const struct process *process, uint64_t memory)
{
	uint64_t heap = WIRE_READ(process->wire->heap);
	return memory && heap > process->heap_at_ready && heap - process->heap_at_ready > memory / 8;
}

/* ---- a batch ------------------------------------------------------------------------ */

void process_post(struct process *process, uint32_t n)
{
	struct wire *wire = process->wire;
	wire->n_asks = n;
	process->n_deaths = n_deaths;
	atomic_store_explicit(&wire->n_done, 0, memory_order_relaxed);
	atomic_store_explicit(&wire->batch, ++process->batch, memory_order_release);
	wire_wake(&wire->batch);
}

/* Is it gone? Leaves it to be reaped. */
static bool is_dead(const struct process *process)
{
	siginfo_t info = {0};
	return waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

enum process_state process_wait(struct process *process, uint32_t n, const struct limits *limits, uint32_t *n_done)
{
	struct wire *wire = process->wire;
	struct watchdog dog = {0};
	bool has_waited = false;
	sig_atomic_t deaths = process->n_deaths;
	int64_t step = limits->move_time_ns / 2 + MS;
	if (step > LONGEST_STEP)
		step = LONGEST_STEP;
	for (;;) {
		uint32_t done_batch = atomic_load_explicit(&wire->done_batch, memory_order_acquire);
		*n_done = atomic_load_explicit(&wire->n_done, memory_order_acquire);
		if (*n_done > n || *n_done < dog.ask)
			return PROCESS_DIED; /* no guest of ours counts so far, or backwards to have more time */
		if (done_batch == process->batch)
			return *n_done == n ? PROCESS_DONE : PROCESS_DIED;
		if (deaths != n_deaths || has_waited) {
			deaths = n_deaths;
			if (is_dead(process))
				return PROCESS_DIED;
		}
		if (has_waited) { /* it is late, or something interrupted the wait */
			enum process_state state = watchdog_look(&dog, process->pid, 0, *n_done, limits->move_time_ns,
								 10 * limits->move_time_ns);
			if (state != PROCESS_DONE)
				return state;
		}
		wire_wait(&wire->done_batch, done_batch, step);
		has_waited = true;
	}
}

int64_t process_cpu_ns(const struct process *process)
{
	int64_t now = clock_process_cpu_ns(process->pid);
	return now > process->cpu_at_ready ? now - process->cpu_at_ready : 0;
}

/* ---- the end ------------------------------------------------------------------------ */

/* A wait status that says neither "exited" nor "signalled": the process was alive. */
enum { STATUS_ALIVE = 0x7f };

static void describe(struct fault *fault, const struct wire_crash *crash, int status, enum process_state state,
		     const struct limits *limits)
{
	char *cause = fault->cause;
	size_t size = sizeof fault->cause;
	fault->verdict = VERDICT_CRASH;
	double move_ms = (double)limits->move_time_ns / MS;
	bool is_raised = WIFEXITED(status) && crash->is_raised && crash->signal == (uint32_t)(WEXITSTATUS(status) - WIRE_RAISED);
	if (state == PROCESS_BUSY) {
		fault->verdict = VERDICT_TIMEOUT;
		snprintf(cause, size, "used more than %g ms of CPU time for one ask", move_ms);
	} else if (state == PROCESS_ASLEEP) {
		fault->verdict = VERDICT_TIMEOUT;
		snprintf(cause, size, "did not answer for %g ms", 10 * move_ms);
	} else if (WIFEXITED(status) && !is_raised) {
		snprintf(cause, size, "called exit(%d)", WEXITSTATUS(status));
	} else if (WIFSIGNALED(status) || is_raised) {
		int signal = is_raised ? WEXITSTATUS(status) - WIRE_RAISED : WTERMSIG(status);
		snprintf(cause, size, "SIG%s (%s)", sigabbrev_np(signal) ? sigabbrev_np(signal) : "?", strsignal(signal));
		bool is_noted = crash->signal == (uint32_t)signal;
		if (is_noted && (signal == SIGSEGV || signal == SIGBUS))
			snprintf(cause + strlen(cause), size - strlen(cause), " at address 0x%llx",
				 (unsigned long long)crash->address);
		if (is_noted && crash->has_offset) {
			fault->has_offset = 1;
			fault->offset = crash->offset;
		}
	} else {
		snprintf(cause, size, "wrote over the memory it shares with the arena");
	}
}

static void take_notes(struct robot_notes *notes, const struct wire *wire)
{
	notes->n_refused += WIRE_READ(wire->n_refused);
	for (size_t i = 0; i < sizeof notes->refused / sizeof *notes->refused; i++)
		notes->refused[i] |= WIRE_READ(wire->refused[i]);
}

void process_end(struct process *process, enum process_state state, const struct limits *limits, struct fault *fault)
{
	int status = 0;
	if (process->pid > 0) {
		/* A process that broke the protocol without dying is killed now, and the cause is not the kill. */
		bool is_own_death = is_dead(process);
		kill(process->pid, SIGKILL);
		while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
			;
		if (fault) {
			struct wire_crash crash = process->wire->crash;
			describe(fault, &crash, is_own_death ? status : STATUS_ALIVE, state, limits);
			uint32_t written = WIRE_READ(process->wire->output.n_written);
			fault->n_output = wire_output(&process->wire->output, written, written, fault->output);
		}
	}
	if (process->notes && process->wire)
		take_notes(process->notes, process->wire);
	if (process->area >= 0)
		close(process->area);
	if (process->wire)
		munmap(process->wire, process->size);
	free(process);
}
