/* coverage.c - how often the 95 % intervals contain the true value, in simulated tournaments: win rates, ratings,
 * ranks, tests of `arena regress`, proportions within games. Schedules, standings, ratings and tests are those of the
 * arena, but the results are made up; no robot plays. Prints the tables of docs/statistics.md; see coverage.sh.
 *
 *	coverage [RUNS [TABLE...]]     tournaments for each number, default 1000;
 *	                               tables: wins ratings ranks tests corrected proportions */
#include <math.h>
#include <stdio.h>

#include "match/deal_sets.h"
#include "standings/standings.h"
#include "stats/distributions.h"
#include "stats/elo.h"
#include "stats/rating/rating.h"
#include "stats/ratio.h"
#include "stats/sprt.h"

enum { MOST_ROBOTS = 24, SIZES = 4 };
static const int sizes[SIZES] = {10, 30, 100, 1000}; /* matches of a robot */

/* ---- made-up tournaments ---------------------------------------------------------------------- */

/* Robots have strengths at equal distances, from `spread` / 2 to -`spread` / 2. In a game each has a number, its
 * strength plus Gumbel noise, and the highest number wins. Without the fields after `spread` this is the choice model
 * of the ratings. */
struct setting {
	const char *name;
	enum format format;
	int n_robots, n_seats;
	uint32_t length;    /* blocks in a match */
	double spread;
	double luck;        /* chance that a seat's noise is that of its dice, the same in all rotations and with the
			     * same dice */
	double circle;      /* deviation of what the place in the circle gives in all games of a match */
	double coin;        /* each robot is so much better or worse in the whole match */
	double same;        /* chance that the seats alone decide a block: each robot wins one game */
	enum deals deals;
};

#define PAIR FORMAT_TABLE, 2, 2
/* The first one is only for win rates, the last one only for ratings, by places. */
static const struct setting settings[] = {
	{"even pair", PAIR, 1, 0, 0.5, 0, 0, 0, 0},
	{"usual pair", PAIR, 1, 0.8, 0.5, 0, 0, 0, 0},
	{"lopsided pair", PAIR, 1, 4, 0.3, 0, 0, 0, 0},
	{"near-equal pair", PAIR, 1, 1, 0, 0, 0, 0.98, 0},
	{"coin tossers", PAIR, 1, 0, 0.3, 0, 1, 0, 0},
	{"coin tossers, 20 blocks a match", PAIR, 20, 0, 0.3, 0, 1, 0, 0},
	{"table of 3", FORMAT_TABLE, 3, 3, 1, 1, 0.4, 0.7, 0, 0, 0},
	{"table of 4", FORMAT_TABLE, 4, 4, 1, 1, 0.4, 0.7, 0, 0, 0},
	{"table of 6", FORMAT_TABLE, 6, 6, 1, 1.5, 0.4, 0.7, 0, 0, 0},
	{"pool of 6, tables of 4", FORMAT_POOL, 6, 4, 1, 3, 0.4, 0.5, 0, 0, 0},
	{"pool of 16, tables of 4", FORMAT_POOL, 16, 4, 1, 4, 0.4, 0.5, 0, 0, 0},
	{"pool of 24, tables of 6", FORMAT_POOL, 24, 6, 1, 4, 0.4, 0.5, 0, 0, 0},
	{"round robin of 6, pairs", FORMAT_ROUND_ROBIN, 6, 2, 1, 3, 0.4, 0, 0, 0, 0},
	{"round robin of 5, tables of 3, same deals", FORMAT_ROUND_ROBIN, 5, 3, 1, 2, 0.4, 0.7, 0, 0, DEALS_SAME},
	{"gauntlet of 6, pairs", FORMAT_GAUNTLET, 6, 2, 1, 3, 0.4, 0, 0, 0, 0},
	{"paired, tables of 4", FORMAT_PAIRED, 5, 4, 1, 1, 0.4, 0.7, 0, 0, 0},
	{"pool of 6, tables of 4, by places", FORMAT_POOL, 6, 4, 1, 3, 0.4, 0.5, 0, 0, 0},
};
enum { N_SETTINGS = sizeof settings / sizeof *settings };

