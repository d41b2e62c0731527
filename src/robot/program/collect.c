/* collect.c - reads the answers of programs, watches their clocks, and ends those that must end. */
#include "robot/program/collect.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "base/clock.h"
#include "robot/program/command.h"

enum {
	MS = 1000000,
	LONGEST_STEP_MS = 100, /* between two checks of the clocks */
	BEGIN_WALL_MS = 300000, /* time limit for the start of the program, after which the run fails. Long, because
	                         * waits of the sandbox for a core are not measured */
};

/* Reads a play. Numbers that are too large are accepted as plays that are always illegal. */
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

/* Stores the answers in the lines that have arrived. */
static void take_answers(struct transport *transport, struct program_group *group, int32_t *replies)
{
	struct program_process *process = group->process;
	struct robot_notes *notes = process->robot->notes;
	for (char *line; !is_done(group) && (line = program_line(process)) != NULL;) {
		struct robot_manifest again;
		if (!group->has_answered && program_read_manifest(line, &again))
			continue;
		const struct ask *ask = &group->queue[group->n_done++];
		if (notes && !group->has_answered)
			notes_add_start(notes, watchdog_family_ns(process->front));
		if (!group->has_answered)
			transport_naps(transport)->has_answered = true;
		group->has_answered = true;
		if ((!read_play(line, &replies[ask->lane]) || process->has_nul) && !ask->is_observation) {
			char said[60];
			fault_text(said, sizeof said, line, PROGRAM_LINE_MAX);
			snprintf(group->trouble, sizeof group->trouble, "answered '%s'%s, which is not a number; write "
				 "everything else to stderr", said, process->has_nul ? " and a NUL byte" : "");
		}
	}
	if (!is_done(group) && process->is_too_long)
		snprintf(group->trouble, sizeof group->trouble, "wrote more than %d bytes without a new line",
			 PROGRAM_LINE_MAX - 1);
}

/* Sleep is not always detected. A process has the state D, as if it waited for a disk, until a child of vfork has
 * executed a program. It can also seem to be ready because of a child that computes too briefly to be counted. So all
 * time without CPU time is limited too, to this multiple. */
enum { STALLED_TIMES = 3 };

/* Returns true if the process has slept for too long. Only sleep before its answers counts. Never returns true for a
 * robot with the network, which waits for its service. */
static bool is_slow(struct program *self, struct program_group *group)
{
	struct program_process *process = program_watched(self, group);
	if (!process->pid || self->transport.robot->program->has_network)
		return false;
	int64_t ns = sleep_look(&group->sleep, process->pid, process->front), now = group->sleep.wall_ns;
	if (poll(&(struct pollfd){.fd = group->process->out, .events = POLLIN}, 1, 0) != 0)
		return false;
	if (group->has_answered) {
		int64_t most = naps_limit_ns(transport_naps(&self->transport), self->plan.limits.move_time_ns);
		return (group->sleep.slept_ns += ns) > most || group->sleep.stalled_ns > STALLED_TIMES * most;
	}
	self->slept_ns += ns < now - self->slept_until_ns ? ns : now - self->slept_until_ns;
	self->slept_until_ns = now;
	return self->slept_ns > limits_start_ns(&self->plan.limits);
}

