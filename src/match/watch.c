/* watch.c - one game played in this process and shown move by move: replays, people at the table. */
#include "base/mem.h"
#include "match/tournament.h"
#include "match/worker.h"

static bool is_over(struct worker *worker, struct lane *lane, void *context)
{
	(void)worker;
	(void)lane;
	*(bool *)context = true;
	return false;
}

static int watch_from(struct tournament *tournament, uint64_t match, int rotation, uint64_t game,
		      bool (*watch)(const struct spectacle *spectacle, void *context), void *context, struct err *err)
{
	volatile uint64_t games_finished = 0;
	struct worker worker;
	struct match_plan plan;
	schedule_match(&tournament->schedule, match, &plan);
	int failed = worker_init(&worker, tournament, 1, &games_finished, err);
	if (!failed) {
		worker.setting.watch = watch;
		worker.setting.watch_context = context;
		worker.setting.watch_game = game;
		worker.order[worker.n_busy++] = 0;
		lane_begin_leg(&worker.lanes[0], &plan, rotation);
		bool is_done = false;
		while (!failed && !is_done) {
			failed = worker_round(&worker, is_over, &is_done, err);
			/* The watcher broke off: a broken lane without an error. */
			if (failed && worker.lanes[0].err.code == EXIT_OK) {
				failed = 0;
				break;
			}
		}
	}
	worker_release(&worker);
	return failed;
}

int tournament_watch(struct tournament *tournament, uint64_t game,
		     bool (*watch)(const struct spectacle *spectacle, void *context), void *context, struct err *err)
{
	bug_if(game >= tournament->schedule.n_games);
	struct game_place place = schedule_game(&tournament->schedule, game);
	return watch_from(tournament, place.match, place.rotation, game, watch, context, err);
}

int tournament_watch_match(struct tournament *tournament, uint64_t match,
			   bool (*watch)(const struct spectacle *spectacle, void *context), void *context,
			   struct err *err)
{
	bug_if(match >= tournament->schedule.n_matches);
	return watch_from(tournament, match, 0, WATCH_ALL, watch, context, err);
}
