/* sandbox.c - the instances and processes of one robot in one worker. groups.h assigns lanes to processes.
 *
 * All lanes advance together, so that most of the time one process per robot is working or, if robots are quick, only
 * one process in total (match/rotation.c). */
#include "robot/so/sandbox.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/cores.h"

static int64_t sandbox_ask(struct transport *transport, int lane, unsigned flags)
{
	struct sandbox *sandbox = (struct sandbox *)transport;
	struct so_group *group = sandbox->only; /* in the usual case, the place of the lane need not be read */
	uint32_t seat = (uint32_t)lane;
	if (__builtin_expect(!group, false)) {
		const struct lane_place *place = &sandbox->groups.places[lane];
		group = (struct so_group *)place->group;
		seat = place->seat;
	}
	int is_observed = (flags & ASK_OBSERVE) != 0; /* 0 or 1, for a formula instead of a branch, which would often be
	                                               * mispredicted */
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

/* Ends a process that died, must end, or has instances that must get processes of their own (must_part). Returns
 * non-zero if processes were killed from outside too often. */
static int reap(struct sandbox *sandbox, struct so_group *group, enum process_state state, bool must_part,
		struct err *err)
{
	struct transport *transport = &sandbox->transport;
	bool was_killed = state == PROCESS_DIED && killed_from_outside(group->process->pid);
	bool was_short = was_killed && killed_for_memory(sandbox->plan.killed);
	bool is_alone = group->process->n_wanted == 1 && !must_part;
	struct fault *fault = groups_lose(&sandbox->groups, &group->lanes, is_alone,
					  was_killed && !(was_short && transport->was_short));
	if (fault && (state == PROCESS_SLOW || state == PROCESS_ASLEEP))
		naps_count(transport_naps(transport));
	sandbox_group_free(sandbox, group, state, fault);
	if (was_short && fault)
		snprintf(fault->cause, sizeof fault->cause, KILLED_FOR_MEMORY);
	sandbox->is_short |= was_short;
	if (!was_killed || was_short)
		sandbox_make_solo(sandbox);
	return was_killed && !was_short ? killed_count(sandbox->plan.killed, transport->robot->label, err) : 0;
}

/* Handles the death of a process that the kernel killed for lack of memory: ends all other processes too, and from now
 * on runs only one at a time. */
static void shrink(struct sandbox *sandbox)
{
	while (sandbox->groups.first) {
		struct so_group *group = (struct so_group *)sandbox->groups.first;
		groups_lose(&sandbox->groups, &group->lanes, false, true);
		sandbox_group_free(sandbox, group, PROCESS_DONE, NULL);
	}
	sandbox_end_processes(sandbox);
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

/* Charges the robot for the CPU time that all its processes together have used since the last check, as far as it
 * exceeds what the cores can provide while at least one process had a batch. Checks of single processes would not
 * detect this if many compete for a core, because then each has a batch for a long time. */
static void note_all(struct sandbox *sandbox)
{
	int64_t cpu = sandbox_cpu(&sandbox->transport);
	/* The wall clock is read last, because a delay between the two readings must favour the robot. */
	int64_t asked = sandbox->asked_ns + clock_wall_ns() - sandbox->flushed_ns;
	int64_t allowed = asked * cores_allowed() + PROCESS_TAIL_NS * (int64_t)sandbox->n_batches +
			  PROCESS_READY_NS * (int64_t)sandbox->n_processes;
	int64_t more = cpu - sandbox->looked_cpu_ns - (allowed - sandbox->looked_allowed_ns);
	sandbox->looked_cpu_ns = cpu;
	sandbox->looked_allowed_ns = allowed;
	if (more > 0)
		idle_add(&sandbox->idle, more);
}

/* Returns true if the robot has used too much CPU time without an ask, some of it in this process. Checked
 * periodically, after a batch. */
static bool has_spun(struct sandbox *sandbox, const struct so_group *group)
{
	struct idle *idle = &sandbox->idle;
	int64_t now_ns = group->process->done_ns;
	if (!idle_is_due(idle, now_ns))
		return false;
	for (struct lane_group *any = sandbox->groups.first; any; any = any->next)
		sandbox_note_idle(sandbox, (struct so_group *)any);
	for (struct template *template = sandbox->templates; template; template = template->next)
		template_look(template);
	note_all(sandbox);
	if (!idle_is_too_much(idle, now_ns, IDLE_MOST_NS))
		return false;
	*idle = (struct idle){.looked_ns = now_ns};
	return true;
}

/* Checks the batches of those processes for which the worker is not waiting yet. */
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
		/* An instance has lacked memory that others may have used, or has changed modes that all share. */
		const struct channel *channel = group->process->channel;
		bool must_part = !group->is_solo &&
			(CHANNEL_READ(channel->is_short) || CHANNEL_READ(channel->has_modes));
		if (state != PROCESS_DONE || must_part) {
			failed |= reap(sandbox, group, state, must_part, err);
			continue;
		}
		const struct process *process = group->process;
		const int32_t *answer =
			(const int32_t *)((char *)process->channel + process->ring_at) + 2 * process->n_wanted;
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
	sandbox_end_processes(sandbox);
	mem_auto_close(&sandbox->image);
	free(transport->events);
	groups_release(&sandbox->groups);
	FREE_ALL(sandbox->text, sandbox);
}

struct transport *sandbox_new(const struct robot *robot, const struct transport_plan *plan)
{
	static const struct transport_ops ops = {
		.seat = sandbox_seat, .game = sandbox_game, .ask = sandbox_ask, .flush = sandbox_flush,
		.collect = sandbox_collect, .peek = sandbox_peek, .leave = sandbox_leave, .rest = sandbox_rest,
		.output = sandbox_output, .cpu = sandbox_cpu, .free = sandbox_free,
	};
	struct sandbox *sandbox = NEW(struct sandbox);
	sandbox->transport = (struct transport){.ops = &ops, .robot = robot,
		.events = NEW_ARRAY(struct event, (size_t)plan->n_lanes)};
	sandbox->plan = *plan;
	sandbox->image = -1;
	if (!plan->killed) {
		sandbox->plan.killed = &sandbox->own_killed;
		killed_init(&sandbox->own_killed);
	}
	groups_init(&sandbox->groups, &sandbox->transport, plan->n_lanes);
	return &sandbox->transport;
}
