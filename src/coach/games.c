/* games.c - collects decisions from replayed games (games.h). */
#include "coach/games.h"

#include "record/replays.h"

enum { GAMES_IN_PROGRESS = 4096, SEATS = 2 };

struct open_game {
	struct game_record log;
	bool *is_done; /* by block and rotation: a rotation that was restarted counts once; owned */
};

struct gathering {
	struct sample *sample;
	struct decisions *decisions;
	struct open_game *games; /* by index; owned */
	int n_at_once;
};

static bool wants(uint64_t match, void *context)
{
	return sample_takes(((struct gathering *)context)->sample, match);
}

static bool watch(const struct watch_event *s, int index, void *context)
{
	struct gathering *gathering = context;
	const struct schedule *schedule = gathering->sample->schedule;
	struct game_place place = schedule_game(schedule, s->number);
	struct open_game *game = &gathering->games[index];
	struct match_plan plan;
	game_record_watch(&game->log, s);
	if (!game->log.is_over)
		return true;
	bool *is_done = &game->is_done[place.block * SEATS + (uint32_t)place.rotation];
	schedule_match(schedule, place.match, &plan);
	if (!*is_done)
		decisions_add(gathering->decisions, &game->log,
			      schedule_seat(&plan, sample_player(gathering->sample, &plan), place.rotation, SEATS));
	*is_done = true;
	return true;
}

static bool finished(const struct replays_match *match, int index, void *context)
{
	struct gathering *gathering = context;
	uint64_t n_games = match->plan->n_blocks * (uint64_t)SEATS;
	memset(gathering->games[index].is_done, 0, n_games);
	decisions_add_match(gathering->decisions, schedule_game_number(gathering->sample->schedule, match->plan->first_block, 0, 0),
			    n_games);
	return true;
}

int games_gather(const struct tournament *tournament, struct sample *sample, struct decisions *decisions, struct err *err)
{
	struct gathering gathering = {.sample = sample, .decisions = decisions};
	struct replays replays = {
		.tournament = tournament, .end_match = sample->end_match, .wants = wants, .watch = watch, .finished = finished,
		.context = &gathering,
	};
	bug_if(sample->schedule->n_seats != SEATS);
	replays_size(&replays, GAMES_IN_PROGRESS);
	gathering.n_at_once = replays.n_at_once;
	gathering.games = NEW_ARRAY(struct open_game, (size_t)replays.n_at_once);
	for (int i = 0; i < replays.n_at_once; i++)
		gathering.games[i].is_done = NEW_ARRAY(bool, (size_t)sample->schedule->match_length * SEATS);
	int failed = replays_play(&replays, err);
	for (int i = 0; i < gathering.n_at_once; i++) {
		game_record_release(&gathering.games[i].log);
		free(gathering.games[i].is_done);
	}
	free(gathering.games);
	decisions_sort(decisions);
	return failed;
}
