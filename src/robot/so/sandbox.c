/* sandbox.c - instances and processes of one robot in one worker; groups.h assigns lanes to processes.
 *
 * Lanes advance through their matches in step, so that most of the time one process per robot is working, and with quick robots
 * one process at a time (match/rotation.c).
 *
 * Each attempt gets a fresh instance. If instances share the loaded code (instances.h), a seat is reused immediately.
 * If each has its own loaded file, it serves once. When all instances of a group are used up, its process restores
 * their memory (snapshot.h), or, if it cannot, a new group takes over. Groups are copies of a process that has all
 * instances as just loaded (template.h). */
#include "robot/transport.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/control_group.h"
#include "base/cores.h"
#include "robot/groups.h"
#include "robot/idle.h"
#include "robot/killed.h"
#include "robot/so/process.h"
#include "robot/so/template.h"

struct so_group {
	struct lane_group lanes;
	uint32_t *ask;         /* in the memory of the process, where ask i of the next batch is written; never read */
	int *queue;            /* queue[i]: the lane of ask i; n_lanes for one whose answer is ignored */
	struct process *process;
	bool is_solo;          /* serves one attempt in its life */
	bool is_for_all;       /* it has a seat for each lane: that of its number */
	uint32_t n_free;       /* free seats; unless is_for_all, free_seats[i], i < n_free */
	uint32_t *free_seats;
	uint32_t *attempts;        /* by seat: attempts served; the runner gets the number */
	uint32_t *games;       /* by seat: games begun; the runner gets the number */
};

enum {
	SPARE_GROUPS = 8,       /* empty groups kept for the next attempt */
	GROWN_LANES = 16,      /* limit for a robot whose instances take much memory while they play */
	MOST_INSTANCES = 64,   /* of a robot that cannot share; more would not fit the caches */
	LOADED_BYTES = 64 << 20, /* limit for its file, all times it is loaded together */
};

struct sandbox {
	struct transport transport;
	struct transport_plan plan;
	struct killed own_killed; /* used if the plan has none */
	int image;             /* the robot's file (process_image); -1: not needed yet */
	struct idle idle;      /* of all its processes, each by itself and all together (has_spun) */
	int64_t flushed_ns;    /* wall-clock time of the last asks */
	int64_t asked_ns;      /* time in which some process had a batch, except the time since flushed_ns */
	uint64_t n_batches, n_processes;
	int64_t looked_cpu_ns, looked_allowed_ns; /* at the last look: CPU time used by all, and the CPU time that their
	                                           * asks allow */
	bool is_short;         /* in this transport_collect, see transport.was_short */
	int64_t slept_ns;      /* how long its processes have slept while they were loaded */
	struct template *templates;
	bool cannot_copy;      /* no templates on this system or with this robot */
	struct lane_groups groups;
	struct so_group *only;  /* if there is one group and it is_for_all */
	int n_awaited;         /* pending groups before this index are being waited for or were */
	int32_t *replies;      /* of the current transport_collect */
	char *text;            /* of transport_output */
};

/* Charges the robot with the CPU time that its process has used without an ask since the last look. */
static void note_idle(struct sandbox *sandbox, struct so_group *group)
{
	idle_add(&sandbox->idle, process_take_idle(group->process));
}

/* After each change of the groups. */
static void note_only(struct sandbox *sandbox)
{
	struct so_group *first = (struct so_group *)sandbox->groups.first;
	sandbox->only = first && !first->lanes.next && first->is_for_all ? first : NULL;
}

static void group_free(struct sandbox *sandbox, struct so_group *group, enum process_state state, struct fault *fault)
{
	groups_remove(&sandbox->groups, &group->lanes);
	note_only(sandbox);
	sandbox->transport.cpu_ns += process_cpu_ns(group->process);
	if (state == PROCESS_DONE)
		note_idle(sandbox, group);
	process_end(group->process, state, &sandbox->plan.limits, fault);
	FREE_ALL(group->free_seats, group->queue, group->attempts, group->games, group);
}

