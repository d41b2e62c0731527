/* test_stats_rating.c - finishing orders to strengths and rating lists: published values, the same numbers by other
 * methods, ties, direction, intervals in simulation, and data with little information. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "stats/distributions.h"
#include "stats/rating/plackett.h"
#include "stats/rating/rating.h"
#include "stats/rating/spread.h"

static const char *const six[] = {"ABC", "ABC", "ACB", "BAC", "ABC", "CAB"};

/* Adds a unit of one game: letters first to last, a '=' between those that tie. */
static void add_order(struct blocks *blocks, const char *order, uint64_t times)
{
	int robots[BLOCKS_MAX_SEATS], places[BLOCKS_MAX_SEATS], n = 0, place = 1;
	for (const char *at = order; *at; at++) {
		if (*at == '=')
			continue;
		if (n && at[-1] != '=')
			place = n + 1;
		robots[n] = *at - 'A';
		places[n++] = place;
	}
	blocks_game(blocks, n, robots, places, 1);
	blocks_end(blocks, times);
}

/* Orders separated by spaces, each after its number of units. */
static void add_field(struct blocks *blocks, const char *games)
{
	while (*games) {
		char order[64], *end;
		uint64_t times = strtoull(games, &end, 10);
		size_t length = strcspn(end, " ");
		memcpy(order, end, length);
		order[length] = 0;
		add_order(blocks, order, times);
		games = end + length + strspn(end + length, " ");
	}
	blocks_sort(blocks);
}

static void add_six(struct blocks *blocks)
{
	for (int i = 0; i < 6; i++)
		add_order(blocks, six[i], 1);
	blocks_sort(blocks);
}

/* Strengths from the orders of the blocks, centred; strength[robot]. */
static struct plackett_fit fit(const struct blocks *blocks, enum stages_kind kind, double prior, double *strength)
{
	AUTO_STAGES struct stages stages = {0};
	stages_of(&stages, blocks, kind);
	AUTO_FREE double *games = NEW_ARRAY(double, blocks->orders.n + 1);
	AUTO_FREE double *counts = NEW_ARRAY(double, stages.n + 1),
		*wins = NEW_ARRAY(double, (size_t)blocks->n_robots + 1);
	for (uint32_t unit = 0; unit < blocks->units.n; unit++) {
		size_t n_pairs;
		const uint32_t *pairs = blocks_unit(blocks, unit, &n_pairs);
		for (size_t i = 0; i < n_pairs; i++)
			games[pairs[2 * i]] += (double)blocks->times[unit] * pairs[2 * i + 1];
	}
	stages_sum(&stages, games, counts, wins);
	memset(strength, 0, (size_t)blocks->n_robots * sizeof *strength);
	struct plackett_fit result = plackett_fit(&stages, counts, wins, prior, strength);
	double mean = 0;
	for (int i = 0; i < blocks->n_robots; i++)
		mean += strength[i] / blocks->n_robots;
	for (int i = 0; i < blocks->n_robots; i++)
		strength[i] -= mean;
	return result;
}

START_TEST(strengths_are_as_published)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	double strength[3];
	add_six(&blocks);
	struct plackett_fit got = fit(&blocks, STAGES_FORWARD, 0, strength);
	ck_assert(got.is_converged);
	ck_assert_double_eq_tol(got.log_likelihood, -8.031423, 5e-7);
	ck_assert_double_eq_tol(strength[0], 1.131915, 5e-7);
	ck_assert_double_eq_tol(strength[1], -0.216412, 5e-7);
	ck_assert_double_eq_tol(strength[2], -0.915503, 5e-7);
	ck_assert_double_eq_tol(strength[0] * PLACKETT_ELO, 196.634, 5e-4);
	ck_assert_double_eq_tol(strength[1] * PLACKETT_ELO, -37.595, 5e-4);
	ck_assert_double_eq_tol(strength[2] * PLACKETT_ELO, -159.039, 5e-4);
	fit(&blocks, STAGES_FORWARD, 1, strength);
	ck_assert_double_eq_tol(strength[0] * PLACKETT_ELO, 177.252, 5e-4);
	ck_assert_double_eq_tol(strength[1] * PLACKETT_ELO, -34.779, 5e-4);
	ck_assert_double_eq_tol(strength[2] * PLACKETT_ELO, -142.474, 5e-4);
}
END_TEST

START_TEST(two_seats_are_elo)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	double strength[2], backward[2];
	add_order(&blocks, "AB", 700);
	add_order(&blocks, "BA", 200);
	add_order(&blocks, "A=B", 100);
	blocks_sort(&blocks);
	struct plackett_fit forward = fit(&blocks, STAGES_FORWARD, 0, strength),
		reverse = fit(&blocks, STAGES_REVERSE, 0, backward);
	ck_assert_double_eq_tol((strength[0] - strength[1]) * PLACKETT_ELO, -400 * log10(1 / 0.75 - 1), 1e-6);
	ck_assert_double_eq_tol(backward[0], -strength[0], 1e-9);
	ck_assert_double_eq_tol(forward.log_likelihood, reverse.log_likelihood, 1e-6);
}
END_TEST

/* Draws a place with the probabilities of the model; independent of the tested code. */
static void draw_order(uint64_t *state, const double *strength, int n, const int *robots, bool is_reverse, int *places)
{
	bool is_placed[BLOCKS_MAX_SEATS] = {false};
	for (int stage = 0; stage < n; stage++) {
		double sum = 0;
		for (int i = 0; i < n; i++)
			sum += is_placed[i] ? 0 : exp(is_reverse ? -strength[robots[i]] : strength[robots[i]]);
		double u = draw_uniform(state) * sum;
		int taken = -1;
		for (int i = 0; i < n; i++) {
			if (is_placed[i] || u < 0)
				continue;
			taken = i;
			u -= exp(is_reverse ? -strength[robots[i]] : strength[robots[i]]);
		}
		is_placed[taken] = true;
		places[taken] = is_reverse ? n - stage : stage + 1;
	}
}

/* Draws n different robots of n_robots. */
static void draw_table(uint64_t *state, int n_robots, int n, int *robots)
{
	for (int i = 0; i < n; i++) {
		bool is_new;
		do {
			robots[i] = (int)rng_below(rng_next(state), (uint32_t)n_robots);
			is_new = true;
			for (int j = 0; j < i; j++)
				is_new &= robots[j] != robots[i];
		} while (!is_new);
	}
}

/* Hunter's MM algorithm with the phantom, directly over the games. */
static void fit_by_mm(int n_robots, int n_games, int robots[][4], int places[][4], double *strength)
{
	double gamma[16], next[16];
	for (int i = 0; i < n_robots; i++)
		gamma[i] = 1;
	for (int round = 0; round < 20000; round++) {
		double won[16], sum[16], moved = 0;
		for (int i = 0; i < n_robots; i++) {
			won[i] = 0.5;
			sum[i] = 1 / (gamma[i] + 1);
		}
		for (int g = 0; g < n_games; g++) {
			for (int stage = 1; stage <= 3; stage++) {
				double left = 0;
				for (int i = 0; i < 4; i++)
					left += places[g][i] >= stage ? gamma[robots[g][i]] : 0;
				for (int i = 0; i < 4; i++) {
					won[robots[g][i]] += places[g][i] == stage;
					sum[robots[g][i]] += places[g][i] >= stage ? 1 / left : 0;
				}
			}
		}
		for (int i = 0; i < n_robots; i++) {
			next[i] = won[i] / sum[i];
			moved += fabs(log(next[i] / gamma[i]));
			gamma[i] = next[i];
		}
		if (moved < 1e-12)
			break;
	}
	double mean = 0;
	for (int i = 0; i < n_robots; i++)
		mean += log(gamma[i]) / n_robots;
	for (int i = 0; i < n_robots; i++)
		strength[i] = log(gamma[i]) - mean;
}

