/* transport.c - see transport.h: processes of one program in one worker, their asks and answers. Which process serves which
 * lanes is in groups.h. */
#include "robot/program/transport.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/cores.h"
#include "base/mem.h"
#include "robot/groups.h"
#include "robot/idle.h"
#include "robot/killed.h"
#include "robot/program/memory.h"
#include "robot/program/pool.h"
#include "robot/program/process.h"

enum {
	MS = 1000000,
	SPARE_GROUPS = 2,       /* empty groups kept for the next attempt */
	LONGEST_STEP_MS = 100, /* between two looks at the clocks */
	START_CPU_MS = 3000,   /* additional time until the first answer of a process: interpreters start in 20 */
	START_WALL_MS = 30000, /* to 500 ms, and on a busy machine many of them at once. As long as a .so may load */
};

struct ask {
	int lane;
	bool is_observation;
};

struct program_group {
	struct lane_group lanes;
	struct program_process *process;
	uint32_t n_seats;
	struct ask *queue;     /* queue[i], i < lanes.n_queued */
	uint32_t n_done;
	bool has_answered;     /* at least once: it is past its start and its manifest */
	char trouble[200];     /* why it must end; "": it need not */
	struct watchdog dog;
	int64_t looked_ns;     /* last look of the watchdog */
	struct idle idle;      /* CPU time that no ask explains */
	bool has_spun;         /* too much CPU time without an ask */
	enum process_state state; /* why it must end, noticed while another robot was waited for */
	int64_t answered_ns;   /* when it was seen to have answered all that is queued; 0: it has not */
	int64_t posted_ns, asked_ns; /* when the last asks were; time in which there were some, as long as idle has not looked */
	int64_t used_ns;       /* CPU time, when idle looked */
};

struct program_lane {
	struct game_intro intro;
	uint32_t n_asks;       /* in this game */
	const char *history, *shown;
	char *hands;
};

struct program {
	struct transport transport;
	struct transport_plan plan;
	int n_at_once;         /* games in one process; more than one: it is stateless */
	bool has_overslept;    /* a process never answered, so the wait for the next ones is shorter */
	struct program_pool pool;
	struct lane_groups groups;
	struct program_lane *lanes; /* by lane */
	struct pollfd *fds;    /* three for each pending group */
	struct killed own_killed;     /* where the plan has none */
	uint64_t n_killed_for_memory; /* at the last look */
	char text[sizeof ((struct output_ring *)0)->text + 1]; /* of transport_output */
};

int program_lanes(const struct robot *robot, int n_seats)
{
	int n = PROGRAM_PROCESSES / n_seats, each = robot->manifest.max_lanes ? (int)robot->manifest.max_lanes : 1;
	return (n ? n : 1) * each;
}

/* ---- seats ------------------------------------------------------------------------------ */

static int group_free(struct program *self, struct program_group *group, enum process_state state, struct fault *fault, struct err *err)
{
	groups_remove(&self->groups, &group->lanes);
	if (program_has_begun(group->process))
		self->transport.cpu_ns += clock_process_cpu_ns(group->process->pid);
	int failed = program_end(group->process, state, group->trouble, &self->plan.limits, fault, err);
	free(group->queue);
	free(group);
	return failed;
}

static void say_game(struct program *self, struct program_group *group)
{
	str_addf(&group->process->asks, "game %s\n", self->plan.rules);
}