static struct template *find_template(const struct sandbox *sandbox, int attempt, uint32_t n_wanted)
{
	struct template *template = sandbox->templates;
	while (template && (template->is_given_up || template->attempt != attempt || template->process->n_wanted != n_wanted))
		template = template->next;
	return template;
}

/* A copy of a template, which is started if there is none. NULL: copies are impossible (cannot_copy), not possible at
 * the moment, or failed (see failure and err). */
static struct process *copy_template(struct sandbox *sandbox, const struct process_plan *plan,
				     struct start_failure *failure, struct err *err)
{
	for (;;) {
		struct template *template = find_template(sandbox, plan->attempt, plan->n_wanted);
		if (!template) {
			template = template_start(*plan, failure, err);
			sandbox->cannot_copy = failure->cannot_copy;
			if (!template)
				return NULL;
			template->next = sandbox->templates;
			sandbox->templates = template;
		}
		struct process *process = template_copy(template);
		if (process)
			return process;
		if (!template->was_killed) {
			sandbox->cannot_copy = template->is_given_up;
			return NULL;
		}
		if (killed_count(sandbox->plan.killed, plan->robot->label, err))
			return NULL;
	}
}

/* One process per lane, of which all workers together use half of the available memory at most. */
static void make_solo(struct sandbox *sandbox)
{
	const struct transport_plan *plan = &sandbox->plan;
	/* This worker may use one core alone. */
	uint64_t each = 2 * plan->limits.memory * (uint64_t)(plan->n_workers ? plan->n_workers : sysconf(_SC_NPROCESSORS_ONLN));
	uint64_t n = each && !sandbox->transport.is_solo ? available_memory() / each : GROUPS_SOLO_LANES;
	groups_make_solo(&sandbox->transport, n > GROUPS_SOLO_LANES ? GROUPS_SOLO_LANES : n ? (int)n : 1);
}

static struct process *new_process(struct sandbox *sandbox, int attempt, uint32_t n_wanted, struct start_failure *failure,
				   struct err *err)
{
	const struct robot *robot = sandbox->transport.robot;
	*failure = (struct start_failure){0};
	if (sandbox->image < 0 && (sandbox->image = process_image(robot, err)) < 0)
		return NULL;
	const struct process_plan plan = {
		.robot = robot, .transport = &sandbox->plan, .attempt = attempt, .n_wanted = n_wanted, .image = sandbox->image,
		.is_shared = robot->can_share && !sandbox->transport.is_solo, .slept_ns = &sandbox->slept_ns,
	};
	struct err trouble = {0};
	if (!plan.is_shared && !sandbox->cannot_copy) {
		struct process *process = copy_template(sandbox, &plan, failure, &trouble);
		if (process || failure->fault.verdict || trouble.code) {
			if (trouble.code)
				*err = trouble;
			return process;
		}
	}
	return process_start(&plan, failure, err);
}

static void free_all_seats(struct so_group *group)
{
	uint32_t n = group->process->n_loaded;
	for (uint32_t i = 0; i < n; i++)
		group->free_seats[i] = n - 1 - i;
	group->n_free = n;
}

static struct so_group *group_new(struct sandbox *sandbox, int attempt, uint32_t n_wanted, struct fault *fault, struct err *err)
{
	struct transport *transport = &sandbox->transport;
	struct start_failure failure;
	struct process *process = new_process(sandbox, attempt, n_wanted, &failure, err);
	if (!process) {
		*fault = failure.fault;
		return NULL;
	}
	uint32_t n = process->n_loaded;
	if (!transport->is_solo && n < (uint32_t)sandbox->plan.n_lanes)
		transport_limit_lanes(transport, (int)n);
	struct so_group *group = NEW(struct so_group);
	*group = (struct so_group){
		.process = process, .is_solo = transport->is_solo,
		.is_for_all = process->is_shared && n >= (uint32_t)sandbox->plan.n_lanes,
		.free_seats = NEW_ARRAY(uint32_t, n), .queue = NEW_ARRAY(int, 2 * (size_t)n),
		.ask = (uint32_t *)(void *)((char *)process->channel + process->ring_at),
		.attempts = NEW_ARRAY(uint32_t, n), .games = NEW_ARRAY(uint32_t, n),
	};
	free_all_seats(group);
	groups_add(&sandbox->groups, &group->lanes, attempt);
	note_only(sandbox);
	sandbox->n_processes++;
	transport->is_batched = process->n_wanted > 1;
	return group;
}