START_TEST(newton_finds_what_mm_finds)
{
	enum { ROBOTS = 7, GAMES = 60 };
	static int robots[GAMES][4], places[GAMES][4];
	AUTO_BLOCKS struct blocks blocks = {0};
	uint64_t state = 17 + (uint64_t)_i;
	double truth[ROBOTS], one[ROBOTS], other[ROBOTS];
	for (int i = 0; i < ROBOTS; i++)
		truth[i] = (4 * draw_uniform(&state) - 2) * (1 + _i % 3);
	for (int g = 0; g < GAMES; g++) {
		draw_table(&state, ROBOTS, 4, robots[g]);
		draw_order(&state, truth, 4, robots[g], false, places[g]);
		blocks_game(&blocks, 4, robots[g], places[g], 1);
		blocks_end(&blocks, 1);
	}
	blocks_sort(&blocks);
	fit_by_mm(ROBOTS, GAMES, robots, places, one);
	ck_assert(fit(&blocks, STAGES_FORWARD, 1, other).is_converged);
	for (int i = 0; i < ROBOTS; i++)
		ck_assert_double_eq_tol(one[i], other[i], 1e-7);
}
END_TEST

START_TEST(clean_sweep_takes_few_steps)
{
	for (uint64_t n = 1; n < 1000000000000; n *= 100) {
		AUTO_BLOCKS struct blocks blocks = {0};
		double strength[3];
		add_order(&blocks, "ABC", n);
		blocks_sort(&blocks);
		struct plackett_fit got = fit(&blocks, STAGES_FORWARD, 1, strength);
		ck_assert(got.is_converged && got.n_steps > 0 && got.n_steps < 60);
		ck_assert(strength[0] > strength[1] && strength[1] > strength[2]);
		got = fit(&blocks, STAGES_FORWARD, 0, strength); /* no maximum: stays within bounds */
		for (int i = 0; i < 3; i++)
			ck_assert(isfinite(strength[i]));
		ck_assert(isfinite(got.log_likelihood));
	}
}
END_TEST

START_TEST(tie_counts_as_all_orders)
{
	AUTO_BLOCKS struct blocks tied = {0}, drawn = {0};
	double one[5], other[5];
	static const char *const resolved[] = {"DABCE", "DACBE", "DBACE", "DBCAE", "DCABE", "DCBAE"};
	add_order(&tied, "DA=B=CE", 6);
	for (int i = 0; i < 6; i++)
		add_order(&drawn, resolved[i], 1);
	for (int i = 0; i < 2; i++) {
		struct blocks *blocks = i ? &drawn : &tied;
		add_order(blocks, "EABCD", 1);
		add_order(blocks, "CBEAD", 2);
		blocks_sort(blocks);
	}
	enum stages_kind kind = _i ? STAGES_REVERSE : STAGES_FORWARD;
	struct plackett_fit first = fit(&tied, kind, 1, one), second = fit(&drawn, kind, 1, other);
	ck_assert_double_eq_tol(first.log_likelihood, second.log_likelihood, 1e-9);
	for (int i = 0; i < 5; i++)
		ck_assert_double_eq_tol(one[i], other[i], 1e-9);
}
END_TEST

/* A tie of all robots makes them equal; a tie of nearly all favours those above it. */
START_TEST(tie_of_any_size_is_fair)
{
	for (int n = 2; n <= BLOCKS_MAX_SEATS; n += n < 10 ? 1 : 8) {
		AUTO_BLOCKS struct blocks blocks = {0};
		int robots[BLOCKS_MAX_SEATS], places[BLOCKS_MAX_SEATS];
		double strength[BLOCKS_MAX_SEATS];
		for (int i = 0; i < n; i++) {
			robots[i] = i;
			places[i] = _i && i == n - 1 ? 0 : 7;
		}
		blocks_game(&blocks, n, robots, places, 3);
		blocks_end(&blocks, 5);
		blocks_sort(&blocks);
		ck_assert(fit(&blocks, STAGES_FORWARD, 1, strength).is_converged);
		for (int i = 1; i < n - 1; i++)
			ck_assert_double_eq_tol(strength[i], strength[0], 1e-8);
		ck_assert(_i ? strength[n - 1] > strength[0] : fabs(strength[n - 1] - strength[0]) < 1e-8);
	}
}
END_TEST

START_TEST(blocks_keep_what_they_are_given)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	for (int i = 0; i < 3; i++) { /* the same unit, in three ways */
		blocks_game(&blocks, 3, (int[]){4, 2, 9}, (int[]){1, 3, 1}, 2);
		blocks_game(&blocks, 2, (int[]){4, 2}, (int[]){-5, 100}, 1);
		blocks_end(&blocks, 10);
		blocks_game(&blocks, 2, (int[]){2, 4}, (int[]){2, 1}, 1);
		blocks_game(&blocks, 3, (int[]){9, 4, 2}, (int[]){0, 0, 1}, 1);
		blocks_game(&blocks, 3, (int[]){2, 9, 4}, (int[]){2, 1, 1}, 1);
		blocks_end(&blocks, 1);
	}
	blocks_end(&blocks, 100); /* no games, no unit */
	blocks_game(&blocks, 2, (int[]){4, 11}, (int[]){1, 2}, 0);
	blocks_end(&blocks, 100); /* nor games seen 0 times, but the robot is one */
	blocks_sort(&blocks);
	ck_assert_uint_eq(blocks.units.n, 1);
	ck_assert_uint_eq(blocks.times[0], 33);
	ck_assert_int_eq(blocks.n_robots, 12);
	size_t n_pairs;
	const uint32_t *pairs = blocks_unit(&blocks, 0, &n_pairs);
	ck_assert_uint_eq(n_pairs, 2);
	struct order two = blocks_order(&blocks, pairs[0]), three = blocks_order(&blocks, pairs[2]);
	ck_assert(two.n_seats == 2 && two.n_groups == 2 && two.robots[0] == 2 && two.group[0] == 1 &&
		  two.group[1] == 0);
	ck_assert(three.n_seats == 3 && three.n_groups == 2 && three.robots[2] == 9);
	ck_assert(three.group[0] == 1 && three.group[1] == 0 && three.group[2] == 0);
	ck_assert_uint_eq(pairs[1] + pairs[3], 3);
}
END_TEST

/* A robot with two seats has the same places in either seat. */
START_TEST(seats_of_a_robot_are_exchangeable)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	blocks_game(&blocks, 3, (int[]){4, 4, 2}, (int[]){1, 3, 2}, 1);
	blocks_end(&blocks, 1);
	blocks_game(&blocks, 3, (int[]){4, 2, 4}, (int[]){3, 2, 1}, 1);
	blocks_end(&blocks, 1);
	ck_assert(blocks.orders.n == 1 && blocks.units.n == 1 && blocks.times[0] == 2);
	struct order order = blocks_order(&blocks, 0);
	ck_assert(order.robots[0] == 2 && order.robots[1] == 4 && order.robots[2] == 4);
	ck_assert(order.group[0] == 1 && order.group[1] == 0 && order.group[2] == 2);
}
END_TEST

START_TEST(orders_of_26_seats_survive_packing)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	uint64_t state = 26;
	for (int round = 0; round < 50; round++) {
		int robots[26], places[26];
		draw_table(&state, 40, 26, robots);
		for (int i = 0; i < 26; i++)
			places[i] = (int)rng_below(rng_next(&state), round < 25 ? 1000 : 10);
		blocks_game(&blocks, 26, robots, places, 1);
		blocks_end(&blocks, 1);
		struct order order = blocks_order(&blocks, (uint32_t)blocks.orders.n - 1);
		for (int i = 0; i < 26; i++) {
			for (int j = 0; j < 26; j++) {
				int a = -1, b = -1;
				for (int k = 0; k < 26; k++) {
					a = order.robots[k] == (uint32_t)robots[i] ? k : a;
					b = order.robots[k] == (uint32_t)robots[j] ? k : b;
				}
				ck_assert_int_eq(places[i] < places[j], order.group[a] < order.group[b]);
			}
		}
	}
}
END_TEST

