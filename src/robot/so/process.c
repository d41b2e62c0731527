/* process.c - one robot process, as seen by the worker (process.h). */
#include "robot/so/process.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "robot/idle.h"
#include "robot/proc.h"
#include "robot/so/template.h"

enum { MS = 1000000, LONGEST_STEP = 100 * MS };

static volatile sig_atomic_t n_deaths;

static void on_child(int signal)
{
	n_deaths++;
}

void process_listen_for_deaths(void)
{
	struct sigaction old;
	/* If SIGCHLD is ignored, which may be inherited from the parent, the kernel reaps the children and their exit
	 * status is lost. With SA_RESTART, the signal still interrupts a wait with a timeout, but no other system
	 * calls. */
	if (sigaction(SIGCHLD, NULL, &old) == 0 && (old.sa_handler == SIG_DFL || old.sa_handler == SIG_IGN)) {
		struct sigaction action = {.sa_handler = on_child, .sa_flags = SA_NOCLDSTOP | SA_RESTART};
		sigaction(SIGCHLD, &action, NULL);
	}
}

bool process_has_grown(const struct process *process, uint64_t memory)
{
	uint64_t heap = CHANNEL_READ(process->channel->heap);
	return memory && heap > process->heap_at_ready && heap - process->heap_at_ready > memory / 8;
}

bool process_can_begin_again(const struct process *process)
{
	enum { MOST_LEFT = 16 << 20 };
	return process->can_begin_again && proc_memory(process->pid).size <= process->space_at_ready + MOST_LEFT;
}

void process_post(struct process *process, uint32_t n)
{
	struct channel *channel = process->channel;
	channel->n_asks = n;
	process->n_deaths = n_deaths;
	process->posted_ns = clock_wall_ns();
	process->is_asked = true;
	process->is_answered = process->is_busy = false;
	process->peeked_cpu_ns = process->sleep.wall_ns = 0;
	atomic_store_explicit(&channel->n_done, 0, memory_order_relaxed);
	atomic_store_explicit(&channel->is_awaited, 0, memory_order_relaxed);
	atomic_store_explicit(&channel->batch, ++process->batch, memory_order_release);
	channel_wake(&channel->batch);
}