/* Number of instances of a robot that cannot share its code: each loads the file, so the total size is limited. */
static uint32_t n_loaded(const struct robot *robot, int n_lanes)
{
	uint32_t n = (uint32_t)n_lanes, most = MOST_INSTANCES;
	if (robot->image_size > LOADED_BYTES / MOST_INSTANCES)
		most = (uint32_t)(LOADED_BYTES / robot->image_size);
	n = n < most ? n : most;
	return n ? n : 1;
}

uint64_t sandbox_file_bytes(const struct robot *robot, int n_lanes)
{
	return robot->image_size * (robot->can_share ? 1 : (uint64_t)n_loaded(robot, n_lanes));
}

/* Number of instances per process. */
static uint32_t n_instances(const struct sandbox *sandbox)
{
	const struct transport *transport = &sandbox->transport;
	if (transport->is_solo)
		return 1;
	if (transport->robot->can_share)
		return transport->most_lanes ? (uint32_t)transport->most_lanes : (uint32_t)sandbox->plan.n_lanes;
	return n_loaded(transport->robot, sandbox->plan.n_lanes);
}

/* Finds or makes a group with a seat for a fresh instance for this attempt. */
static struct so_group *find_group(struct sandbox *sandbox, int attempt, struct fault *fault, struct err *err)
{
	struct transport *transport = &sandbox->transport;
	for (struct lane_group *lanes = sandbox->groups.first; lanes && !transport->is_solo; lanes = lanes->next) {
		struct so_group *group = (struct so_group *)lanes;
		if (lanes->attempt != attempt || !group->n_free)
			continue;
		if (!process_has_grown(group->process, sandbox->plan.limits.memory))
			return group;
		transport_limit_lanes(transport, GROWN_LANES);
	}
	uint32_t n_wanted = n_instances(sandbox);
	struct so_group *group = group_new(sandbox, attempt, n_wanted, fault, err);
	if (!group && fault->verdict == VERDICT_LOAD && n_wanted > 1) {
		/* One instance may load even if many do not. */
		make_solo(sandbox);
		group = group_new(sandbox, attempt, 1, fault, err);
	}
	return group;
}

/* Should the group be ended, now that it is empty? */
static bool is_spent(const struct sandbox *sandbox, const struct so_group *group)
{
	return sandbox->transport.is_solo || !group->n_free ||
	       process_has_grown(group->process, sandbox->plan.limits.memory) || groups_n_spare(&sandbox->groups) > SPARE_GROUPS;
}

static void sandbox_leave(struct transport *transport, int lane)
{
	struct sandbox *sandbox = (struct sandbox *)transport;
	struct lane_place *place = &sandbox->groups.places[lane];
	struct so_group *group = (struct so_group *)place->group;
	if (!group)
		return;
	if (group->process->is_shared)
		group->free_seats[group->n_free++] = place->seat;
	groups_leave(&sandbox->groups, lane);
	naps_count_good(transport_naps(transport));
	if (group->lanes.n_seated)
		return;
	if (!group->n_free && process_can_begin_again(group->process))
		free_all_seats(group);
	if (is_spent(sandbox, group))
		group_free(sandbox, group, PROCESS_DONE, NULL);
}