/* Each game has as many stages as seats but one, however many tie; each is won. */
START_TEST(every_game_has_its_stages)
{
	static const char *const orders[] = {"A", "AB", "A=B", "CABD", "C=AB=D", "A=B=C=D=E=F=G=HIJ",
		"JA=B=C=D=E=F=G=H=I", "A=B=C=D=E=F=G=H=I=JK=L", "A=B=C=D=E=F=G=H=I=J=K=L"};
	for (int i = 0; i < COUNT(orders); i++) {
		for (int kind = STAGES_WINS; kind <= STAGES_REVERSE; kind++) {
			AUTO_BLOCKS struct blocks blocks = {0};
			AUTO_STAGES struct stages stages = {0};
			add_order(&blocks, orders[i], 1);
			blocks_sort(&blocks);
			stages_of(&stages, &blocks, kind);
			double counts[1 << 12], wins[BLOCKS_MAX_SEATS], sum = 0, won = 0, n = blocks.n_robots - 1;
			if (kind == STAGES_WINS && n)
				n = 1;
			ck_assert_uint_le(stages.n, 1 << 12);
			stages_sum(&stages, (double[]){3}, counts, wins);
			for (size_t s = 0; s < stages.n; s++)
				sum += counts[s];
			for (int robot = 0; robot < blocks.n_robots; robot++)
				won += wins[robot];
			ck_assert_double_eq_tol(sum, 3 * n, 1e-9);
			ck_assert_double_eq_tol(won, 3 * n, 1e-9);
		}
	}
}
END_TEST

START_TEST(sequences_are_sorted)
{
	static const uint32_t words[] = {2, 1, 5, 1, 1, 5, 0, 3, 7, 0, 3, 7, 9};
	static const struct {
		int first;
		size_t length;
		uint32_t number;
	} added[] = {{0, 1, 0}, {1, 2, 1}, {1, 1, 2}, {0, 0, 3}, {4, 2, 1}, {4, 3, 4}, {0, 1, 0}, {7, 3, 5},
		{7, 2, 6}, {12, 1, 7}};
	AUTO_INTERN struct intern from = {0}, to = {0};
	uint32_t map[8];
	for (int i = 0; i < COUNT(added); i++)
		ck_assert_uint_eq(intern_add(&from, words + added[i].first, added[i].length), added[i].number);
	intern_copy_sorted(&from, &to, map); /* none, 1, 1 5, 1 5 0, 2, 3 7, 3 7 0, 9 */
	ck_assert_mem_eq(map, ((uint32_t[]){4, 2, 1, 0, 3, 6, 5, 7}), sizeof map);
	ck_assert_uint_eq(to.n, 8);
	ck_assert(to.items[3].length == 3 && intern_words(&to, 3)[1] == 5 && to.items[0].length == 0);
}
END_TEST

/* ---- which robots can be compared ------------------------------------------------------------- */

/* A and B have each won, D only beat E, and C only beat D. F has not played. */
START_TEST(components_are_numbered_by_their_lowest_robot)
{
	static const struct component wanted[2][7] = {
		{{0, 0}, {0, 0}, {1, 1}, {1, 2}, {1, 3}, {-1, -1}, {1, 3}}, /* E=G: by places they are level */
		{{0, 0}, {0, 0}, {1, 1}, {1, 2}, {1, 3}, {-1, -1}, {1, 4}}, /* by wins neither has ever won */
	};
	AUTO_BLOCKS struct blocks blocks = {0};
	struct component got[7];
	add_field(&blocks, "1DE=G 2BA 1AB 3CD");
	struct components all = components_of(&blocks, _i, got);
	ck_assert_int_eq(all.n_islands, 2);
	ck_assert_int_eq(all.n_levels, _i ? 5 : 4);
	for (int i = 0; i < 7; i++)
		ck_assert_msg(got[i].island == wanted[_i][i].island && got[i].level == wanted[_i][i].level,
			      "%c: %d, %d", 'A' + i, got[i].island, got[i].level);
}
END_TEST

/* Each of 200 robots beat the next: with the last one's win over the first they are one level. */
START_TEST(components_of_many_robots)
{
	enum { N = 200 };
	AUTO_BLOCKS struct blocks blocks = {0};
	struct component got[N];
	for (int i = 0; i + _i < N; i++) {
		blocks_game(&blocks, 2, (int[]){i, (i + 1) % N}, (int[]){1, 2}, 1);
		blocks_end(&blocks, 1);
	}
	blocks_sort(&blocks);
	struct components all = components_of(&blocks, false, got);
	ck_assert_int_eq(all.n_islands, 1);
	ck_assert_int_eq(all.n_levels, _i ? N : 1);
	for (int i = 0; i < N; i++)
		ck_assert(got[i].island == 0 && got[i].level == (_i ? i : 0));
}
END_TEST

/* ---- rating lists ----------------------------------------------------------------------------- */

/* By places. */
static struct rating_options options_with(uint32_t n_resamples)
{
	struct rating_options options = rating_defaults();
	options.by = RATING_BY_PLACES;
	options.n_resamples = n_resamples;
	return options;
}

START_TEST(list_is_centred_or_anchored)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings free_list = {0}, fixed = {0};
	struct rating_options options = options_with(BOOTSTRAP_RESAMPLES);
	add_six(&blocks);
	ratings_of(&free_list, &blocks, &options);
	ck_assert(free_list.is_converged && free_list.has_direction && !free_list.is_reverse);
	ck_assert_double_eq_tol(free_list.robots[0].elo, 177.252, 5e-4);
	ck_assert_double_eq_tol(free_list.robots[0].elo + free_list.robots[1].elo + free_list.robots[2].elo, 0, 1e-9);
	options.anchor = 2;
	options.anchor_elo = 1500;
	ratings_of(&fixed, &blocks, &options);
	ck_assert_double_eq_tol(fixed.robots[2].elo, 1500, 1e-9);
	ck_assert_double_eq_tol(fixed.robots[2].high - fixed.robots[2].low, 0, 1e-9);
	ck_assert_double_eq_tol(fixed.robots[0].elo - 1500, 177.252 + 142.474, 1e-3);
}
END_TEST

/* A robot with a fixed rating that has not played has the strength of the phantom. */
START_TEST(anchor_need_not_have_played)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	AUTO_HISTOGRAM struct histogram shares = {0};
	struct rating_options options = rating_defaults();
	blocks_game(&blocks, 2, (int[]){0, 2}, (int[]){1, 2}, 0);
	add_order(&blocks, "AB", 70);
	add_order(&blocks, "BA", 30);
	blocks_sort(&blocks);
	options.anchor = 2;
	options.anchor_elo = 1500;
	ratings_of(&ratings, &blocks, &options);
	histogram_add(&shares, 1, 70);
	histogram_add(&shares, 0, 30);
	struct interval share = interval_of_shares(&shares);
	ck_assert_double_eq_tol(ratings.robots[0].elo + ratings.robots[1].elo, 3000, 1e-6);
	ck_assert_double_gt(ratings.robots[0].elo, 1550);
	ck_assert_double_eq_tol(ratings.robots[0].low, 1500 - 200 * log10(1 / share.low - 1), 1e-6);
	ck_assert_double_eq_tol(ratings.robots[0].high, 1500 - 200 * log10(1 / share.high - 1), 1e-6);
	ck_assert_double_eq_tol(ratings.robots[1].high, 1500 + 200 * log10(1 / share.low - 1), 1e-6);
	/* An anchor that is not in the list is none. */
	AUTO_RATINGS struct ratings centred = {0};
	options.anchor = 3;
	ratings_of(&centred, &blocks, &options);
	ck_assert_double_eq_tol(centred.robots[0].elo + centred.robots[1].elo, 0, 1e-6);
}
END_TEST

static void check_sane(const struct ratings *ratings)
{
	ck_assert(isfinite(ratings->log_likelihood[0]) && isfinite(ratings->log_likelihood[1]));
	for (int i = 0; i < ratings->n_robots; i++) {
		const struct robot_rating *robot = &ratings->robots[i];
		ck_assert(isfinite(robot->elo) && isfinite(robot->low) && isfinite(robot->high));
		ck_assert(robot->low <= robot->elo && robot->elo <= robot->high);
		ck_assert((robot->kind == RATING_NONE) == (robot->games == 0));
		ck_assert((robot->component.island < 0) == (robot->games == 0));
		for (int j = 0; j < ratings->n_robots; j++) {
			double superiority = ratings_superiority(ratings, i, j);
			ck_assert(superiority > 0 && superiority < 1);
			ck_assert_double_eq_tol(superiority + ratings_superiority(ratings, j, i), 1, 1e-9);
		}
	}
	for (size_t i = 0; i < ratings->n_resamples * (size_t)ratings->n_robots; i++)
		ck_assert(isfinite(ratings->resamples[i]));
}