static struct program_group *group_new(struct program *self, int attempt, struct err *err)
{
	struct program_process *process = program_pool_take(&self->pool);
	if (!process)
		process = program_start(self->transport.robot, &self->plan, err);
	if (!process)
		return NULL;
	struct program_group *group = NEW(struct program_group);
	size_t n = self->transport.is_solo ? 1 : (size_t)self->n_at_once;
	*group = (struct program_group){.process = process, .n_seats = (uint32_t)n, .queue = NEW_ARRAY(struct ask, n)};
	if (self->n_at_once > 1)
		say_game(self, group);
	groups_add(&self->groups, &group->lanes, attempt);
	if (self->transport.robot->notes) {
		while (!program_has_begun(process) && process->status >= 0) {
			struct pollfd told = {.fd = process->status, .events = POLLIN};
			poll(&told, 1, -1); /* there is a message, or the other end is closed */
		}
		self->transport.robot->notes->pid = process->pid;
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
	if (group->lanes.n_seated == 0 && (group->n_seats == 1 || groups_n_spare(&self->groups) > SPARE_GROUPS))
		group_free(self, group, PROCESS_DONE, NULL, NULL);
}

/* Not with notes: the CPU time until the first ask must be that of a normal start. */
static void program_prepare(struct transport *transport, int n)
{
	struct program *self = (struct program *)transport;
	if ((transport->is_solo || self->n_at_once == 1) && !transport->robot->notes)
		program_pool_fill(&self->pool, n, transport->robot, &self->plan);
}

static void end_processes(struct program *self)
{
	program_pool_end(&self->pool, &self->plan.limits);
	while (self->groups.first)
		group_free(self, (struct program_group *)self->groups.first, PROCESS_DONE, NULL, NULL);
}

/* The processes in the pool end with the others: processes of two rotations never exist at the same time. */
static void program_rest(struct transport *transport)
{
	struct program *self = (struct program *)transport;
	groups_leave_all(&self->groups);
	end_processes(self);
}

/* One with room for a fresh instance that plays this attempt. */
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
	groups_seat(&self->groups, &group->lanes, lane)->n_shown = group->process->log.n_written;
	const struct shared_area *shared_area = shared_areas_attempt(self->plan.shared_areas, attempt);
	said->history = shared_area_history(shared_area, lane);
	said->shown = shared_area_shown(shared_area, lane);
	return said->hands;
}

/* ---- asking ----------------------------------------------------------------------------- */

static void program_game(struct transport *transport, int lane, const struct game_intro *intro)
{
	struct program_lane *said = &((struct program *)transport)->lanes[lane];
	said->intro = *intro;
	said->n_asks = 0;
}

/* A word that does not reveal its key, as a whole number of 53 bits. */
static void say_seed(struct str *out, uint64_t word)
{
	str_addf(out, "seed %llu\n", (unsigned long long)(rng_mix(word) >> 11));
}

static bool program_ask(struct transport *transport, int lane, unsigned flags, int *play)
{
	(void)play;
	struct program *self = (struct program *)transport;
	struct program_lane *said = &self->lanes[lane];
	struct program_group *group = (struct program_group *)self->groups.places[lane].group;
	bool is_observation = flags & ASK_OBSERVE;
	struct str *asks = &group->process->asks;
	group->queue[groups_queue(&self->groups, &group->lanes)] = (struct ask){lane, is_observation};
	if (self->n_at_once > 1) {
		say_seed(asks, said->intro.rng + said->n_asks * RNG_GOLDEN);
		if (transport->robot->manifest.knows_tables)
			str_addf(asks, "table %d %u\n", lane, said->n_asks);
	} else if (said->n_asks == 0) {
		say_game(self, group);
		say_seed(asks, said->intro.rng);
	}
	said->n_asks++;
	const char me[] = {said->intro.me, ' ', '\0'};
	str_add(asks, me);
	str_add(asks, is_observation ? said->shown : said->hands);
	str_add(asks, " ");
	str_add(asks, said->history[0] ? said->history : "-");
	str_add(asks, "\n");
	return false;
}

static void say_memory(const struct program *self, struct program_group *group)
{
	snprintf(group->trouble, sizeof group->trouble, "held more than %llu MB of memory, with all its processes",
		 (unsigned long long)(self->plan.limits.memory >> 20));
}

/* Does it hold too much memory, with all that it has started? Where a control group limits it, the kernel looks. */
static void look_at_memory(const struct program *self, struct program_group *group)
{
	pid_t pids[WATCHDOG_MOST];
	uint64_t most = self->plan.limits.memory;
	if (!most || group->trouble[0] || group->process->group.folder[0])
		return;
	if (memory_exceeds(pids, watchdog_family(group->process->front, pids, 0), most))
		say_memory(self, group);
}

/* Has it used CPU time without an ask? Called before asks are posted. During asks it may use all its cores, within the
 * limit of an ask. CPU time before its first answer is not checked here. */