/* Checks the clocks of a group, if the last check is step_ms ago. Returns PROCESS_DONE if there is time left. */
static enum process_state look_at_clocks(struct program *self, struct program_group *group, int step_ms)
{
	struct program_process *process = program_watched(self, group);
	const struct naps *naps = transport_naps(&self->transport);
	int64_t now = clock_wall_ns(), move = self->plan.limits.move_time_ns;
	if (now - group->looked_ns < INT64_C(1) * step_ms * MS)
		return PROCESS_DONE;
	group->looked_ns = now;
	program_look_at_memory(self, group);
	if (group->trouble[0])
		return PROCESS_DIED;
	if (!process->pid && program_has_begun(process))
		group->dog = (struct watchdog){0}; /* until now, the clocks were those of the front process */
	int64_t cpu = move, wall = 10 * move, start = limits_start_ns(&self->plan.limits);
	if (!group->has_answered) { /* the first ask includes the start: interpreters take 20 to 500 ms, and more if
	                             * many start at once */
		cpu += naps_start_ns(naps, start);
		wall += !process->pid ? INT64_C(1) * BEGIN_WALL_MS * MS : self->has_overslept ? start : 10 * start;
	}
	bool is_over = process->pid && limits_are_over(&self->plan.limits);
	if (is_over) {
		wall = cpu;
		cpu /= LIMITS_OVER;
	}
	enum process_state state = watchdog_look(&group->dog, process->pid ? process->pid : process->front,
						 process->front, group->n_done, cpu, wall);
	if (is_over && state != PROCESS_DONE)
		return PROCESS_OVERDUE;
	if (!group->has_answered && !group->is_forked)
		group->dog.cpu_ns = 0; /* counts all CPU time since the start, including that before the first ask */
	if (state == PROCESS_DONE && is_slow(self, group)) {
		state = group->has_answered ? PROCESS_SLOW : PROCESS_ASLEEP;
		wall = start; /* reports the limit, not the measured time, because results must not depend on the
		               * clock */
	}
	if (state == PROCESS_ASLEEP && !group->has_answered) {
		self->has_overslept |= process->pid > 0;
		snprintf(group->trouble, sizeof group->trouble, "has not answered at all for %g s: does it flush its "
			 "output after each line?", (double)wall / 1e9);
	} else if (state == PROCESS_BUSY && !group->has_answered) {
		snprintf(group->trouble, sizeof group->trouble,
			 "used more than %g s of CPU time before its first answer (--start-time%s)", (double)cpu / 1e9,
			 cpu < move + start ? ", halved after each match without an answer" : "");
	}
	return state;
}

/* Returns true if the process was killed from outside, and sets *is_short if the reason was lack of memory. SIGKILL
 * alone proves nothing, because a program may kill itself, unless the kernel also reports a kill for lack of memory. */
static bool was_killed(struct program *self, struct program_group *group, bool *is_short)
{
	int signal_number;
	*is_short = limit_group_is_victim(&group->process->group);
	if (*is_short)
		return true;
	if (!group->trouble[0] && limit_group_is_exceeded(&group->process->group))
		program_say_memory(self, group); /* the kernel has ended all processes of the group */
	if (group->trouble[0] || program_front_was_killed(group->process, &signal_number))
		return !group->trouble[0];
	if (signal_number == SIGKILL && !program_has_begun(group->process)) /* bubblewrap's inner process was killed
	                                                                     * before the program began */
		return true;
	return *is_short = signal_number == SIGKILL && killed_for_memory(self->plan.killed);
}

/* Handles a fork that died or must end. There is no verdict, because its match is played again in a process of its own.
 * After that, all matches have processes of their own. Otherwise a robot could end forks that are losing, know that
 * each process of its own is a second attempt, and play differently in it. */
static int lose_fork(struct program *self, struct program_group *group, struct err *err)
{
	groups_lose(&self->groups, &group->lanes, false, true);
	if (!self->transport.is_solo)
		program_stop_forks(self);
	return program_group_free(self, group, PROCESS_DONE, NULL, err);
}

/* Returns true if a process that has neither become the program nor reported a reason may be started again. On a busy
 * machine one start in thousands fails. Two such failures in a row are a failure of the system. */
static bool may_begin_again(struct program *self, struct program_group *group)
{
	bool may = !self->begins_again && !program_has_begun(group->process) && !group->process->refusal[0];
	self->begins_again |= may;
	return may;
}

/* Ends a process that died or must end. Returns non-zero on a failure of the system, or if processes were killed too
 * often. */
static int reap(struct program *self, struct program_group *group, enum process_state state, struct err *err)
{
	if (group->is_forked)
		return lose_fork(self, group, err);
	bool is_alone = group->n_seats == 1;
	bool is_short = false, is_killed = state == PROCESS_DIED && was_killed(self, group, &is_short);
	if (is_short && self->transport.was_short && is_alone) {
		snprintf(group->trouble, sizeof group->trouble, KILLED_FOR_MEMORY);
		is_killed = false;
	}
	bool is_lost = is_killed || may_begin_again(self, group);
	bool has_slept = state == PROCESS_SLOW || state == PROCESS_ASLEEP || group->process->lives_on;
	struct naps *naps = transport_naps(&self->transport);
	bool is_mute = state == PROCESS_BUSY && !group->has_answered && !naps->has_answered;
	struct fault *fault = groups_lose(&self->groups, &group->lanes, is_alone, is_lost);
	if (fault && (is_mute || (has_slept && !self->transport.robot->program->has_network)))
		naps_count(naps);
	self->is_short |= is_short;
	if (!is_alone && !is_lost)
		groups_make_solo(&self->transport, GROUPS_SOLO_LANES);
	int failed = program_group_free(self, group, state, fault, err);
	return failed || !is_killed || is_short ? failed
						: killed_count(self->plan.killed, self->transport.robot->label, err);
}

