/* replays.c - replays games with a worker in this process; samples of a robot's matches (replays.h). */
#include "record/replays.h"

#include "match/worker.h"

enum {
	MOST_LANES = 512, /* twice 256: half as many wake-ups save more time than the additional cache misses of the
	                   * records cost */
	MOST_AT_ONCE = 16384,
};

struct surveyor {
	const struct replays *replays;
	struct worker worker;
	uint64_t next_match; /* the next match to ask for */
	uint64_t *numbers;         /* numbers of the matches in progress, by index */
	int *replaced;             /* robots replaced in these matches, as in struct worker_task */
	bool is_stopped;
	int *index;                /* by lane, the index of its match; a copy, because that in the lane itself is often
	                            * not in the cache */
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

/* Chooses the next matches to play; returns their number. */
static int choose(struct surveyor *s)
{
	const struct replays *replays = s->replays;
	int n = 0, most_times = replays->most_times ? replays->most_times : 1;
	memset(s->replaced, -1, (size_t)replays->n_at_once * sizeof *s->replaced);
	for (; s->next_match < replays->end_match && n + most_times <= replays->n_at_once; s->next_match++) {
		int times = replays->wants ? replays->wants(s->next_match, n, &s->replaced[n], replays->context) : 1;
		for (; times > 0; times--)
			s->numbers[n++] = s->next_match;
	}
	return n;
}

static int hand_on(struct surveyor *s, const struct chunk *chunk, struct err *err)
{
	const struct replays *replays = s->replays;
	const struct tournament *t = replays->tournament;
	for (uint64_t i = 0; i < chunk->matches.n && !s->is_stopped; i++) {
		struct match_plan plan = schedule_match(&replays->tournament->schedule, s->numbers[i]);
		const struct replays_match match = {.plan = &plan, .n_seats = chunk->n_seats,
			.places = chunk_match(chunk, i)};
		/* Stored plays must lead to the stored outcome. */
		if (t->stored_plays && t->stored_check &&
		    t->stored_check(s->numbers[i], chunk_match(chunk, i), chunk_match_size(chunk),
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

/* Plays the matches s->numbers[i], i < n, and passes their outcomes on. */
static int play(struct surveyor *s, int n, struct err *err)
{
	const struct worker_task task = {
		.matches = {.n = (uint64_t)n, .stride = 1}, .numbers = s->numbers, .replaced = s->replaced,
		.only_rotation = -1,
	};
	struct chunk chunk = {0};
	int failed = worker_play(&s->worker, &task, &chunk, err);
	if (!failed)
		failed = hand_on(s, &chunk, err);
	chunk_release(&chunk);
	return failed;
}

int replays_play(const struct replays *replays, struct err *err)
{
	volatile uint64_t games_played = 0;
	struct surveyor s = {.replays = replays, .next_match = replays->first_match};
	s.numbers = NEW_ARRAY(uint64_t, (size_t)replays->n_at_once);
	s.replaced = NEW_ARRAY(int, (size_t)replays->n_at_once);
	s.index = NEW_ARRAY(int, (size_t)replays->n_lanes);
	int failed = worker_init(&s.worker, replays->tournament, replays->n_lanes, &games_played, err);
	if (!failed) {
		s.worker.setting.watch = replays->watch ? watch : NULL;
		s.worker.setting.prefetch = replays->prefetch ? prefetch : NULL;
		s.worker.setting.watch_context = &s;
		s.worker.setting.watch_game = WATCH_ALL;
		s.worker.setting.shown = replays->shown;
	}
	for (int n; !failed && !s.is_stopped && (n = choose(&s)) > 0;) {
		failed = play(&s, n, err);
		if (failed && err->code == EXIT_OK) { /* the watcher stopped */
			failed = 0;
			break;
		}
	}
	worker_release(&s.worker);
	FREE_ALL(s.index, s.numbers, s.replaced);
	return failed;
}

enum { SLOWEST_MATCH = 10 }; /* a single match is taken even if it has up to this many times the allowed timeouts */

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

/* Returns the expected number of timeouts in a game of a match. */
static double expected_timeouts(const struct sample *sample, const struct match_plan *plan,
				const struct sample_limits *limits)
{
	double sum = 0;
	for (int player = 0; player < sample->schedule->n_seats && limits->is_slow; player++)
		sum += limits->is_slow[plan->robot[player]] ? limits->timeouts_of_game[plan->robot[player]] : 0;
	return sum;
}

/* Returns the number of timeouts to expect in all candidates. */
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
		.schedule = schedule, .robot = robot, .played = played, .end_match = matches_list_end(played),
		.is_slow = limits->is_slow,
	};
	double timeouts = count_candidates(sample, limits);
	if (!sample->n_matches && sample->is_slow) {
		sample->is_slow = NULL;
		timeouts = count_candidates(sample, limits);
	}
	sample->n_taken = sample->n_matches;
	if (sample->n_games > limits->most_games)
		sample->n_taken =
			(uint64_t)((unsigned __int128)limits->most_games * sample->n_matches / sample->n_games);
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

/* Returns true for one of each n_matches / n_taken candidates: in the first such group for the last candidate, in the
 * next group for the one before the last, and so on. A fixed position in the group could always be a match of the same
 * table, because tables take turns. */
bool sample_takes_next(struct sample *sample)
{
	unsigned __int128 taken = sample->n_taken, n = sample->n_matches, at = sample->n_seen++;
	if (!taken)
		return false;
	unsigned __int128 part = at * taken / n;
	unsigned __int128 begin = (part * n + taken - 1) / taken, end = ((part + 1) * n + taken - 1) / taken;
	return at == end - 1 - part % (end - begin);
}

enum { GAMES_IN_PROGRESS = 32768 };

/* A match of a sample that is in progress. */
struct open_match {
	const struct sample_watcher *watcher;
	bool is_replaced;
	void *kept;    /* owned, like is_done */
	bool *is_done; /* by block and rotation; a rotation that began again counts only once */
};

struct playing {
	const struct sample_watcher *watchers;
	int n;
	struct game_record *logs;   /* by lane */
	struct open_match *matches; /* by index of the replays */
};

static int wants(uint64_t match, int index, int *replaced, void *context)
{
	struct playing *playing = context;
	struct open_match *open = &playing->matches[index];
	int n = 0;
	for (int i = 0; i < playing->n; i++) {
		const struct sample_watcher *watcher = &playing->watchers[i];
		if (!sample_takes(watcher->sample, match))
			continue;
		open[n].watcher = watcher;
		open[n++].is_replaced = false;
		if (!watcher->replaced)
			continue;
		replaced[n] = watcher->sample->robot;
		open[n].watcher = watcher;
		open[n++].is_replaced = true;
	}
	return n;
}

static bool watch_sample(const struct watch_event *s, int index, void *context)
{
	struct playing *playing = context;
	struct open_match *match = &playing->matches[index];
	struct game_record *log = &playing->logs[s->lane];
	if (match->is_replaced)
		return true;
	game_record_watch(log, s);
	if (!log->is_over)
		return true;
	const struct sample *sample = match->watcher->sample;
	const struct schedule *schedule = sample->schedule;
	struct game_place place = schedule_game(schedule, s->number);
	bool *is_done = &match->is_done[place.block * (uint32_t)schedule->n_seats + (uint32_t)place.rotation];
	if (*is_done)
		return true;
	int seat = schedule_seat(s->plan, sample_player(sample, s->plan), place.rotation, schedule->n_seats);
	match->watcher->game(log, seat, match->kept, match->watcher->context);
	*is_done = true;
	return true;
}

static bool finished(const struct replays_match *match, int index, void *context)
{
	struct open_match *open = &((struct playing *)context)->matches[index];
	const struct sample_watcher *watcher = open->watcher;
	int player = sample_player(watcher->sample, match->plan);
	if (open->is_replaced) {
		watcher->replaced(match, player, watcher->context);
		return true;
	}
	watcher->match(match, player, open->kept, watcher->context);
	memset(open->is_done, 0, match->plan->n_blocks * (size_t)match->n_seats);
	memset(open->kept, 0, watcher->size);
	return true;
}

int samples_play(const struct sample_watcher *watchers, int n, const struct tournament *tournament, struct err *err)
{
	struct playing playing = {.watchers = watchers, .n = n};
	struct replays replays = {.tournament = tournament, .end_match = watchers->sample->end_match, .wants = wants,
		.most_times = 2 * n, .watch = watch_sample, .finished = finished, .context = &playing};
	uint64_t games_of_match = (uint64_t)tournament->schedule.match_length * (uint64_t)tournament->schedule.n_seats;
	uint64_t n_games = 0;
	for (int i = 0; i < n; i++)
		n_games += 2 * watchers[i].sample->n_taken * games_of_match;
	replays_size(&replays, n_games < GAMES_IN_PROGRESS ? n_games : GAMES_IN_PROGRESS);
	if (replays.n_at_once < replays.most_times)
		replays.n_at_once = replays.most_times;
	playing.logs = NEW_ARRAY(struct game_record, (size_t)replays.n_lanes);
	playing.matches = NEW_ARRAY(struct open_match, (size_t)replays.n_at_once);
	for (int i = 0; i < replays.n_at_once; i++) {
		playing.matches[i].kept = mem_zeroed(1, watchers->size + 1);
		playing.matches[i].is_done = NEW_ARRAY(bool, games_of_match);
	}
	int failed = replays_play(&replays, err);
	for (int i = 0; i < replays.n_lanes; i++)
		game_record_release(&playing.logs[i]);
	for (int i = 0; i < replays.n_at_once; i++)
		FREE_ALL(playing.matches[i].kept, playing.matches[i].is_done);
	FREE_ALL(playing.logs, playing.matches);
	return failed;
}