static bool has_spun(const struct program *self, struct program_group *group, int64_t now)
{
	if (!group->has_answered || !idle_is_due(&group->idle, now))
		return false;
	int64_t used = watchdog_family_ns(group->process->front), more = used - group->used_ns - group->asked_ns * cores_allowed();
	if (group->idle.looked_ns && more > 0)
		idle_add(&group->idle, more);
	look_at_memory(self, group);
	group->used_ns = used;
	group->asked_ns = 0;
	return idle_is_too_much(&group->idle, now, IDLE_PROGRAM_NS);
}

static void program_flush(struct transport *transport)
{
	struct program *self = (struct program *)transport;
	for (int i = 0; i < self->groups.n_pending; i++) {
		struct program_group *group = (struct program_group *)self->groups.pending[i];
		struct program_process *process = group->process;
		if (group->has_answered) { /* before, it may be printing its manifest */
			program_read(process);
			if (process->end > process->begin)
				snprintf(group->trouble, sizeof group->trouble,
					 "wrote before it was asked: an ask takes one line, game and seed take none");
		}
		group->dog = (struct watchdog){0};
		group->looked_ns = group->posted_ns = clock_wall_ns();
		group->answered_ns = 0;
		group->has_spun = has_spun(self, group, group->looked_ns);
		program_write(process);
	}
}

/* ---- answers ---------------------------------------------------------------------------- */

/* A play. Numbers that are too large are plays too, which are always illegal. */
static bool read_play(const char *line, int32_t *play)
{
	char *end;
	line += strspn(line, " \t");
	long long number = strtoll(line, &end, 10);
	if (end == line || end[strspn(end, " \t")])
		return false;
	*play = number > INT32_MAX ? INT32_MAX : number < INT32_MIN ? INT32_MIN : (int32_t)number;
	return true;
}

static bool is_done(const struct program_group *group)
{
	return group->trouble[0] || group->n_done == group->lanes.n_queued;
}

/* Takes the lines that are there. */
static void take_answers(struct program_group *group, int32_t *replies)
{
	struct program_process *process = group->process;
	for (char *line; !is_done(group) && (line = program_line(process)) != NULL;) {
		struct robot_manifest again;
		if (!group->has_answered && program_read_manifest(line, &again))
			continue;
		const struct ask *ask = &group->queue[group->n_done++];
		group->has_answered = true;
		if (!read_play(line, &replies[ask->lane]) && !ask->is_observation) {
			char said[60];
			fault_text(said, sizeof said, line, PROGRAM_LINE_MAX);
			for (char *at = said; *at; at++)
				if ((unsigned char)*at >= 127)
					*at = '?';
			snprintf(group->trouble, sizeof group->trouble, "answered '%s', which is not a number; write "
				 "everything else to stderr",
				 said);
		}
	}
	if (!is_done(group) && process->is_too_long)
		snprintf(group->trouble, sizeof group->trouble, "wrote more than %d bytes without a new line", PROGRAM_LINE_MAX - 1);
}

/* Is its time over? Checks the clocks periodically. */
static enum process_state look_at_clocks(struct program *self, struct program_group *group, int step_ms)
{
	struct program_process *process = group->process;
	int64_t now = clock_wall_ns(), move = self->plan.limits.move_time_ns;
	if (now - group->looked_ns < INT64_C(1) * step_ms * MS)
		return PROCESS_DONE;
	group->looked_ns = now;
	look_at_memory(self, group);
	if (group->trouble[0])
		return PROCESS_DIED;
	if (!process->pid && program_has_begun(process))
		group->dog = (struct watchdog){0}; /* so far these were the clocks of its front */
	int64_t cpu = move, wall = 10 * move;
	if (!group->has_answered) {
		cpu += INT64_C(1) * START_CPU_MS * MS;
		wall += INT64_C(1) * (self->has_overslept ? START_CPU_MS : START_WALL_MS) * MS;
	}
	enum process_state state = watchdog_look(&group->dog, process->pid ? process->pid : process->front, process->front,
						 group->n_done, cpu, wall);
	if (!group->has_answered)
		group->dog.cpu_ns = 0; /* its start counts from its beginning, including the wait for its first ask */
	if (state == PROCESS_ASLEEP && !group->has_answered) {
		self->has_overslept = true;
		snprintf(group->trouble, sizeof group->trouble, "has not answered at all for %g s: does it flush its "
			 "output after each line?",
			 (double)wall / 1e9);
	} else if (state == PROCESS_BUSY && !group->has_answered) {
		snprintf(group->trouble, sizeof group->trouble, "used more than %g s of CPU time before its first answer",
			 (double)cpu / 1e9);
	}
	return state;
}

