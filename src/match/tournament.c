/* tournament.c - the coordinator: workers, who plays what, and results in order.
 *
 * It reads results as they come, keeps those that are ahead of their turn in a ring, and calls
 * `finished` in match order. A worker that dies of anything but its robots (the kernel's
 * out-of-memory killer, say) is an error that names it; its robots die with it. */
#include "match/tournament.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cores.h"
#include "base/mem.h"
#include "match/channel.h"
#include "match/worker.h"
#include "robot/inprocess.h"
#include "robot/program.h"
#include "robot/sandbox.h"

enum { TICK_MS = 200, PREFETCH = 4 };

struct team_member {
	pid_t pid;
	int fd;            /* -1 when closed */
	uint64_t given;    /* matches given and not yet back */
	struct str in;     /* bytes received */
};

/* What is known of a match in the window. */
enum slot {
	SLOT_EMPTY = 0,
	SLOT_RESULT,
	SLOT_ELSEWHERE, /* another shard plays it */
};

struct coordinator {
	struct tournament *tournament;
	int n_workers, n_lanes;
	struct team_member *team;
	volatile uint64_t *finished;  /* shared: finished[worker * 8], a cache line each; the last is recalled games */
	uint64_t next_to_give, next_to_finish, end;
	uint64_t window;              /* results kept: ring[number % window], slots likewise */
	struct match_result *ring;
	enum slot *slots;
	bool is_stopped;              /* `finished` said so, or the person did */
};

/* ---- starting and ending workers ---------------------------------------------------- */

_Noreturn static void be_worker(struct coordinator *c, int index, int fd, pid_t parent, int first_core)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_WORLD);
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* no robot may look in here, whatever its sandbox */
	signal(SIGINT, SIG_IGN);            /* the coordinator decides when to stop */
	signal(SIGTERM, SIG_DFL);
	dup2(STDERR_FILENO, STDOUT_FILENO); /* results are the coordinator's; a trusted robot may print */
	for (int i = 0; i < index; i++)
		close(c->team[i].fd);
	cores_pin(index, first_core);
	_exit(worker_main(c->tournament, c->n_lanes, fd, &c->finished[index * 8]));
}

static int start_worker(struct coordinator *c, int index, int first_core, struct err *err)
{
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return err_errno(err, "cannot connect to a worker");
	pid_t parent = getpid();
	fflush(NULL);
	pid_t pid = fork();
	if (pid < 0) {
		close(pair[0]);
		close(pair[1]);
		return err_errno(err, "cannot start a worker");
	}
	if (pid == 0) {
		close(pair[0]);
		be_worker(c, index, pair[1], parent, first_core);
	}
	close(pair[1]);
	c->team[index] = (struct team_member){.pid = pid, .fd = pair[0]};
	return 0;
}

/* Closes the channels, kills who is still playing, waits for all. */
static void end_workers(struct coordinator *c)
{
	for (int i = 0; i < c->n_workers; i++) {
		struct team_member *member = &c->team[i];
		if (member->pid <= 0)
			continue;
		if (member->given)
			kill(member->pid, SIGKILL);
		if (member->fd >= 0)
			close(member->fd);
		while (waitpid(member->pid, NULL, 0) < 0 && errno == EINTR)
			;
		str_release(&member->in);
	}
}

/* ---- giving matches, taking results ------------------------------------------------- */

/* Takes the next match numbers out of play that need not be played here. -1: err. */
static int skip_known(struct coordinator *c, struct err *err)
{
	struct tournament *t = c->tournament;
	while (c->next_to_give < c->end && c->next_to_give - c->next_to_finish < c->window) {
		uint64_t number = c->next_to_give, at = number % c->window;
		if (t->n_shards > 1 && number % t->n_shards != t->shard) {
			c->slots[at] = SLOT_ELSEWHERE;
		} else {
			struct match_plan plan;
			schedule_match(&t->schedule, number, &plan);
			int known = t->recall ? t->recall(&plan, &c->ring[at], t->context, err) : 0;
			if (known <= 0)
				return known;
			c->slots[at] = SLOT_RESULT;
			c->finished[c->n_workers * 8] += plan.n_blocks * (uint64_t)t->schedule.n_seats;
		}
		c->next_to_give++;
	}
	return 0;
}

