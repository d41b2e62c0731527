/* worker.c - the transports and lanes of a worker, the chunks that it plays, and its process (worker.h). */
#include "match/worker.h"

#include "match/forked.h"
#include "match/rotation.h"
#include "match/workers.h"
#include "robot/program/transport.h"
#include "robot/transport.h"

static bool has_program(const struct tournament *tournament)
{
	for (int i = 0; i < tournament_n_robots(tournament); i++)
		if (tournament->robots[i].kind == ROBOT_PROGRAM)
			return true;
	return false;
}

int worker_robot_lanes(const struct robot *robot, int n_seats)
{
	return robot->kind == ROBOT_PROGRAM ? program_lanes(robot, n_seats) : (int)robot->manifest.max_lanes;
}

int worker_bearable_lanes(const struct tournament *tournament, int lanes)
{
	for (int i = 0; i < tournament_n_robots(tournament); i++) {
		int most = worker_robot_lanes(&tournament->robots[i], tournament->schedule.n_seats);
		if (most && lanes > most)
			lanes = most;
	}
	return lanes;
}

int worker_lanes(const struct tournament *tournament)
{
	const struct schedule *schedule = &tournament->schedule;
	/* The more asks a wake-up of a robot carries, the less time each takes, until the lanes no longer fit in the
	 * cache (bench/README.md). At a larger table a round is spread over more robots. Without wake-ups there is no
	 * gain. A chunk has at least one match for each lane, so at very large tables fewer lanes give the first
	 * results sooner. */
	enum { LANES_OF_TWO = 768, LANES_OF_MORE = 1024, MOST_SEATS = 6 * LANES_OF_MORE };
	int lanes = schedule->n_seats > 2 ? LANES_OF_MORE : LANES_OF_TWO;
	if (lanes * schedule->n_seats > MOST_SEATS)
		lanes = MOST_SEATS / schedule->n_seats;
	if (tournament->is_trusted && !has_program(tournament))
		lanes = 1;
	if (tournament->n_lanes)
		lanes = tournament->n_lanes;
	lanes = worker_bearable_lanes(tournament, lanes);
	uint64_t n_matches = tournament->end_match ? tournament->end_match : schedule->n_matches;
	return (uint64_t)lanes > n_matches ? (int)n_matches : lanes;
}

struct transport *worker_transport(const struct tournament *t, const struct robot *robot,
				   const struct transport_plan *plan)
{
	if (robot->kind == ROBOT_HUMAN)
		return human_new(robot, plan, t->human, t->human_context);
	if (robot->fault.verdict)
		return NULL;
	if (robot->kind == ROBOT_PROGRAM)
		return program_new(robot, plan);
	if (!t->is_trusted)
		return sandbox_new(robot, plan);
	return t->is_worker ? inprocess_new(robot, plan) : forked_new(robot, plan);
}

static void make_transports(struct worker *worker, size_t hands_size)
{
	const struct tournament *tournament = worker->tournament;
	struct transport_plan plan = {
		.shared_areas = &worker->shared_areas, .hands_size = hands_size, .n_lanes = worker->n_lanes,
		.rules = str_text(&worker->rules_text), .limits = tournament->limits,
		.allows_weak = tournament->allows_weak_sandbox, .is_trusted = tournament->is_trusted,
		.fork_server = &worker->fork_server, .hidden = tournament->hidden, .killed = tournament->killed,
		.n_workers = tournament->n_workers,
	};
	worker->transports = NEW_ARRAY(struct transport *, (size_t)worker->n_robots);
	for (int i = 0; i < worker->n_robots; i++)
		worker->transports[i] = worker_transport(tournament, &tournament->robots[i], &plan);
	for (int i = 0; i < worker->n_robots; i++) {
		if (!worker->transports[i])
			continue;
		worker->transports[i]->peers = worker->transports;
		worker->transports[i]->n_peers = worker->n_robots;
		worker->transports[i]->shared_naps = tournament->naps ? &tournament->naps[i] : NULL;
	}
}