/* Data with little or no information. Orders are separated by spaces; a number before one is its count. */
static const struct {
	const char *games;
	int islands, levels;
} fields[] = {
	{"", 0, 0},           {"1A", 1, 1},           {"1C", 1, 1},            {"1AB", 1, 2},      {"50AB", 1, 2},
	{"1A=B", 1, 1},       {"90A=B=C=D", 1, 1},    {"1AB 1CD", 2, 4},       {"30AB 30BA 9CD", 2, 3},
	{"1ABC 1DEF", 2, 6},  {"9AB 9BC 9CA", 1, 1},  {"9ABCDEFGH", 1, 8},     {"99AB 1BA 99CD 1DC 99AC", 1, 2},
	{"3AA 3AB", 1, 2},    {"40AA", 1, 1},         {"40A=BC 40BC=A", 1, 1}, {"2B=C=DA", 1, 2},
	{"1000000000AB", 1, 2}, {"7A=B=C=D=E=F=G=H=I=JK", 1, 2},
};
enum { N_FIELDS = sizeof fields / sizeof fields[0] };

START_TEST(list_is_never_absurd)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0}, without = {0};
	struct rating_options options = options_with(50);
	add_field(&blocks, fields[_i].games);
	ratings_of(&ratings, &blocks, &options);
	check_sane(&ratings);
	ck_assert(ratings.is_converged);
	ck_assert_int_eq(ratings.components.n_islands, fields[_i].islands);
	ck_assert_int_eq(ratings.components.n_levels, fields[_i].levels);
	options.n_resamples = 0;
	ratings_of(&without, &blocks, &options);
	check_sane(&without);
}
END_TEST

/* ---- by wins ---------------------------------------------------------------------------------- */

START_TEST(choice_of_the_winner_is_its_share)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	double strength[4];
	/* Only the winner matters, not the other places; D shares two first places with A. */
	add_field(&blocks, "40ABCD 20ACDB 10BACD 5BDAC 12CDAB 3CABD 4A=DBC");
	ck_assert(fit(&blocks, STAGES_WINS, 0, strength).is_converged);
	ck_assert_double_eq_tol(strength[0] - strength[1], log(62.0 / 15), 1e-8);
	ck_assert_double_eq_tol(strength[2] - strength[1], 0, 1e-8);
	ck_assert_double_eq_tol(strength[3] - strength[1], log(2.0 / 15), 1e-8);
}
END_TEST

START_TEST(two_seats_are_elo_by_wins_too)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	double by_wins[2], by_places[2];
	add_field(&blocks, "700AB 200BA 100A=B");
	fit(&blocks, STAGES_WINS, 1, by_wins);
	fit(&blocks, STAGES_FORWARD, 1, by_places);
	ck_assert_double_eq_tol(by_wins[0], by_places[0], 1e-12);
}
END_TEST

START_TEST(list_by_wins_is_never_absurd)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	struct rating_options options = rating_defaults();
	ck_assert_int_eq(options.by, RATING_BY_WINS);
	options.n_resamples = 50;
	add_field(&blocks, fields[_i].games);
	ratings_of(&ratings, &blocks, &options);
	check_sane(&ratings);
	ck_assert(ratings.is_converged && !ratings.has_direction && !ratings.is_reverse);
	ck_assert_int_eq(ratings.components.n_islands, fields[_i].islands);
	ck_assert_int_ge(ratings.components.n_levels, fields[_i].islands);
	for (int i = 0; i < ratings.n_robots; i++) {
		const struct robot_rating *robot = &ratings.robots[i];
		if (robot->kind == RATING_BETWEEN && ratings.n_robots > 1 && ratings.components.n_islands == 1)
			ck_assert_double_gt(robot->high - robot->low, 1);
	}
}
END_TEST

/* A clean sweep between two robots: the bound of the win share (10 of 10: 0.715916), half on each side. */
START_TEST(sweep_of_two_is_the_share_in_elo)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0}, fixed = {0};
	struct rating_options options = rating_defaults();
	blocks_game(&blocks, 2, (int[]){0, 1}, (int[]){1, 2}, 2);
	blocks_end(&blocks, 10);
	blocks_sort(&blocks);
	ratings_of(&ratings, &blocks, &options);
	double bound = -400 * log10(1 / 0.715916 - 1);
	ck_assert_int_eq(ratings.robots[0].kind, RATING_AT_LEAST);
	ck_assert_int_eq(ratings.robots[1].kind, RATING_AT_MOST);
	ck_assert_double_eq_tol(ratings.robots[0].low, bound / 2, 0.001);
	ck_assert_double_eq_tol(ratings.robots[1].high, -bound / 2, 0.001);
	ck_assert_double_gt(ratings.robots[0].elo, ratings.robots[0].low);
	options.anchor = 1;
	ratings_of(&fixed, &blocks, &options);
	ck_assert_double_eq_tol(fixed.robots[0].low, bound, 0.001);
	ck_assert(fixed.robots[1].low == 0 && fixed.robots[1].elo == 0 && fixed.robots[1].high == 0);
}
END_TEST

START_TEST(two_robots_have_the_interval_of_the_share)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	struct rating_options options = rating_defaults();
	add_field(&blocks, "2AB 497A=B 1BA"); /* 0.4989 when mirrored, from 0.496815 to 0.505614 */
	ratings_of(&ratings, &blocks, &options);
	ck_assert_int_eq(ratings.robots[0].kind, RATING_BETWEEN);
	ck_assert_double_eq_tol(ratings.robots[0].low, -200 * log10(1 / 0.496815 - 1), 1e-3);
	ck_assert_double_eq_tol(ratings.robots[0].high, -200 * log10(1 / 0.505614 - 1), 1e-3);
	ck_assert_double_eq_tol(ratings.robots[1].low, -ratings.robots[0].high, 1e-9);
	ck_assert_double_eq_tol(ratings.robots[1].high, -ratings.robots[0].low, 1e-9);
}
END_TEST

/* Units of four games with shares of 2.5 / 4 and 1 / 4, of either robot. */
START_TEST(two_robots_have_shares_of_whole_units)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	AUTO_HISTOGRAM struct histogram shares = {0};
	struct rating_options options = options_with(3);
	int both[2] = {_i, !_i};
	blocks_game(&blocks, 2, both, (int[]){1, 2}, 2);
	blocks_game(&blocks, 2, both, (int[]){2, 1}, 1);
	blocks_game(&blocks, 2, both, (int[]){1, 1}, 1);
	blocks_end(&blocks, 100);
	blocks_game(&blocks, 2, both, (int[]){2, 1}, 3);
	blocks_game(&blocks, 2, both, (int[]){1, 2}, 1);
	blocks_end(&blocks, 50);
	blocks_sort(&blocks);
	ratings_of(&ratings, &blocks, &options);
	histogram_add(&shares, 0.625, 100);
	histogram_add(&shares, 0.25, 50);
	struct interval share = interval_of_shares(&shares);
	const struct robot_rating *robot = &ratings.robots[_i];
	ck_assert_double_eq_tol(robot->elo, 0, 1e-6); /* 2.5 * 100 + 1 * 50 of 600 games */
	ck_assert_double_eq_tol(robot->low, -200 * log10(1 / share.low - 1), 1e-6);
	ck_assert_double_eq_tol(robot->high, -200 * log10(1 / share.high - 1), 1e-6);
	ck_assert(robot->games == 600 && robot->units == 150);
}
END_TEST

/* Resamples of equal units are all equal; the intervals still have a width. */
START_TEST(equal_units_have_an_interval)
{
	static const char *const games[] = {"100A=B=C", "60A=B 60B=C 60A=C", "100A=B=C=D"};
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	struct rating_options options = rating_defaults();
	options.by = _i % 2 ? RATING_BY_PLACES : RATING_BY_WINS;
	options.n_resamples = 100;
	add_field(&blocks, games[_i / 2]);
	ratings_of(&ratings, &blocks, &options);
	for (int i = 0; i < ratings.n_robots; i++) {
		ck_assert_double_eq_tol(ratings.robots[i].elo, 0, 1e-9);
		ck_assert_double_lt(ratings.robots[i].low, -3);
		ck_assert_double_gt(ratings.robots[i].high, 3);
		ck_assert_double_lt(ratings.robots[i].high, 80);
	}
}
END_TEST