/* Never waits: a worker that blocks in sending its results is waiting for this process to read them. False: the
 * socket is full, or the worker is dead, which is seen when reading. Of 8 bytes a socket takes all or nothing. */
static bool offer(int fd, uint64_t number)
{
	ssize_t sent;
	do
		sent = send(fd, &number, sizeof number, MSG_NOSIGNAL | MSG_DONTWAIT);
	while (sent < 0 && errno == EINTR);
	return sent == sizeof number;
}

/* Keeps every worker supplied, each in turn, so that a short run is spread over them. -1: err. */
static int give(struct coordinator *c, struct err *err)
{
	const uint64_t most = (uint64_t)c->n_lanes + PREFETCH;
	bool is_given = true;
	while (is_given) {
		is_given = false;
		for (int i = 0; i < c->n_workers; i++) {
			struct team_member *member = &c->team[i];
			if (skip_known(c, err))
				return -1;
			if (c->is_stopped || c->next_to_give == c->end)
				return 0;
			if (member->given >= most || c->next_to_give - c->next_to_finish >= c->window)
				continue;
			if (!offer(member->fd, c->next_to_give))
				continue;
			c->next_to_give++;
			member->given++;
			is_given = true;
		}
	}
	return 0;
}

/* Hands on what is next in order; false when there was nothing. */
static bool finish_in_order(struct coordinator *c)
{
	bool is_any = false;
	for (enum slot *slot; !c->is_stopped && *(slot = &c->slots[c->next_to_finish % c->window]); is_any = true) {
		struct match_result *result = &c->ring[c->next_to_finish % c->window];
		if (*slot == SLOT_RESULT) {
			c->is_stopped = !c->tournament->finished(result, c->tournament->context);
			match_result_release(result);
		}
		*slot = SLOT_EMPTY;
		c->next_to_finish++;
	}
	return is_any;
}

static int worker_died(struct team_member *member, struct err *err)
{
	int status = 0;
	while (waitpid(member->pid, &status, 0) < 0 && errno == EINTR)
		;
	close(member->fd);
	str_release(&member->in);
	member->pid = 0;
	if (WIFSIGNALED(status))
		return err_set(err, EXIT_WORLD,
			       "a worker of the arena was killed by SIG%s; robots that were given --trust run inside "
			       "the worker and may have done it: try without --trust",
			       sigabbrev_np(WTERMSIG(status)) ? sigabbrev_np(WTERMSIG(status)) : "?");
	return err_set(err, EXIT_WORLD, "a worker of the arena ended early with status %d", WEXITSTATUS(status));
}

/* Reads what a worker has sent. Non-zero: it reported an error, or died. */
static int take(struct coordinator *c, struct team_member *member, struct err *err)
{
	char chunk[65536];
	ssize_t n = recv(member->fd, chunk, sizeof chunk, 0);
	if (n < 0 && errno == EINTR)
		return 0;
	if (n <= 0)
		return worker_died(member, err);
	str_add_n(&member->in, chunk, (size_t)n);
	struct match_result result;
	size_t at = 0;
	for (int kind; (kind = channel_unpack(&member->in, &at, &result, err)) != 0;) {
		if (kind < 0)
			return -1;
		uint64_t slot = result.plan.number % c->window;
		bug_if(c->slots[slot]);
		c->ring[slot] = result;
		c->slots[slot] = SLOT_RESULT;
		member->given--;
	}
	memmove(member->in.text, member->in.text + at, member->in.length - at);
	member->in.length -= at;
	return 0;
}

static void report_progress(struct coordinator *c)
{
	uint64_t games = 0, most = c->tournament->schedule.n_games;
	for (int i = 0; i <= c->n_workers; i++)
		games += c->finished[i * 8];
	if (c->tournament->progress)
		c->tournament->progress(games < most ? games : most, c->tournament->context);
}

