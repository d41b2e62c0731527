/* process_start.c - starts a process: creates its shared memory, waits until it is ready to answer, and reports
 * failures while it loads the robot. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "robot/killed.h"
#include "robot/proc.h"
#include "robot/so/fork_server.h"
#include "robot/so/instances.h"
#include "robot/so/permit.h"
#include "robot/so/process.h"
#include "robot/so/runner_file.h"

enum { MS = 1000000 };

int process_image(const struct robot *robot, struct err *err)
{
	int fd = loaded_sealed(robot->image, robot->image_size);
	if (fd < 0)
		err_errno(err, "cannot copy the robot '%s' into memory", robot->label);
	return fd;
}

static void fill_options(struct channel *channel, const struct robot *robot)
{
	size_t at = 0;
	for (int i = 0; i < robot->n_options; i++) {
		const char *part[] = {robot->key[i], robot->value[i]};
		for (int k = 0; k < 2; k++) {
			size_t n = strlen(part[k]) + 1;
			bug_if(at + n > sizeof channel->options); /* robot_open has checked the total length */
			memcpy(channel->options + at, part[k], n);
			at += n;
		}
	}
	channel->n_options = (uint32_t)robot->n_options;
}

static size_t up(size_t n, size_t to)
{
	return (n + to - 1) / to * to;
}

/* Computes the offsets of all parts of the data from the start of channel `number`. */
static void lay_out(struct process *process, uint32_t number, size_t hands_size)
{
	uint32_t n = process->n_wanted, n_channels = process->n_channels;
	process->part_at = n_channels > 1 ? n_channels * CHANNEL_STRIDE : (uint32_t)up(sizeof(struct channel), 64);
	process->seat_stride = (uint32_t)shared_area_stride(sizeof(struct channel_seat) + hands_size);
	size_t part = n * process->seat_stride + n * 32 + 4 * sizeof(uint32_t) * (size_t)n;
	/* Whole pages, so that it shares no page with the data of other channels. */
	process->part_size = (uint32_t)up(part, n_channels > 1 ? CHANNEL_STRIDE : 64);
	process->seats_at = process->part_at + number * process->part_size - number * CHANNEL_STRIDE;
	process->letters_at = process->seats_at + n * process->seat_stride;
	process->ring_at = process->letters_at + n * 32;
	process->size = process->part_at + (size_t)n_channels * process->part_size;
}

static void fill_channel(struct channel *channel, const struct process *process)
{
	channel->seats_at = process->seats_at;
	channel->seat_stride = process->seat_stride;
	channel->letters_at = process->letters_at;
	channel->ring_at = process->ring_at;
	channel->n_wanted = process->n_wanted;
}