bool process_is_dead(const struct process *process)
{
	siginfo_t info = {0};
	return waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

/* Returns true if the process has answered more than n_done asks by now. The worker may have waited for a core between
 * reading n_done and reading the clocks. */
static bool has_answered_more(const struct process *process, uint32_t n_done)
{
	const struct channel *channel = process->channel;
	return atomic_load_explicit(&channel->done_batch, memory_order_acquire) == process->batch ||
	       atomic_load_explicit(&channel->n_done, memory_order_acquire) > n_done;
}

/* Returns true if the process has slept for too long. Only sleep before its answers counts. */
static bool is_slow(struct process *process, int64_t most_ns)
{
	int64_t ns = sleep_look(&process->sleep, process->pid, 0);
	if (atomic_load_explicit(&process->channel->done_batch, memory_order_acquire) == process->batch)
		return false;
	process->sleep.slept_ns += ns;
	return process->sleep.slept_ns > most_ns;
}

enum process_state process_wait(struct process *process, uint32_t n, const struct process_waiting *waiting,
				uint32_t *n_done)
{
	struct channel *channel = process->channel;
	const struct limits *limits = waiting->limits;
	struct watchdog dog = {0};
	bool has_waited = false;
	sig_atomic_t deaths = process->n_deaths;
	int64_t most = limits->move_time_ns / 2 + MS;
	if (most > LONGEST_STEP)
		most = LONGEST_STEP;
	/* If the last batch was slow, the first check of this process and its peers comes early. If it was fast, there
	 * is no early check, because setting a timer that is the next one to expire on the core takes a third of the
	 * time of a fast round. */
	int64_t step = process->lasted_ns > 2 * MS && MS < most ? MS : most;
	for (;;) {
		uint32_t done_batch = atomic_load_explicit(&channel->done_batch, memory_order_acquire);
		*n_done = atomic_load_explicit(&channel->n_done, memory_order_acquire);
		if (*n_done > n || *n_done < dog.ask)
			return PROCESS_DIED; /* a violation of the protocol: the runner never exceeds n or counts
			                      * backwards, which would give the robot more time */
		if (process->is_busy)
			return PROCESS_BUSY;
		if (done_batch == process->batch) {
			process_batch_done(process);
			return *n_done == n ? PROCESS_DONE : PROCESS_DIED;
		}
		if (deaths != n_deaths || has_waited) {
			deaths = n_deaths;
			if (process_is_dead(process))
				return PROCESS_DIED;
		}
		if (has_waited && waiting->look)
			waiting->look(waiting->context);
		if (has_waited && step == most) { /* the process is late, or a signal interrupted the wait */
			bool is_over = limits_are_over(limits);
			int64_t limit = is_over ? limits->move_time_ns / LIMITS_OVER : limits->move_time_ns;
			enum process_state state = watchdog_look(&dog, process->pid, 0, *n_done, limit,
								 is_over ? limits->move_time_ns : 10 * limit);
			state = state != PROCESS_DONE && is_over ? PROCESS_OVERDUE : state;
			if (state != PROCESS_DONE && !has_answered_more(process, *n_done))
				return state;
		}
		if (has_waited && waiting->sleep_ns && is_slow(process, waiting->sleep_ns))
			return PROCESS_SLOW;
		channel->is_awaited = 1;
		channel_wait(&channel->done_batch, done_batch, step); /* returns at once if done_batch has changed
		                                                       * meanwhile */
		step = 2 * step < most ? 2 * step : most;
		has_waited = true;
	}
}

int64_t process_cpu_ns(const struct process *process)
{
	int64_t now = clock_process_cpu_ns(process->pid);
	return now > process->cpu_at_ready ? now - process->cpu_at_ready : 0;
}

void process_peek(struct process *process, const struct limits *limits)
{
	if (!process->is_asked || process->is_answered)
		return;
	uint32_t ask = atomic_load_explicit(&process->channel->n_done, memory_order_acquire);
	int64_t cpu = clock_process_cpu_ns(process->pid);
	bool is_same = atomic_load_explicit(&process->channel->n_done, memory_order_acquire) == ask;
	if (atomic_load_explicit(&process->channel->done_batch, memory_order_acquire) == process->batch) {
		process->is_answered = true;
		process->answered_cpu_ns = cpu;
	} else if (process->peeked_cpu_ns == 0 || process->peeked_ask != ask || !is_same) {
		process->peeked_ask = ask;
		process->peeked_cpu_ns = is_same ? cpu : 0; /* 0 if the ask changed meanwhile, because the time may be
		                                             * that of a later ask */
	} else if (cpu - process->peeked_cpu_ns > limits->move_time_ns) {
		process->is_busy = true;
	}
}

void process_batch_done(struct process *process)
{
	if (process->is_answered) {
		int64_t more = clock_process_cpu_ns(process->pid) - process->answered_cpu_ns - PROCESS_TAIL_NS;
		process->spun_ns += more > 0 ? more : 0;
		process->is_answered = false;
	}
	process->done_ns = clock_wall_ns();
	process->lasted_ns = process->done_ns - process->posted_ns;
	process->asked_ns += process->lasted_ns;
	process->is_asked = false;
}

/* Returns the CPU time since the last call that exceeds the time in which a batch was in progress: the process has one
 * thread and cannot use more than that for asks. CPU time that batches did not use does not offset work between
 * them. */
int64_t process_take_idle(struct process *process)
{
	int64_t spun = process->spun_ns;
	process->spun_ns = 0;
	if (process->is_asked)
		return spun;
	int64_t cpu = process_cpu_ns(process), ready = process->looked_cpu_ns ? 0 : PROCESS_READY_NS;
	int64_t more = cpu - process->looked_cpu_ns - spun - (process->asked_ns - process->looked_asked_ns) - ready -
		       PROCESS_TAIL_NS * (process->batch - process->looked_batch);
	process->looked_cpu_ns = cpu;
	process->looked_asked_ns = process->asked_ns;
	process->looked_batch = process->batch;
	return spun + (more > 0 ? more : 0);
}

int64_t process_idle_ns(const struct process *process)
{
	int64_t asked = process->asked_ns + PROCESS_READY_NS + PROCESS_TAIL_NS * process->batch;
	int64_t cpu = process->is_asked ? 0 : process_cpu_ns(process);
	return cpu > asked ? cpu - asked : 0;
}

/* A wait status that means "neither exited nor signalled": the process was alive. */
enum { STATUS_ALIVE = 0x7f };

static void describe(struct fault *fault, const struct channel_crash *crash, int status, enum process_state state,
		     const struct limits *limits)
{
	char *cause = fault->cause;
	size_t size = sizeof fault->cause;
	bool is_raised = WIFEXITED(status) && crash->is_raised &&
		crash->signal == (uint32_t)(WEXITSTATUS(status) - CHANNEL_RAISED);
	if (watchdog_describe(state, limits->move_time_ns, IDLE_MOST_NS, fault)) {
		return;
	} else if (WIFEXITED(status) && !is_raised) {
		fault_end(fault, false, WEXITSTATUS(status));
	} else if (WIFSIGNALED(status) || is_raised) {
		int signal = is_raised ? WEXITSTATUS(status) - CHANNEL_RAISED : WTERMSIG(status);
		fault_end(fault, true, signal);
		bool is_noted = crash->signal == (uint32_t)signal;
		if (is_noted && (signal == SIGSEGV || signal == SIGBUS))
			snprintf(cause + strlen(cause), size - strlen(cause), " at address 0x%llx",
				 (unsigned long long)crash->address);
		if (is_noted && crash->has_offset) {
			fault->has_offset = 1;
			fault->offset = crash->offset;
		}
	} else {
		snprintf(cause, size, "overwrote memory that it shares with the arena");
	}
}

void process_end(struct process *process, enum process_state state, const struct limits *limits, struct fault *fault)
{
	int status = 0;
	if (process->pid > 0) {
		/* The process may have violated the protocol without dying. So whether it is dead is checked before
		 * this signal, which is not the cause of the fault. */
		bool is_own_death = process_is_dead(process);
		kill(process->pid, SIGKILL);
		while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
			;
		if (fault) {
			struct channel_crash crash = process->channel->crash;
			describe(fault, &crash, is_own_death ? status : STATUS_ALIVE, state, limits);
			uint32_t written = CHANNEL_READ(process->channel->output.n_written);
			fault->n_output = channel_output(&process->channel->output, written,
							 written - process->output_from, fault->output);
		}
	}
	struct robot_notes *notes = process->notes;
	for (size_t i = 0; notes && process->channel && i < sizeof notes->refused / sizeof *notes->refused; i++)
		notes->refused[i] |= CHANNEL_READ(process->channel->refused[i]);
	if (process->template) {
		template_release(process->template, process->number);
		free(process);
		return;
	}
	mem_auto_close(&process->area);
	mem_auto_close(&process->permit);
	mem_auto_close(&process->lifeline);
	if (process->channel)
		munmap(process->channel, process->size);
	free(process);
}