/* Was it killed from outside? A program may kill itself, so its end by SIGKILL proves that only if the kernel also
 * reports a kill for lack of memory. */
static bool was_killed(struct program *self, struct program_group *group)
{
	int signal_number;
	if (limit_group_is_victim(&group->process->group))
		return true;
	if (!group->trouble[0] && limit_group_is_exceeded(&group->process->group))
		say_memory(self, group); /* then the kernel has ended all of its processes */
	if (group->trouble[0] || program_front_was_killed(group->process, &signal_number))
		return !group->trouble[0];
	if (signal_number == SIGKILL && !program_has_begun(group->process)) /* of what stands before it, inside */
		return true;
	uint64_t before = self->n_killed_for_memory;
	self->n_killed_for_memory = killed_for_memory();
	return signal_number == SIGKILL && self->n_killed_for_memory > before;
}

/* Ends a process that died or must end. Non-zero: a failure of the system, or somebody killed too often. */
static int reap(struct program *self, struct program_group *group, enum process_state state, struct err *err)
{
	bool is_killed = state == PROCESS_DIED && was_killed(self, group);
	struct fault *fault = groups_lose(&self->groups, &group->lanes, group->n_seats == 1, is_killed);
	int failed = group_free(self, group, state, fault, err);
	return failed || !is_killed ? failed : killed_count(self->plan.killed, self->transport.robot->label, err);
}

/* Handles the input of one group; PROCESS_DONE: it has answered everything, or may continue. */
static enum process_state attend(struct program *self, struct program_group *group, const struct pollfd fds[3], int32_t *replies,
				 int step_ms)
{
	struct program_process *process = group->process;
	if (fds[1].revents)
		program_hear(process);
	if (fds[2].revents)
		program_write(process);
	if (fds[0].revents) {
		program_read(process);
		take_answers(group, replies);
	}
	if (group->trouble[0])
		return PROCESS_DIED;
	if (group->has_spun)
		return PROCESS_SPUN;
	if (is_done(group))
		return PROCESS_DONE;
	return process->is_closed ? PROCESS_DIED : look_at_clocks(self, group, step_ms);
}

/* The longest time between two looks at the clocks. */
static int longest_step(const struct program *self)
{
	int64_t step = self->plan.limits.move_time_ns / (2 * MS) + 1;
	return step < LONGEST_STEP_MS ? (int)step : LONGEST_STEP_MS;
}

/* The group at this place among those that have asks. */
static struct program_group *pending_group(struct program *self, int i)
{
	return (struct program_group *)self->groups.pending[i];
}

/* Waits for something to come from one of the first n groups in `pending`, or for so long. Negative: errno. */
static int listen_to(struct program *self, int n, int step_ms)
{
	for (int i = 0; i < n; i++) {
		struct program_process *process = pending_group(self, i)->process;
		struct pollfd *fds = self->fds + 3 * i;
		fds[0] = (struct pollfd){.fd = process->out, .events = POLLIN};
		fds[1] = (struct pollfd){.fd = process->err, .events = POLLIN};
		fds[2] = (struct pollfd){.fd = process->asks.length ? process->in : -1, .events = POLLOUT};
	}
	int n_events = poll(self->fds, (nfds_t)n * 3, step_ms);
	return n_events < 0 && errno == EINTR ? 0 : n_events;
}

