/* replays.c - replays games with a worker in this process; samples of a robot's matches (replays.h). */
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

static int hand_on(struct surveyor *s, const struct chunk *chunk, struct err *err)
{
	const struct replays *replays = s->replays;
	const struct tournament *t = replays->tournament;
	for (uint64_t i = 0; i < chunk->matches.n && !s->is_stopped; i++) {
		struct match_plan plan = schedule_match(&replays->tournament->schedule, s->numbers[i]);
		const struct replays_match match = {.plan = &plan, .n_seats = chunk->n_seats, .places = chunk_match(chunk, i)};
		/* Stored plays must lead to the stored outcome. */
		if (t->stored_plays && t->stored_check && t->stored_check(s->numbers[i], chunk_match(chunk, i), chunk_match_size(chunk),
			chunk->has_details ? &chunk->signatures[i] : NULL, t->stored_context, err))
			return -1;
		s->is_stopped = !replays->finished(&match, (int)i, replays->context);
	}
	return 0;
}

static bool watch(const struct watch_event *watch_event, void *context)
{
	struct surveyor *s = context;
	int *index = &s->index[watch_event->lane];
	if (watch_event->kind == WATCH_GAME)
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
		if (failed && err->code == EXIT_OK) { /* the watcher stopped */
			failed = 0;
			break;
		}
	}
	worker_release(&s.worker);
	FREE_ALL(s.index, s.numbers);
	return failed;
}

enum { SLOWEST_MATCH = 10 }; /* a single match is taken if it has no more than so many times the timeouts wanted */

int sample_player(const struct sample *sample, const struct match_plan *plan)
{
	for (int player = 0; player < sample->schedule->n_seats; player++)
		if (plan->robot[player] == sample->robot)
			return player;
	return -1;
}

static bool has_slow_others(const struct sample *sample, const struct match_plan *plan)
{
	for (int player = 0; player < sample->schedule->n_seats && sample->is_slow; player++)
		if (plan->robot[player] != sample->robot && sample->is_slow[plan->robot[player]])
			return true;
	return false;
}

static bool has_played(const struct sample *sample, uint64_t match, struct match_plan *plan)
{
	if (!matches_list_has(sample->played, match))
		return false;
	*plan = schedule_match(sample->schedule, match);
	return sample_player(sample, plan) >= 0;
}

/* In a game of a match. */
static double expected_timeouts(const struct sample *sample, const struct match_plan *plan, const struct sample_limits *limits)
{
	double sum = 0;
	for (int player = 0; player < sample->schedule->n_seats && limits->is_slow; player++)
		sum += limits->is_slow[plan->robot[player]] ? limits->timeouts_of_game[plan->robot[player]] : 0;
	return sum;
}

/* Returns the timeouts to expect in all candidates. */
static double count_candidates(struct sample *sample, const struct sample_limits *limits)
{
	struct match_plan plan;
	double timeouts = 0;
	sample->n_matches = sample->n_games = sample->n_left_out = 0;
	for (uint64_t match = 0; match < sample->end_match; match++) {
		if (!has_played(sample, match, &plan))
			continue;
		uint64_t n_games = plan.n_blocks * (uint64_t)sample->schedule->n_seats;
		bool is_left_out = has_slow_others(sample, &plan);
		sample->n_matches += !is_left_out;
		*(is_left_out ? &sample->n_left_out : &sample->n_games) += n_games;
		timeouts += is_left_out ? 0 : (double)n_games * expected_timeouts(sample, &plan, limits);
	}
	return timeouts;
}

void sample_init(struct sample *sample, const struct schedule *schedule, int robot, const struct matches_list *played,
		 const struct sample_limits *limits)
{
	*sample = (struct sample){
		.schedule = schedule, .robot = robot, .played = played, .end_match = matches_list_end(played), .is_slow = limits->is_slow,
	};
	double timeouts = count_candidates(sample, limits);
	if (!sample->n_matches && sample->is_slow) {
		sample->is_slow = NULL;
		timeouts = count_candidates(sample, limits);
	}
	sample->n_taken = sample->n_matches;
	if (sample->n_games > limits->most_games)
		sample->n_taken = (uint64_t)((unsigned __int128)limits->most_games * sample->n_matches / sample->n_games);
	double expected = sample->n_matches ? timeouts * (double)sample->n_taken / (double)sample->n_matches : 0;
	if (expected > limits->most_timeouts)
		sample->n_taken = (uint64_t)((double)sample->n_taken * limits->most_timeouts / expected);
	bool is_bearable = timeouts <= SLOWEST_MATCH * limits->most_timeouts * (double)sample->n_matches;
	if (sample->n_taken == 0 && sample->n_matches && is_bearable)
		sample->n_taken = 1;
}