static double gumbel(uint64_t *state)
{
	return -log(-log(draw_uniform(state)));
}

static double normal(uint64_t *state)
{
	return sqrt(-2 * log(draw_uniform(state))) * cos(2 * M_PI * draw_uniform(state));
}

/* The places of players by their numbers. */
static void rank(const double *number, int n, uint8_t *places)
{
	for (int i = 0; i < n; i++) {
		places[i] = 1;
		for (int k = 0; k < n; k++)
			places[i] = (uint8_t)(places[i] + (number[k] > number[i]));
	}
}

/* dice: of the block, in each of its rotations; state: of all else. */
static void play_block(const struct setting *setting, const struct match_plan *plan, const double *strength,
		       uint64_t dice, uint64_t *state, uint8_t *places)
{
	int n = setting->n_seats;
	double noise[SCHEDULE_MAX_SEATS], number[SCHEDULE_MAX_SEATS];
	bool is_same = draw_uniform(&dice) < setting->same;
	for (int seat = 0; seat < n; seat++)
		noise[seat] = gumbel(&dice);
	for (int rotation = 0; rotation < n; rotation++, places += n) {
		for (int player = 0; player < n; player++) {
			double dealt = noise[schedule_seat(plan, player, rotation, n)];
			number[player] = is_same ? dealt
				: strength[player] + (draw_uniform(state) < setting->luck ? dealt : gumbel(state));
		}
		rank(number, n, places);
	}
}

static void play_match(const struct setting *setting, const struct match_plan *plan, uint64_t seed, uint64_t *state,
		       uint8_t *places)
{
	int n = setting->n_seats;
	double strength[SCHEDULE_MAX_SEATS], circle[SCHEDULE_MAX_SEATS];
	uint64_t deal = rng_mix(seed + plan->first_dice);
	for (int i = 0; i < n; i++)
		circle[i] = setting->circle * normal(&deal);
	for (int player = 0; player < n; player++) {
		double coin = draw_uniform(state) < 0.5 ? setting->coin : -setting->coin;
		strength[player] = setting->spread * (0.5 - (double)plan->robot[player] / (setting->n_robots - 1)) +
				   circle[plan->position[player]] + coin;
	}
	for (uint32_t block = 0; block < plan->n_blocks; block++)
		play_block(setting, plan, strength, rng_next(&deal), state, places + (size_t)block * (size_t)(n * n));
}

/* n_matches: of each robot, over all its tables; of the first of a gauntlet, at each. */
static void make_schedule(const struct setting *setting, int n_matches, uint64_t seed, struct schedule *schedule)
{
	struct err err = {0};
	int n = setting->n_robots, k = setting->n_seats;
	struct schedule_options options = {
		.format = setting->format, .n_robots = n, .n_seats = k, .match_length = setting->length,
		.deals = setting->deals, .games = (uint64_t)(n_matches * k) * setting->length, .seed = {{seed, 0}},
	};
	if (setting->format == FORMAT_POOL)
		options.games = options.games * (uint64_t)n / (uint64_t)k;
	if (setting->format == FORMAT_ROUND_ROBIN)
		options.games /= (uint64_t)(k == 2 ? n - 1 : (n - 1) * (n - 2) / 2);
	if (schedule_init(schedule, &options, &err))
		bug(err.text);
}

/* The whole tournament as a chunk, which the caller releases. */
static void play(const struct setting *setting, int n_matches, uint64_t seed, struct schedule *schedule,
		 struct chunk *chunk)
{
	uint64_t state = rng_mix(seed);
	make_schedule(setting, n_matches, seed, schedule);
	*chunk = (struct chunk){
		.matches = {0, schedule->n_matches, 1}, .n_seats = setting->n_seats, .n_blocks = setting->length,
		.has_order = true,
	};
	size_t size = chunk_match_size(chunk);
	chunk->places = NEW_ARRAY(uint8_t, schedule->n_matches * size);
	for (uint64_t number = 0; number < schedule->n_matches; number++) {
		struct match_plan plan = schedule_match(schedule, number);
		play_match(setting, &plan, seed, &state, chunk->places + number * size);
	}
	chunk_sum(chunk, schedule);
}