/* By spread.h: `more` stages than as fitted are expected of robot 0 if its strength is higher by ln f; when all n
 * robots are equal and always tied. By wins that is its share of 100 games; by places also of the stages with fewer
 * robots left. */
static double more_when_equal(int n, bool by_wins, double f)
{
	double more = 0, n_stages = 100;
	for (int left = n; left > 1; left--) {
		more += n_stages * (f / (f + left - 1) - 1.0 / left);
		n_stages *= (left - 1.0) / left; /* in which robot 0 is still left */
		if (by_wins)
			break;
	}
	return more;
}

START_TEST(own_results_give_an_interval)
{
	int n = 3 + _i / 2;
	bool by_wins = _i % 2;
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	AUTO_HISTOGRAM struct histogram shares = {0};
	struct rating_options options = rating_defaults();
	options.by = by_wins ? RATING_BY_WINS : RATING_BY_PLACES;
	options.n_resamples = 100;
	add_field(&blocks, n == 3 ? "100A=B=C" : n == 4 ? "100A=B=C=D" : "100A=B=C=D=E");
	ratings_of(&ratings, &blocks, &options);
	histogram_add(&shares, by_wins ? 1.0 / n : 0.5, 100);
	struct interval share = interval_of_shares(&shares);
	/* The stages by which the last of n equal robots is behind, but at least 1. */
	double most = n == 3 ? 1 : n == 4 ? 13.0 / 12 : 77.0 / 60, scale = (by_wins ? 1 : 2 * most) * 100;
	const struct robot_rating *robot = &ratings.robots[0];
	double leverage = 1 - 1.0 / n, low = exp(robot->low / leverage / PLACKETT_ELO),
		high = exp(robot->high / leverage / PLACKETT_ELO);
	ck_assert_double_eq_tol(more_when_equal(n, by_wins, low), scale * (share.low - share.mean), 1e-6);
	ck_assert_double_eq_tol(more_when_equal(n, by_wins, high), scale * (share.high - share.mean), 1e-6);
}
END_TEST

/* Less than SPREAD_ODD units differ: 9, 8, or none of those of three games each. The share of a unit is that of all
 * units plus what was won more than expected. */
START_TEST(own_results_of_unequal_robots_give_an_interval)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0}, fixed = {0};
	AUTO_HISTOGRAM struct histogram shares = {0};
	struct rating_options options = rating_defaults();
	if (_i == 2) {
		blocks_game(&blocks, 3, (int[]){0, 1, 2}, (int[]){1, 2, 3}, 1);
		blocks_game(&blocks, 3, (int[]){1, 0, 2}, (int[]){1, 2, 3}, 2);
		blocks_end(&blocks, 100);
	}
	add_field(&blocks, _i == 2 ? "" : _i ? "91A=BC 9ABC" : "92A=BC 8BAC");
	ratings_of(&ratings, &blocks, &options);
	double g[3], p, won = _i == 2 ? 1.0 / 3 : _i ? 0.545 : 0.46; /* by A */
	for (int i = 0; i < 3; i++)
		g[i] = exp(ratings.robots[i].elo / PLACKETT_ELO);
	p = g[0] / (g[0] + g[1] + g[2]);
	if (_i == 2) {
		histogram_add(&shares, won + 1.0 / 3 - p, 100);
	} else {
		histogram_add(&shares, won + 0.5 - p, _i ? 91 : 92);
		histogram_add(&shares, _i ? fmin(won + 1 - p, 1) : fmax(won - p, 0), _i ? 9 : 8);
	}
	struct interval share = interval_of_shares(&shares);
	const struct robot_rating *robot = &ratings.robots[0];
	double low = exp(robot->own_low * 3 / 2 / PLACKETT_ELO), high = exp(robot->own_high * 3 / 2 / PLACKETT_ELO);
	ck_assert_double_eq_tol(low * p / (1 + (low - 1) * p) - p, share.low - share.mean, 1e-8);
	ck_assert_double_eq_tol(high * p / (1 + (high - 1) * p) - p, share.high - share.mean, 1e-8);
	ck_assert(robot->low <= robot->elo + robot->own_low && robot->high >= robot->elo + robot->own_high);
	options.anchor = 2; /* then the mean does not move with it */
	ratings_of(&fixed, &blocks, &options);
	ck_assert_double_eq_tol(fixed.robots[0].own_low, robot->own_low * 3 / 2, 1e-6);
}
END_TEST

/* Robots A to D have had the same share of their games, at two tables; E and F are a third one. */
START_TEST(units_may_have_two_tables)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	struct rating_options options = rating_defaults();
	options.n_resamples = 20;
	blocks_game(&blocks, 2, (int[]){0, 1}, (int[]){1, 1}, 2);
	blocks_game(&blocks, 2, (int[]){2, 3}, (int[]){1, 1}, 2);
	blocks_end(&blocks, 100);
	add_field(&blocks, "30EF 30FE");
	ratings_of(&ratings, &blocks, &options);
	for (int i = 0; i < 6; i++) {
		ck_assert_uint_eq(ratings.robots[i].games, i < 4 ? 200 : 60);
		ck_assert_uint_eq(ratings.robots[i].units, i < 4 ? 100 : 60);
		ck_assert_int_eq(ratings.robots[i].component.island, i / 2);
		ck_assert_int_eq(ratings.robots[i].kind, RATING_BETWEEN);
	}
	for (int i = 0; i < 4; i++) {
		ck_assert_double_lt(ratings.robots[i].own_low, -3);
		ck_assert_double_eq_tol(ratings.robots[i].own_low, ratings.robots[0].own_low, 1e-9);
		ck_assert_double_eq_tol(ratings.robots[i].own_high, -ratings.robots[0].own_low, 1e-9);
	}
}
END_TEST

/* Ten units that differ are enough for resamples. */
START_TEST(odd_units_are_enough)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	struct rating_options options = rating_defaults();
	options.n_resamples = 20;
	add_field(&blocks, _i ? "90A=BC 10BAC" : "90A=BC 9BAC");
	ratings_of(&ratings, &blocks, &options);
	ck_assert_int_eq(ratings.robots[0].own_low < 0, !_i);
	ck_assert_int_eq(ratings.robots[0].own_high > 0, !_i);
}
END_TEST

/* Win shares are for a single table of different robots, by places of two; the interval of a pair is for two seats. */
START_TEST(shares_are_for_one_table)
{
	static const struct {
		const char *games;
		enum rating_by by;
		bool has_shares, is_pair;
	} all[] = {
		{"20AB 20BA", RATING_BY_WINS, true, true},       {"20BD 20DB", RATING_BY_PLACES, true, true},
		{"9ABC 9CBA", RATING_BY_WINS, true, false},      {"9ABC 9CBA", RATING_BY_PLACES, false, false},
		{"9AB 9CB", RATING_BY_WINS, false, false},       {"9AAB 9BAA", RATING_BY_WINS, false, false},
		{"9AA", RATING_BY_WINS, false, false},           {"9ABB 9BBA", RATING_BY_WINS, false, false},
		{"9AB 9BA 3AAB", RATING_BY_WINS, false, false},  {"9AB 9BA 3ABB", RATING_BY_WINS, false, false},
		{"9AB 3A", RATING_BY_WINS, false, false},        {"9A", RATING_BY_WINS, true, false},
		{"", RATING_BY_WINS, false, false},
	};
	for (int i = 0; i < COUNT(all); i++) {
		AUTO_BLOCKS struct blocks blocks = {0};
		AUTO_RATINGS struct ratings ratings = {0};
		struct rating_options options = rating_defaults();
		options.by = all[i].by;
		options.n_resamples = 3;
		add_field(&blocks, all[i].games);
		ratings_of(&ratings, &blocks, &options);
		ck_assert_msg((ratings.shares != NULL) == all[i].has_shares, "shares of '%s'", all[i].games);
		ck_assert_msg(ratings.is_pair == all[i].is_pair, "a pair: '%s'", all[i].games);
		ck_assert_int_eq(ratings.has_direction, all[i].by == RATING_BY_PLACES && !all[i].is_pair);
	}
}
END_TEST