bool sample_takes(struct sample *sample, uint64_t match)
{
	struct match_plan plan;
	return has_played(sample, match, &plan) && !has_slow_others(sample, &plan) && sample_takes_next(sample);
}

void sample_init_games(struct sample *sample, int robot, uint64_t n_games, uint64_t most_games)
{
	*sample = (struct sample){.robot = robot, .n_matches = n_games, .n_games = n_games,
				  .n_taken = n_games < most_games ? n_games : most_games};
}

/* One of each n_matches / n_taken candidates: the last one, then the one before the last, and so on. One at the same place each time could
 * always be at the same table, since tables take turns. */
bool sample_takes_next(struct sample *sample)
{
	unsigned __int128 taken = sample->n_taken, n = sample->n_matches, at = sample->n_seen++;
	if (!taken)
		return false;
	unsigned __int128 part = at * taken / n, begin = (part * n + taken - 1) / taken, end = ((part + 1) * n + taken - 1) / taken;
	return at == end - 1 - part % (end - begin);
}

/* One game of each match is kept at a time. */
enum { GAMES_IN_PROGRESS = 4096 };

struct open_match {
	struct game_record log;
	void *kept;    /* owned, like is_done */
	bool *is_done; /* by block and rotation: a rotation that began again counts once */
};

struct playing {
	struct sample *sample;
	const struct sample_watcher *watcher;
	struct open_match *matches; /* by index of the replays */
};

static bool wants(uint64_t match, void *context)
{
	return sample_takes(((struct playing *)context)->sample, match);
}

static bool watch_sample(const struct watch_event *s, int index, void *context)
{
	struct playing *playing = context;
	const struct schedule *schedule = playing->sample->schedule;
	struct game_place place = schedule_game(schedule, s->number);
	struct open_match *match = &playing->matches[index];
	game_record_watch(&match->log, s);
	bool *is_done = &match->is_done[place.block * (uint32_t)schedule->n_seats + (uint32_t)place.rotation];
	if (!match->log.is_over || *is_done)
		return true;
	struct match_plan plan = schedule_match(schedule, place.match);
	int seat = schedule_seat(&plan, sample_player(playing->sample, &plan), place.rotation, schedule->n_seats);
	playing->watcher->game(&match->log, seat, match->kept, playing->watcher->context);
	*is_done = true;
	return true;
}

static bool finished(const struct replays_match *match, int index, void *context)
{
	struct playing *playing = context;
	struct open_match *open = &playing->matches[index];
	playing->watcher->match(match, sample_player(playing->sample, match->plan), open->kept, playing->watcher->context);
	memset(open->is_done, 0, match->plan->n_blocks * (size_t)match->n_seats);
	memset(open->kept, 0, playing->watcher->size);
	return true;
}

int sample_play(struct sample *sample, const struct tournament *tournament, const struct sample_watcher *watcher, struct err *err)
{
	struct playing playing = {sample, watcher, NULL};
	struct replays replays = {.tournament = tournament, .end_match = sample->end_match, .wants = wants, .watch = watch_sample,
				  .finished = finished, .context = &playing};
	replays_size(&replays, GAMES_IN_PROGRESS);
	playing.matches = NEW_ARRAY(struct open_match, (size_t)replays.n_at_once);
	for (int i = 0; i < replays.n_at_once; i++) {
		playing.matches[i].kept = mem_zeroed(1, watcher->size + 1);
		playing.matches[i].is_done = NEW_ARRAY(bool, (size_t)sample->schedule->match_length * (size_t)sample->schedule->n_seats);
	}
	int failed = replays_play(&replays, err);
	for (int i = 0; i < replays.n_at_once; i++) {
		game_record_release(&playing.matches[i].log);
		FREE_ALL(playing.matches[i].kept, playing.matches[i].is_done);
	}
	free(playing.matches);
	return failed;
}
