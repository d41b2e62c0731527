/* worker.c - see worker.h. */
#include "match/worker.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "match/channel.h"
#include "robot/human.h"
#include "robot/inprocess.h"
#include "robot/program.h"
#include "robot/sandbox.h"

enum {
	MS = 1000000,
	FIRST_LANES = 16, /* that play in the first round: what the robots can bear is not known yet */
	EARLY_LANES = 64, /* that play at least until a match is over, if they can */
	EARLY_GAMES = 65536, /* and those whose matches have so many games together */
	SOLO_LANES = 16,  /* when a robot has a process per lane: never hundreds of them */
};

static bool has_program(const struct tournament *tournament)
{
	for (int i = 0; i < tournament->schedule.n_robots; i++)
		if (tournament->robots[i].kind == ROBOT_PROGRAM)
			return true;
	return false;
}

int worker_robot_lanes(const struct robot *robot, int n_seats)
{
	return robot->kind == ROBOT_PROGRAM ? program_lanes(robot, n_seats) : (int)robot->card.max_lanes;
}

int worker_bearable_lanes(const struct tournament *tournament, int lanes)
{
	const struct schedule *schedule = &tournament->schedule;
	for (int i = 0; i < schedule->n_robots; i++) {
		int most = worker_robot_lanes(&tournament->robots[i], schedule->n_seats);
		if (most && lanes > most)
			lanes = most;
	}
	return lanes;
}

int worker_lanes(const struct tournament *tournament)
{
	const struct schedule *schedule = &tournament->schedule;
	/* The more asks one wake-up of a robot carries the less it costs, until the lanes no longer fit
	 * the cache (bench/README.md); at a larger table a round is spread over more robots. Without
	 * wake-ups there is nothing to save. */
	enum { LANES_OF_TWO = 512, LANES_OF_MORE = 1024 };
	int lanes = schedule->n_seats > 2 ? LANES_OF_MORE : LANES_OF_TWO;
	if (tournament->is_trusted && !has_program(tournament))
		lanes = 1;
	if (tournament->n_lanes)
		lanes = tournament->n_lanes;
	lanes = worker_bearable_lanes(tournament, lanes);
	uint64_t n_matches = (tournament->end_match ? tournament->end_match : schedule->n_matches) - tournament->first_match;
	return (uint64_t)lanes > n_matches ? (int)n_matches : lanes;
}

struct port *worker_port(const struct tournament *t, const struct robot *robot, const struct port_plan *plan)
{
	if (robot->kind == ROBOT_HUMAN)
		return human_new(robot, plan, t->human, t->human_context);
	if (robot->fault.verdict)
		return NULL;
	if (robot->kind == ROBOT_PROGRAM)
		return program_new(robot, plan);
	return t->is_trusted ? inprocess_new(robot, plan) : sandbox_new(robot, plan);
}

int worker_init(struct worker *worker, const struct tournament *tournament, int n_lanes,
		volatile uint64_t *games_finished, struct err *err)
{
	int n_seats = tournament->schedule.n_seats;
	size_t hands_size = game_hands_size(&tournament->rules, n_seats);
	*worker = (struct worker){
		.tournament = tournament, .n_lanes = n_lanes, .n_robots = tournament->schedule.n_robots,
		.n_active = FIRST_LANES,
	};
	boards_init(&worker->boards, n_lanes, game_history_size(&tournament->rules, n_seats), hands_size);
	if (!boards_make(&worker->boards, 0, err))
		return -1;
	rules_to_text(&tournament->rules, &worker->rules_text);
	struct port_plan plan = {
		.boards = &worker->boards, .hands_size = hands_size, .n_lanes = n_lanes,
		.rules = str_text(&worker->rules_text), .limits = tournament->limits,
		.allows_weak = tournament->allows_weak_sandbox, .is_trusted = tournament->is_trusted, .hidden = tournament->hidden,
	};
	worker->ports = NEW_ARRAY(struct port *, (size_t)worker->n_robots);
	worker->cpu_reported = NEW_ARRAY(int64_t, (size_t)worker->n_robots);
	for (int i = 0; i < worker->n_robots; i++)
		worker->ports[i] = worker_port(tournament, &tournament->robots[i], &plan);
	worker->setting = (struct lane_setting){
		.tournament = tournament, .boards = &worker->boards, .ports = worker->ports,
		.dice_key = rng_key_derive(tournament->seed, RNG_DICE),
		.robot_key = rng_key_derive(tournament->seed, RNG_ROBOT),
		.games_finished = games_finished,
	};
	worker->lanes = NEW_ARRAY(struct lane, (size_t)n_lanes);
	worker->order = NEW_ARRAY(int, (size_t)n_lanes);
	worker->replies = NEW_ARRAY(int32_t, (size_t)n_lanes);
	for (int i = 0; i < n_lanes; i++)
		lane_init(&worker->lanes[i], &worker->setting, i);
	return 0;
}

void worker_release(struct worker *worker)
{
	for (int i = 0; worker->ports && i < worker->n_robots; i++)
		port_free(worker->ports[i]);
	for (int i = 0; worker->lanes && i < worker->n_lanes; i++)
		lane_release(&worker->lanes[i]);
	free(worker->ports);
	free(worker->cpu_reported);
	free(worker->lanes);
	free(worker->order);
	free(worker->replies);
	boards_release(&worker->boards);
	str_release(&worker->rules_text);
}

bool worker_has_room(const struct worker *worker)
{
	return worker->n_busy < worker->n_lanes;
}

