/* replays.c - a worker in this process, with a watcher. */
#include "record/replays.h"

#include "match/worker.h"

enum {
	MOST_LANES = 512, /* half as many wake-ups of robots as with 256, worth more than the cache that the records take */
	MOST_AT_ONCE = 16384,
};

struct surveyor {
	const struct replays *replays;
	struct worker worker;
	uint64_t next_match;       /* to be asked for */
	uint64_t *numbers;         /* of the matches in progress, by index; n_left of them were not played with the others */
	uint64_t n_left;
	bool is_stopped;
	int *index;                /* by lane, of the match in it: the lane's own is often not in the cache */
};

void replays_size(struct replays *replays, uint64_t most_games)
{
	const struct schedule *schedule = &replays->tournament->schedule;
	uint64_t at_once = most_games / ((uint64_t)schedule->match_length * (uint64_t)schedule->n_seats);
	at_once = at_once < 1 ? 1 : at_once > MOST_AT_ONCE ? MOST_AT_ONCE : at_once;
	int lanes = worker_bearable_lanes(replays->tournament, MOST_LANES);
	replays->n_lanes = (uint64_t)lanes < at_once ? lanes : (int)at_once;
	replays->n_at_once = (int)at_once;
}

static uint64_t choose(struct surveyor *s)
{
	const struct replays *replays = s->replays;
	uint64_t n = s->n_left;
	s->n_left = 0;
	for (; s->next_match < replays->end_match && n < (uint64_t)replays->n_at_once; s->next_match++)
		if (!replays->wants || replays->wants(s->next_match, replays->context))
			s->numbers[n++] = s->next_match;
	return n;
}

/* Stored plays must lead to the stored outcome. */
static int check_stored(const struct tournament *t, const struct chunk *chunk, uint64_t i, uint64_t match, struct err *err)
{
	if (!t->stored_plays || !t->stored_check)
		return 0;
	return t->stored_check(match, chunk_match(chunk, i), chunk_match_size(chunk), chunk->has_details ? &chunk->signatures[i] : NULL,
			     t->stored_context, err);
}

static int hand_on(struct surveyor *s, const struct chunk *chunk, struct err *err)
{
	const struct replays *replays = s->replays;
	for (uint64_t i = 0; i < chunk->matches.n && !s->is_stopped; i++) {
		struct match_plan plan;
		schedule_match(&replays->tournament->schedule, s->numbers[i], &plan);
		const struct replays_match match = {.plan = &plan, .n_seats = chunk->n_seats, .places = chunk_match(chunk, i)};
		if (check_stored(replays->tournament, chunk, i, s->numbers[i], err))
			return -1;
		s->is_stopped = !replays->finished(&match, (int)i, replays->context);
	}
	return 0;
}

static bool watch(const struct watch_event *watch_event, void *context)
{
	struct surveyor *s = context;
	int *index = &s->index[watch_event->lane];
	if (watch_event->moment == MOMENT_GAME)
		*index = (int)worker_lane(&s->worker, watch_event->lane)->rest->match;
	return s->replays->watch(watch_event, *index, s->replays->context);
}

static void prefetch(int lane, bool is_near, void *context)
{
	const struct surveyor *s = context;
	s->replays->prefetch(lane, is_near, s->replays->context);
}

/* The matches in progress; if the last match of a table is shorter than the others, it and later ones are left for the
 * next call. */
static int play(struct surveyor *s, uint64_t n, struct err *err)
{
	const struct worker_task task = {
		.matches = {.n = n, .stride = 1}, .numbers = s->numbers, .only_rotation = -1,
	};
	struct chunk chunk = {0};
	int failed = worker_play(&s->worker, &task, &chunk, err);
	if (!failed)
		failed = hand_on(s, &chunk, err);
	if (!failed) {
		s->n_left = n - chunk.matches.n;
		memmove(s->numbers, s->numbers + chunk.matches.n, s->n_left * sizeof *s->numbers);
	}
	chunk_release(&chunk);
	return failed;
}

int replays_play(const struct replays *replays, struct err *err)
{
	volatile uint64_t games_played = 0;
	struct surveyor s = {.replays = replays, .next_match = replays->first_match};
	s.numbers = NEW_ARRAY(uint64_t, (size_t)replays->n_at_once);
	s.index = NEW_ARRAY(int, (size_t)replays->n_lanes);
	int failed = worker_init(&s.worker, replays->tournament, replays->n_lanes, &games_played, err);
	if (!failed) {
		s.worker.setting.watch = replays->watch ? watch : NULL;
		s.worker.setting.prefetch = replays->prefetch ? prefetch : NULL;
		s.worker.setting.watch_context = &s;
		s.worker.setting.watch_game = WATCH_ALL;
		s.worker.setting.shown = replays->shown;
	}
	for (uint64_t n; !failed && !s.is_stopped && (n = choose(&s)) > 0;) {
		failed = play(&s, n, err);
		if (failed && err->code == EXIT_OK) { /* the watcher broke off */
			failed = 0;
			break;
		}
	}
	worker_release(&s.worker);
	free(s.index);
	free(s.numbers);
	return failed;
}