static void add_up(const struct setting *setting, int n_matches, uint64_t seed, struct schedule *schedule,
		   struct standings *standings)
{
	static const struct robot robots[MOST_ROBOTS];
	struct chunk chunk;
	play(setting, n_matches, seed, schedule, &chunk);
	standings_init(standings, robots, schedule);
	standings_add(standings, &chunk);
	standings_finish(standings);
	chunk_release(&chunk);
}

/* ---- win rates ---------------------------------------------------------------------------------- */

/* The truth is the mean of all runs. Intervals of one run depend on each other, so their number is not that of
 * trials. */
static double wins_coverage(const struct setting *setting, int n_matches, int runs)
{
	int n = setting->n_robots, n_covered = 0;
	AUTO_FREE struct interval *got = NEW_ARRAY(struct interval, (size_t)(runs * n));
	double truth[MOST_ROBOTS] = {0};
	for (int run = 0; run < runs; run++) {
		struct schedule schedule;
		struct standings standings;
		add_up(setting, n_matches, (uint64_t)(run + 1), &schedule, &standings);
		for (int robot = 0; robot < n; robot++) {
			got[run * n + robot] = standings_wins(&standings, robot);
			truth[robot] += got[run * n + robot].mean / runs;
		}
		standings_release(&standings);
	}
	for (int i = 0; i < runs * n; i++)
		n_covered += got[i].low <= truth[i % n] && truth[i % n] <= got[i].high;
	return (double)n_covered / (runs * n);
}

/* ---- ratings ------------------------------------------------------------------------------------ */

/* A deal set as a unit. By wins only first places count (standings/pool.c). */
static void add_set(const struct deal_set *set, uint64_t times, void *context)
{
	struct blocks *blocks = ((void **)context)[0];
	const struct schedule *schedule = ((void **)context)[1];
	const struct rating_options *options = ((void **)context)[2];
	int n = schedule->n_seats;
	for (int match = 0; match < set->n; match++) {
		const struct match_plan *plan = &set->plans[match];
		for (uint32_t game = 0; game < plan->n_blocks * (uint32_t)n; game++) {
			int ends[SCHEDULE_MAX_SEATS];
			for (int player = 0; player < n; player++) {
				int place = set->places[match][game * (uint32_t)n + (uint32_t)player];
				ends[player] = place > 1 && options->by == RATING_BY_WINS ? 2 : place;
			}
			blocks_game(blocks, n, plan->robot, ends, 1);
		}
	}
	blocks_end(blocks, times);
}

static void rate(const struct setting *setting, int n_matches, uint64_t seed, uint32_t n_resamples,
		 struct ratings *ratings)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	struct schedule schedule;
	struct chunk chunk;
	struct deal_sets sets;
	struct rating_options options = rating_defaults();
	options.n_resamples = n_resamples;
	options.key = (struct rng_key){{seed, 1}};
	options.by = setting == &settings[N_SETTINGS - 1] ? RATING_BY_PLACES : RATING_BY_WINS;
	play(setting, n_matches, seed, &schedule, &chunk);
	deal_sets_init(&sets, &schedule, add_set, (void *[]){&blocks, &schedule, &options});
	chunk_each(&chunk, &schedule, deal_sets_add, &sets);
	deal_sets_finish(&sets);
	blocks_sort(&blocks);
	ratings_of(ratings, &blocks, &options);
	chunk_release(&chunk);
}

