/* watch.c - one game played in this process and shown move by move: used for replays and for people at the table. */
#include "base/cores.h"
#include "match/tournament.h"
#include "match/worker.h"

static int watch_match(struct tournament *tournament, const struct worker_task *task, uint64_t game,
		       bool (*watch)(const struct watch_event *watch_event, void *context), void *context,
		       struct err *err)
{
	volatile uint64_t games_played = 0;
	struct worker worker;
	struct chunk chunk = {0};
	cpu_set_t cores;
	cores_hold(&cores);
	int failed = worker_init(&worker, tournament, 1, &games_played, err);
	if (!failed) {
		worker.setting.watch = watch;
		worker.setting.watch_context = context;
		worker.setting.watch_game = game;
		failed = worker_play(&worker, task, &chunk, err);
		if (failed && err->code == EXIT_OK)
			failed = 0; /* the watcher stopped, which is a broken lane without an error */
	}
	worker_release(&worker);
	cores_release(&cores);
	chunk_release(&chunk);
	return failed;
}

int tournament_watch(struct tournament *tournament, uint64_t game,
		     bool (*watch)(const struct watch_event *watch_event, void *context), void *context,
		     struct err *err)
{
	bug_if(game >= tournament->schedule.n_games);
	struct game_place place = schedule_game(&tournament->schedule, game);
	const struct worker_task task = {.matches = {place.match, 1, 1}, .only_rotation = place.rotation};
	return watch_match(tournament, &task, game, watch, context, err);
}

int tournament_watch_rotation(struct tournament *tournament, uint64_t match, int rotation,
			      bool (*watch)(const struct watch_event *watch_event, void *context), void *context,
			      struct err *err)
{
	bug_if(match >= tournament->schedule.n_matches || rotation < 0 || rotation >= tournament->schedule.n_seats);
	const struct worker_task task = {.matches = {match, 1, 1}, .only_rotation = rotation};
	return watch_match(tournament, &task, WATCH_ALL, watch, context, err);
}

int tournament_watch_match(struct tournament *tournament, uint64_t match,
			   bool (*watch)(const struct watch_event *watch_event, void *context), void *context,
			   struct err *err)
{
	bug_if(match >= tournament->schedule.n_matches);
	const struct worker_task task = {.matches = {match, 1, 1}, .only_rotation = -1};
	return watch_match(tournament, &task, WATCH_ALL, watch, context, err);
}
