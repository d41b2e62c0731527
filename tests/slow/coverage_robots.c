/* coverage_robots.c - how often the 95 % intervals contain the true value in real runs of the arena. A long run is
 * divided into many short samples: its matches are independent, and drawn in the same way. For equal robots the true
 * value is known; for others it is estimated from the long run, which is some hundred times as long as a sample. Prints
 * the tables of docs/statistics.md; see coverage_robots.sh.
 *
 *	coverage_robots ROBOTS ZOO [SCALE]     folders of the robots; SCALE times as many matches, default 1 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "match/tournament.h"
#include "robot/so/runner_file.h"
#include "stats/interval.h"
#include "stats/rating/rating.h"

enum {
	MOST_ROBOTS = 6,
	SIZES = 4,
	MOST_RATINGS = 100, /* samples of a size, times SCALE: ratings take long */
};
static const uint64_t sizes[SIZES] = {10, 30, 100, 1000}; /* matches in a sample */

struct setting {
	const char *name;
	const char *robots[MOST_ROBOTS + 1]; /* "coin" is a robot of the zoo */
	int n_seats;
	enum format format;
	uint32_t match_length;
	uint64_t n_matches;
	bool is_even;                        /* equally strong: the true value is known */
};

#define EVEN(n) "coin:style=1,salt=" #n
static const struct setting settings[] = {
	{"even pair", {EVEN(1), EVEN(2)}, 2, FORMAT_TABLE, 1, 100000, true},
	{"lopsided pair", {"computer", "bumper"}, 2, FORMAT_TABLE, 1, 100000, false},
	{"near-equal pair", {EVEN(1) ",odd=150", EVEN(2) ",odd=150"}, 2, FORMAT_TABLE, 1, 100000, true},
	{"table of 3", {"computer", "conservative", "simpleton"}, 3, FORMAT_TABLE, 1, 100000, false},
	{"table of 4, equal", {EVEN(1), EVEN(2), EVEN(3), EVEN(4)}, 4, FORMAT_TABLE, 1, 50000, true},
	{"table of 6", {"computer", "simpleton", "bumper", "coin:style=0", EVEN(1), EVEN(2)}, 6, FORMAT_TABLE, 1, 50000,
	 false},
	{"pool of 6, tables of 4", {"computer", "simpleton", "bumper", "coin:style=0", EVEN(1), EVEN(2)}, 4,
	 FORMAT_POOL, 1, 50000, false},
	{"pair, 20 blocks a match, coin at loading", {"coin:salt=1", "coin:salt=2"}, 2, FORMAT_TABLE, 20, 10000, true},
};

/* ---- a long run ---------------------------------------------------------------------------------- */

struct played {
	const struct setting *setting;
	struct tournament t;
	uint64_t n;      /* matches */
	uint8_t *places; /* as in chunk.h, match after match; owned */
	size_t size;     /* of one */
};

static bool take(const struct chunk *chunk, void *context)
{
	struct played *played = context;
	memcpy(played->places + played->n * played->size, chunk->places, chunk->matches.n * played->size);
	played->n += chunk->matches.n;
	return true;
}

static void must(int failed, const struct err *err)
{
	if (failed) {
		fprintf(stderr, "coverage_robots: %s\n", err->text);
		exit(1);
	}
}