int worker_init(struct worker *worker, const struct tournament *tournament, int n_lanes,
		volatile uint64_t *games_played, struct err *err)
{
	int n_seats = tournament->schedule.n_seats;
	size_t hands_size = game_hands_size(&tournament->rules, n_seats);
	*worker = (struct worker){
		.tournament = tournament, .n_lanes = n_lanes, .n_robots = tournament_n_robots(tournament),
		.n_active = 1,
	};
	size_t n_robots = (size_t)worker->n_robots;
	worker->order_key = rng_key_derive(tournament->seed, RNG_ORDER);
	shared_areas_init(&worker->shared_areas, n_lanes, game_history_size(&tournament->rules, n_seats), hands_size);
	if (!shared_areas_make(&worker->shared_areas, 0, err))
		return -1;
	rules_to_text(&tournament->rules, &worker->rules_text);
	make_transports(worker, hands_size);
	worker->cpu_reported = NEW_ARRAY(int64_t, n_robots);
	worker->setting = (struct lane_setting){
		.tournament = tournament, .shared_areas = &worker->shared_areas, .transports = worker->transports,
		.dice_key = rng_key_derive(tournament->seed, RNG_DICE),
		.robot_key = rng_key_derive(tournament->seed, RNG_ROBOT),
		.sums = NEW_ARRAY(struct lane_sums, n_robots), .shapes = NEW_ARRAY(uint8_t, (size_t)n_lanes),
		.awaited = NEW_ARRAY(const struct transport *, (size_t)n_lanes),
		.games_played = games_played,
	};
	if (tournament->has_luck)
		worker->setting.luck = luck_new(&tournament->rules, n_seats, n_lanes);
	worker->lane_size = lane_size(n_seats);
	worker->lanes = mem_aligned((size_t)n_lanes, worker->lane_size);
	worker->order = NEW_ARRAY(int, (size_t)n_lanes);
	worker->turn = NEW_ARRAY(uint8_t, (size_t)n_lanes);
	worker->turns = NEW_ARRAY(int, (size_t)n_lanes);
	if (has_program(tournament) && !tournament->stored_plays)
		worker->n_coming = NEW_ARRAY(int, n_robots);
	worker->replies = NEW_ARRAY(int32_t, (size_t)n_lanes + 1);
	for (int i = 0; i < n_lanes; i++) {
		lane_init(worker_lane(worker, i), &worker->setting, i);
		worker->order[i] = i;
	}
	return 0;
}

static void release_plays(struct worker *worker)
{
	size_t n = worker->setting.plays ? worker->capacity * (size_t)worker->tournament->schedule.n_seats : 0;
	for (size_t i = 0; i < n; i++)
		str_release(&worker->setting.plays[i]);
	free(worker->setting.plays);
	worker->setting.plays = NULL;
}

void worker_release(struct worker *worker)
{
	for (int i = 0; worker->transports && i < worker->n_robots; i++)
		transport_free(worker->transports[i]);
	fork_server_end(&worker->fork_server);
	for (int i = 0; worker->lanes && i < worker->n_lanes; i++)
		lane_release(worker_lane(worker, i));
	release_plays(worker);
	free(worker->setting.game_signatures);
	luck_free(worker->setting.luck);
	FREE_ALL(worker->setting.sums, worker->setting.shapes, worker->setting.awaited, worker->transports,
		 worker->cpu_reported,
		 worker->lanes, worker->order, worker->turn, worker->turns, worker->n_coming, worker->replies);
	shared_areas_release(&worker->shared_areas);
	str_release(&worker->rules_text);
}

static void begin_chunk(struct worker *worker, const struct worker_task *task, struct chunk *chunk)
{
	struct match_plan plan = schedule_match(&worker->tournament->schedule, worker_task_number(task, 0));
	release_plays(worker);
	free(worker->setting.game_signatures);
	worker->setting.game_signatures = NULL;
	worker->capacity = 0;
	worker->setting.chunk = chunk;
	memset(worker->setting.sums, 0, (size_t)worker->n_robots * sizeof *worker->setting.sums);
	*chunk = (struct chunk){
		.matches = {.first = plan.number, .stride = task->matches.stride},
		.n_seats = worker->tournament->schedule.n_seats, .n_blocks = plan.n_blocks, .has_order = true,
		.has_details = worker->tournament->keeps_details, .has_luck = worker->tournament->has_luck,
	};
}

/* Returns true if the robots made the same plays in each game of a block. */
static bool is_alike(const uint32_t *signatures, int n_seats)
{
	for (int rotation = 1; rotation < n_seats; rotation++)
		if (signatures[rotation] != signatures[0])
			return false;
	return true;
}

static void count_alike(const struct worker *worker, struct chunk *chunk)
{
	const uint32_t *signatures = worker->setting.game_signatures;
	for (uint64_t match = 0; match < chunk->matches.n; match++) {
		uint32_t n = 0;
		for (uint32_t block = 0; block < chunk->n_blocks; block++, signatures += chunk->n_seats)
			n += is_alike(signatures, chunk->n_seats);
		chunk->n_alike += n;
		if (chunk->has_details)
			chunk->alike[match] = n;
	}
}