void worker_begin(struct worker *worker, const struct match_plan *plan)
{
	for (int i = 0; i < worker->n_lanes; i++) {
		if (worker->lanes[i].state == LANE_IDLE) {
			worker->order[worker->n_busy++] = i;
			lane_begin(&worker->lanes[i], plan);
			return;
		}
	}
	bug("a match was given to a worker without an idle lane");
}

/* CPU time since the last report, for the robots of this table. */
static void report_cpu(struct worker *worker, struct match_result *result)
{
	for (int i = 0; i < worker->tournament->schedule.n_seats; i++) {
		int robot = result->plan.robot[i];
		int64_t now = worker->ports[robot] ? port_cpu(worker->ports[robot]) : -1;
		result->cpu_ns[i] = now < 0 ? -1 : now - worker->cpu_reported[robot];
		if (now >= 0)
			worker->cpu_reported[robot] = now;
	}
}

/* How many matches may be played at once for the first results to come in early: with hundreds of long ones a
 * million games would be played before the first match is over, for standings and for who stops the run then. */
static uint64_t early_lanes(const struct worker *worker)
{
	const struct schedule *schedule = &worker->tournament->schedule;
	uint64_t first = EARLY_GAMES / ((uint64_t)schedule->blocks_per_match * (uint64_t)schedule->n_seats);
	return (first > EARLY_LANES ? first : EARLY_LANES) + 2 * worker->n_finished;
}

/* Slow robots, and the first matches: play fewer at once, the oldest first, so that results come in early; robots
 * of which a process holds few instances: never many processes. Changes no result. */
static void adapt(struct worker *worker, int64_t round_ns)
{
	int most = worker->n_lanes;
	if ((uint64_t)most > early_lanes(worker))
		most = (int)early_lanes(worker);
	for (int i = 0; i < worker->n_robots; i++) {
		const struct port *port = worker->ports[i];
		if (port && port->is_solo && most > SOLO_LANES)
			most = SOLO_LANES;
		if (port && port->most_lanes && most > port->most_lanes)
			most = port->most_lanes;
	}
	if (round_ns > INT64_C(50) * MS)
		worker->n_active = worker->n_active / 2;
	else if (round_ns < INT64_C(10) * MS)
		worker->n_active = worker->n_active * 2;
	if (worker->n_active < 1)
		worker->n_active = 1;
	if (worker->n_active > most)
		worker->n_active = most;
}

/* Waits for the robots, last posted first: they run one after the other on this core, and by the time
 * the last one is done the others are too. */
static int collect(struct worker *worker, struct err *err)
{
	for (int i = worker->n_robots - 1; i >= 0; i--) {
		struct port *port = worker->ports[i];
		if (!port)
			continue;
		if (port_collect(port, worker->replies, err))
			return -1;
		for (int k = 0; k < port->n_events; k++)
			lane_event(&worker->lanes[port->events[k].lane], port, &port->events[k]);
	}
	return 0;
}

int worker_round(struct worker *worker, bool (*done)(struct worker *worker, struct lane *lane, void *context),
		 void *context, struct err *err)
{
	int64_t started = clock_wall_ns();
	int n = worker->n_busy, n_left = 0;
	for (int k = 0; k < n; k++) {
		struct lane *lane = &worker->lanes[worker->order[k]];
		if (k + 1 < n)
			lane_prefetch(&worker->lanes[worker->order[k + 1]]);
		if (k < worker->n_active)
			lane_run(lane, worker->replies[lane->index]);
		else
			lane_settle(lane, worker->replies[lane->index]);
		if (lane->state == LANE_BROKEN) {
			*err = lane->err;
			return -1;
		}
		if (lane->state == LANE_OVER) {
			worker->n_finished++;
			report_cpu(worker, &lane->result);
			if (!done(worker, lane, context))
				return 0;
		} else {
			worker->order[n_left++] = worker->order[k];
		}
	}
	worker->n_busy = n_left;
	for (int i = 0; i < worker->n_robots; i++)
		if (worker->ports[i])
			port_flush(worker->ports[i]);
	if (collect(worker, err))
		return -1;
	adapt(worker, clock_wall_ns() - started);
	return 0;
}

/* ---- the process -------------------------------------------------------------------- */

static bool send_result(struct worker *worker, struct lane *lane, void *context)
{
	(void)worker;
	struct match_result result;
	AUTO_STR struct str frame = {0};
	lane_finish(lane, &result);
	channel_pack_result(&frame, &result);
	match_result_release(&result);
	return channel_send(*(int *)context, frame.text, frame.length);
}

/* Takes as many match numbers as there is room for. Blocks only when there is nothing to play. False
 * when the coordinator has closed its end. */
static bool take_matches(struct worker *worker, int fd)
{
	while (worker_has_room(worker)) {
		uint64_t number;
		ssize_t n = recv(fd, &number, sizeof number, worker->n_busy ? MSG_DONTWAIT : MSG_WAITALL);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return true;
		if (n != sizeof number)
			return false;
		struct match_plan plan;
		schedule_match(&worker->tournament->schedule, number, &plan);
		worker_begin(worker, &plan);
	}
	return true;
}

int worker_main(const struct tournament *tournament, int n_lanes, int fd, volatile uint64_t *games_finished)
{
	struct worker worker;
	struct err err = {0};
	int failed = worker_init(&worker, tournament, n_lanes, games_finished, &err);
	while (!failed && take_matches(&worker, fd))
		failed = worker_round(&worker, send_result, &fd, &err);
	if (failed) {
		AUTO_STR struct str frame = {0};
		channel_pack_error(&frame, &err);
		channel_send(fd, frame.text, frame.length);
	}
	worker_release(&worker);
	return failed ? EXIT_WORLD : EXIT_OK;
}
