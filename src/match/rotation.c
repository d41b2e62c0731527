/* rotation.c - rounds of lanes until all matches of a rotation are played (rotation.h). */
#include "match/rotation.h"

#include "base/clock.h"

enum {
	MS = 1000000,
	FAR = 3, NEAR = 1,       /* distances in lanes for prefetching memory */
};

/* Returns how many matches may be played at once, which are fewer if they need many processes. */
static int most_active(const struct worker *worker)
{
	int most = worker->n_lanes;
	for (int i = 0; i < worker->n_robots; i++) {
		struct transport *transport = worker->transports[i];
		if (transport && transport->most_lanes && most > transport->most_lanes &&
		    !naps_are_too_many(transport_naps(transport)))
			most = transport->most_lanes;
	}
	return most;
}

static void set_active(struct worker *worker, int n)
{
	int most = most_active(worker);
	worker->n_active = n < 1 ? 1 : n > most ? most : n;
}

/* Plays fewer matches at once with slow robots. Does not change results. */
static void adapt(struct worker *worker, int64_t round_ns)
{
	int n = worker->n_active;
	if (round_ns > INT64_C(50) * MS)
		n = n / 2;
	else if (round_ns < INT64_C(10) * MS)
		n = n * 2;
	set_active(worker, n);
}

/* Returns true if robots with few asks may wait for more. They may not if a robot has a process for each lane, because
 * its faults count at the ask, or if robots are slow, because they gain more from running on several cores at once. */
static bool may_wait(const struct worker *worker)
{
	if (!worker->is_quick || worker->n_busy > worker->n_active)
		return false;
	for (int i = 0; i < worker->n_robots; i++)
		if (worker->transports[i] && worker->transports[i]->n_queued && !worker->transports[i]->is_batched)
			return false;
	return true;
}

/* Flushes the asks. If robots are quick, wakes only those with the most asks, because a switch between processes takes
 * as long as 40 asks. With two robots, all lanes soon wait for the same robot, and each wake-up carries an ask of every
 * lane. Returns the number of robots that were woken. */
static int flush(struct worker *worker)
{
	bool is_choosy = may_wait(worker);
	struct transport *fullest = NULL;
	int n_asked = 0, n_woken = 0;
	for (int i = 0; i < worker->n_robots; i++) {
		struct transport *transport = worker->transports[i];
		if (!transport)
			continue;
		n_asked += transport->n_queued > 0;
		if (!fullest || transport->n_queued > fullest->n_queued)
			fullest = transport;
	}
	for (int i = 0; i < worker->n_robots; i++) {
		struct transport *transport = worker->transports[i];
		if (!transport)
			continue;
		transport->is_due = !is_choosy || transport == fullest ||
			(n_asked > 2 && 4 * transport->n_queued >= 3 * fullest->n_queued);
		n_woken += transport->is_due && transport->n_queued;
		if (transport->is_due)
			transport_flush(transport);
	}
	return n_woken;
}

/* Waits for the robots, beginning with the last one posted. They run one after another on this core, so when the last
 * one is done, the others are done too. */
static int collect(struct worker *worker, struct err *err)
{
	for (int i = worker->n_robots - 1; i >= 0; i--) {
		struct transport *transport = worker->transports[i];
		if (!transport || !transport->is_due)
			continue;
		if (transport_collect(transport, worker->replies, err))
			return -1;
		transport->collected = worker->setting.round;
		for (int k = 0; k < transport->n_events; k++)
			lane_event(worker_lane(worker, transport->events[k].lane), transport, &transport->events[k]);
	}
	return 0;
}

/* Begins a match in an idle lane. */
static bool begin_next(struct rotation *rotation, struct lane *lane)
{
	const struct coming_match *match = coming_next(rotation);
	if (match)
		lane_begin(lane, &match->plan, match->index, rotation->number);
	return match;
}

/* Reads the clock from time to time. Robots in this process answer immediately, so a lane plays match after match in
 * one round, and reading the clock for each match would be expensive when a match takes a microsecond. */