START_TEST(never_first_is_at_most)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	struct rating_options options = rating_defaults();
	options.n_resamples = 50;
	add_field(&blocks, "50ABCD 40BACD 30ACBD 20BDAC 9A=BDC"); /* C and D finish in any place except the first */
	ratings_of(&ratings, &blocks, &options);
	ck_assert_int_eq(ratings.robots[0].kind, RATING_BETWEEN);
	ck_assert_int_eq(ratings.robots[2].kind, RATING_AT_MOST);
	ck_assert_int_eq(ratings.robots[3].kind, RATING_AT_MOST);
	ck_assert_int_eq(ratings.components.n_islands, 1);
	ck_assert_int_eq(ratings.components.n_levels, 3);
	ck_assert(ratings.robots[2].high < ratings.robots[0].low);
	/* The mean moves with the robot: C at its bound wins one of 149 units with a probability of 5 %. */
	double raised = (ratings.robots[2].high - ratings.robots[2].elo) / 0.75;
	double g[4];
	for (int i = 0; i < 4; i++)
		g[i] = exp((ratings.robots[i].elo + (i == 2 ? raised : 0)) / PLACKETT_ELO);
	ck_assert_double_eq_tol(pow(1 - g[2] / (g[0] + g[1] + g[2] + g[3]), 149), 0.05, 1e-6);
}
END_TEST

/* C has played a single unit, and counts in the mean of the three like the others: the mean moves by a third of its
 * change. */
START_TEST(one_unit_counts_in_the_mean)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	struct rating_options options = options_with(0);
	add_field(&blocks, "50AB 50BA 1AC");
	ratings_of(&ratings, &blocks, &options);
	ck_assert_int_eq(ratings.robots[2].kind, RATING_AT_MOST);
	ck_assert_double_eq_tol(ratings.robots[0].elo + ratings.robots[1].elo + ratings.robots[2].elo, 0, 1e-9);
	double raised = (ratings.robots[2].high - ratings.robots[2].elo) * 3 / 2, a = ratings.robots[0].elo;
	double c = ratings.robots[2].elo + raised;
	ck_assert_double_eq_tol(1 / (1 + exp((a - c) / PLACKETT_ELO)), 0.95, 1e-6);
}
END_TEST

/* Two units have an interval, one has none. */
START_TEST(two_units_have_an_interval)
{
	for (int n = 1; n <= 2; n++) {
		AUTO_BLOCKS struct blocks blocks = {0};
		AUTO_RATINGS struct ratings ratings = {0};
		struct rating_options options = options_with(100);
		add_field(&blocks, n == 1 ? "1A=B" : "1AB 1BA");
		ratings_of(&ratings, &blocks, &options);
		for (int i = 0; i < 2; i++) {
			const struct robot_rating *robot = &ratings.robots[i];
			ck_assert_int_eq(robot->kind, n == 1 ? RATING_SINGLE : RATING_BETWEEN);
			ck_assert(n == 1 ? robot->low == robot->high
					 : robot->low < robot->elo && robot->elo < robot->high);
		}
	}
}
END_TEST

/* At one table the chance is that of the win shares: B and C differ in three units. */
START_TEST(robots_of_one_table_differ_by_their_wins)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	AUTO_HISTOGRAM struct histogram difference = {0};
	struct rating_options options = rating_defaults();
	add_field(&blocks, _i ? "97CE=H 3EC=H" : "97AB=C 3BA=C");
	ratings_of(&ratings, &blocks, &options);
	histogram_add(&difference, 0.5, 97);
	histogram_add(&difference, 1, 3);
	int a = _i ? 2 : 0, b = _i ? 4 : 1, c = _i ? 7 : 2; /* the others have not played */
	ck_assert_double_eq_tol(ratings_superiority(&ratings, b, c), interval_superiority(&difference, 0.5), 1e-12);
	ck_assert_double_eq_tol(ratings_superiority(&ratings, c, b), 1 - ratings_superiority(&ratings, b, c), 1e-12);
	ck_assert_double_gt(ratings_superiority(&ratings, a, b), 0.999);
	ck_assert_double_eq(ratings_superiority(&ratings, b, b), 0.5);
	if (_i)
		ck_assert_double_eq(ratings_superiority(&ratings, a, 3), 0.5);
}
END_TEST

/* Units of three games: a unit's share of the wins is that of all of them. */
START_TEST(shares_are_those_of_whole_units)
{
	static const struct {
		uint32_t a, b, both; /* games won by A, B, both */
		uint64_t times;
	} units[] = {{1, 2, 0, 40}, {3, 0, 0, 30}, {1, 1, 1, 20}, {0, 0, 3, 10}};
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	AUTO_HISTOGRAM struct histogram difference = {0};
	struct rating_options options = rating_defaults();
	options.n_resamples = 3;
	for (int i = 0; i < COUNT(units); i++) {
		blocks_game(&blocks, 3, (int[]){0, 1, 2}, (int[]){1, 2, 2}, units[i].a);
		blocks_game(&blocks, 3, (int[]){0, 1, 2}, (int[]){2, 1, 3}, units[i].b);
		blocks_game(&blocks, 3, (int[]){0, 1, 2}, (int[]){1, 1, 3}, units[i].both);
		blocks_end(&blocks, units[i].times);
		histogram_add(&difference, (3 + (double)units[i].a - units[i].b) / 6, units[i].times);
	}
	blocks_sort(&blocks);
	ratings_of(&ratings, &blocks, &options);
	ck_assert_double_eq_tol(ratings_superiority(&ratings, 0, 1), interval_superiority(&difference, 0.5), 1e-9);
	/* (40 / 3 + 30 + 20 / 2 + 10 / 2) / 100 and (40 * 2 / 3 + 20 / 2 + 10 / 2) / 100 */
	ck_assert_double_eq_tol(histogram_mean(&ratings.shares->own[0]), 7.0 / 12, 1e-12);
	ck_assert_double_eq_tol(histogram_mean(&ratings.shares->own[1]), 5.0 / 12, 1e-12);
	ck_assert_double_eq(histogram_mean(&ratings.shares->own[2]), 0);
}
END_TEST

/* B and C have drawn, and B has won three times more from A. In one resample of twenty none of these is drawn, and B
 * and C are equal but for rounding: these count half. */
START_TEST(equal_resamples_count_half)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	struct rating_options options = rating_defaults();
	add_field(&blocks, "97A=B 3BA 100A=C 100B=C");
	ratings_of(&ratings, &blocks, &options);
	ck_assert_double_eq_tol(ratings_superiority(&ratings, 1, 2), 1 - pow(0.97, 100) / 2, 0.01);
}
END_TEST

/* Resamples draw as many units of a table with RATING_STRATUM of them as there were, so all have the same 20 wins of A;
 * the units of smaller tables are pooled. */
START_TEST(tables_of_twenty_units_are_strata)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	struct rating_options options = rating_defaults();
	double lowest = INFINITY, highest = -INFINITY;
	add_field(&blocks, _i ? "20AB 9CD 9EF" : "19AB 9CD 9EF");
	ratings_of(&ratings, &blocks, &options);
	for (size_t r = 0; r < ratings.n_resamples; r++) {
		double ahead = ratings.resamples[r] - ratings.resamples[ratings.n_resamples + r];
		lowest = fmin(lowest, ahead);
		highest = fmax(highest, ahead);
	}
	ck_assert_uint_eq(ratings.n_resamples, BOOTSTRAP_RESAMPLES);
	ck_assert(_i ? highest - lowest < 0.001 : highest - lowest > 50);
}
END_TEST

