/* sandbox_start.c - starts the processes of a robot, and gives each attempt a fresh instance (sandbox.h).
 *
 * If instances share the loaded code (instances.h), a seat is reused immediately. If each instance has its own loaded
 * file, it serves one attempt. When all instances of a group have been used, its process restores their memory
 * (snapshot.h) or, if it cannot, a new group replaces this one. Groups are copies of a process in which all instances
 * are freshly loaded (template.h). */
#include "robot/so/sandbox.h"

#include <unistd.h>

#include "base/control_group.h"

enum {
	SPARE_GROUPS = 8,       /* empty groups kept for the next attempt */
	GROWN_LANES = 16,      /* limit for a robot whose instances take much memory while they play */
	/* Limit on the instances of a robot that cannot share. More would not fit into the caches. */
	MOST_INSTANCES = 64,
	LOADED_BYTES = 64 << 20, /* limit for all loaded copies of its file together */
};

void sandbox_note_idle(struct sandbox *sandbox, struct so_group *group)
{
	idle_add(&sandbox->idle, process_take_idle(group->process));
}

/* Updates sandbox->only. Call it after each change of the groups. */
static void note_only(struct sandbox *sandbox)
{
	struct so_group *first = (struct so_group *)sandbox->groups.first;
	sandbox->only = first && !first->lanes.next && first->is_for_all ? first : NULL;
}

void sandbox_group_free(struct sandbox *sandbox, struct so_group *group, enum process_state state, struct fault *fault)
{
	groups_remove(&sandbox->groups, &group->lanes);
	note_only(sandbox);
	sandbox->transport.cpu_ns += process_cpu_ns(group->process);
	if (state == PROCESS_DONE)
		sandbox_note_idle(sandbox, group);
	process_end(group->process, state, &sandbox->plan.limits, fault);
	FREE_ALL(group->free_seats, group->queue, group->attempts, group->games, group);
}

static struct template *find_template(const struct sandbox *sandbox, int attempt, uint32_t n_wanted)
{
	struct template *template = sandbox->templates;
	while (template &&
	       (template->is_given_up || template->attempt != attempt || template->process->n_wanted != n_wanted))
		template = template->next;
	return template;
}

/* Returns a new copy of a template, and starts a template if there is none. Returns NULL if templates are impossible
 * (cannot_copy), if no copy can be made at the moment, or on failure (see `failure` and err). */
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

void sandbox_make_solo(struct sandbox *sandbox)
{
	const struct transport_plan *plan = &sandbox->plan;
	/* Without n_workers, assumes one worker for each core of the machine, because this worker itself may be bound
	 * to a single core. */
	uint64_t each =
		2 * plan->limits.memory * (uint64_t)(plan->n_workers ? plan->n_workers : sysconf(_SC_NPROCESSORS_ONLN));
	uint64_t n = each && !sandbox->transport.is_solo ? available_memory() / each : GROUPS_SOLO_LANES;
	groups_make_solo(&sandbox->transport, n > GROUPS_SOLO_LANES ? GROUPS_SOLO_LANES : n ? (int)n : 1);
}

static struct process *new_process(struct sandbox *sandbox, int attempt, uint32_t n_wanted,
				   struct start_failure *failure, struct err *err)
{
	const struct robot *robot = sandbox->transport.robot;
	*failure = (struct start_failure){0};
	if (sandbox->image < 0 && (sandbox->image = process_image(robot, err)) < 0)
		return NULL;
	const struct process_plan plan = {
		.robot = robot, .transport = &sandbox->plan, .attempt = attempt, .n_wanted = n_wanted,
		.image = sandbox->image,
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

static struct so_group *group_new(struct sandbox *sandbox, int attempt, uint32_t n_wanted, struct fault *fault,
				  struct err *err)
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

/* Returns how many instances a process has if they cannot share the loaded code. Each loads the file, so the total size
 * is limited. */
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

/* Returns the number of instances per process. */
static uint32_t n_instances(const struct sandbox *sandbox)
{
	const struct transport *transport = &sandbox->transport;
	if (transport->is_solo)
		return 1;
	if (transport->robot->can_share)
		return transport->most_lanes ? (uint32_t)transport->most_lanes : (uint32_t)sandbox->plan.n_lanes;
	return n_loaded(transport->robot, sandbox->plan.n_lanes);
}

/* Finds or makes a group that serves this attempt and has a seat for a fresh instance. */
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
		/* A process may be able to load one instance even if it cannot load many. */
		sandbox_make_solo(sandbox);
		group = group_new(sandbox, attempt, 1, fault, err);
	}
	return group;
}

/* Returns true if the group, which is empty, should be ended. */
static bool is_spent(const struct sandbox *sandbox, const struct so_group *group)
{
	return sandbox->transport.is_solo || !group->n_free ||
	       process_has_grown(group->process, sandbox->plan.limits.memory) ||
	       groups_n_spare(&sandbox->groups) > SPARE_GROUPS;
}

void sandbox_leave(struct transport *transport, int lane)
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
		sandbox_group_free(sandbox, group, PROCESS_DONE, NULL);
}

void sandbox_end_processes(struct sandbox *sandbox)
{
	while (sandbox->groups.first)
		sandbox_group_free(sandbox, (struct so_group *)sandbox->groups.first, PROCESS_DONE, NULL);
	for (struct template *template; (template = sandbox->templates) != NULL;) {
		sandbox->templates = template->next;
		template_end(template, &sandbox->plan.limits);
	}
}

void sandbox_rest(struct transport *transport)
{
	struct sandbox *sandbox = (struct sandbox *)transport;
	groups_leave_all(&sandbox->groups);
	sandbox_end_processes(sandbox);
}

static struct channel_seat *seat_of(const struct lane_place *place)
{
	const struct process *process = ((const struct so_group *)place->group)->process;
	return channel_seat(process->channel, process->seats_at, process->seat_stride, place->seat);
}

char *sandbox_seat(struct transport *transport, int lane, int attempt, struct fault *fault, struct err *err)
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
	/* Excludes earlier output from reports. It belongs to earlier instances, so with it reports would depend on the
	 * number of lanes. */
	if (group->process->n_wanted == 1)
		group->process->output_from = CHANNEL_READ(group->process->channel->output.n_written);
	return seat->hands;
}

void sandbox_game(struct transport *transport, int lane, const struct game_intro *intro)
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
