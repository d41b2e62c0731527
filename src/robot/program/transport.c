/* transport.c - the processes of one program in one worker, and their asks (transport.h). groups.h decides which
 * process serves which lanes; collect.c reads the answers. */
#include "robot/program/transport.h"

#include <poll.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/cores.h"
#include "robot/program/collect.h"
#include "robot/program/command.h"
#include "robot/program/memory.h"

enum {
	SPARE_GROUPS = 2, /* empty groups kept for the next attempt */
	MANY_LANES = 32,
};

int program_lanes(const struct robot *robot, int n_seats)
{
	int n = PROGRAM_PROCESSES / n_seats, each = robot->manifest.max_lanes ? (int)robot->manifest.max_lanes : 1;
	/* A process with many lanes keeps a core busy, so a second process would only cost another start. This is not
	 * so if it waits for a network. */
	if (each >= MANY_LANES && !(robot->program && robot->program->has_network))
		return each;
	return (n ? n : 1) * each;
}

static int64_t cpu_of(struct program_process *process)
{
	if (!program_has_begun(process))
		return 0;
	return process->forks < 0 ? clock_process_cpu_ns(process->pid) : watchdog_family_ns(process->pid);
}

int program_group_free(struct program *self, struct program_group *group, enum process_state state, struct fault *fault,
		       struct err *err)
{
	if (group != self->parent)
		groups_remove(&self->groups, &group->lanes);
	self->transport.cpu_ns += cpu_of(group->process);
	int failed = program_end(group->process, state, group->trouble, &self->plan.limits, fault, err);
	free(group->queue);
	free(group);
	return failed;
}

static void say_game(struct program *self, struct program_group *group)
{
	str_addf(&group->process->asks, "game %s\n", self->plan.rules);
}

/* Returns true if the processes of an attempt are forks. They are not in a repeated attempt, because an earlier attempt
 * may have been a fork; not with notes, because the CPU time of the start must be that of a normal start; and not with
 * a network, which needs the descriptor (runner.h). */
static bool does_fork(const struct program *self, int attempt)
{
	const struct robot *robot = self->transport.robot;
	return robot->manifest.can_fork && attempt == 0 && !self->transport.is_solo && !robot->notes &&
		!robot->program->has_network;
}

static struct program_process *fork_process(struct program *self, struct err *err)
{
	if (!self->parent) {
		struct program_process *process = program_start(self->transport.robot, &self->plan, true, err);
		if (!process)
			return NULL;
		self->parent = NEW(struct program_group);
		*self->parent = (struct program_group){.process = process, .has_answered = true};
	}
	self->parent->n_forked++;
	return program_fork(self->parent->process, err);
}

static struct program_group *group_new(struct program *self, int attempt, struct err *err)
{
	bool is_forked = does_fork(self, attempt);
	struct program_process *process = is_forked ? fork_process(self, err) : program_pool_take(&self->pool);
	if (!process && !is_forked)
		process = program_start(self->transport.robot, &self->plan, false, err);
	if (!process)
		return NULL;
	struct program_group *group = NEW(struct program_group);
	size_t n = self->transport.is_solo ? 1 : (size_t)self->n_at_once;
	*group = (struct program_group){.process = process, .n_seats = (uint32_t)n, .is_forked = is_forked,
					.queue = NEW_ARRAY(struct ask, n)};
	if (self->transport.robot->asked)
		str_clear(self->transport.robot->asked);
	if (self->n_at_once > 1)
		say_game(self, group);
	groups_add(&self->groups, &group->lanes, attempt);
	if (self->transport.robot->notes) {
		while (!program_has_begun(process) && process->status >= 0) {
			struct pollfd told = {.fd = process->status, .events = POLLIN};
			poll(&told, 1, -1); /* returns when there is a message, or the other end is closed */
		}
		self->transport.robot->notes->pid = process->pid;
		self->transport.robot->notes->is_starting = true;
	}
	return group;
}

static void program_leave(struct transport *transport, int lane)
{
	struct program *self = (struct program *)transport;
	struct program_group *group = (struct program_group *)self->groups.places[lane].group;
	if (!group)
		return;
	groups_leave(&self->groups, lane);
	naps_count_good(transport_naps(transport));
	if (group->lanes.n_seated == 0 && (group->n_seats == 1 || groups_n_spare(&self->groups) > SPARE_GROUPS))
		program_group_free(self, group, PROCESS_DONE, NULL, NULL);
}

/* Starts processes for the pool, but not with notes, because the CPU time of the start must be that of a normal
 * start. */
static void program_prepare(struct transport *transport, int n)
{
	struct program *self = (struct program *)transport;
	if ((transport->is_solo || self->n_at_once == 1) && !transport->robot->notes && !does_fork(self, 0))
		program_pool_fill(&self->pool, n, transport->robot, &self->plan);
}

