/* luck.c - see luck.h. */
#include "match/luck.h"

#include <stdlib.h>

#include "base/mem.h"
#include "match/survey.h"

enum { LUCK_GAMES = 100000 }; /* in progress: nothing of them is kept */

/* One pass over the sample. */
struct pass {
	struct luck *luck;
	struct sample *sample;
	const uint8_t *wins; /* of the next match */
};

static double win_of(uint8_t n_sharing)
{
	return n_sharing ? 1.0 / n_sharing : 0;
}

static void add(struct analysis_wins *wins, double win)
{
	wins->games++;
	exact_add(&wins->sum, win);
	exact_add(&wins->squares, win * win);
}

static bool wants(uint64_t match, void *context)
{
	return sample_takes(((struct pass *)context)->sample, match);
}

/* Only the last rotation was played: the seats have the same dice and robots in all. */
static bool take_shadow(const struct survey_match *match, int slot, void *context)
{
	(void)slot;
	struct pass *pass = context;
	int n = match->n_seats, own = sample_player(pass->sample, match->plan);
	for (uint32_t block = 0; block < match->plan->n_blocks; block++) {
		const uint8_t *places = match->places + (block * (uint32_t)n + (uint32_t)n - 1) * (uint32_t)n;
		for (int rotation = 0; rotation < n; rotation++) {
			int seat = schedule_seat(match->plan, own, rotation, n);
			int player = schedule_player(match->plan, seat, n - 1, n);
			double win = places_win(places, n, player);
			add(&pass->luck->shadow, win);
			control_add(&pass->luck->games, win_of(*pass->wins++), win);
		}
	}
	return true;
}

static bool take_replacement(const struct survey_match *match, int slot, void *context)
{
	(void)slot;
	struct pass *pass = context;
	int n = match->n_seats, own = sample_player(pass->sample, match->plan);
	const uint8_t *places = match->places;
	for (uint32_t block = 0; block < match->plan->n_blocks; block++) {
		double robot = 0, baseline = 0;
		for (int rotation = 0; rotation < n; rotation++, places += n) {
			robot += win_of(*pass->wins++);
			baseline += places_win(places, n, own);
		}
		add(&pass->luck->replaced, baseline / n);
		add(&pass->luck->ahead, (robot - baseline) / n);
	}
	return true;
}

static int play(struct pass *pass, struct tournament *tournament, bool is_shadow, struct err *err)
{
	struct survey survey = {
		.tournament = tournament, .end_match = pass->sample->end_match,
		.is_brief = is_shadow, .wants = wants, .finished = is_shadow ? take_shadow : take_replacement,
		.context = pass,
	};
	sample_rewind(pass->sample);
	survey_size(&survey, LUCK_GAMES);
	return survey_play(&survey, err);
}

int luck_play(struct luck *luck, const struct tournament *tournament, const struct robot *baseline,
	      struct sample *sample, const uint8_t *wins, struct err *err)
{
	int n = tournament->schedule.n_robots;
	/* Copies borrow what the originals own: nothing of them is released. */
	AUTO_FREE struct robot *robots = NEW_ARRAY(struct robot, (size_t)n);
	struct tournament changed = *tournament;
	*luck = (struct luck){0};
	changed.robots = robots;
	changed.kept_plays = NULL; /* with others at the table they are not what would be played */
	for (int i = 0; i < n; i++)
		robots[i] = i == sample->robot ? *baseline : tournament->robots[i];
	if (play(&(struct pass){luck, sample, wins}, &changed, false, err))
		return -1;
	for (int i = 0; i < n; i++)
		robots[i] = *baseline;
	return play(&(struct pass){luck, sample, wins}, &changed, true, err);
}