START_TEST(sweeper_gets_a_bound)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	struct rating_options options = options_with(100);
	add_field(&blocks, "200BC 200CB 50AB 50AC 60BD 60CD");
	options.anchor = 1;
	ratings_of(&ratings, &blocks, &options);
	ck_assert_int_eq(ratings.robots[0].kind, RATING_AT_LEAST);
	ck_assert_int_eq(ratings.robots[1].kind, RATING_BETWEEN);
	ck_assert_int_eq(ratings.robots[3].kind, RATING_AT_MOST);
	/* B and C are equal, so A has won 100 games against 0 Elo, and D lost 120. */
	ck_assert_double_eq_tol(ratings.robots[0].low, -400 * log10(pow(0.05, -1.0 / 100) - 1), 0.01);
	ck_assert_double_eq_tol(ratings.robots[3].high, 400 * log10(pow(0.05, -1.0 / 120) - 1), 0.01);
	ck_assert(ratings.robots[0].elo > ratings.robots[0].low);
	ck_assert(ratings_superiority(&ratings, 0, 1) > 0.99);
}
END_TEST

START_TEST(sweep_counts_units)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	struct rating_options options = options_with(0);
	for (int i = 0; i < 4; i++)
		blocks_game(&blocks, 2, (int[]){0, 1}, (int[]){1, 2}, 1);
	blocks_end(&blocks, 25); /* 100 games are 25 units */
	add_order(&blocks, "BC", 1000);
	add_order(&blocks, "CB", 1000);
	blocks_sort(&blocks);
	options.anchor = 1;
	ratings_of(&ratings, &blocks, &options);
	ck_assert_uint_eq(ratings.robots[0].games, 100);
	ck_assert_uint_eq(ratings.robots[0].units, 25);
	ck_assert_uint_eq(ratings.robots[1].units, 2025);
	ck_assert_double_eq_tol(ratings.robots[0].low, -400 * log10(pow(0.05, -1.0 / 25) - 1), 0.01);
}
END_TEST

START_TEST(sweep_of_a_big_table_has_its_exact_chance)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	AUTO_RATINGS struct ratings ratings = {0};
	struct rating_options options = options_with(0);
	/* B, C, D in all orders below (or above) A. */
	add_field(&blocks, _i ? "5BCDA 5BDCA 5CBDA 5CDBA 5DBCA 5DCBA" : "5ABCD 5ABDC 5ACBD 5ACDB 5ADBC 5ADCB");
	options.anchor = 1;
	ratings_of(&ratings, &blocks, &options);
	const struct robot_rating *robot = &ratings.robots[0];
	/* The strength with which A takes the place that is drawn first, against each of three equal others. */
	double odds = exp((_i ? robot->high : robot->low) / PLACKETT_ELO), chance;
	double weight = ratings.is_reverse ? 1 / odds : odds;
	if ((robot->kind == RATING_AT_LEAST) != ratings.is_reverse)
		chance = weight / (weight + 3);
	else /* it is the last one left three times */
		chance = 3 / (weight + 3) * 2 / (weight + 2) * 1 / (weight + 1);
	ck_assert_double_eq_tol(pow(chance, 30), 0.05, 1e-6);
}
END_TEST

START_TEST(list_depends_on_no_order)
{
	enum { GAMES = 300 };
	AUTO_BLOCKS struct blocks forward = {0}, backward = {0};
	AUTO_RATINGS struct ratings one = {0}, other = {0};
	static int robots[GAMES][3], places[GAMES][3];
	uint64_t state = 5;
	double truth[6] = {0, 0.2, 0.4, 0.6, 0.8, 1};
	for (int g = 0; g < GAMES; g++) {
		draw_table(&state, 6, 3, robots[g]);
		draw_order(&state, truth, 3, robots[g], true, places[g]);
	}
	for (int g = 0; g < GAMES; g += 3) {
		for (int i = 0; i < 3; i++)
			blocks_game(&forward, 3, robots[g + i], places[g + i], 1);
		blocks_end(&forward, 1);
	}
	for (int g = GAMES - 3; g >= 0; g -= 3) {
		for (int i = 2; i >= 0; i--)
			blocks_game(&backward, 3, robots[g + i], places[g + i], 1);
		blocks_end(&backward, 1);
	}
	blocks_sort(&forward);
	blocks_sort(&backward);
	struct rating_options options = options_with(60);
	ratings_of(&one, &forward, &options);
	ratings_of(&other, &backward, &options);
	ck_assert_mem_eq(one.robots, other.robots, 6 * sizeof *one.robots);
	ck_assert_mem_eq(one.resamples, other.resamples, 6 * 60 * sizeof *one.resamples);
}
END_TEST

/* Counting equal units together must not change the list; a hundred times the games must not change its centre. */
START_TEST(list_costs_the_same_for_many_games)
{
	AUTO_BLOCKS struct blocks few = {0}, many = {0};
	AUTO_RATINGS struct ratings one = {0}, other = {0};
	struct rating_options options = options_with(200);
	options.prior = 1e-6;
	add_field(&few, "30ABC 20BAC 25ACB 9CBA 12CAB 21BCA");
	add_field(&many, "30000000ABC 20000000BAC 25000000ACB 9000000CBA 12000000CAB 21000000BCA");
	ratings_of(&one, &few, &options);
	ratings_of(&other, &many, &options);
	for (int i = 0; i < 3; i++) {
		ck_assert_double_eq_tol(one.robots[i].elo, other.robots[i].elo, 1e-4);
		double wide = one.robots[i].high - one.robots[i].low,
			narrow = other.robots[i].high - other.robots[i].low;
		ck_assert_double_eq_tol(wide / narrow / 1000, 1, 0.25);
	}
}
END_TEST

/* Games drawn from the model in either direction: the right direction is found, and 95 % of the intervals contain the
 * true value. A unit is two games; tables of four out of five robots. */
START_TEST(intervals_cover_the_truth)
{
	enum { TRIALS = 120, UNITS = 150, ROBOTS = 5 };
	double truth[ROBOTS] = {-0.4, -0.2, 0, 0.2, 0.4};
	uint64_t state = 31 + (uint64_t)_i;
	int n_covered = 0, n_right = 0, n_known = 0;
	for (int trial = 0; trial < TRIALS; trial++) {
		AUTO_BLOCKS struct blocks blocks = {0};
		AUTO_RATINGS struct ratings ratings = {0};
		struct rating_options options = options_with(200);
		options.key = rng_key_derive(BOOTSTRAP_KEY, (uint64_t)trial);
		for (int unit = 0; unit < UNITS; unit++) {
			int robots[4], places[4];
			draw_table(&state, ROBOTS, 4, robots);
			for (int game = 0; game < 2; game++) {
				draw_order(&state, truth, 4, robots, _i, places);
				blocks_game(&blocks, 4, robots, places, 1);
			}
			blocks_end(&blocks, 1);
		}
		blocks_sort(&blocks);
		ratings_of(&ratings, &blocks, &options);
		n_known += ratings.is_reverse == _i;
		for (int i = 0; i < ROBOTS && ratings.is_reverse == _i; i++) {
			const struct robot_rating *robot = &ratings.robots[i];
			double elo = truth[i] * PLACKETT_ELO;
			n_covered += robot->low <= elo && elo <= robot->high;
			n_right++;
		}
	}
	ck_assert_int_gt(n_known, TRIALS * 75 / 100); /* 300 games are too few to find it more often */
	ck_assert_double_eq_tol((double)n_covered / n_right, 0.945, 0.03);
}
END_TEST

/* By wins: tables of three to six of the robots, or round-robin pairs, few and many units. */
START_TEST(intervals_by_wins_cover_the_truth)
{
	enum { TRIALS = 150, ROBOTS = 6 };
	static const struct {
		int n_seats, n_units;
	} cases[] = {{3, 60}, {4, 150}, {6, 60}, {2, 100}};
	double truth[ROBOTS] = {-0.5, -0.3, 0, 0.1, 0.3, 0.4};
	uint64_t state = 400 + (uint64_t)_i;
	int n_covered = 0;
	for (int trial = 0; trial < TRIALS; trial++) {
		AUTO_BLOCKS struct blocks blocks = {0};
		AUTO_RATINGS struct ratings ratings = {0};
		struct rating_options options = rating_defaults();
		options.n_resamples = 200;
		options.key = rng_key_derive(BOOTSTRAP_KEY, (uint64_t)trial);
		for (int unit = 0; unit < cases[_i].n_units; unit++) {
			int robots[ROBOTS], places[ROBOTS];
			draw_table(&state, ROBOTS, cases[_i].n_seats, robots);
			draw_order(&state, truth, cases[_i].n_seats, robots, false, places);
			blocks_game(&blocks, cases[_i].n_seats, robots, places, 1);
			blocks_end(&blocks, 1);
		}
		blocks_sort(&blocks);
		ratings_of(&ratings, &blocks, &options);
		for (int i = 0; i < ROBOTS; i++) {
			double elo = truth[i] * PLACKETT_ELO;
			n_covered += ratings.robots[i].low <= elo && elo <= ratings.robots[i].high;
		}
	}
	ck_assert_double_eq_tol((double)n_covered / TRIALS / ROBOTS, 0.955, 0.03);
}
END_TEST

