/* replacement.c - the wins of a baseline in a robot's place (replacement.h). */
#include "record/replacement.h"

#include "record/replays.h"

enum { REPLACEMENT_GAMES = 100000 }; /* in progress: nothing of them is kept */

struct replacing {
	struct replacement *replacement;
	struct sample *sample;
	const double *shares; /* of the next match */
	uint64_t set;         /* the open deal set, and in it: */
	uint64_t n;           /* matches */
	double own, baseline; /* sums of the shares of the robot and of the baseline */
};

void replacement_release(struct replacement *replacement)
{
	histogram_release(&replacement->wins);
	histogram_release(&replacement->ahead);
}

static bool wants(uint64_t match, void *context)
{
	return sample_takes(((struct replacing *)context)->sample, match);
}

static void close_set(struct replacing *replacing)
{
	struct replacement *replacement = replacing->replacement;
	double n = (double)replacing->n;
	if (!replacing->n)
		return;
	histogram_add(&replacement->wins, replacing->baseline / n, 1);
	histogram_add(&replacement->ahead, (1 + (replacing->own - replacing->baseline) / n) / 2, 1);
	replacement->wins.n_matches = replacement->ahead.n_matches += replacing->n;
	replacing->own = replacing->baseline = 0;
	replacing->n = 0;
}

static bool finished(const struct replays_match *match, int index, void *context)
{
	struct replacing *replacing = context;
	int n = match->n_seats, player = sample_player(replacing->sample, match->plan);
	if (match->plan->set != replacing->set)
		close_set(replacing);
	replacing->set = match->plan->set;
	replacing->n++;
	replacing->own += *replacing->shares++;
	replacing->baseline += match_win_share(match->places, match->plan->n_blocks * (uint64_t)n, n, player);
	return true;
}

int replacement_play(struct replacement *replacement, const struct tournament *tournament, const struct robot *baseline,
		     struct sample *sample, const double *shares, struct err *err)
{
	int n = tournament->schedule.n_robots;
	/* Copies borrow what the originals own: nothing of them is released. */
	AUTO_FREE struct robot *robots = NEW_ARRAY(struct robot, (size_t)n);
	struct tournament changed = *tournament;
	struct replacing replacing = {.replacement = replacement, .sample = sample, .shares = shares};
	struct replays replays = {
		.tournament = &changed, .end_match = sample->end_match, .wants = wants, .finished = finished,
		.context = &replacing,
	};
	changed.robots = robots;
	changed.stored_plays = NULL; /* with another robot at the table the stored plays do not apply */
	for (int i = 0; i < n; i++)
		robots[i] = i == sample->robot ? *baseline : tournament->robots[i];
	sample_rewind(sample);
	replays_size(&replays, REPLACEMENT_GAMES);
	int failed = replays_play(&replays, err);
	close_set(&replacing);
	return failed;
}

struct interval replacement_ahead(const struct replacement *replacement)
{
	struct interval of = interval_of_shares(&replacement->ahead);
	return (struct interval){2 * of.mean - 1, 2 * of.low - 1, 2 * of.high - 1};
}
