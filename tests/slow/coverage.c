/* coverage.c - how often the 95 % intervals contain the true value, in simulated tournaments with known true values:
 * win rates, proportions within games, ratings. It tests only the statistics; no robot plays. Prints the tables of
 * docs/statistics.md; see coverage.sh.
 *
 *	coverage [RUNS]     tournaments for each number, default 2000; ratings take a quarter of them */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "stats/draw.h"
#include "stats/interval.h"
#include "stats/rating/bootstrap.h"
#include "stats/rating/plackett.h"
#include "stats/rating/rating.h"
#include "stats/ratio.h"

enum {
	MOST_SEATS = 6,
	SIZES = 4,
};
static const int sizes[SIZES] = {10, 30, 100, 1000}; /* matches in a tournament */

/* ---- win rates and proportions --------------------------------------------------------------- */

/* In each match a coin decides which of two chances the robot has of winning each of its games. A nearly equal pair
 * splits its two games, except in `odd` of the matches. */
struct kind {
	const char *name;
	int games;
	double chance[2];
	double odd;
};

static const struct kind kinds[] = {
	{"even pair", 2, {0.5, 0.5}, 0},
	{"lopsided pair (0.95)", 2, {0.95, 0.95}, 0},
	{"near-equal pair (1 in 100 not split)", 2, {0, 0}, 0.01},
	{"table of 3 (0.40)", 3, {0.4, 0.4}, 0},
	{"table of 4 (0.25)", 4, {0.25, 0.25}, 0},
	{"table of 6 (0.05)", 6, {0.05, 0.05}, 0},
	{"pair, 20 blocks a match, coin at loading", 40, {0.3, 0.7}, 0},
};

static uint64_t play(uint64_t *state, const struct kind *kind)
{
	if (kind->odd > 0)
		return draw_uniform(state) > kind->odd ? 1 : draw_uniform(state) < 0.5 ? 0 : 2;
	return draw_binomial(state, (uint64_t)kind->games, kind->chance[draw_uniform(state) < 0.5]);
}

static double share_coverage(const struct kind *kind, int n_matches, int runs)
{
	uint64_t state = rng_mix((uint64_t)n_matches);
	double truth = kind->odd > 0 ? 0.5 : (kind->chance[0] + kind->chance[1]) / 2;
	int covered = 0;
	for (int run = 0; run < runs; run++) {
		AUTO_HISTOGRAM struct histogram shares = {0};
		for (int i = 0; i < n_matches; i++)
			histogram_add(&shares, (double)play(&state, kind) / kind->games, 1);
		struct interval got = interval_of_shares(&shares);
		covered += got.low <= truth && truth <= got.high;
	}
	return (double)covered / runs;
}

/* Trials within games: each match has `trials` to twice as many of them. */
static double ratio_coverage(double low_chance, double high_chance, int trials, int n_matches, int runs)
{
	uint64_t state = rng_mix((uint64_t)n_matches);
	double truth = (low_chance + high_chance) / 2;
	int covered = 0;
	for (int run = 0; run < runs; run++) {
		struct ratio ratio = {0};
		for (int i = 0; i < n_matches; i++) {
			uint64_t n = 1 + rng_below(rng_next(&state), 2 * (uint32_t)trials);
			double chance = draw_uniform(&state) < 0.5 ? low_chance : high_chance;
			ratio_add(&ratio, draw_binomial(&state, n, chance), n);
		}
		struct interval got = ratio_interval(&ratio);
		covered += got.low <= truth && truth <= got.high;
	}
	return (double)covered / runs;
}

/* ---- ratings ------------------------------------------------------------------------------------ */

struct field {
	const char *name;
	int n_robots, n_seats;
	enum rating_by by;
	double strength[MOST_SEATS]; /* mean 0 */
};

static const struct field fields[] = {
	{"even pair", 2, 2, RATING_BY_WINS, {0, 0}},
	{"lopsided pair", 2, 2, RATING_BY_WINS, {1.4, -1.4}},
	{"table of 3", 3, 3, RATING_BY_WINS, {0.5, 0, -0.5}},
	{"table of 4", 4, 4, RATING_BY_WINS, {0.6, 0.2, -0.3, -0.5}},
	{"table of 6", 6, 6, RATING_BY_WINS, {0.5, 0.3, 0.1, -0.1, -0.3, -0.5}},
	{"pairs of 6", 6, 2, RATING_BY_WINS, {0.5, 0.3, 0.1, -0.1, -0.3, -0.5}},
	{"pool of 6, tables of 4", 6, 4, RATING_BY_WINS, {0.5, 0.3, 0.1, -0.1, -0.3, -0.5}},
	{"the same, by places", 6, 4, RATING_BY_PLACES, {0.5, 0.3, 0.1, -0.1, -0.3, -0.5}},
};