/* For only two robots, the difference is the win share in Elo, in full. With more, its interval covers the true value
 * and is narrower than the two intervals together, since both contain the level of the list. There are no comparisons
 * across islands. */
START_TEST(differences_cover_the_truth)
{
	enum { TRIALS = 150, ROBOTS = 4, UNITS = 150 };
	double truth[ROBOTS] = {-0.3, 0, 0.1, 0.4};
	uint64_t state = 77;
	int n_covered = 0, n_narrow = 0;
	struct interval there, back;
	for (int trial = 0; trial < TRIALS; trial++) {
		AUTO_BLOCKS struct blocks blocks = {0};
		AUTO_RATINGS struct ratings ratings = {0};
		struct rating_options options = rating_defaults();
		options.n_resamples = 200;
		options.key = rng_key_derive(BOOTSTRAP_KEY, (uint64_t)trial);
		for (int unit = 0; unit < UNITS; unit++) {
			int robots[ROBOTS], places[ROBOTS];
			draw_table(&state, ROBOTS, 2, robots);
			draw_order(&state, truth, 2, robots, false, places);
			blocks_game(&blocks, 2, robots, places, 1);
			blocks_end(&blocks, 1);
		}
		blocks_sort(&blocks);
		ratings_of(&ratings, &blocks, &options);
		const struct robot_rating *a = &ratings.robots[0], *b = &ratings.robots[3];
		ck_assert(ratings_difference(&ratings, 0, 3, &there) && ratings_difference(&ratings, 3, 0, &back));
		ck_assert_double_eq_tol(there.mean, a->elo - b->elo, 1e-9);
		ck_assert_double_eq_tol(there.low, -back.high, 1e-6);
		double elo = (truth[0] - truth[3]) * PLACKETT_ELO;
		n_covered += there.low <= elo && elo <= there.high;
		n_narrow += there.high - there.low < (a->high - a->low) + (b->high - b->low);
	}
	ck_assert_double_eq_tol((double)n_covered / TRIALS, 0.955, 0.035);
	ck_assert_int_gt(n_narrow, TRIALS * 9 / 10);
}
END_TEST

START_TEST(differences_of_two_and_of_islands)
{
	AUTO_BLOCKS struct blocks blocks = {0}, apart = {0}, alike = {0};
	AUTO_RATINGS struct ratings two = {0}, islands = {0}, doubtful = {0};
	struct rating_options options = rating_defaults();
	struct interval difference = {7, 7, 7};
	add_field(&blocks, "2AB 497A=B 1BA");
	ratings_of(&two, &blocks, &options);
	ck_assert(ratings_difference(&two, 0, 1, &difference));
	ck_assert_double_eq_tol(difference.low, -400 * log10(1 / 0.496815 - 1), 2e-3);
	ck_assert_double_eq_tol(difference.high, -400 * log10(1 / 0.505614 - 1), 2e-3);
	add_field(&apart, "20AB 20BA 30CD 20DC");
	ratings_of(&islands, &apart, &options);
	ck_assert(!ratings_difference(&islands, 0, 2, &difference) && ratings_difference(&islands, 2, 3, &difference));
	add_field(&alike, "60A=B 60B=C 60A=C"); /* resamples are all equal */
	ratings_of(&doubtful, &alike, &options);
	ck_assert(ratings_difference(&doubtful, 0, 1, &difference));
	ck_assert_double_lt(difference.low, -3);
	ck_assert_double_gt(difference.high, 3);
	AUTO_RATINGS struct ratings without = {0};
	options.n_resamples = 0;
	ratings_of(&without, &alike, &options);
	ck_assert(!ratings_difference(&without, 0, 1, &difference));
	ck_assert_double_eq(ratings_superiority(&without, 0, 1), 0.5);
}
END_TEST

/* Both games of a unit have the same result: intervals that took them for independent would be far too narrow. */
START_TEST(units_count_not_games)
{
	enum { TRIALS = 150, UNITS = 60 };
	double truth[2] = {0.3, -0.3};
	uint64_t state = 8;
	int n_covered = 0;
	for (int trial = 0; trial < TRIALS; trial++) {
		AUTO_BLOCKS struct blocks blocks = {0};
		AUTO_RATINGS struct ratings ratings = {0};
		struct rating_options options = options_with(300);
		options.key = rng_key_derive(BOOTSTRAP_KEY, (uint64_t)trial);
		for (int unit = 0; unit < UNITS; unit++) {
			int robots[2] = {0, 1}, places[2];
			draw_order(&state, truth, 2, robots, false, places);
			blocks_game(&blocks, 2, robots, places, 2);
			blocks_end(&blocks, 1);
		}
		blocks_sort(&blocks);
		ratings_of(&ratings, &blocks, &options);
		double elo = truth[0] * PLACKETT_ELO;
		n_covered += ratings.robots[0].low <= elo && elo <= ratings.robots[0].high;
	}
	ck_assert_double_eq_tol((double)n_covered / TRIALS, 0.95, 0.04);
}
END_TEST

SUITE(120,
	TEST(strengths_are_as_published),
	TEST(two_seats_are_elo),
	LOOP(newton_finds_what_mm_finds, 0, 6),
	TEST(clean_sweep_takes_few_steps),
	LOOP(tie_counts_as_all_orders, 0, 2),
	LOOP(tie_of_any_size_is_fair, 0, 2),
	TEST(blocks_keep_what_they_are_given),
	TEST(seats_of_a_robot_are_exchangeable),
	TEST(orders_of_26_seats_survive_packing),
	TEST(every_game_has_its_stages),
	TEST(sequences_are_sorted),
	LOOP(components_are_numbered_by_their_lowest_robot, 0, 2),
	LOOP(components_of_many_robots, 0, 2),
	TEST(list_is_centred_or_anchored),
	TEST(anchor_need_not_have_played),
	LOOP(list_is_never_absurd, 0, N_FIELDS),
	TEST(choice_of_the_winner_is_its_share),
	TEST(two_seats_are_elo_by_wins_too),
	LOOP(list_by_wins_is_never_absurd, 0, N_FIELDS),
	TEST(sweep_of_two_is_the_share_in_elo),
	TEST(two_robots_have_the_interval_of_the_share),
	LOOP(two_robots_have_shares_of_whole_units, 0, 2),
	LOOP(equal_units_have_an_interval, 0, 6),
	LOOP(own_results_give_an_interval, 0, 6),
	LOOP(own_results_of_unequal_robots_give_an_interval, 0, 3),
	TEST(units_may_have_two_tables),
	LOOP(odd_units_are_enough, 0, 2),
	TEST(shares_are_for_one_table),
	TEST(never_first_is_at_most),
	TEST(one_unit_counts_in_the_mean),
	LOOP(robots_of_one_table_differ_by_their_wins, 0, 2),
	TEST(shares_are_those_of_whole_units),
	TEST(equal_resamples_count_half),
	TEST(two_units_have_an_interval),
	LOOP(intervals_by_wins_cover_the_truth, 0, 4),
	LOOP(tables_of_twenty_units_are_strata, 0, 2),
	TEST(sweeper_gets_a_bound),
	TEST(sweep_counts_units),
	LOOP(sweep_of_a_big_table_has_its_exact_chance, 0, 2),
	TEST(list_depends_on_no_order),
	TEST(list_costs_the_same_for_many_games),
	LOOP(intervals_cover_the_truth, 0, 2),
	TEST(differences_cover_the_truth),
	TEST(differences_of_two_and_of_islands),
	TEST(units_count_not_games))
