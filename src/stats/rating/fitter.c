/* fitter.c - the ratings of some units (fitter.h). */
#include "stats/rating/fitter.h"

#include <math.h>

void fitter_init(struct fitter *fitter, const struct blocks *blocks, const struct rating_options *options,
		 const struct robot_rating *robots, enum stages_kind kind)
{
	*fitter = (struct fitter){.blocks = blocks, .options = options, .robots = robots, .kind = kind};
	stages_of(&fitter->stages, blocks, kind);
	fitter->games = NEW_ARRAY(double, blocks->orders.n + 1);
	fitter->counts = NEW_ARRAY(double, fitter->stages.n + 1);
	fitter->wins = NEW_ARRAY(double, (size_t)blocks->n_robots + 1);
	fitter->strength = NEW_ARRAY(double, (size_t)blocks->n_robots + 1);
}

void fitter_release(struct fitter *fitter)
{
	stages_release(&fitter->stages);
	free(fitter->games);
	free(fitter->counts);
	free(fitter->wins);
	free(fitter->strength);
}

struct plackett_fit fitter_fit(struct fitter *fitter, const uint64_t *times)
{
	const struct blocks *blocks = fitter->blocks;
	memset(fitter->games, 0, blocks->orders.n * sizeof *fitter->games);
	for (uint32_t unit = 0; unit < blocks->units.n; unit++) {
		size_t n_pairs;
		const uint32_t *pairs = blocks_unit(blocks, unit, &n_pairs);
		for (size_t i = 0; i < n_pairs && times[unit]; i++)
			fitter->games[pairs[2 * i]] += (double)times[unit] * pairs[2 * i + 1];
	}
	stages_sum(&fitter->stages, fitter->games, fitter->counts, fitter->wins);
	return plackett_fit(&fitter->stages, fitter->counts, fitter->wins, fitter->options->prior, fitter->strength);
}

double fitter_scale(const struct fitter *fitter)
{
	return fitter->kind == STAGES_REVERSE ? -PLACKETT_ELO : PLACKETT_ELO;
}

/* The robot that has a fixed rating; -1 for none. */
static int anchor_of(const struct fitter *fitter)
{
	int anchor = fitter->options->anchor;
	return anchor >= 0 && anchor < fitter->blocks->n_robots ? anchor : -1;
}

double fitter_leverage(const struct fitter *fitter, int robot)
{
	int n = 0;
	if (anchor_of(fitter) >= 0)
		return robot == anchor_of(fitter) ? 0 : 1;
	for (int i = 0; i < fitter->blocks->n_robots; i++)
		n += fitter->robots[i].games > 0;
	return n ? 1 - 1.0 / n : 0;
}

double fitter_level(const struct fitter *fitter)
{
	double scale = fitter_scale(fitter), sum = 0;
	int n = 0, anchor = anchor_of(fitter);
	if (anchor >= 0)
		return fitter->options->anchor_elo - scale * fitter->strength[anchor];
	for (int i = 0; i < fitter->blocks->n_robots; i++) {
		bool has_played = fitter->robots[i].games > 0;
		n += has_played;
		sum += has_played ? fitter->strength[i] : 0;
	}
	return n ? -scale * sum / n : 0;
}

double fitter_elo(const struct fitter *fitter, double strength, double level)
{
	return fitter_scale(fitter) * strength + level;
}

/* ln of the chance that a robot of this strength wins every one of its stages, or none. */
static double log_chance(const struct fitter *fitter, uint32_t robot, double strength, bool is_taken)
{
	const struct stages *stages = &fitter->stages;
	double sum = 0;
	for (size_t s = 0; s < stages->n; s++) {
		double others = 0;
		bool is_there = false;
		if (fitter->counts[s] == 0)
			continue;
		for (size_t m = stages->member_first[s]; m < stages->member_first[s + 1]; m++) {
			bool is_itself = stages->members[m] == robot;
			is_there |= is_itself;
			others += is_itself ? 0 : exp(fitter->strength[stages->members[m]] - strength);
		}
		if (is_there)
			sum -= fitter->counts[s] * log1p(is_taken ? others : 1 / others);
	}
	return sum;
}

double fitter_bound(const struct fitter *fitter, uint32_t robot)
{
	const struct robot_rating *rating = &fitter->robots[robot];
	bool is_taken = (rating->kind == RATING_AT_LEAST) != (fitter->kind == STAGES_REVERSE);
	double low = -PLACKETT_MAX, high = PLACKETT_MAX;
	double target = log(0.05) * (double)rating->games / (double)rating->units;
	for (int step = 0; step < 50; step++) {
		double middle = (low + high) / 2;
		if ((log_chance(fitter, robot, middle, is_taken) < target) == is_taken)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}