/* The rating after very many matches. */
static double true_rating(const struct setting *setting, int robot)
{
	enum { VERY_MANY = 200000 };
	static const struct setting *of;
	static struct ratings all;
	if (of != setting) {
		ratings_release(&all);
		all = (struct ratings){0};
		rate(setting, VERY_MANY / (int)setting->length, 1, 0, &all);
		of = setting;
	}
	return all.robots[robot].elo;
}

/* Of a robot that won everything or nothing only one bound is known. */
static double rating_coverage(const struct setting *setting, int n_matches, int all_runs)
{
	int n_covered = 0, n = setting->n_robots, runs = all_runs / (n > 6 ? 20 : 4); /* time grows with the square */
	for (int run = 0; run < runs; run++) {
		AUTO_RATINGS struct ratings got = {0};
		rate(setting, n_matches, (uint64_t)(run + 2), rating_defaults().n_resamples, &got);
		for (int robot = 0; robot < n; robot++) {
			const struct robot_rating *of = &got.robots[robot];
			double elo = true_rating(setting, robot);
			bool is_above = of->kind == RATING_AT_MOST || of->low <= elo,
				is_below = of->kind == RATING_AT_LEAST || elo <= of->high;
			n_covered += is_above && is_below;
		}
	}
	return (double)n_covered / (runs * n);
}

/* ---- ranks -------------------------------------------------------------------------------------- */

static const struct setting equals[] = {
	{"one table of 8", FORMAT_TABLE, 8, 8, 1, 0, 0.4, 0.7, 0, 0, 0},
	{"pool, tables of 4", FORMAT_POOL, 8, 4, 1, 0, 0.4, 0.7, 0, 0, 0},
	{"round robin, pairs", FORMAT_ROUND_ROBIN, 8, 2, 1, 0, 0.4, 0, 0, 0, 0},
	{"round robin, pairs, same deals", FORMAT_ROUND_ROBIN, 8, 2, 1, 0, 0.4, 0, 0, 0, DEALS_SAME},
};

/* How often are two equal robots distinguished? */
static double distinctions(const struct setting *setting, int n_matches, int runs)
{
	int n_wrong = 0;
	for (int run = 0; run < runs; run++) {
		struct schedule schedule;
		struct standings standings;
		bool is_wrong = false;
		add_up(setting, n_matches, (uint64_t)(run + 1), &schedule, &standings);
		AUTO_FREE struct standings_row *rows = standings_rows(&standings);
		for (int at = 0; at < setting->n_robots; at++)
			is_wrong |= rows[at].range.best > 1;
		n_wrong += is_wrong;
		standings_release(&standings);
	}
	return (double)n_wrong / runs;
}

/* ---- tests of `arena regress` ------------------------------------------------------------------- */

/* Matches of pairs: the first wins two games, or none, else one. */
static const struct test_case {
	const char *name;
	double low, high; /* Elo */
	double elo;       /* the truth */
	double split;     /* chance of one game each */
} tests[] = {
	{"not worse? -10 to 0, truth -10", -10, 0, -10, 0.5},
	{"not worse? -10 to 0, truth 0", -10, 0, 0, 0.5},
	{"not worse? -10 to 0, truth 100", -10, 0, 100, 0.3},
	{"a gain? 0 to 20, truth 0", 0, 20, 0, 0.5},
	{"a gain? 0 to 20, truth 20", 0, 20, 20, 0.5},
	{"near-equal, -10 to 0, truth -10", -10, 0, -10, 0.95},
	{"near-equal, -10 to 0, truth 0", -10, 0, 0, 0.99},
	{"near-equal, 0 to 10, truth 0", 0, 10, 0, 0.99},
};

/* Of the tests: the seed of the first run, from the environment. */
static uint64_t first_seed(void)
{
	const char *first = getenv("FIRST");
	return first ? strtoull(first, NULL, 10) : 1;
}

/* Prints how often each verdict came, the coverage of the corrected interval, and its width divided by that of the
 * plain one. */