static void end_processes(struct sandbox *sandbox)
{
	while (sandbox->groups.first)
		group_free(sandbox, (struct so_group *)sandbox->groups.first, PROCESS_DONE, NULL);
	for (struct template *template; (template = sandbox->templates) != NULL;) {
		sandbox->templates = template->next;
		template_end(template, &sandbox->plan.limits);
	}
}

static void sandbox_rest(struct transport *transport)
{
	struct sandbox *sandbox = (struct sandbox *)transport;
	groups_leave_all(&sandbox->groups);
	end_processes(sandbox);
}

static struct channel_seat *seat_of(const struct lane_place *place)
{
	const struct process *process = ((const struct so_group *)place->group)->process;
	return channel_seat(process->channel, process->seats_at, process->seat_stride, place->seat);
}

static char *sandbox_seat(struct transport *transport, int lane, int attempt, struct fault *fault, struct err *err)
{
	struct sandbox *sandbox = (struct sandbox *)transport;
	sandbox_leave(transport, lane);
	struct so_group *group = find_group(sandbox, attempt, fault, err);
	if (!group)
		return NULL;
	struct lane_place *place = groups_seat(&sandbox->groups, &group->lanes, lane);
	uint32_t free_seat = group->free_seats[--group->n_free];
	place->seat = group->is_for_all ? (uint32_t)lane : free_seat;
	struct channel_seat *seat = seat_of(place);
	seat->shown_at = (uint32_t)((size_t)lane * shared_areas_attempt(sandbox->plan.shared_areas, attempt)->stride);
	seat->attempt = ++group->attempts[place->seat];
	/* Earlier output belongs to other instances, so it would make the report depend on the number of lanes. */
	if (group->process->n_wanted == 1)
		group->process->output_from = CHANNEL_READ(group->process->channel->output.n_written);
	return seat->hands;
}

static void sandbox_game(struct transport *transport, int lane, const struct game_intro *intro)
{
	struct lane_place *place = &((struct sandbox *)transport)->groups.places[lane];
	struct so_group *group = (struct so_group *)place->group;
	struct process *process = group->process;
	struct channel_seat *seat = seat_of(place);
	seat->rng = intro->rng;
	seat->game = ++group->games[place->seat];
	seat->me[0] = intro->me;
	seat->me[1] = '\0';
	memcpy((char *)process->channel + process->letters_at + (size_t)place->seat * 32, intro->letters,
	       sizeof intro->letters);
}

static int64_t sandbox_ask(struct transport *transport, int lane, unsigned flags)
{
	struct sandbox *sandbox = (struct sandbox *)transport;
	struct so_group *group = sandbox->only; /* the usual case, which does not wait for the memory of the place */
	uint32_t seat = (uint32_t)lane;
	if (__builtin_expect(!group, false)) {
		const struct lane_place *place = &sandbox->groups.places[lane];
		group = (struct so_group *)place->group;
		seat = place->seat;
	}
	int is_observed = (flags & ASK_OBSERVE) != 0; /* without a branch, which would often be mispredicted */
	uint32_t at = groups_queue(&sandbox->groups, &group->lanes);
	group->ask[at] = seat | flags;
	group->queue[at] = lane + is_observed * (sandbox->plan.n_lanes - lane);
	return TRANSPORT_QUEUED;
}

static void sandbox_flush(struct transport *transport)
{
	struct sandbox *sandbox = (struct sandbox *)transport;
	sandbox->flushed_ns = clock_wall_ns();
	sandbox->n_batches += (uint64_t)sandbox->groups.n_pending;
	for (int i = 0; i < sandbox->groups.n_pending; i++) {
		struct so_group *group = (struct so_group *)sandbox->groups.pending[i];
		process_post(group->process, group->lanes.n_queued);
	}
}

