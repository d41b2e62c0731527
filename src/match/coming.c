/* coming.c - which matches come next: the chunk grows by windows of tables, and matches with equal dice stay
 * together. */
#include "match/rotation.h"

enum {
	SEATS_AHEAD = 8,         /* about how many seats of the next matches have their robots started in advance at a
	                          * time */
	LANE_MATCHES = 4,        /* matches for each lane in the first window, when the duration of a match is
	                          * unknown */
	CHUNK_BYTES = 8 << 20,   /* limit on the arrays of a chunk, even if there is more time */
};

static uint64_t set_size(const struct rotation *rotation)
{
	return rotation->worker->tournament->schedule.set_size;
}

/* Returns how many bytes a match takes in the arrays of the chunk. */
static size_t match_bytes(const struct chunk *chunk)
{
	return chunk_match_size(chunk) + chunk->n_blocks * (uint64_t)chunk->n_seats * sizeof(uint32_t) +
	       (chunk->has_luck ? (size_t)luck_players(chunk->n_seats) * LUCK_TERMS * sizeof *chunk->luck_terms : 0);
}

/* Makes room for one more match in the arrays of the chunk. */
static void make_room(struct worker *worker, struct chunk *chunk)
{
	struct lane_setting *setting = &worker->setting;
	uint64_t had = worker->capacity, n_seats = (uint64_t)chunk->n_seats;
	if (chunk->matches.n < had)
		return;
	size_t size = chunk_match_size(chunk);
	uint64_t most = CHUNK_BYTES / match_bytes(chunk) + 2; /* see has_room; one long match can exceed CHUNK_BYTES */
	uint64_t n = worker->capacity = had ? 2 * had : most < 512 ? most : 512;
#define GROW(array, per_match) \
	do { \
		array = mem_resize(array, n * (per_match), sizeof *array); \
		memset(array + had * (per_match), 0, (n - had) * (per_match) * sizeof *array); \
	} while (0)
	GROW(chunk->places, size);
	GROW(setting->game_signatures, chunk->n_blocks * n_seats);
	if (chunk->has_details) {
		GROW(chunk->signatures, 1);
		GROW(chunk->alike, 1);
		GROW(chunk->asks, n_seats);
	}
	if (worker->tournament->keeps_plays)
		GROW(setting->plays, n_seats);
	if (chunk->has_luck)
		luck_flush(setting->luck);
	if (chunk->has_luck)
		GROW(chunk->luck_terms, (size_t)luck_players(chunk->n_seats) * LUCK_TERMS);
#undef GROW
}

/* Returns true if this match belongs to the same deal set as the match before it, in a task of consecutive matches.
 * Such matches stay together. */
static bool is_within_set(const struct rotation *rotation, uint64_t index)
{
	return rotation->task->matches.stride == 1 && (rotation->task->matches.first + index) % set_size(rotation) > 0;
}

/* Returns true if the chunk has room for one more match. */
static bool has_room(const struct rotation *rotation)
{
	const struct chunk *chunk = rotation->chunk;
	uint64_t n = chunk->matches.n;
	if (n == 0 || rotation->task->rotation_ns == 0)
		return true;
	if (n >= CHUNK_MATCHES || n * match_bytes(chunk) >= CHUNK_BYTES)
		return false;
	uint64_t least = tournament_least_matches(rotation->worker->tournament);
	if (n < least || rotation->task->matches.n - n < least)
		return true;
	return is_within_set(rotation, n) || rotation->now_ns - rotation->started_ns < rotation->budget_ns;
}

/* Returns how many matches are added to the chunk at a time, to be played table by table: as many as it already has,
 * but no more than its time allows, as far as that is known. */