static int coordinate(struct coordinator *c, struct err *err)
{
	AUTO_FREE struct pollfd *fds = NEW_ARRAY(struct pollfd, (size_t)c->n_workers);
	while (!c->is_stopped && c->next_to_finish < c->end) {
		do {
			if (give(c, err))
				return -1;
		} while (finish_in_order(c));
		if (c->is_stopped || c->next_to_finish == c->end)
			break;
		for (int i = 0; i < c->n_workers; i++)
			fds[i] = (struct pollfd){.fd = c->team[i].fd, .events = POLLIN};
		if (poll(fds, (nfds_t)c->n_workers, TICK_MS) < 0 && errno != EINTR)
			return err_errno(err, "cannot wait for the workers");
		for (int i = 0; i < c->n_workers; i++)
			if (fds[i].revents && take(c, &c->team[i], err))
				return -1;
		report_progress(c);
		if (c->tournament->stop && *c->tournament->stop)
			c->is_stopped = true;
	}
	return 0;
}

int tournament_play(struct tournament *tournament, struct err *err)
{
	struct coordinator c = {.tournament = tournament, .n_lanes = worker_lanes(tournament)};
	c.end = tournament->end_match ? tournament->end_match : tournament->schedule.n_matches;
	c.next_to_give = c.next_to_finish = tournament->first_match;
	c.n_workers = tournament->n_workers ? tournament->n_workers : cores_allowed();
	if ((uint64_t)c.n_workers > c.end - c.next_to_give)
		c.n_workers = (int)(c.end - c.next_to_give);
	c.window = (uint64_t)c.n_workers * (uint64_t)(c.n_lanes + PREFETCH) * 2;
	size_t shared_size = ((size_t)c.n_workers + 1) * 64;
	c.finished = mmap(NULL, shared_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (c.finished == MAP_FAILED)
		return err_errno(err, "cannot share memory with the workers");
	c.team = NEW_ARRAY(struct team_member, (size_t)c.n_workers);
	c.ring = NEW_ARRAY(struct match_result, c.window);
	c.slots = NEW_ARRAY(enum slot, c.window);
	int failed = 0, first_core = cores_current();
	for (int i = 0; i < c.n_workers && !failed; i++)
		failed = start_worker(&c, i, first_core, err);
	if (!failed)
		failed = coordinate(&c, err);
	end_workers(&c);
	for (uint64_t i = 0; i < c.window; i++)
		if (c.slots[i] == SLOT_RESULT)
			match_result_release(&c.ring[i]);
	free(c.team);
	free(c.ring);
	free(c.slots);
	munmap((void *)(uintptr_t)c.finished, shared_size);
	return failed;
}

/* ---- meeting ------------------------------------------------------------------------ */

int tournament_meet(struct tournament *tournament, struct err *err)
{
	AUTO_STR struct str rules = {0};
	rules_to_text(&tournament->rules, &rules);
	struct boards boards;
	boards_init(&boards, 1, 64, 64);
	if (!boards_make(&boards, 0, err)) {
		boards_release(&boards);
		return -1;
	}
	struct port_plan plan = {
		.boards = &boards, .hands_size = 64, .n_lanes = 1, .rules = str_text(&rules),
		.limits = tournament->limits, .allows_weak = tournament->allows_weak_sandbox,
		.is_trusted = tournament->is_trusted, .hidden = tournament->hidden,
	};
	int failed = 0;
	for (int i = 0; i < tournament->schedule.n_robots && !failed; i++) {
		struct robot *robot = &tournament->robots[i];
		if (robot->kind == ROBOT_PROGRAM)
			failed = program_meet(robot, &plan, err);
		else if (robot->kind != ROBOT_HUMAN)
			failed = tournament->is_trusted ? inprocess_meet(robot, err) : sandbox_meet(robot, &plan, err);
	}
	boards_release(&boards);
	return failed;
}