static void end_processes(struct program *self)
{
	program_pool_end(&self->pool, &self->plan.limits);
	while (self->groups.first)
		program_group_free(self, (struct program_group *)self->groups.first, PROCESS_DONE, NULL, NULL);
	if (self->parent)
		program_group_free(self, self->parent, PROCESS_DONE, NULL, NULL);
	self->parent = NULL;
}

void program_stop_forks(struct program *self)
{
	groups_make_solo(&self->transport, GROUPS_SOLO_LANES);
	program_kill(self->parent->process);
}

/* Ends all processes, also those in the pool, so that processes of two rotations with the same dice never exist at the
 * same time. */
static void program_rest(struct transport *transport)
{
	struct program *self = (struct program *)transport;
	groups_leave_all(&self->groups);
	end_processes(self);
}

/* Returns a group that serves this attempt and has room for a fresh instance, or NULL. */
static struct program_group *find_group(const struct program *self, int attempt)
{
	for (struct lane_group *group = self->groups.first; group && !self->transport.is_solo; group = group->next)
		if (group->attempt == attempt && group->n_seated < ((struct program_group *)group)->n_seats)
			return (struct program_group *)group;
	return NULL;
}

static char *program_seat(struct transport *transport, int lane, int attempt, struct fault *fault, struct err *err)
{
	struct program *self = (struct program *)transport;
	struct program_lane *said = &self->lanes[lane];
	fault->verdict = VERDICT_OK;
	program_leave(transport, lane);
	struct program_group *group = find_group(self, attempt);
	if (!group)
		group = group_new(self, attempt, err);
	if (!group)
		return NULL;
	groups_seat(&self->groups, &group->lanes, lane)->n_shown = program_watched(self, group)->log.n_written;
	const struct shared_area *shared_area = shared_areas_attempt(self->plan.shared_areas, attempt);
	said->history = shared_area_history(shared_area, lane);
	said->shown = shared_area_shown(shared_area, lane);
	said->is_new = true;
	return said->hands;
}

static void program_game(struct transport *transport, int lane, const struct game_intro *intro)
{
	struct program_lane *said = &((struct program *)transport)->lanes[lane];
	said->intro = *intro;
	said->n_asks = 0;
}

/* Adds a line with a seed, a whole number of 53 bits. It does not reveal the key in `word`. */
static void say_seed(struct str *out, uint64_t word)
{
	str_addf(out, "seed %llu\n", (unsigned long long)(rng_mix(word) >> 11));
}

static int64_t program_ask(struct transport *transport, int lane, unsigned flags)
{
	struct program *self = (struct program *)transport;
	struct program_lane *said = &self->lanes[lane];
	struct program_group *group = (struct program_group *)self->groups.places[lane].group;
	bool is_observation = flags & ASK_OBSERVE;
	struct str *asks = &group->process->asks;
	group->queue[groups_queue(&self->groups, &group->lanes)] = (struct ask){lane, is_observation};
	if (self->n_at_once > 1) {
		const struct robot_manifest *manifest = &transport->robot->manifest;
		if (manifest->knows_matches && said->is_new)
			str_addf(asks, "match %d\n", lane);
		say_seed(asks, said->intro.rng + said->n_asks * RNG_GOLDEN);
		if (manifest->knows_tables)
			str_addf(asks, "table %d %u\n", lane, said->n_asks);
	} else if (said->n_asks == 0) {
		say_game(self, group);
		say_seed(asks, said->intro.rng);
	}
	said->n_asks++;
	said->is_new = false;
	const char me[] = {said->intro.me, ' ', '\0'};
	str_add(asks, me);
	str_add(asks, is_observation ? said->shown : said->hands);
	str_add(asks, " ");
	str_add(asks, said->history[0] ? said->history : "-");
	str_add(asks, "\n");
	return TRANSPORT_QUEUED;
}

void program_say_memory(const struct program *self, struct program_group *group)
{
	snprintf(group->trouble, sizeof group->trouble, "held more than %llu MB of memory, with all its processes",
		 (unsigned long long)(self->plan.limits.memory >> 20));
}

void program_look_at_memory(const struct program *self, struct program_group *group)
{
	pid_t pids[WATCHDOG_MOST];
	uint64_t most = self->plan.limits.memory;
	struct program_process *process = program_watched(self, group);
	if (!most || group->trouble[0] || process->group.folder[0])
		return;
	if (memory_exceeds(pids, watchdog_family(process->front, pids, 0), most))
		program_say_memory(self, group);
}

/* Returns how many forks have not answered yet. The parent makes a fork only some time after it was requested. */
static int count_beginning(const struct program *self)
{
	int n = 0;
	for (const struct lane_group *at = self->groups.first; at; at = at->next) {
		const struct program_group *group = (const struct program_group *)at;
		n += group->is_forked && !group->has_answered;
	}
	return n;
}

/* Returns true if the process has used too much CPU time without an ask. Called before asks are posted. During asks it
 * may use all cores, within the limit of an ask. CPU time before the first answer is not checked here. */