/* Lays out the private area and fills the host's part. */
static int make_area(struct process *process, const struct process_plan *plan, const struct shared_area *shared_area,
		     struct err *err)
{
	const struct robot *robot = plan->robot;
	lay_out(process, 0, plan->transport->hands_size);
	bug_if(process->size > FILTER_PROGRAMS_AT - FILTER_CHANNEL_AT);
	process->area = memfd_create("arena-robot", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (process->area < 0 || ftruncate(process->area, (off_t)process->size) ||
	    fcntl(process->area, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW))
		return err_errno(err, "cannot create shared memory for the robot '%s'", robot->label);
	process->channel = mmap(NULL, process->size, PROT_READ | PROT_WRITE, MAP_SHARED, process->area, 0);
	if (process->channel == MAP_FAILED) {
		process->channel = NULL;
		return err_errno(err, "cannot map shared memory for the robot '%s'", robot->label);
	}
	struct channel *channel = process->channel;
	fill_channel(channel, process);
	channel->size_of_channel = sizeof *channel;
	channel->area_size = (uint32_t)process->size;
	channel->n_channels = process->n_channels;
	channel->part_at = process->part_at;
	channel->part_size = process->part_size;
	channel->parent = getpid();
	snprintf(channel->title, sizeof channel->title, "arena robot %.64s", robot->label);
	channel->shared_area_size = (uint32_t)shared_area->size;
	channel->shared_area_history_at = (uint32_t)shared_area->history_at;
	channel->shared_area_second_at = (uint32_t)shared_area->second_at;
	channel->image_size = (uint32_t)robot->image_size;
	channel->memory = plan->transport->limits.memory;
	channel->allows_weak = plan->transport->allows_weak;
	uint64_t statics_at = 0, statics_size = 0;
	if (process->is_shared)
		instances_can_share(robot->image, robot->image_size, &statics_at, &statics_size);
	channel->is_shared = process->is_shared;
	channel->statics_at = statics_at;
	channel->statics_size = (uint32_t)statics_size;
	snprintf(channel->data_folder, sizeof channel->data_folder, "%s", robot->data_folder);
	memcpy(channel->readable, plan->transport->limits.readable, sizeof channel->readable);
	snprintf(channel->rules, sizeof channel->rules, "%s", plan->transport->rules);
	fill_options(channel, robot);
	return 0;
}

void process_fill_copy(struct process *copy, const struct process *template, int number)
{
	const struct channel *first = template->channel;
	*copy = *template;
	copy->number = number;
	copy->batch = copy->looked_batch = 0;
	copy->asked_ns = copy->looked_asked_ns = copy->looked_cpu_ns = copy->spun_ns = 0;
	copy->sleep = (struct sleep){0};
	copy->is_asked = copy->is_answered = copy->is_busy = false;
	copy->area = copy->permit = copy->lifeline = -1;
	copy->channel = (struct channel *)((char *)template->channel + (size_t)number * CHANNEL_STRIDE);
	copy->seats_at = template->part_at + (uint32_t)number * (template->part_size - CHANNEL_STRIDE);
	copy->letters_at = copy->seats_at + (template->letters_at - template->seats_at);
	copy->ring_at = copy->seats_at + (template->ring_at - template->seats_at);
	/* Clears what the previous copy with this number has left. */
	memset(copy->channel, 0, sizeof *copy->channel);
	memset((char *)copy->channel + copy->seats_at, 0, template->part_size);
	fill_channel(copy->channel, copy);
	copy->channel->size_of_channel = first->size_of_channel;
	copy->channel->shared_area_history_at = first->shared_area_history_at;
	copy->channel->shared_area_second_at = first->shared_area_second_at;
	copy->channel->heap = template->heap_at_ready;
	memcpy(copy->channel->rules, first->rules, sizeof first->rules);
}

/* Starts the process. Returns 0 if the fork server was killed from outside; the caller must then try again with another
 * area. */
static pid_t spawn(const struct process *process, const struct process_plan *plan, const struct runner_fds *fds)
{
	struct fork_server *server = plan->transport->fork_server;
	pid_t pid = server ? fork_server_copy(server, fds) : -1;
	if (pid >= 0)
		return pid;
	char *const argv[] = {process->channel->title, NULL};
	return execute_runner(argv, fds);
}

/* Starts a template, which has two more descriptors: the socket for its listener, and its lifeline. */
static int spawn_template(struct process *process, const struct process_plan *plan, struct runner_fds *fds,
			  int *listener_end)
{
	int pair[2], life[2];
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return -1;
	if (pipe2(life, O_CLOEXEC | O_NONBLOCK)) {
		close(pair[0]);
		close(pair[1]);
		return -1;
	}
	fds->stdin_end = life[0];
	fds->own[RUNNER_FD_PERMIT - RUNNER_FD_CHANNEL] = pair[1];
	process->pid = spawn(process, plan, fds);
	int failed = process->pid < 0 || (process->pid > 0 && permit_lifeline_of(life[0], process->pid));
	close(life[0]);
	close(pair[1]);
	process->lifeline = life[1];
	*listener_end = pair[0];
	return failed ? -1 : 0;
}

/* Starts the runner, as a template or not. Sets err on failure. */
static int launch(struct process *process, const struct process_plan *plan, int *listener_end, struct err *err)
{
	const struct robot *robot = plan->robot;
	const struct shared_area *shared_area = shared_areas_attempt(plan->transport->shared_areas, plan->attempt);
	int file = runner_file(err), filters = file < 0 ? -1 : filter_file(err), failed = 0;
	if (filters < 0 || make_area(process, plan, shared_area, err))
		return -1;
	struct runner_fds fds = {.stdin_end = -1,
		.own = {process->area, shared_area->fd_readonly, plan->image, -1, filters, file}};
	if (process->n_channels > 1)
		failed = spawn_template(process, plan, &fds, listener_end);
	else
		process->pid = spawn(process, plan, &fds);
	if (failed || process->pid < 0)
		return err_errno(err, "cannot start a process for the robot '%s'", robot->label);
	if (process->notes)
		process->notes->pid = process->pid;
	return 0;
}

/* Refuses copies. During loading, only the robot can have requested a copy, and it must not make copies. */
static void refuse_copies(struct process *process, int listener_end)
{
	if (process->permit < 0 && listener_end >= 0)
		process->permit = permit_take(listener_end);
	if (process->permit >= 0)
		permit_refuse(process->permit);
}

/* Returns true if the runner has sealed its private area, which it does just before it runs the robot's code. What the
 * area contains cannot be trusted, because the robot may have written it. */
static bool has_begun_loading(const struct process *process)
{
	int seals = fcntl(process->area, F_GET_SEALS);
	return seals >= 0 && seals & F_SEAL_SEAL;
}

/* Waits until the runner is ready or has failed (PROCESS_DONE: see channel->state). */
static enum process_state await_ready(struct process *process, int listener_end, const struct process_plan *plan)
{
	enum { STEP = 50 * MS };
	int64_t most = limits_start_ns(&plan->transport->limits);
	int64_t own_ns = 0, *slept_ns = plan->slept_ns ? plan->slept_ns : &own_ns;
	struct watchdog dog = {0};
	struct sleep sleep = {0};
	for (bool has_waited = false; process->channel->state == CHANNEL_LOADING; has_waited = true) {
		if (process_is_dead(process))
			return process->channel->state == CHANNEL_LOADING ? PROCESS_DIED : PROCESS_DONE;
		bool is_over = has_begun_loading(process) && limits_are_over(&plan->transport->limits);
		int64_t limit = is_over ? most / LIMITS_OVER : most;
		enum process_state state = has_waited
			? watchdog_look(&dog, process->pid, 0, 0, limit, is_over ? most : 10 * limit) : PROCESS_DONE;
		state = state != PROCESS_DONE && is_over ? PROCESS_OVERDUE : state;
		if (state != PROCESS_DONE && process->channel->state == CHANNEL_LOADING)
			return state;
		int64_t more = has_waited && has_begun_loading(process) ? sleep_look(&sleep, process->pid, 0) : 0;
		if (more && process->channel->state == CHANNEL_LOADING && (*slept_ns += more) > most)
			return PROCESS_SLOW;
		channel_wait(&process->channel->state, CHANNEL_LOADING, STEP);
		if (process->channel->state == CHANNEL_LOADING)
			refuse_copies(process, listener_end);
	}
	return PROCESS_DONE;
}

/* Returns true if the process has exactly the filters that a ready process must have. The robot's code, which has run
 * by now, may have prevented this. */
static bool has_its_filters(const struct process *process)
{
	enum { OWN = 2, OF_PERMITS = 1 };
	static int inherited = -1;
	if (inherited < 0)
		inherited = filter_count(getpid());
	int n = inherited < 0 ? -1 : filter_count(process->pid);
	return n < 0 || n == inherited + OWN + (process->n_channels > 1 ? OF_PERMITS : 0) || process_is_dead(process);
}

/* Determines why the process did not become ready, and ends it. */
static void explain(struct process *process, enum process_state state, const struct process_plan *plan,
		    struct start_failure *failure, struct err *err)
{
	struct channel *channel = process->channel;
	const struct limits *limits = &plan->transport->limits;
	char said[sizeof channel->why], why[sizeof channel->why];
	memcpy(said, channel->why, sizeof said); /* a copy, because the process may still be writing */
	fault_text(why, sizeof why, said, sizeof said);
	if (!has_begun_loading(process)) {
		failure->cannot_copy = channel->cannot_copy;
		if (!failure->cannot_copy)
			err_set(err, EXIT_WORLD, "cannot set up the sandbox for the robot '%s': %s", plan->robot->label,
				why[0] ? why : "its process died");
		process_end(process, state, limits, NULL);
		return;
	}
	failure->is_option = state == PROCESS_DONE && plan->robot->n_options && channel->is_option_fault;
	failure->cannot_share = state == PROCESS_DONE && process->is_shared && channel->cannot_share;
	process_end(process, state, limits, &failure->fault);
	failure->fault.verdict = VERDICT_LOAD;
	char *cause = failure->fault.cause;
	if (state == PROCESS_DONE)
		snprintf(cause, sizeof failure->fault.cause, "%s", why);
	else if (state == PROCESS_OVERDUE)
		snprintf(cause, sizeof failure->fault.cause,
			 "had not finished loading when the time of the checks ran out");
	else if (state == PROCESS_SLOW)
		snprintf(cause, sizeof failure->fault.cause,
			 "did not finish loading: its processes slept for more than %g s together",
			 (double)limits_start_ns(limits) / 1e9);
	else if (state == PROCESS_BUSY || state == PROCESS_ASLEEP)
		snprintf(cause, sizeof failure->fault.cause,
			 "did not finish loading within %g s of %s time (--start-time)",
			 (double)limits_start_ns(limits) / 1e9 * (state == PROCESS_BUSY ? 1 : 10),
			 state == PROCESS_BUSY ? "CPU" : "wall-clock");
}

/* Tries once to start the process. Sets *is_killed if the process was killed from outside. */
static struct process *start_once(const struct process_plan *plan, bool *is_killed, struct start_failure *failure,
				  struct err *err)
{
	const struct limits *limits = &plan->transport->limits;
	AUTO_CLOSE int listener_end = -1;
	struct process *process = NEW(struct process);
	*process = (struct process){
		.n_wanted = plan->n_wanted, .n_channels = plan->n_channels ? plan->n_channels : 1,
		.is_shared = plan->is_shared, .area = -1, .permit = -1, .lifeline = -1, .notes = plan->robot->notes,
	};
	memset(failure, 0, sizeof *failure);
	if (launch(process, plan, &listener_end, err)) {
		process_end(process, PROCESS_DONE, limits, NULL);
		return NULL;
	}
	enum process_state state = process->pid ? await_ready(process, listener_end, plan) : PROCESS_DIED;
	struct channel *channel = process->channel;
	if (state == PROCESS_DIED && (!process->pid || killed_from_outside(process->pid))) {
		*is_killed = true;
		process_end(process, state, limits, NULL);
		return NULL;
	}
	if (state == PROCESS_DONE && channel->state == CHANNEL_READY && process->n_channels > 1 && process->permit < 0)
		process->permit = permit_take(listener_end);
	if (state == PROCESS_DONE && channel->state == CHANNEL_READY && !has_its_filters(process)) {
		process_end(process, state, limits, &failure->fault);
		failure->fault.verdict = VERDICT_LOAD;
		snprintf(failure->fault.cause, sizeof failure->fault.cause, "it changed its own system call filter");
		return NULL;
	}
	if (state != PROCESS_DONE || channel->state != CHANNEL_READY) {
		explain(process, state, plan, failure, err);
		return NULL;
	}
	close(process->area);
	process->area = -1;
	uint32_t loaded = CHANNEL_READ(channel->n_loaded);
	process->n_loaded = loaded < 1 ? 1 : loaded < plan->n_wanted ? loaded : plan->n_wanted;
	process->cpu_at_ready = clock_process_cpu_ns(process->pid);
	if (process->notes)
		notes_add_start(process->notes, process->cpu_at_ready);
	process->heap_at_ready = CHANNEL_READ(channel->heap);
	process->can_begin_again = process->n_channels > 1 && CHANNEL_READ(channel->can_begin_again);
	process->space_at_ready = proc_memory(process->pid).size;
	return process;
}

struct process *process_start(const struct process_plan *plan, struct start_failure *failure, struct err *err)
{
	process_listen_for_deaths();
	struct killed own, *killed = plan->transport->killed ? plan->transport->killed : &own;
	killed_init(&own);
	for (bool was_short = false;;) {
		bool is_killed = false;
		struct process *process = start_once(plan, &is_killed, failure, err);
		if (!is_killed)
			return process;
		bool is_short = killed_for_memory(killed);
		if (is_short && was_short) {
			failure->fault.verdict = VERDICT_LOAD;
			snprintf(failure->fault.cause, sizeof failure->fault.cause, KILLED_FOR_MEMORY);
			return NULL;
		}
		was_short |= is_short;
		if (!is_short && killed_count(killed, plan->robot->label, err))
			return NULL;
	}
}