static uint64_t window_size(const struct rotation *rotation)
{
	const struct chunk *chunk = rotation->chunk;
	uint64_t n = chunk->matches.n, most = CHUNK_BYTES / match_bytes(chunk);
	int64_t match_ns = rotation->worker->match_ns;
	if (rotation->period == 1)
		return 1;
	most = most < CHUNK_MATCHES ? most : CHUNK_MATCHES;
	most = most < rotation->task->matches.n ? most : rotation->task->matches.n;
	if (n)
		match_ns = (rotation->now_ns - rotation->started_ns) / (int64_t)n + 1;
	uint64_t wanted = n ? n : match_ns ? UINT64_MAX : (uint64_t)rotation->worker->n_lanes * LANE_MATCHES;
	int64_t left_ns = rotation->budget_ns - (rotation->now_ns - rotation->started_ns);
	if (match_ns && rotation->task->rotation_ns && wanted > (uint64_t)(left_ns / match_ns))
		wanted = (uint64_t)(left_ns / match_ns);
	return n + wanted + 1 < most ? wanted + 1 : n < most ? most - n : 1;
}

/* Returns the index of the match that is played as number `next`. In a window, the matches of a table follow one
 * another, because with fewer robots at a time each wake-up carries more asks, and the robots' code stays in the
 * caches. */
static uint64_t index_of(const struct rotation *rotation, uint64_t next)
{
	uint64_t n = rotation->window_end - rotation->window, at = next - rotation->window;
	if (rotation->period >= n || at >= n)
		return next;
	uint64_t few = n / rotation->period, n_more = n % rotation->period; /* n_more: number of tables with one match
	                                                                     * more than `few` */
	uint64_t in_more = n_more * (few + 1), rest = at - in_more;
	if (at < in_more)
		return rotation->window + at % (few + 1) * rotation->period + at / (few + 1);
	return rotation->window + rest % few * rotation->period + n_more + rest / few;
}

/* Returns the plan of the match at this index of the task, with the substitute in its place. */
static struct match_plan plan_of(const struct rotation *rotation, uint64_t index)
{
	const struct schedule *schedule = &rotation->worker->tournament->schedule;
	const struct worker_task *task = rotation->task;
	struct match_plan plan = schedule_match(schedule, worker_task_number(task, index));
	for (int player = 0; task->replaced && player < schedule->n_seats; player++)
		if (plan.robot[player] == task->replaced[index])
			plan.robot[player] = schedule->n_robots;
	return plan;
}

/* Returns true, with *match, if the rotation has another match at the moment. */
static bool has_match(const struct rotation *rotation, uint64_t next, struct coming_match *match)
{
	const struct chunk *chunk = rotation->chunk;
	bool is_new = next >= chunk->matches.n;
	if (next >= rotation->task->matches.n || (is_new && (!rotation->is_open || !has_room(rotation))))
		return false;
	match->index = index_of(rotation, next);
	match->plan = plan_of(rotation, match->index);
	return true;
}

static bool is_of_part(const struct rotation *rotation, const struct match_plan *plan)
{
	return plan->number % set_size(rotation) == rotation->part;
}

/* Gets the next match of the rotation. Returns false if there are no more. */
static bool next_match(struct rotation *rotation, struct coming_match *match)
{
	struct chunk *chunk = rotation->chunk;
	while (has_match(rotation, rotation->next, match)) {
		if (rotation->next == chunk->matches.n) {
			rotation->window = chunk->matches.n;
			rotation->window_end = rotation->window + window_size(rotation);
			for (; chunk->matches.n < rotation->window_end; chunk->matches.n++)
				make_room(rotation->worker, chunk);
			has_match(rotation, rotation->next, match);
		}
		rotation->next++;
		if (is_of_part(rotation, &match->plan))
			return true;
	}
	return false;
}

/* Counts the seats of the match by robot. Returns their number. */
static int count_coming(struct worker *worker, const struct match_plan *plan)
{
	int n_seats = worker->tournament->schedule.n_seats;
	for (int i = 0; i < n_seats; i++)
		worker->n_coming[plan->robot[i]]++;
	return n_seats;
}