/* Ends a process that died, must be ended or whose instances must each be alone. Non-zero: processes were killed from outside too often. */
static int reap(struct sandbox *sandbox, struct so_group *group, enum process_state state, bool must_part, struct err *err)
{
	struct transport *transport = &sandbox->transport;
	bool was_killed = state == PROCESS_DIED && killed_from_outside(group->process->pid);
	bool was_short = was_killed && killed_for_memory(sandbox->plan.killed);
	bool is_alone = group->process->n_wanted == 1 && !must_part;
	struct fault *fault = groups_lose(&sandbox->groups, &group->lanes, is_alone, was_killed && !(was_short && transport->was_short));
	if (fault && (state == PROCESS_SLOW || state == PROCESS_ASLEEP))
		naps_count(transport_naps(transport));
	group_free(sandbox, group, state, fault);
	if (was_short && fault)
		snprintf(fault->cause, sizeof fault->cause, KILLED_FOR_MEMORY);
	sandbox->is_short |= was_short;
	if (!was_killed || was_short)
		make_solo(sandbox);
	return was_killed && !was_short ? killed_count(sandbox->plan.killed, transport->robot->label, err) : 0;
}

/* The kernel has killed a process for lack of memory: the others end, too, and from now on there is one at a time. */
static void shrink(struct sandbox *sandbox)
{
	while (sandbox->groups.first) {
		struct so_group *group = (struct so_group *)sandbox->groups.first;
		groups_lose(&sandbox->groups, &group->lanes, false, true);
		group_free(sandbox, group, PROCESS_DONE, NULL);
	}
	end_processes(sandbox);
	groups_make_solo(&sandbox->transport, 1);
	sandbox->transport.was_short = true;
	sandbox->is_short = false;
}

static int64_t sandbox_cpu(const struct transport *transport)
{
	const struct sandbox *sandbox = (const struct sandbox *)transport;
	int64_t total = transport->cpu_ns;
	for (const struct lane_group *group = sandbox->groups.first; group; group = group->next)
		total += process_cpu_ns(((const struct so_group *)group)->process);
	return total;
}

/* Counts CPU time that all processes together used since the last look beyond what the cores can provide while at least
 * one process had a batch. A single process does not show this when many compete for a core: then each has a batch for
 * a long time. */
static void note_all(struct sandbox *sandbox)
{
	int64_t cpu = sandbox_cpu(&sandbox->transport);
	/* The wall clock is read last: a delay between the two readings must favour the robot. */
	int64_t asked = sandbox->asked_ns + clock_wall_ns() - sandbox->flushed_ns;
	int64_t allowed = asked * cores_allowed() + PROCESS_TAIL_NS * (int64_t)sandbox->n_batches +
			  PROCESS_READY_NS * (int64_t)sandbox->n_processes;
	int64_t more = cpu - sandbox->looked_cpu_ns - (allowed - sandbox->looked_allowed_ns);
	sandbox->looked_cpu_ns = cpu;
	sandbox->looked_allowed_ns = allowed;
	if (more > 0)
		idle_add(&sandbox->idle, more);
}

/* Has the robot used CPU time without an ask, partly in this process? Checked periodically, after a batch. */
static bool has_spun(struct sandbox *sandbox, const struct so_group *group)
{
	struct idle *idle = &sandbox->idle;
	int64_t now_ns = group->process->done_ns;
	if (!idle_is_due(idle, now_ns))
		return false;
	for (struct lane_group *any = sandbox->groups.first; any; any = any->next)
		note_idle(sandbox, (struct so_group *)any);
	for (struct template *template = sandbox->templates; template; template = template->next)
		template_look(template);
	note_all(sandbox);
	if (!idle_is_too_much(idle, now_ns, IDLE_MOST_NS))
		return false;
	*idle = (struct idle){.looked_ns = now_ns};
	return true;
}

/* Checks the batches of processes that are not being waited for yet. */
static void sandbox_peek(struct transport *transport, int32_t *replies)
{
	struct sandbox *sandbox = (struct sandbox *)transport;
	for (int i = sandbox->n_awaited; i < sandbox->groups.n_pending; i++)
		process_peek(((struct so_group *)sandbox->groups.pending[i])->process, &sandbox->plan.limits);
}

