/* sample.c - every so many matches of a robot. */
#include "record/sample.h"

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
	schedule_match(sample->schedule, match, plan);
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

void sample_rewind(struct sample *sample)
{
	sample->n_seen = 0;
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

static bool watch(const struct watch_event *s, int index, void *context)
{
	struct playing *playing = context;
	const struct schedule *schedule = playing->sample->schedule;
	struct game_place place = schedule_game(schedule, s->number);
	struct open_match *match = &playing->matches[index];
	struct match_plan plan;
	game_record_watch(&match->log, s);
	bool *is_done = &match->is_done[place.block * (uint32_t)schedule->n_seats + (uint32_t)place.rotation];
	if (!match->log.is_over || *is_done)
		return true;
	schedule_match(schedule, place.match, &plan);
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
	struct replays replays = {.tournament = tournament, .end_match = sample->end_match, .wants = wants, .watch = watch,
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