/* Handles the death of a process that the kernel killed for lack of memory: ends all other processes too, and from now
 * on runs only one at a time. */
static int shrink(struct program *self, struct err *err)
{
	int failed = 0;
	while (self->groups.first && !failed) {
		struct program_group *group = (struct program_group *)self->groups.first;
		groups_lose(&self->groups, &group->lanes, false, true);
		failed = program_group_free(self, group, PROCESS_DONE, NULL, err);
	}
	program_pool_end(&self->pool, &self->plan.limits);
	groups_make_solo(&self->transport, 1);
	self->transport.was_short = true;
	self->is_short = false;
	return failed;
}

/* Reads the input of one group and checks its clocks. Returns PROCESS_DONE if it has answered everything or may
 * continue. */
static enum process_state attend(struct program *self, struct program_group *group, const struct pollfd fds[3],
				 int32_t *replies, int step_ms)
{
	struct program_process *process = group->process;
	if (fds[1].revents)
		program_hear(program_watched(self, group));
	if (fds[2].revents)
		program_write(process);
	if (fds[0].revents) {
		program_read(process);
		take_answers(&self->transport, group, replies);
	}
	if (group->trouble[0])
		return PROCESS_DIED;
	if (group->has_spun)
		return PROCESS_SPUN;
	if (is_done(group))
		return PROCESS_DONE;
	return process->is_closed ? PROCESS_DIED : look_at_clocks(self, group, step_ms);
}

/* Returns the longest time between two checks of the clocks. */
static int longest_step(const struct program *self)
{
	int64_t step = self->plan.limits.move_time_ns / (2 * MS) + 1;
	return step < LONGEST_STEP_MS ? (int)step : LONGEST_STEP_MS;
}

/* Returns group i of those that have pending asks. */
static struct program_group *pending_group(struct program *self, int i)
{
	return (struct program_group *)self->groups.pending[i];
}

/* Waits at most step_ms for input from one of the first n groups in `pending`. Returns a negative number with errno on
 * failure. */
static int listen_to(struct program *self, int n, int step_ms)
{
	for (int i = 0; i < n; i++) {
		struct program_process *process = pending_group(self, i)->process;
		struct pollfd *fds = self->fds + 3 * i;
		fds[0] = (struct pollfd){.fd = process->out, .events = POLLIN};
		fds[1] = (struct pollfd){.fd = program_watched(self, pending_group(self, i))->err, .events = POLLIN};
		fds[2] = (struct pollfd){.fd = process->asks.length ? process->in : -1, .events = POLLOUT};
	}
	int n_events = poll(self->fds, (nfds_t)n * 3, step_ms);
	return n_events < 0 && errno == EINTR ? 0 : n_events;
}

/* Reads the input of groups that have not answered everything and need not end. */
void program_peek(struct transport *transport, int32_t *replies)
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

/* Waits once for those of the *n groups in `pending` that are not done. Groups that are still not done stay in
 * `pending`, and *n is set to their number. Returns non-zero on a failure of the system. */
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
			self->begins_again = false;
			group->lanes.n_queued = group->n_done = 0;
			group->asked_ns +=
				(group->answered_ns ? group->answered_ns : clock_wall_ns()) - group->posted_ns;
		} else {
			self->groups.pending[n_left++] = &group->lanes;
		}
	}
	*n = n_left;
	return 0;
}

int program_collect(struct transport *transport, int32_t *replies, struct err *err)
{
	struct program *self = (struct program *)transport;
	int n = self->groups.n_pending, n_asked = n;
	self->groups.n_pending = 0;
	for (int step_ms = 1; n > 0; step_ms = 2 * step_ms < longest_step(self) ? 2 * step_ms : longest_step(self)) {
		if (wait_once(self, &n, step_ms, replies, err))
			return -1;
		if (n > 0)
			transport_peek_peers(transport, replies);
	}
	if (self->parent && n_asked)
		self->parent->asked_ns += clock_wall_ns() - self->parent->posted_ns;
	return self->is_short ? shrink(self, err) : 0;
}