static void look_at_peers(void *context)
{
	transport_peek_peers(context, ((struct sandbox *)context)->replies);
}

static int sandbox_collect(struct transport *transport, int32_t *replies, struct err *err)
{
	struct sandbox *sandbox = (struct sandbox *)transport;
	struct process_waiting waiting = {.limits = &sandbox->plan.limits, .look = look_at_peers, .context = transport};
	int failed = 0;
	sandbox->replies = replies;
	for (int i = 0; i < sandbox->groups.n_pending; i++) {
		sandbox->n_awaited = i + 1;
		struct so_group *group = (struct so_group *)sandbox->groups.pending[i];
		uint32_t n = group->lanes.n_queued, n_done;
		group->lanes.n_queued = 0;
		waiting.sleep_ns = naps_limit_ns(transport_naps(transport), sandbox->plan.limits.move_time_ns);
		enum process_state state = process_wait(group->process, n, &waiting, &n_done);
		if (state == PROCESS_DONE && has_spun(sandbox, group))
			state = PROCESS_SPUN;
		/* It lacked memory that other instances, or earlier ones, may have taken, or changed how the processor computes. */
		const struct channel *channel = group->process->channel;
		bool must_part = !group->is_solo && (CHANNEL_READ(channel->is_short) || CHANNEL_READ(channel->has_modes));
		if (state != PROCESS_DONE || must_part) {
			failed |= reap(sandbox, group, state, must_part, err);
			continue;
		}
		const struct process *process = group->process;
		const int32_t *answer = (const int32_t *)((char *)process->channel + process->ring_at) + 2 * process->n_wanted;
		for (uint32_t k = 0; k < n; k++)
			replies[group->queue[k]] = answer[k];
	}
	sandbox->groups.n_pending = sandbox->n_awaited = 0;
	if (sandbox->is_short)
		shrink(sandbox);
	sandbox->asked_ns += clock_wall_ns() - sandbox->flushed_ns;
	return failed;
}

static const char *sandbox_output(struct transport *transport, int lane)
{
	struct sandbox *sandbox = (struct sandbox *)transport;
	struct lane_place *place = &sandbox->groups.places[lane];
	if (!place->group)
		return "";
	const struct output_ring *ring = &((struct so_group *)place->group)->process->channel->output;
	uint32_t written = CHANNEL_READ(ring->n_written);
	if (!sandbox->text)
		sandbox->text = NEW_ARRAY(char, sizeof ring->text + 1);
	channel_output(ring, written, written - place->n_shown, sandbox->text);
	place->n_shown = written;
	return sandbox->text;
}

static void sandbox_free(struct transport *transport)
{
	struct sandbox *sandbox = (struct sandbox *)transport;
	end_processes(sandbox);
	if (sandbox->image >= 0)
		close(sandbox->image);
	free(transport->events);
	groups_release(&sandbox->groups);
	FREE_ALL(sandbox->text, sandbox);
}

struct transport *sandbox_new(const struct robot *robot, const struct transport_plan *plan)
{
	static const struct transport_ops ops = {
		.seat = sandbox_seat, .game = sandbox_game, .ask = sandbox_ask, .flush = sandbox_flush,
		.collect = sandbox_collect, .peek = sandbox_peek, .leave = sandbox_leave, .rest = sandbox_rest, .output = sandbox_output,
		.cpu = sandbox_cpu, .free = sandbox_free,
	};
	struct sandbox *sandbox = NEW(struct sandbox);
	sandbox->transport = (struct transport){.ops = &ops, .robot = robot, .events = NEW_ARRAY(struct event, (size_t)plan->n_lanes)};
	sandbox->plan = *plan;
	sandbox->image = -1;
	if (!plan->killed) {
		sandbox->plan.killed = &sandbox->own_killed;
		killed_init(&sandbox->own_killed);
	}
	groups_init(&sandbox->groups, &sandbox->transport, plan->n_lanes);
	return &sandbox->transport;
}