static bool has_spun(const struct program *self, struct program_group *group, int64_t now)
{
	if (!group->has_answered || !idle_is_due(&group->idle, now))
		return false;
	enum { LONGEST_NS = 1000000000 };
	int64_t used = watchdog_family_ns(group->process->front);
	int64_t more = used - group->used_ns - group->asked_ns * cores_allowed();
	int64_t since = now - group->idle.looked_ns;
	if (group->idle.looked_ns && more > 0)
		idle_add(&group->idle, more);
	/* Processes that began and ended since the last check are not counted otherwise, so young processes indicate
	 * them. One young process is allowed, because it may be about to end, and so are forks requested by the
	 * arena. */
	int n_young = group->idle.looked_ns ? watchdog_count_young(group->process->front, since) - 1 - group->n_forked
					    : 0;
	if (n_young > 0)
		idle_add(&group->idle, n_young * (since < LONGEST_NS ? since : LONGEST_NS));
	group->n_forked = group == self->parent ? count_beginning(self) : 0;
	program_look_at_memory(self, group);
	group->used_ns = used;
	group->asked_ns = 0;
	return idle_is_too_much(&group->idle, now, IDLE_PROGRAM_NS);
}

static void program_flush(struct transport *transport)
{
	struct program *self = (struct program *)transport;
	if (self->parent && self->groups.n_pending && !transport->is_solo) {
		self->parent->posted_ns = clock_wall_ns();
		if (has_spun(self, self->parent, self->parent->posted_ns) || self->parent->trouble[0])
			program_stop_forks(self);
	}
	for (int i = 0; i < self->groups.n_pending; i++) {
		struct program_group *group = (struct program_group *)self->groups.pending[i];
		struct program_process *process = group->process;
		if (group->has_answered) { /* before its first answer, its output may be the manifest */
			program_read(process);
			if (process->end > process->begin)
				snprintf(group->trouble, sizeof group->trouble,
					 "wrote without being asked: answer only asks, with one line each");
		}
		group->dog = (struct watchdog){0};
		group->sleep.wall_ns = 0;
		group->looked_ns = group->posted_ns = clock_wall_ns();
		group->answered_ns = 0;
		group->has_spun = !group->is_forked && has_spun(self, group, group->looked_ns);
		if (transport->robot->asked)
			str_add(transport->robot->asked, str_text(&process->asks));
		program_write(process);
	}
}

static const char *program_output(struct transport *transport, int lane)
{
	struct program *self = (struct program *)transport;
	struct lane_place *place = &self->groups.places[lane];
	if (!place->group)
		return "";
	struct program_process *process = program_watched(self, (struct program_group *)place->group);
	program_hear(process); /* output that was written before the answer has arrived by now */
	const struct output_ring *log = &process->log;
	channel_output(log, log->n_written, log->n_written - place->n_shown, self->text);
	place->n_shown = log->n_written;
	return self->text;
}

static int64_t program_cpu(const struct transport *transport)
{
	const struct program *self = (const struct program *)transport;
	int64_t total = transport->cpu_ns + (self->parent ? cpu_of(self->parent->process) : 0);
	for (const struct lane_group *group = self->groups.first; group; group = group->next)
		total += cpu_of(((const struct program_group *)group)->process);
	return total;
}

static void program_free(struct transport *transport)
{
	struct program *self = (struct program *)transport;
	end_processes(self);
	for (int i = 0; i < self->plan.n_lanes; i++)
		free(self->lanes[i].hands);
	free(self->lanes);
	free(self->fds);
	groups_release(&self->groups);
	free(transport->events);
	free(self);
}

struct transport *program_new(const struct robot *robot, const struct transport_plan *plan)
{
	static const struct transport_ops ops = {
		.seat = program_seat, .game = program_game, .ask = program_ask, .flush = program_flush,
		.collect = program_collect, .peek = program_peek, .leave = program_leave, .prepare = program_prepare,
		.rest = program_rest, .output = program_output, .cpu = program_cpu, .free = program_free,
	};
	struct program *self = NEW(struct program);
	size_t n = (size_t)plan->n_lanes;
	self->transport = (struct transport){.ops = &ops, .robot = robot, .events = NEW_ARRAY(struct event, n)};
	self->plan = *plan;
	if (!plan->killed) {
		self->plan.killed = &self->own_killed;
		killed_init(&self->own_killed);
	}
	self->n_at_once = robot->manifest.max_lanes > 1 ? (int)robot->manifest.max_lanes : 1;
	self->lanes = NEW_ARRAY(struct program_lane, n);
	for (size_t i = 0; i < n; i++)
		self->lanes[i].hands = NEW_ARRAY(char, plan->hands_size);
	groups_init(&self->groups, &self->transport, plan->n_lanes);
	self->fds = NEW_ARRAY(struct pollfd, 3 * n);
	return &self->transport;
}