/* Adds the sums by robot, and the CPU time since the last chunk. */
static void sum_robots(struct worker *worker, struct chunk *chunk)
{
	bool has_details = chunk->has_details;
	chunk->has_details = false; /* their sums are already complete */
	chunk_sum(chunk, &worker->tournament->schedule);
	chunk->has_details = has_details;
	for (int i = 0; i < chunk->n_robots; i++) {
		struct chunk_robot *robot = &chunk->robots[i];
		const struct lane_sums *sums = &worker->setting.sums[robot->robot];
		robot->tally.asks = sums->asks;
		TROUBLES_ADD(&robot->tally, sums);
		robot->showdowns = sums->showdowns;
		int64_t now = worker->transports[robot->robot] ? transport_cpu(worker->transports[robot->robot]) : -1;
		robot->cpu_ns = now < 0 ? -1 : now - worker->cpu_reported[robot->robot];
		if (now >= 0)
			worker->cpu_reported[robot->robot] = now;
	}
}

static void join_plays(const struct worker *worker, struct chunk *chunk)
{
	int n = chunk->n_seats;
	const struct str *plays = worker->setting.plays;
	for (uint64_t match = 0; plays && match < chunk->matches.n; match++, plays += n) {
		size_t size = 0;
		for (int rotation = 0; rotation < n; rotation++)
			size += plays[rotation].length;
		varint_add(&chunk->plays, size);
		for (int rotation = 0; rotation < n; rotation++)
			str_add_n(&chunk->plays, plays[rotation].text, plays[rotation].length);
	}
}

/* Ends the robots' processes, and clears what they saw. */
static void end_processes(struct worker *worker)
{
	for (int i = 0; i < worker->n_robots; i++)
		if (worker->transports[i])
			transport_rest(worker->transports[i]);
	shared_areas_wipe(&worker->shared_areas);
}

static int play_rotations(struct rotation *rotation, struct err *err)
{
	const struct worker_task *task = rotation->task;
	int n = rotation->chunk->n_seats;
	for (int number = 0; number < n; number++) {
		if (task->only_rotation >= 0 && number != task->only_rotation)
			continue;
		if (!rotation->is_open && rotation->worker->tournament->schedule.deals != DEALS_INDEPENDENT)
			end_processes(rotation->worker); /* they have seen the dice of this rotation */
		rotation->number = number;
		rotation->next = 0;
		if (rotation_play(rotation, err))
			return -1;
		rotation->is_open = false;
	}
	return 0;
}

int worker_play(struct worker *worker, const struct worker_task *task, struct chunk *chunk, struct err *err)
{
	begin_chunk(worker, task, chunk);
	const struct schedule *schedule = &worker->tournament->schedule;
	uint64_t size = schedule->set_size, first = chunk->matches.first;
	uint64_t n = task->matches.n, period = schedule_period(schedule, first, n, chunk->matches.stride);
	struct rotation rotation = {
		.worker = worker, .task = task, .chunk = chunk, .is_open = true,
		.budget_ns = task->rotation_ns / (int64_t)size,
		.n_active = worker->n_active,
		.period = task->numbers || size > 1 || period == n ? 1 : period,
	};
	for (uint64_t part = 0; part < size; part++) {
		rotation.part = (first + part) % size;
		if (play_rotations(&rotation, err))
			return -1;
	}
	end_processes(worker);
	if (task->only_rotation >= 0) /* the places of the other rotations are missing */
		return 0;
	count_alike(worker, chunk);
	chunk_sort_troubles(chunk);
	sum_robots(worker, chunk);
	join_plays(worker, chunk);
	return 0;
}

/* Serves the coordinator. Returns 1 if it has closed its end, or another non-zero value with err. */
static int serve(struct worker *worker, int fd, struct err *err)
{
	const struct tournament *t = worker->tournament;
	struct worker_task task = {.only_rotation = -1,
		.rotation_ns = tournament_chunk_ns(t) / t->schedule.n_seats + 1};
	AUTO_STR struct str message = {0}, answer = {0};
	if (!workers_next(fd, &message))
		return 1;
	bug_if(message.length != sizeof task.matches);
	memcpy(&task.matches, message.text, sizeof task.matches);
	struct chunk chunk = {0};
	int failed = worker_play(worker, &task, &chunk, err);
	if (!failed) {
		chunk_pack(&chunk, &answer);
		failed = !workers_send(fd, answer.text, answer.length);
	}
	chunk_release(&chunk);
	return failed;
}

int worker_main(const struct tournament *tournament, int n_lanes, int fd, volatile uint64_t *games_played)
{
	struct worker worker;
	struct err err = {0};
	struct tournament own = *tournament;
	own.is_worker = true;
	int failed = worker_init(&worker, &own, n_lanes, games_played, &err);
	while (!failed)
		failed = serve(&worker, fd, &err);
	if (failed < 0)
		workers_send_error(fd, &err);
	worker_release(&worker);
	return failed < 0 ? EXIT_WORLD : EXIT_OK;
}