static void draw_places(uint64_t *state, const struct field *field, const int *robots, int *places)
{
	int n_left = field->n_seats, left[MOST_SEATS];
	for (int i = 0; i < n_left; i++)
		left[i] = i;
	for (int place = 1; n_left; place++) {
		double sum = 0;
		int taken = 0;
		for (int i = 0; i < n_left; i++)
			sum += exp(field->strength[robots[left[i]]]);
		double u = draw_uniform(state) * sum;
		while (taken < n_left - 1 && (u -= exp(field->strength[robots[left[taken]]])) > 0)
			taken++;
		places[left[taken]] = place;
		left[taken] = left[--n_left];
	}
}

static void play_match(uint64_t *state, const struct field *field, struct blocks *blocks)
{
	int robots[MOST_SEATS], places[MOST_SEATS];
	for (int i = 0; i < field->n_robots; i++) {
		int other = (int)rng_below(rng_next(state), (uint32_t)i + 1);
		robots[i] = robots[other];
		robots[other] = i;
	}
	for (int game = 0; game < field->n_seats; game++) {
		draw_places(state, field, robots, places);
		blocks_game(blocks, field->n_seats, robots, places, 1);
	}
	blocks_end(blocks, 1);
}

static double rating_coverage(const struct field *field, int n_matches, int runs)
{
	uint64_t state = rng_mix((uint64_t)n_matches);
	int covered = 0;
	for (int run = 0; run < runs; run++) {
		AUTO_BLOCKS struct blocks blocks = {0};
		AUTO_RATINGS struct ratings ratings = {0};
		struct rating_options options = rating_defaults();
		options.by = field->by;
		options.key = rng_key_derive(BOOTSTRAP_KEY, (uint64_t)run);
		for (int i = 0; i < n_matches; i++)
			play_match(&state, field, &blocks);
		blocks_sort(&blocks);
		ratings_of(&ratings, &blocks, &options);
		for (int i = 0; i < field->n_robots; i++) {
			double elo = field->strength[i] * PLACKETT_ELO;
			covered += i < ratings.n_robots && ratings.robots[i].low <= elo && elo <= ratings.robots[i].high;
		}
	}
	return (double)covered / runs / field->n_robots;
}

/* ---- tables --------------------------------------------------------------------------------------- */

static void heading(const char *name)
{
	printf("\n| %s |", name);
	for (int i = 0; i < SIZES; i++)
		printf(" %d |", sizes[i]);
	printf("\n|---|");
	for (int i = 0; i < SIZES; i++)
		printf("---|");
	printf("\n");
}

int main(int argc, char **argv)
{
	int runs = argc > 1 ? atoi(argv[1]) : 2000;
	static const double chances[][3] = {{0.6, 0.6, 10}, {0.4, 0.9, 10}, {0.02, 0.02, 10}, {0, 0.2, 10}};
	if (runs < 4)
		return 2;
	setvbuf(stdout, NULL, _IONBF, 0);
	heading("win rate, matches");
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		printf("| %s |", kinds[k].name);
		for (int i = 0; i < SIZES; i++)
			printf(" %.3f |", share_coverage(&kinds[k], sizes[i], runs));
		printf("\n");
	}
	heading("proportion within games, matches");
	for (size_t k = 0; k < sizeof chances / sizeof *chances; k++) {
		if (chances[k][0] == chances[k][1])
			printf("| %.2f |", chances[k][0]);
		else
			printf("| %.2f or %.2f, a coin for each match |", chances[k][0], chances[k][1]);
		for (int i = 0; i < SIZES; i++)
			printf(" %.3f |", ratio_coverage(chances[k][0], chances[k][1], (int)chances[k][2], sizes[i], runs));
		printf("\n");
	}
	heading("rating, matches");
	for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
		printf("| %s |", fields[k].name);
		for (int i = 0; i < SIZES; i++)
			printf(" %.3f |", rating_coverage(&fields[k], sizes[i], runs / 4));
		printf("\n");
	}
	return 0;
}