void coming_prepare(struct rotation *rotation)
{
	struct worker *worker = rotation->worker;
	uint64_t next_to_begin = rotation->next - (uint64_t)(rotation->n_ahead - rotation->n_begun);
	int n_wanted = 0;
	struct coming_match match;
	if (!worker->n_coming || rotation->prepared == next_to_begin)
		return;
	rotation->prepared = next_to_begin;
	memset(worker->n_coming, 0, (size_t)worker->n_robots * sizeof *worker->n_coming);
	for (int i = rotation->n_begun; i < rotation->n_ahead && n_wanted < SEATS_AHEAD; i++)
		n_wanted += count_coming(worker, &rotation->ahead[rotation->order[i]].plan);
	for (uint64_t next = rotation->next; n_wanted < SEATS_AHEAD && has_match(rotation, next, &match); next++) {
		if (!is_of_part(rotation, &match.plan))
			continue;
		n_wanted += count_coming(worker, &match.plan);
	}
	for (int i = 0; i < worker->n_robots; i++)
		if (worker->transports[i] && worker->n_coming[i])
			transport_prepare(worker->transports[i], worker->n_coming[i]);
}

/* Returns true if later rotations play the matches in a different order, so that a robot that has passed bits on to
 * them cannot tell to which match a bit belongs. */
static bool is_shuffled(const struct rotation *rotation)
{
	return !rotation->is_open && !rotation->worker->tournament->is_trusted;
}

/* Returns how many matches to take at a time. If one lane plays all of them, it plays those with equal circles one
 * after another (sort_ahead). Programs must be prepared for the next match (coming_prepare), so it must not be taken
 * earlier. */
static int most_ahead(const struct rotation *rotation)
{
	const struct worker *worker = rotation->worker;
	uint64_t n_left = rotation->chunk->matches.n - rotation->next;
	if (is_shuffled(rotation))
		/* so that the last group is not small */
		return n_left < ROTATION_AHEAD ? ROTATION_AHEAD : ROTATION_AHEAD / 2;
	if (worker->n_lanes > 1 || worker->n_coming)
		return 1;
	return rotation->is_open ? rotation->step : ROTATION_AHEAD;
}

/* Sorts the matches by the seat of the first player. A robot's seat decides which branches its code takes to find its
 * own dice; branches that change from game to game are mispredicted. */
static void sort_ahead(struct rotation *rotation)
{
	int at[SCHEDULE_MAX_SEATS] = {0}, n_before = 0;
	for (int i = 0; i < rotation->n_ahead; i++)
		at[rotation->ahead[i].plan.position[0]]++;
	for (int position = 0; position < rotation->chunk->n_seats; position++) {
		int n = at[position];
		at[position] = n_before;
		n_before += n;
	}
	for (int i = 0; i < rotation->n_ahead; i++)
		rotation->order[at[rotation->ahead[i].plan.position[0]]++] = (uint8_t)i;
}

static void shuffle_ahead(struct rotation *rotation)
{
	uint64_t which = (uint64_t)rotation->number << 32 | (uint64_t)rotation->part;
	uint64_t next = rotation->chunk->matches.first + rotation->next;
	uint64_t state = rng_word(rotation->worker->order_key, next, which);
	for (int i = 0; i < rotation->n_ahead; i++) {
		int other = (int)rng_below(rng_next(&state), (uint32_t)i + 1);
		rotation->order[i] = rotation->order[other];
		rotation->order[other] = (uint8_t)i;
	}
}

static void take_ahead(struct rotation *rotation)
{
	int n = 0;
	for (int most = most_ahead(rotation); n < most && next_match(rotation, &rotation->ahead[n]); )
		n++;
	rotation->n_ahead = n;
	rotation->n_begun = 0;
	if (is_shuffled(rotation))
		shuffle_ahead(rotation);
	else
		sort_ahead(rotation);
}

const struct coming_match *coming_next(struct rotation *rotation)
{
	if (rotation->n_begun == rotation->n_ahead)
		take_ahead(rotation);
	return rotation->n_ahead ? &rotation->ahead[rotation->order[rotation->n_begun++]] : NULL;
}