static void print_test(const struct test_case *test, int runs)
{
	enum { MOST = 200000 };
	int n_passed = 0, n_failed = 0, n_covered = 0, n_equal = 0;
	double units = 0, width = 0, plain = 0, win = (1 - test->split) / 2 + (elo_score(test->elo) - 0.5);
	const struct sprt_test options = {.low = test->low, .high = test->high, .alpha = 0.05, .beta = 0.05};
	for (int run = 0; run < runs; run++) {
		AUTO_HISTOGRAM struct histogram shares = {0};
		struct sprt sprt;
		uint64_t state = rng_mix(first_seed() + (uint64_t)run), n = 0;
		bool is_equal = true;
		sprt_init(&sprt, &options);
		for (int i = 0; i <= 2; i++)
			histogram_add(&shares, i / 2.0, 0);
		while (sprt.verdict == SPRT_UNDECIDED && n++ < MOST) {
			double u = draw_uniform(&state), share = u < win ? 1 : u < win + test->split ? 0.5 : 0;
			histogram_add(&shares, share, 1);
			is_equal &= share == 0.5;
			if (is_equal && (double)n >= sprt_equal_units(&options))
				break;
			if (!is_equal)
				sprt_decide(&sprt, &shares);
		}
		struct sprt_estimate got = sprt_estimate(&sprt, &shares);
		struct interval alone = interval_of_shares(&shares);
		n_passed += is_equal ? test->low < 0 : sprt.verdict == SPRT_ACCEPT_H1;
		n_failed += is_equal ? test->low >= 0 : sprt.verdict == SPRT_ACCEPT_H0;
		n_equal += is_equal;
		n_covered += got.low <= test->elo && test->elo <= got.high;
		units += (double)n / runs;
		width += got.high - got.low;
		plain += elo_of_score(alone.high) - elo_of_score(alone.low);
	}
	printf("| %s | %.3f | %.3f | %.3f | %.0f | %.3f | %.2f |\n", test->name, (double)n_passed / runs,
	       (double)n_failed / runs, (double)n_equal / runs, units, (double)n_covered / runs, width / plain);
}

/* ---- corrected tests ------------------------------------------------------------------------------ */

/* Terms that are normal and explain so much of the order of the results of matches: lost, split, won. coin: matches
 * have 20 blocks, and each robot plays well or badly in all of them. */
static const struct corrected_case {
	const char *name;
	double low, high, elo, split, explained;
	bool is_coin;
} corrected_tests[] = {
	{"not worse? -5 to 0, truth -5", -5, 0, -5, 0.4, 0.4, false},
	{"not worse? -5 to 0, truth 0", -5, 0, 0, 0.4, 0.4, false},
	{"a gain? 0 to 20, truth 0", 0, 20, 0, 0.5, 0.4, false},
	{"a gain? 0 to 20, truth 20", 0, 20, 20, 0.5, 0.4, false},
	{"a gain? 0 to 20, truth 0, no luck", 0, 20, 0, 0.5, 0, false},
	{"a gain? 0 to 50, truth 0", 0, 50, 0, 0.4, 0.4, false},
	{"a gain? 0 to 50, truth 50", 0, 50, 50, 0.4, 0.4, false},
	{"a gain? 0 to 50, truth 0, much luck", 0, 50, 0, 0.4, 0.9, false},
	{"not worse? -5 to 0, truth 100", -5, 0, 100, 0.3, 0.4, false},
	{"near-equal, -5 to 0, truth -5", -5, 0, -5, 0.97, 0.4, false},
	{"near-equal, -5 to 0, truth 0", -5, 0, 0, 0.99, 0.4, false},
	{"near-equal, 0 to 10, truth 0", 0, 10, 0, 0.98, 0.9, false},
	{"coin tossers, -20 to 0, truth -20", -20, 0, -20, 0, 0.4, true},
	{"coin tossers, -20 to 0, truth 0", -20, 0, 0, 0, 0.4, true},
	{"coin tossers, 0 to 50, truth 0", 0, 50, 0, 0, 0.4, true},
};

enum { TERMS = 18 };