/* Takes what has come from those that have neither answered everything nor have to go. */
static void program_peek(struct transport *transport, int32_t *replies)
{
	struct program *self = (struct program *)transport;
	if (self->groups.n_pending == 0 || listen_to(self, self->groups.n_pending, 0) < 0)
		return;
	for (int i = 0; i < self->groups.n_pending; i++) {
		struct program_group *group = pending_group(self, i);
		if (group->answered_ns || group->state != PROCESS_DONE)
			continue;
		group->state = attend(self, group, self->fds + 3 * i, replies, longest_step(self));
		if (group->state == PROCESS_DONE && is_done(group))
			group->answered_ns = clock_wall_ns();
	}
}

/* One wait for those of the n groups in `pending` that are not done, which are kept; *n: how many. Non-zero: the world
 * failed. */
static int wait_once(struct program *self, int *n, int step_ms, int32_t *replies, struct err *err)
{
	int n_left = 0;
	for (int i = 0; i < *n; i++)
		if (pending_group(self, i)->answered_ns || pending_group(self, i)->state != PROCESS_DONE)
			step_ms = 0;
	if (listen_to(self, *n, step_ms) < 0)
		return err_errno(err, "cannot wait for the robot '%s'", self->transport.robot->label);
	for (int i = 0; i < *n; i++) {
		struct program_group *group = pending_group(self, i);
		enum process_state state = group->state;
		if (state == PROCESS_DONE)
			state = attend(self, group, self->fds + 3 * i, replies, longest_step(self));
		if (state != PROCESS_DONE) {
			if (reap(self, group, state, err))
				return -1;
		} else if (is_done(group)) {
			group->lanes.n_queued = group->n_done = 0;
			group->asked_ns += (group->answered_ns ? group->answered_ns : clock_wall_ns()) - group->posted_ns;
		} else {
			self->groups.pending[n_left++] = &group->lanes;
		}
	}
	*n = n_left;
	return 0;
}

static int program_collect(struct transport *transport, int32_t *replies, struct err *err)
{
	struct program *self = (struct program *)transport;
	int n = self->groups.n_pending;
	self->groups.n_pending = 0;
	for (int step_ms = 1; n > 0; step_ms = 2 * step_ms < longest_step(self) ? 2 * step_ms : longest_step(self)) {
		if (wait_once(self, &n, step_ms, replies, err))
			return -1;
		if (n > 0)
			transport_peek_peers(transport, replies);
	}
	return 0;
}

/* ---- the rest --------------------------------------------------------------------------- */

static const char *program_output(struct transport *transport, int lane)
{
	struct program *self = (struct program *)transport;
	struct lane_place *place = &self->groups.places[lane];
	if (!place->group)
		return "";
	struct program_process *process = ((struct program_group *)place->group)->process;
	program_hear(process); /* its output before the answer has arrived by now */
	const struct output_ring *log = &process->log;
	wire_output(log, log->n_written, log->n_written - place->n_shown, self->text);
	place->n_shown = log->n_written;
	return self->text;
}

static int64_t program_cpu(const struct transport *transport)
{
	int64_t total = transport->cpu_ns;
	for (const struct lane_group *group = ((const struct program *)transport)->groups.first; group; group = group->next) {
		struct program_process *process = ((const struct program_group *)group)->process;
		if (program_has_begun(process))
			total += clock_process_cpu_ns(process->pid);
	}
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
		.collect = program_collect, .peek = program_peek, .leave = program_leave, .prepare = program_prepare, .rest = program_rest,
		.output = program_output, .cpu = program_cpu, .free = program_free,
	};
	struct program *self = NEW(struct program);
	size_t n = (size_t)plan->n_lanes;
	self->transport = (struct transport){.ops = &ops, .robot = robot, .events = NEW_ARRAY(struct event, n)};
	self->plan = *plan;
	if (!plan->killed)
		self->plan.killed = &self->own_killed;
	self->n_killed_for_memory = killed_for_memory();
	self->n_at_once = robot->manifest.max_lanes > 1 ? (int)robot->manifest.max_lanes : 1;
	self->lanes = NEW_ARRAY(struct program_lane, n);
	for (size_t i = 0; i < n; i++)
		self->lanes[i].hands = NEW_ARRAY(char, plan->hands_size);
	groups_init(&self->groups, &self->transport, plan->n_lanes);
	self->fds = NEW_ARRAY(struct pollfd, 3 * n);
	return &self->transport;
}