static void look_at_clock(struct rotation *rotation)
{
	if (--rotation->n_unlooked > 0)
		return;
	int64_t now = clock_wall_ns();
	bool is_quick = now - rotation->now_ns < MS;
	rotation->step = !is_quick ? 1 : rotation->step < ROTATION_AHEAD ? 2 * rotation->step : ROTATION_AHEAD;
	rotation->n_unlooked = rotation->step;
	rotation->now_ns = now;
}

/* Plays a lane, match after match, until it waits. Returns false if the lane is broken. */
static bool run_lane(struct rotation *rotation, struct lane *lane)
{
	lane_run(lane, rotation->worker->replies[lane->index]);
	while (lane->state == LANE_OVER) {
		lane->state = LANE_IDLE; /* its robots keep their seats until others take them, or the processes end */
		if (rotation->is_open)
			look_at_clock(rotation);
		if (!begin_next(rotation, lane))
			break;
		lane_run(lane, 0);
	}
	return lane->state != LANE_BROKEN;
}

/* When a lane is played in a round. */
enum turn {
	TURN_CALLS = LANE_SHAPES,      /* after all other plays; calls and other plays are both sorted by shape */
	TURN_ENDS = 2 * LANE_SHAPES,   /* games that begin or end */
	TURN_NONE,                     /* the answers of the robot for which the lane waits have not been collected */
	TURNS
};

/* Returns the sort key of a lane. Calls come after all other plays. Within each of these groups, games of the same
 * shape, with equal dice counts and the same robot in seat 0, are together. A call takes a different code path through
 * the arena and the robots, and so do strings of different lengths and different own dice; branches that change from
 * lane to lane are mispredicted. */
static unsigned turn_of(const struct worker *worker, int index)
{
	const struct transport *awaited = worker->setting.awaited[index];
	if (!awaited)
		return TURN_ENDS;
	if (awaited->n_queued)
		return TURN_NONE;
	return worker->setting.shapes[index] + (worker->replies[index] ? 0 : TURN_CALLS);
}

/* Sorts the lanes that continue in this round to the front of turns; returns their number. If not all lanes may play,
 * the oldest matches do. Neighbours are counted in separate arrays, because most have equal keys, and incrementing the
 * same count again would have to wait for the previous increment. */
static int take_turns(struct worker *worker)
{
	const int *order = worker->order, n_busy = worker->n_busy;
	uint8_t *keys = worker->turn;
	int *turns = worker->turns;
	uint32_t at[TURNS][2] = {0}, n_before = 0, n_ready = 0;
	bool has_all = n_busy <= worker->n_active;
	for (int k = 0; k < n_busy; k++) {
		int index = order[k];
		unsigned key = turn_of(worker, index);
		if (!has_all && key != TURN_NONE)
			key = 0;
		keys[k] = (uint8_t)key;
		at[key][k & has_all]++;
	}
	for (int key = 0; key < TURNS; key++) {
		n_ready = n_before;
		for (int i = 0; i < 2; i++) {
			uint32_t n = at[key][i];
			at[key][i] = n_before;
			n_before += n;
		}
	}
	for (int k = 0; k < n_busy; k++)
		turns[at[keys[k]][k & has_all]++] = order[k];
	return (int)n_ready;
}

static void put_idle_last(struct worker *worker)
{
	int n_left = 0;
	for (int k = 0; k < worker->n_busy; k++) {
		int index = worker->order[k];
		if (worker_lane(worker, index)->state == LANE_IDLE)
			continue;
		worker->order[k] = worker->order[n_left];
		worker->order[n_left++] = index;
	}
	worker->n_busy = n_left;
}