static double draw_normal(uint64_t *state)
{
	double u = draw_uniform(state);
	return sqrt(-2 * log(u)) * cos(2 * M_PI * draw_uniform(state));
}

/* A match: its terms, and the share of the first robot. */
static double draw_match(const struct corrected_case *test, uint64_t *state, int64_t *number)
{
	double luck = 0, mean = elo_score(test->elo), win = (1 - test->split) / 2 + mean - 0.5, share;
	for (int i = 1; i <= TERMS; i++) {
		double term = draw_normal(state);
		luck += term * sqrt((double)i / (TERMS * (TERMS + 1) / 2));
		number[i] = (int64_t)rint(term * 0x1p12);
	}
	luck = sqrt(test->explained) * luck + sqrt(1 - test->explained) * draw_normal(state);
	if (test->is_coin) {
		double coins = draw_uniform(state) < 0.5 ? draw_uniform(state) < 0.5 : -(draw_uniform(state) < 0.5);
		share = rint(40 * (mean + 0.15 * coins + 0.07 * luck)) / 40;
		share = share < 0 ? 0 : share > 1 ? 1 : share;
	} else {
		double u = 1 - normal_cdf(luck);
		share = u < win ? 1 : u < win + test->split ? 0.5 : 0;
	}
	number[0] = (int64_t)((share - 0.5) * 0x1p16);
	return share;
}

static void add_products(const int64_t *number, int64_t *sums)
{
	memset(sums, 0, CONTROL_SUMS(TERMS) * sizeof *sums);
	for (int i = 0; i <= TERMS; i++) {
		sums[i] = number[i];
		for (int j = 0; j <= i; j++)
			sums[CONTROL_PRODUCT(TERMS, i, j)] = number[i] * number[j];
	}
}

/* Prints as print_test, with the matches of the same tests without correction; width: by that of the plain interval of
 * such a mean. */
static void print_corrected(const struct corrected_case *test, int runs)
{
	enum { MOST = 400000 };
	int n_passed = 0, n_failed = 0, n_covered = 0;
	double units = 0, units_without = 0, width = 0, plain = 0;
	const struct sprt_test options = {.low = test->low, .high = test->high, .alpha = 0.05, .beta = 0.05};
	for (int run = 0; run < runs; run++) {
		AUTO_HISTOGRAM struct histogram shares = {0};
		struct sprt sprt, without;
		struct sprt_estimate got = {0};
		struct control_series series;
		uint64_t state = rng_mix(first_seed() + (uint64_t)run), n = 0;
		bool is_equal = true;
		sprt_init(&sprt, &options);
		sprt_init(&without, &options);
		sprt.has_parts = true;
		control_series_init(&series, TERMS);
		for (int i = 0; i <= 2; i++)
			histogram_add(&shares, i / 2.0, 0);
		while ((!sprt.verdict || !without.verdict) && n++ < MOST) {
			int64_t number[TERMS + 1], sums[CONTROL_SUMS(TERMS)];
			double share = draw_match(test, &state, number);
			histogram_add(&shares, share, 1);
			is_equal &= share == 0.5;
			if (is_equal && (double)n >= sprt_equal_units(&options))
				break;
			if (!sprt.verdict) {
				add_products(number, sums);
				control_series_add(&series, sums, 1);
			}
			if (!sprt.verdict && n == control_part_end(n - 1)) {
				control_series_end_part(&series);
				sprt.control = control_series_fit(&series, 0x1p-16);
				if (!is_equal && sprt_decide(&sprt, &shares)) {
					struct interval alone = interval_of_shares(&shares);
					got = sprt_estimate(&sprt, &shares);
					units += (double)n / runs;
					width += got.high - got.low;
					plain += (elo_of_score(alone.high) - elo_of_score(alone.low)) *
						sqrt(sprt.control.remaining);
				}
			}
			if (!is_equal && !without.verdict && sprt_decide(&without, &shares))
				units_without += (double)n / runs;
		}
		if (is_equal) {
			got = sprt_estimate(&sprt, &shares);
			units += (double)n / runs;
			units_without += (double)n / runs;
		}
		n_passed += is_equal ? test->low < 0 : sprt.verdict == SPRT_ACCEPT_H1;
		n_failed += is_equal ? test->low >= 0 : sprt.verdict == SPRT_ACCEPT_H0;
		n_covered += got.low <= test->elo && test->elo <= got.high;
		control_series_release(&series);
	}
	printf("| %s | %.3f | %.3f | %.0f | %.0f | %.3f | %.2f |\n", test->name, (double)n_passed / runs,
	       (double)n_failed / runs, units, units_without, (double)n_covered / runs, width / plain);
}