static void play(struct played *played, const struct setting *setting, const char *const *folders, double scale)
{
	struct robot robots[MOST_ROBOTS];
	struct err err = {0};
	int n = 0;
	for (; n < MOST_ROBOTS && setting->robots[n]; n++) {
		AUTO_STR struct str spec = {0};
		const char *name = setting->robots[n], *options = strchr(name, ':');
		int length = options ? (int)(options - name) : (int)strlen(name);
		bool is_zoo = strncmp(name, "coin", 4) == 0;
		str_addf(&spec, "%s/%.*s.so%s", folders[is_zoo], length, name, options ? options : "");
		must(robot_open(&robots[n], spec.text, &err), &err);
	}
	*played = (struct played){.setting = setting};
	played->t = (struct tournament){
		.robots = robots, .n_workers = 1, .is_trusted = true, .seed = rng_key_of_seed("coverage"),
		.finished = take, .context = played,
		.limits = {.move_time_ns = INT64_C(2000000000), .memory = (uint64_t)512 << 20},
	};
	must(rules_init(&played->t.rules, "liars-dice", &err), &err);
	uint64_t n_matches = (uint64_t)((double)setting->n_matches * scale);
	const struct schedule_options options = {
		.format = setting->format, .n_robots = n, .n_seats = setting->n_seats,
		.match_length = setting->match_length,
		.games = n_matches * setting->match_length * (uint64_t)setting->n_seats, .seed = played->t.seed,
	};
	must(schedule_init(&played->t.schedule, &options, &err), &err);
	played->size = (size_t)setting->match_length * (size_t)(setting->n_seats * setting->n_seats);
	played->places = NEW_ARRAY(uint8_t, (size_t)played->t.schedule.n_matches * played->size);
	must(tournament_probe(&played->t, &err) || tournament_play(&played->t, &err), &err);
	for (int i = 0; i < n; i++)
		robot_release(&robots[i]);
}

/* ---- win rates ------------------------------------------------------------------------------------- */

static void add_shares(const struct played *played, uint64_t first, uint64_t n, struct histogram *shares)
{
	int n_seats = played->setting->n_seats;
	for (uint64_t match = first; match < first + n; match++) {
		struct match_plan plan = schedule_match(&played->t.schedule, match);
		for (int player = 0; player < n_seats; player++)
			histogram_add(&shares[plan.robot[player]],
				      match_win_share(played->places + match * played->size,
						      (uint64_t)plan.n_blocks * (uint64_t)n_seats, n_seats, player), 1);
	}
}

static void clear(struct histogram *shares)
{
	for (int i = 0; i < MOST_ROBOTS; i++) {
		histogram_release(&shares[i]);
		shares[i] = (struct histogram){0};
	}
}

/* Samples follow one another through the run. The robots of a sample are not independent, so the error counts each
 * sample once. */
static void share_coverage(const struct played *played, const double *truth, uint64_t size)
{
	int n_robots = played->t.schedule.n_robots;
	uint64_t n_samples = played->n / size, covered = 0, asked = 0;
	if (n_samples > 2000)
		n_samples = 2000;
	for (uint64_t sample = 0; sample < n_samples; sample++) {
		struct histogram shares[MOST_ROBOTS] = {{0}};
		add_shares(played, sample * size, size, shares);
		for (int robot = 0; robot < n_robots; robot++) {
			struct interval got = interval_of_shares(&shares[robot]);
			covered += got.low <= truth[robot] && truth[robot] <= got.high;
			asked++;
		}
		clear(shares);
	}
	double part = (double)covered / (double)asked;
	printf(" %.3f ± %.3f |", part, sqrt(fmax(part * (1 - part), 0.25 / (double)n_samples) / (double)n_samples));
}

static void print_shares(const struct played *played)
{
	struct histogram shares[MOST_ROBOTS] = {{0}};
	double truth[MOST_ROBOTS];
	add_shares(played, 0, played->n, shares);
	printf("| %s (", played->setting->name);
	for (int robot = 0; robot < played->t.schedule.n_robots; robot++) {
		truth[robot] = played->setting->is_even ? 1.0 / played->setting->n_seats
							: histogram_mean(&shares[robot]);
		printf("%s%.2f", robot ? ", " : "", truth[robot]);
	}
	printf(") |");
	clear(shares);
	for (int i = 0; i < SIZES; i++)
		share_coverage(played, truth, sizes[i]);
	printf("\n");
}

/* ---- ratings ------------------------------------------------------------------------------------------ */