/* Prefetches the memory of a lane that will run soon and, if a call will end a hand, that of its watcher. */
static void prefetch(struct worker *worker, int k)
{
	const struct lane_setting *setting = &worker->setting;
	int far = worker->turns[k + FAR], near = worker->turns[k + NEAR];
	lane_prefetch(worker_lane(worker, far));
	if (!setting->awaited[near])
		lane_prefetch_rest(worker_lane(worker, near));
	else
		lane_prefetch_strings(worker_lane(worker, near), worker->replies[near] == 0);
	if (setting->prefetch && worker->replies[far] == 0)
		setting->prefetch(far, false, setting->watch_context);
	if (setting->prefetch && worker->replies[near] == 0)
		setting->prefetch(near, true, setting->watch_context);
}

static int play_round(struct rotation *rotation, struct err *err)
{
	struct worker *worker = rotation->worker;
	int n_idle = 0;
	int64_t began_ns = rotation->now_ns;
	worker->setting.round++;
	int n = take_turns(worker), n_active = n < worker->n_active ? n : worker->n_active;
	for (int k = 0; k < n_active; k++) {
		struct lane *lane = worker_lane(worker, worker->turns[k]);
		if (k + FAR < n)
			prefetch(worker, k);
		if (!run_lane(rotation, lane)) {
			*err = lane->rest->err;
			return -1;
		}
		n_idle += lane->state == LANE_IDLE;
	}
	for (int k = n_active; k < n; k++) {
		int index = worker->turns[k];
		lane_settle(worker_lane(worker, index), worker->replies[index]);
		worker->setting.awaited[index] = NULL;
	}
	if (n_idle)
		put_idle_last(worker);
	int n_woken = flush(worker);
	coming_prepare(rotation);
	if (collect(worker, err))
		return -1;
	int64_t now = clock_wall_ns();
	adapt(worker, now - began_ns);
	worker->is_quick = now - began_ns < (n_woken > 2 ? n_woken : 2) * MS; /* many quick robots take long together */
	rotation->now_ns = now;
	return 0;
}

static void fill_lanes(struct rotation *rotation)
{
	struct worker *worker = rotation->worker;
	while (worker->n_busy < worker->n_active &&
	       begin_next(rotation, worker_lane(worker, worker->order[worker->n_busy])))
		worker->n_busy++;
}

/* Makes a rotation so long that starting the robots takes only a small part of it. */
static void allow_for_start(struct rotation *rotation)
{
	/* Only programs are started then, and there may be only one round. */
	if (rotation->worker->tournament->is_trusted && !rotation->worker->n_coming)
		return;
	int64_t start_ns = rotation->now_ns - rotation->started_ns, most = 4 * rotation->budget_ns;
	if (20 * start_ns > rotation->budget_ns)
		rotation->budget_ns = 20 * start_ns < most ? 20 * start_ns : most;
}

/* Resets the state that the last rotation has left. The rotations of a match have the same dice, so the course of one
 * must not be visible in the next. Robots see the lanes in which matches begin, and how many asks come together. The
 * robots' plays determine which lanes end first, and their speed how many play. */
static void forget_last(struct rotation *rotation)
{
	struct worker *worker = rotation->worker;
	for (int i = 0; i < worker->n_lanes; i++)
		worker->order[i] = i;
	worker->is_quick = false;
	set_active(worker, rotation->n_active);
}

int rotation_play(struct rotation *rotation, struct err *err)
{
	struct worker *worker = rotation->worker;
	bool is_first = true;
	forget_last(rotation);
	rotation->started_ns = rotation->now_ns = clock_wall_ns();
	rotation->step = rotation->n_unlooked = 1;
	rotation->prepared = 0;
	rotation->n_ahead = rotation->n_begun = 0;
	rotation->window = 0;
	rotation->window_end = rotation->chunk->matches.n;
	for (fill_lanes(rotation); worker->n_busy; fill_lanes(rotation), is_first = false) {
		if (play_round(rotation, err))
			return -1;
		if (is_first)
			allow_for_start(rotation);
	}
	if (worker->setting.luck)
		luck_flush(worker->setting.luck);
	if (rotation->is_open)
		worker->match_ns = (rotation->now_ns - rotation->started_ns) / (int64_t)rotation->chunk->matches.n;
	return 0;
}