/* ---- proportions within games ------------------------------------------------------------------- */

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

/* A line for each setting with what `measure` finds in tournaments of each size, if all robots together have at most
 * `most` matches. */
static void print_lines(const char *name, const struct setting *all, size_t n,
			double (*measure)(const struct setting *setting, int n_matches, int runs), int most, int runs)
{
	heading(name);
	for (size_t k = 0; k < n; k++) {
		printf("| %s |", all[k].name);
		for (int i = 0; i < SIZES; i++)
			if (sizes[i] * all[k].n_robots <= most)
				printf(" %.3f |", measure(&all[k], sizes[i], runs));
			else
				printf(" |");
		printf("\n");
	}
}

static void print_proportions(int runs)
{
	static const double chances[][3] = {{0.6, 0.6, 10}, {0.4, 0.9, 10}, {0.02, 0.02, 10}, {0, 0.2, 10}};
	heading("proportion within games, matches");
	for (size_t k = 0; k < sizeof chances / sizeof *chances; k++) {
		if (chances[k][0] == chances[k][1])
			printf("| %.2f |", chances[k][0]);
		else
			printf("| %.2f or %.2f, a coin for each match |", chances[k][0], chances[k][1]);
		for (int i = 0; i < SIZES; i++)
			printf(" %.3f |",
			       ratio_coverage(chances[k][0], chances[k][1], (int)chances[k][2], sizes[i], runs));
		printf("\n");
	}
}

/* Is the table asked for? */
static bool is_wanted(int argc, char **argv, const char *table)
{
	bool is_named = argc < 3;
	for (int i = 2; i < argc; i++)
		is_named |= strcmp(argv[i], table) == 0;
	return is_named;
}

int main(int argc, char **argv)
{
	int runs = argc > 1 ? atoi(argv[1]) : 1000;
	if (runs < 20)
		return 2;
	setvbuf(stdout, NULL, _IONBF, 0);
	if (is_wanted(argc, argv, "wins"))
		print_lines("win rate, matches of a robot", settings, N_SETTINGS - 1, wins_coverage, 100000, runs);
	if (is_wanted(argc, argv, "ratings"))
		print_lines("rating, matches of a robot", settings + 1, N_SETTINGS - 1, rating_coverage, 6000, runs);
	if (is_wanted(argc, argv, "ranks"))
		print_lines("eight equal robots, matches of a robot", equals, sizeof equals / sizeof *equals,
			    distinctions, 100000, runs);
	if (is_wanted(argc, argv, "tests")) {
		printf("\n| test | passed | failed | no difference | matches | coverage | width |\n"
		       "|---|---|---|---|---|---|---|\n");
		for (size_t k = 0; k < sizeof tests / sizeof *tests; k++)
			print_test(&tests[k], runs);
	}
	if (is_wanted(argc, argv, "corrected")) {
		printf("\n| test | passed | failed | matches | without correction | coverage | width |\n"
		       "|---|---|---|---|---|---|---|\n");
		for (size_t k = 0; k < sizeof corrected_tests / sizeof *corrected_tests; k++)
			print_corrected(&corrected_tests[k], runs);
	}
	if (is_wanted(argc, argv, "proportions"))
		print_proportions(runs);
	return 0;
}