/* By wins, as `standings` does it: there are first places and others. */
static void rate(const struct played *played, uint64_t first, uint64_t n, uint32_t n_resamples, struct ratings *ratings)
{
	int n_seats = played->setting->n_seats;
	AUTO_BLOCKS struct blocks blocks = {0};
	struct rating_options options = rating_defaults();
	for (uint64_t match = first; match < first + n; match++) {
		const uint8_t *places = played->places + match * played->size;
		struct match_plan plan = schedule_match(&played->t.schedule, match);
		for (uint64_t game = 0; game < (uint64_t)plan.n_blocks * (uint64_t)n_seats; game++, places += n_seats) {
			int ends[MOST_ROBOTS];
			for (int player = 0; player < n_seats; player++)
				ends[player] = places[player] == 1 ? 1 : 2;
			blocks_game(&blocks, n_seats, plan.robot, ends, 1);
		}
		blocks_end(&blocks, 1);
	}
	blocks_sort(&blocks);
	options.by = RATING_BY_WINS;
	options.n_resamples = n_resamples;
	ratings_of(ratings, &blocks, &options);
}

/* Of a robot that won everything or nothing only one bound is known. */
static bool is_within(const struct robot_rating *rating, double truth)
{
	return (rating->kind == RATING_AT_MOST || rating->low <= truth) &&
		(rating->kind == RATING_AT_LEAST || truth <= rating->high);
}

static void rating_coverage(const struct played *played, const double *truth, uint64_t size, double scale)
{
	uint64_t n_samples = played->n / size, covered = 0, asked = 0, most = (uint64_t)(MOST_RATINGS * scale);
	if (n_samples > most)
		n_samples = most;
	for (uint64_t sample = 0; sample < n_samples; sample++) {
		AUTO_RATINGS struct ratings ratings = {0};
		rate(played, sample * size, size, rating_defaults().n_resamples, &ratings);
		for (int robot = 0; robot < played->t.schedule.n_robots; robot++) {
			asked++;
			covered += robot < ratings.n_robots && is_within(&ratings.robots[robot], truth[robot]);
		}
	}
	double part = (double)covered / (double)asked;
	printf(" %.3f ± %.3f |", part, sqrt(fmax(part * (1 - part), 0.25 / (double)n_samples) / (double)n_samples));
}

static void print_ratings(const struct played *played, double scale)
{
	double truth[MOST_ROBOTS] = {0};
	AUTO_RATINGS struct ratings all = {0};
	if (!played->setting->is_even) {
		rate(played, 0, played->n, 0, &all);
		for (int robot = 0; robot < played->t.schedule.n_robots; robot++)
			truth[robot] = all.robots[robot].elo;
	}
	printf("| %s |", played->setting->name);
	for (int i = 0; i < SIZES; i++)
		rating_coverage(played, truth, sizes[i], scale);
	printf("\n");
}

/* ---- tables --------------------------------------------------------------------------------------------- */

static void heading(const char *name)
{
	printf("\n| %s |", name);
	for (int i = 0; i < SIZES; i++)
		printf(" %u |", (unsigned)sizes[i]);
	printf("\n|---|");
	for (int i = 0; i < SIZES; i++)
		printf("---|");
	printf("\n");
}

int main(int argc, char **argv)
{
	enum { N = sizeof settings / sizeof *settings };
	static struct played played[N];
	struct err err = {0};
	double scale = argc > 3 ? atof(argv[3]) : 1;
	if (argc < 3 || !(scale > 0))
		return 2;
	must(runner_file(&err) < 0, &err);
	setvbuf(stdout, NULL, _IONBF, 0);
	heading("win rate (truth), matches");
	for (int i = 0; i < N; i++) {
		play(&played[i], &settings[i], (const char *[]){argv[1], argv[2]}, scale);
		print_shares(&played[i]);
	}
	heading("rating, matches");
	for (int i = 0; i < N; i++) {
		print_ratings(&played[i], scale);
		free(played[i].places);
	}
	return 0;
}
