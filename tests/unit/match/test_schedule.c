/* test_schedule.c - which robots play which match, in which circle: all games are covered, robots are treated alike,
 * and runs from before --match-length are unchanged. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "match/schedule.h"

/* Format, robots, seats, games, blocks in a match. */
#define RUN(f, robots, seats, n, length) \
	{.format = (f), .n_robots = (robots), .n_seats = (seats), .games = (n), .match_length = (length)}
#define RUN_SAME(f, robots, seats, n, length) \
	{.format = (f), .n_robots = (robots), .n_seats = (seats), .games = (n), .match_length = (length), \
	 .deals = DEALS_SAME}

static void make(const struct schedule_options *options, const char *seed, struct schedule *schedule)
{
	struct err err = {0};
	struct schedule_options o = *options;
	o.seed = rng_key_of_seed(seed);
	ck_assert_msg(schedule_init(schedule, &o, &err) == 0, "%s", err.text);
}

/* ---- matches and games -------------------------------------------------------------------- */

static const struct plan_case {
	struct schedule_options options;
	uint64_t n_tables, n_matches, n_games; /* expected */
} cases[] = {
	{RUN(FORMAT_TABLE, 2, 0, 1, 1), 1, 1, 2},
	{RUN(FORMAT_TABLE, 2, 0, 1000, 1), 1, 500, 1000},
	{RUN(FORMAT_TABLE, 3, 0, 1000, 1), 1, 334, 1002},
	{RUN(FORMAT_TABLE, 26, 0, 100, 1), 1, 4, 104},
	{RUN(FORMAT_TABLE, 2, 2, 100001, 1), 1, 50001, 100002},
	{RUN(FORMAT_TABLE, 2, 0, 1, 7), 1, 1, 14},
	{RUN(FORMAT_TABLE, 2, 0, 1000, 7), 1, 72, 1008},
	{RUN(FORMAT_TABLE, 3, 0, 1000, 50), 1, 7, 1050},
	{RUN(FORMAT_TABLE, 2, 0, 2, SCHEDULE_MAX_LENGTH), 1, 1, 2 * SCHEDULE_MAX_LENGTH},
	{RUN(FORMAT_ROUND_ROBIN, 5, 2, 7, 1), 10, 40, 80},
	{RUN(FORMAT_ROUND_ROBIN, 5, 2, 7, 3), 10, 20, 120},
	{RUN(FORMAT_ROUND_ROBIN, 6, 3, 30, 1), 20, 200, 600},
	{RUN(FORMAT_ROUND_ROBIN, 6, 3, 30, 4), 20, 60, 720},
	{RUN(FORMAT_ROUND_ROBIN, 7, 7, 10, 1), 1, 2, 14},
	{RUN(FORMAT_ROUND_ROBIN, 3, 0, 12001, 5), 3, 3603, 36030},
	{RUN(FORMAT_GAUNTLET, 5, 2, 10, 1), 4, 20, 40},
	{RUN(FORMAT_GAUNTLET, 5, 2, 10, 2), 4, 12, 48},
	{RUN(FORMAT_GAUNTLET, 6, 4, 9, 1), 10, 30, 120},
	{RUN(FORMAT_GAUNTLET, 2, 2, 5000, 100), 1, 25, 5000},
	{RUN(FORMAT_POOL, 5, 2, 100, 1), 50, 50, 100},
	{RUN(FORMAT_POOL, 5, 2, 100, 4), 15, 15, 120},
	{RUN(FORMAT_POOL, 7, 3, 100, 1), 35, 35, 105},
	{RUN(FORMAT_POOL, 4, 4, 1, 1), 4, 4, 16},
	{RUN(FORMAT_POOL, 4, 4, 1, 5), 4, 4, 80},
	{RUN(FORMAT_POOL, 100, 2, 10000, 1), 5000, 5000, 10000},
	{RUN(FORMAT_PAIRED, 3, 0, 1, 1), 2, 2, 4},
	{RUN(FORMAT_PAIRED, 5, 4, 1001, 1), 2, 502, 2008},
	{RUN(FORMAT_PAIRED, 5, 4, 1001, 10), 2, 52, 2080},
	{RUN(FORMAT_PAIRED, 4, 0, 100001, 20), 2, 3334, 200040},
	{RUN_SAME(FORMAT_ROUND_ROBIN, 5, 2, 7, 3), 10, 20, 120},
	{RUN_SAME(FORMAT_ROUND_ROBIN, 4, 3, 3000, 1), 4, 4000, 12000},
	{RUN_SAME(FORMAT_GAUNTLET, 5, 3, 300, 2), 6, 300, 1800},
	{RUN_SAME(FORMAT_GAUNTLET, SCHEDULE_MAX_SET + 1, 2, 4, 1), SCHEDULE_MAX_SET, 2 * SCHEDULE_MAX_SET,
	 4 * SCHEDULE_MAX_SET},
	{RUN_SAME(FORMAT_GAUNTLET, 2, 2, 8, 1), 1, 4, 8},
};
enum { N_CASES = sizeof cases / sizeof *cases };

/* A plan to compare: what no seat has is 0. */
static struct match_plan plan_of(const struct schedule *s, uint64_t number)
{
	struct match_plan plan = schedule_match(s, number);
	for (int i = s->n_seats; i < SCHEDULE_MAX_SEATS; i++)
		plan.robot[i] = plan.position[i] = 0;
	return plan;
}

static void check_table(const struct schedule *s, const struct match_plan *plan)
{
	for (int i = 0; i < s->n_seats; i++) {
		ck_assert_int_ge(plan->robot[i], 0);
		ck_assert_int_lt(plan->robot[i], s->n_robots);
		for (int k = 0; k < i; k++)
			ck_assert_int_ne(plan->robot[i], plan->robot[k]);
		if (i && (s->format == FORMAT_ROUND_ROBIN || (s->format == FORMAT_GAUNTLET && i > 1)))
			ck_assert_int_gt(plan->robot[i], plan->robot[i - 1]);
		if (s->format == FORMAT_TABLE)
			ck_assert_int_eq(plan->robot[i], i);
	}
	if (s->format == FORMAT_GAUNTLET)
		ck_assert_int_eq(plan->robot[0], 0);
}

/* The matches of a deal set have the same dice and circle, and the next set has other dice. */
static void check_set(const struct schedule *s, const struct match_plan *plan, const struct match_plan *last)
{
	if (plan->number % s->set_size) {
		ck_assert(plan->first_dice == last->first_dice && plan->n_blocks == last->n_blocks);
		ck_assert_mem_eq(plan->position, last->position, sizeof plan->position);
	} else {
		ck_assert_uint_eq(plan->first_dice, last->first_dice + last->n_blocks);
	}
}

/* The two robots of a pair have the same others. */
static void check_pair(const struct match_plan *plan, const struct match_plan *last)
{
	ck_assert_int_eq(plan->robot[0], plan->number % 2);
	ck_assert_mem_eq(plan->robot + 1, last->robot + 1, sizeof plan->robot - sizeof plan->robot[0]);
}

/* Matches follow one another without a gap, have the same length and cover all games; the tables are those of the
 * format. */
START_TEST(matches_cover_all_games)
{
	const struct plan_case *c = &cases[_i];
	struct schedule s;
	make(&c->options, "1", &s);
	ck_assert_uint_eq(s.n_tables, c->n_tables);
	ck_assert_uint_eq(s.n_matches, c->n_matches);
	ck_assert_uint_eq(s.n_games, c->n_games);
	AUTO_FREE uint64_t *played = NEW_ARRAY(uint64_t, (size_t)s.n_robots);
	uint64_t block = 0;
	struct match_plan last = {0};
	ck_assert_uint_eq(s.set_size, s.format == FORMAT_PAIRED || s.deals == DEALS_SAME ? s.n_tables : 1);
	for (uint64_t number = 0; number < s.n_matches; number++) {
		struct match_plan plan = plan_of(&s, number);
		ck_assert_uint_eq(plan.number, number);
		ck_assert_uint_eq(plan.first_block, block);
		ck_assert_uint_eq(plan.n_blocks, c->options.match_length);
		check_table(&s, &plan);
		/* The tables take turns: the next match is at another one, unless there is only one. */
		bool is_new = s.n_tables > 1;
		bool is_same = memcmp(plan.robot, last.robot, sizeof plan.robot) == 0;
		if (number && s.format == FORMAT_PAIRED)
			check_pair(&plan, &last);
		else if (number && s.format != FORMAT_POOL)
			ck_assert_msg(is_same != is_new, "match %lu", (unsigned long)number);
		if (number)
			check_set(&s, &plan, &last);
		for (int i = 0; i < s.n_seats; i++)
			played[plan.robot[i]] += plan.n_blocks;
		block += plan.n_blocks;
		last = plan;
	}
	ck_assert_uint_eq(block * (uint64_t)s.n_seats, s.n_games);
	/* All robots play equally often, except the first of a gauntlet, and the two of a pair, which share a place. */
	if (s.format == FORMAT_PAIRED) {
		ck_assert_uint_eq(played[0], played[1]);
		played[1] += played[0];
	}
	for (int i = s.format == FORMAT_GAUNTLET || s.format == FORMAT_PAIRED ? 2 : 1; i < s.n_robots; i++)
		ck_assert_uint_eq(played[i], played[i - 1]);
}
END_TEST

static void check_games(const struct schedule *s)
{
	uint64_t step = s->n_games > 20000 ? 97 : 1;
	for (uint64_t game = 0; game < s->n_games; game += step) {
		struct game_place place = schedule_game(s, game);
		ck_assert_uint_lt(place.match, s->n_matches);
		struct match_plan plan = plan_of(s, place.match);
		ck_assert_uint_lt(place.block, plan.n_blocks);
		ck_assert_int_lt(place.rotation, s->n_seats);
		ck_assert_uint_eq(schedule_game_number(s, plan.first_block, place.block, place.rotation), game);
	}
	struct game_place end = schedule_game(s, s->n_games - 1);
	ck_assert_uint_eq(end.match, s->n_matches - 1);
	ck_assert_int_eq(end.rotation, s->n_seats - 1);
}

/* A game's number leads to its match, block and rotation, and back again. */
START_TEST(games_are_found_by_number)
{
	struct schedule s;
	make(&cases[_i].options, "1", &s);
	check_games(&s);
}
END_TEST

static bool has_same_robots(const struct schedule *s, uint64_t a, uint64_t b)
{
	struct match_plan x = plan_of(s, a), y = plan_of(s, b);
	return memcmp(x.robot, y.robot, sizeof x.robot) == 0;
}

/* Equal tables can be recognised from the numbers alone; two tables of a pool may have the same robots by chance. */
START_TEST(the_same_table_has_the_same_robots)
{
	struct schedule s;
	struct schedule_options options = cases[_i].options;
	uint64_t state = 1;
	make(&options, "1", &s);
	for (int i = 0; i < 3000; i++) {
		uint64_t a = rng_next(&state) % s.n_matches, b = rng_next(&state) % s.n_matches;
		if (i % 2) /* compare neighbours, too */
			b = a + 1 < s.n_matches ? a + 1 : a;
		uint64_t table = schedule_table(&s, a);
		ck_assert(schedule_number(&s, table, 0) <= a &&
			  schedule_table(&s, schedule_number(&s, table, 0)) == table);
		ck_assert((table == schedule_table(&s, b)) ==
			  (s.format == FORMAT_POOL ? a == b : has_same_robots(&s, a, b)));
	}
}
END_TEST

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* Games with the same dice: one in each rotation of a block, or none. */
START_TEST(independent_deals_have_dice_of_their_own)
{
	static uint64_t numbers[3000];
	struct schedule_options options = {.format = FORMAT_ROUND_ROBIN, .n_robots = 4, .n_seats = 3, .games = 30,
		.match_length = 2, .deals = _i ? DEALS_INDEPENDENT : DEALS_SHUFFLED};
	struct schedule s;
	size_t n = 0, n_different = 1;
	make(&options, "1", &s);
	for (uint64_t number = 0; number < s.n_matches; number++) {
		struct match_plan plan = plan_of(&s, number);
		for (uint32_t block = 0; block < plan.n_blocks; block++)
			for (int rotation = 0; rotation < s.n_seats; rotation++)
				numbers[n++] = schedule_dice(&s, &plan, block, rotation);
	}
	ck_assert_uint_eq(n, s.n_games);
	qsort(numbers, n, sizeof *numbers, by_value);
	for (size_t i = 1; i < n; i++)
		n_different += numbers[i] != numbers[i - 1];
	ck_assert_uint_eq(n_different, _i ? n : n / 3);
}
END_TEST

START_TEST(paired_deals_are_mirrored)
{
	const struct schedule_options options = {.format = FORMAT_PAIRED, .n_robots = 3, .games = 30, .match_length = 1,
		.deals = DEALS_INDEPENDENT};
	struct schedule s;
	struct err err = {0};
	ck_assert(schedule_init(&s, &options, &err) && err.code == EXIT_USAGE &&
		  strstr(err.text, "--deals independent"));
}
END_TEST

/* Matches that are a period apart are at the same table, and in the period of tables that take turns no two are. */
START_TEST(a_period_leads_back_to_the_table)
{
	struct schedule s;
	struct schedule_options options = cases[_i].options;
	make(&options, "1", &s);
	for (uint64_t stride = 1; stride < 13; stride++) {
		uint64_t first = stride / 2 % s.n_matches, n = (s.n_matches - 1 - first) / stride + 1;
		uint64_t period = schedule_period(&s, first, n, stride);
		ck_assert(period >= 1 && period <= n);
		for (uint64_t i = 0; i + period < n; i++)
			ck_assert_uint_eq(schedule_table(&s, first + i * stride),
					  schedule_table(&s, first + (i + period) * stride));
		for (uint64_t i = 1; i < period; i++)
			ck_assert_uint_ne(schedule_table(&s, first), schedule_table(&s, first + i * stride));
	}
	ck_assert_uint_eq(schedule_period(&s, 0, 0, 1), 0);
}
END_TEST

/* A match does not depend on the number of matches: a longer run begins with the matches of the shorter one. */
START_TEST(longer_runs_begin_like_shorter_ones)
{
	static const int tables[] = {2, 0, 1, 3, 1, 2, 1, 2, 0};
	enum format format = (enum format)_i;
	struct schedule_options options = RUN(format, 4, format == FORMAT_TABLE || format == FORMAT_PAIRED ? 0 : 3,
					      1000, 3);
	options.tables = tables;
	options.n_tables = 3;
	struct schedule shorter, longer;
	make(&options, "1", &shorter);
	options.games = 100000;
	make(&options, "1", &longer);
	for (uint64_t number = 0; number < shorter.n_matches; number++) {
		struct match_plan a = plan_of(&shorter, number), b = plan_of(&longer, number);
		ck_assert_mem_eq(&a, &b, sizeof a);
	}
}
END_TEST

/* The same run twice, and with another seed. */
struct seeded {
	struct schedule first, again, other;
};

static void make_seeded(const struct schedule_options *options, struct seeded *seeded)
{
	make(options, "1", &seeded->first);
	make(options, "1", &seeded->again);
	make(options, "2", &seeded->other);
}

/* The plan of a match, which must be the same both times, and its plan with the other seed. */
static void plan_seeded(const struct seeded *seeded, uint64_t number, struct match_plan *plan, struct match_plan *other)
{
	*plan = plan_of(&seeded->first, number);
	struct match_plan again = plan_of(&seeded->again, number);
	*other = plan_of(&seeded->other, number);
	ck_assert_mem_eq(plan, &again, sizeof again);
}

/* The tables of the pool depend on the seed. */
START_TEST(pools_are_shuffled_by_the_seed)
{
	static const struct schedule_options options = RUN(FORMAT_POOL, 50, 3, 3000, 1);
	struct seeded seeded;
	int n_same = 0;
	make_seeded(&options, &seeded);
	for (uint64_t number = 0; number < seeded.first.n_matches; number++) {
		struct match_plan a = {0}, x = {0};
		plan_seeded(&seeded, number, &a, &x);
		n_same += memcmp(a.robot, x.robot, sizeof a.robot) == 0;
	}
	ck_assert_int_lt(n_same, 5);
}
END_TEST

static const struct pool_case {
	int n_robots, n_seats;
} pools[] = {{2, 2}, {3, 2}, {4, 3}, {5, 4}, {6, 4}, {7, 5}, {26, 26}, {27, 26}, {16, 4}, {24, 6}, {60, 7}};
enum { N_POOLS = sizeof pools / sizeof *pools };

/* In each round of a pool, every robot sits at n_seats tables. */
START_TEST(rounds_of_a_pool_have_each_robot_equally_often)
{
	const struct pool_case *c = &pools[_i];
	const struct schedule_options options = RUN(FORMAT_POOL, c->n_robots, c->n_seats,
						    (uint64_t)(c->n_robots * c->n_seats * 50), 1);
	struct schedule s;
	int played[60] = {0};
	make(&options, "1", &s);
	ck_assert_uint_eq(s.n_matches, (uint64_t)c->n_robots * 50);
	for (uint64_t number = 0; number < s.n_matches; number++) {
		struct match_plan plan = plan_of(&s, number);
		check_table(&s, &plan);
		for (int i = 0; i < c->n_seats; i++)
			played[plan.robot[i]]++;
		for (int i = 0; i < c->n_robots && (number + 1) % (uint64_t)c->n_robots == 0; i++)
			ck_assert_int_eq(played[i], (int)(number + 1) / c->n_robots * c->n_seats);
	}
}
END_TEST

/* How many others two tables of a round that robot 0 sits at have in common, on average. */
static double met_again(const struct schedule *s)
{
	uint64_t n_again = 0, n_pairs = 0, n = (uint64_t)s->n_robots;
	for (uint64_t round = 0; round < s->n_matches / n; round++) {
		int n_met[60] = {0};
		for (uint64_t i = 0; i < n; i++) {
			bool is_there = false;
			struct match_plan plan = plan_of(s, round * n + i);
			for (int k = 0; k < s->n_seats; k++)
				is_there |= plan.robot[k] == 0;
			for (int k = 0; k < s->n_seats && is_there; k++)
				n_met[plan.robot[k]]++;
		}
		for (int i = 1; i < s->n_robots; i++)
			n_again += (uint64_t)(n_met[i] * (n_met[i] - 1) / 2);
		n_pairs += (uint64_t)(s->n_seats * (s->n_seats - 1) / 2);
	}
	return (double)n_again / (double)n_pairs;
}

/* A robot meets others in a round no more often than if each table were drawn by itself: two of its tables have
 * (k - 1)^2 / (n - 1) others in common. (With neighbours in a circle it was up to five times as many.) */
START_TEST(a_robot_meets_others_in_a_pool_by_chance)
{
	const struct pool_case *c = &pools[_i];
	const struct schedule_options options = RUN(FORMAT_POOL, c->n_robots, c->n_seats,
						    (uint64_t)(c->n_robots * c->n_seats * 1000), 1);
	struct schedule s;
	double expected = (double)(c->n_seats - 1) * (c->n_seats - 1) / (c->n_robots - 1);
	make(&options, "1", &s);
	ck_assert_double_le(met_again(&s), 1.02 * expected);
}
END_TEST

static const struct schedule_options refused[] = {
	RUN(FORMAT_TABLE, 1, 0, 10, 1), RUN(FORMAT_TABLE, 0, 0, 10, 1), RUN(FORMAT_TABLE, 27, 0, 10, 1),
	RUN(FORMAT_TABLE, 3, 2, 10, 1), RUN(FORMAT_ROUND_ROBIN, 3, 4, 10, 1), RUN(FORMAT_ROUND_ROBIN, 30, 27, 10, 1),
	RUN(FORMAT_PAIRED, 2, 0, 10, 1), RUN(FORMAT_PAIRED, 4, 2, 10, 1),
	RUN(FORMAT_GAUNTLET, 1, 0, 10, 1), RUN(FORMAT_POOL, 1, 0, 10, 1), RUN(FORMAT_POOL, 5000, 2, 10, 1),
	RUN(FORMAT_ROUND_ROBIN, 4000, 20, 10, 1), RUN(FORMAT_GAUNTLET, 4000, 13, UINT64_MAX / 100, 1),
	RUN(FORMAT_ROUND_ROBIN, 100, 2, UINT64_MAX / 1000, 1),
	RUN(FORMAT_ROUND_ROBIN, 100, 2, UINT64_MAX / 1000, 100000), RUN(FORMAT_TABLE, 2, 0, UINT64_MAX / 2, 1),
	RUN_SAME(FORMAT_TABLE, 2, 0, 10, 1), RUN_SAME(FORMAT_PAIRED, 3, 0, 10, 1), RUN_SAME(FORMAT_POOL, 4, 2, 10, 1),
	RUN_SAME(FORMAT_GAUNTLET, SCHEDULE_MAX_SET + 2, 2, 10, 1),
};

START_TEST(impossible_schedules_are_refused)
{
	struct schedule s;
	struct err err = {0};
	ck_assert_int_eq(schedule_init(&s, &refused[_i], &err), -1);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_int_gt((int)strlen(err.text), 10);
}
END_TEST

/* ---- circles ---------------------------------------------------------------------------------- */

/* The index of an order among the n! orders. */
static uint32_t rank_of(const uint8_t *position, int n)
{
	uint32_t rank = 0;
	for (int i = 0; i < n; i++) {
		uint32_t n_less = 0;
		for (int k = i + 1; k < n; k++)
			n_less += position[k] < position[i];
		rank = rank * (uint32_t)(n - i) + n_less;
	}
	return rank;
}

static const struct circle_case {
	struct schedule_options options;
	uint32_t n_orders;
} circle_cases[] = {
	{RUN(FORMAT_TABLE, 2, 0, 4000, 1), 2},
	{RUN(FORMAT_TABLE, 3, 0, 36000, 2), 6},
	{RUN(FORMAT_TABLE, 4, 0, 96000, 1), 24},
	{RUN(FORMAT_TABLE, 5, 0, 480000, 1), 120},
	{RUN(FORMAT_ROUND_ROBIN, 5, 4, 24000, 1), 24},
	{RUN(FORMAT_GAUNTLET, 6, 3, 3000, 1), 6},
	{RUN(FORMAT_POOL, 6, 4, 200000, 2), 24},
	{RUN(FORMAT_PAIRED, 5, 0, 96000, 1), 24},
};

/* All (n - 1)! circles occur, and in each of them every robot is in seat 0 of the first rotation: all n! orders are
 * equally frequent, within five standard deviations. */
START_TEST(all_orders_are_equally_frequent)
{
	const struct circle_case *c = &circle_cases[_i];
	struct schedule s;
	uint32_t count[120] = {0};
	uint64_t n = 0;
	make(&c->options, "1", &s);
	for (uint64_t number = 0; number < s.n_matches; number += 1 + (s.format == FORMAT_PAIRED), n++) {
		struct match_plan plan = plan_of(&s, number);
		count[rank_of(plan.position, s.n_seats)]++;
	}
	double expected = (double)n / c->n_orders;
	ck_assert_double_ge(expected, 200);
	for (uint32_t i = 0; i < c->n_orders; i++)
		ck_assert_msg((count[i] - expected) * (count[i] - expected) < 25 * expected, "order %u: %u of %lu", i,
			      count[i], (unsigned long)n);
}
END_TEST

/* At a large table every robot is in each place equally often. */
START_TEST(every_robot_gets_every_place_at_a_large_table)
{
	static const struct schedule_options options = RUN(FORMAT_TABLE, 26, 0, 26 * 20000, 1);
	struct schedule s;
	uint32_t count[26][26] = {{0}};
	make(&options, "1", &s);
	for (uint64_t number = 0; number < s.n_matches; number++) {
		struct match_plan plan = plan_of(&s, number);
		for (int player = 0; player < 26; player++)
			count[player][plan.position[player]]++;
	}
	double expected = (double)s.n_matches / 26;
	for (int i = 0; i < 26 * 26; i++) {
		double difference = count[i / 26][i % 26] - expected;
		ck_assert_msg(difference * difference < 25 * expected, "player %d in place %d: %u", i / 26, i % 26,
			      count[i / 26][i % 26]);
	}
}
END_TEST

/* The circle depends on the seed and the number of the match; it is not the one that the tables of a pool use. */
START_TEST(circles_follow_from_the_seed)
{
	static const struct schedule_options options = RUN(FORMAT_TABLE, 6, 0, 60000, 1);
	struct seeded seeded;
	int n_same = 0, n_repeated = 0;
	struct match_plan last = {0};
	make_seeded(&options, &seeded);
	for (uint64_t number = 0; number < seeded.first.n_matches; number++) {
		struct match_plan a = {0}, x = {0};
		plan_seeded(&seeded, number, &a, &x);
		n_same += memcmp(a.position, x.position, sizeof a.position) == 0;
		n_repeated += number && memcmp(a.position, last.position, sizeof a.position) == 0;
		last = a;
	}
	/* 10000 matches, 720 orders: 14 by chance. */
	ck_assert_int_lt(n_same, 40);
	ck_assert_int_lt(n_repeated, 40);
}
END_TEST

/* With is_as_given, every match has the order of the command line. */
START_TEST(the_given_order_is_kept)
{
	struct schedule_options options = cases[_i].options;
	struct schedule s;
	options.is_as_given = true;
	make(&options, "1", &s);
	for (uint64_t number = 0; number < s.n_matches; number++) {
		struct match_plan plan = plan_of(&s, number);
		for (int i = 0; i < s.n_seats; i++)
			ck_assert_int_eq(plan.position[i], i);
	}
}
END_TEST

/* In the rotations of a block each player sits once in each seat, and each seat maps to its player. The order around
 * the table is the same in all rotations. */
START_TEST(every_player_gets_every_seat)
{
	int n = _i;
	struct schedule_options options = RUN(FORMAT_TABLE, n, 0, (uint64_t)n * 50, 1);
	struct schedule s;
	make(&options, "1", &s);
	for (uint64_t number = 0; number < s.n_matches; number++) {
		uint32_t seats[SCHEDULE_MAX_SEATS] = {0};
		struct match_plan plan = plan_of(&s, number);
		for (int rotation = 0; rotation < n; rotation++) {
			for (int player = 0; player < n; player++) {
				int seat = schedule_seat(&plan, player, rotation, n);
				ck_assert(seat >= 0 && seat < n);
				seats[player] |= UINT32_C(1) << seat;
				ck_assert_int_eq(schedule_player(&plan, seat, rotation, n), player);
				int next = schedule_player(&plan, (seat + 1) % n, rotation, n);
				ck_assert_int_eq((plan.position[player] + 1) % n, plan.position[next]);
			}
		}
		for (int player = 0; player < n; player++)
			ck_assert_uint_eq(seats[player], (UINT32_C(1) << n) - 1);
	}
}
END_TEST

START_TEST(listed_tables_are_played_as_listed)
{
	static const int tables[] = {2, 0, 1, 3, 1, 2, 1, 2, 0}; /* one more follows */
	const struct schedule_options options = {.format = FORMAT_LISTED, .n_robots = 4, .n_seats = 3, .games = 4,
		.match_length = 1, .tables = tables, .n_tables = 2};
	struct schedule s;
	make(&options, "1", &s);
	ck_assert(s.n_tables == 2 && s.n_matches == 4 && s.n_games == 12); /* two blocks of three games at each table */
	for (uint64_t number = 0; number < 4; number++) {
		struct match_plan plan = plan_of(&s, number);
		ck_assert_mem_eq(plan.robot, tables + (number % 2 ? 3 : 0), 3 * sizeof *tables);
		ck_assert(plan.first_block == number && plan.first_dice == number);
	}
	const struct game_place place = schedule_game(&s, 7);
	ck_assert(place.match == 2 && place.block == 0 && place.rotation == 1);
}
END_TEST

/* The matches of a table are divided into equal parts; in pools those of the run are. */
START_TEST(matches_are_in_equal_parts)
{
	static const struct {
		struct schedule_options options;
		int n;
		const char *parts; /* of each match, a digit */
	} runs[] = {
		{RUN(FORMAT_TABLE, 2, 0, 20, 1), 10, "0123456789"},
		{RUN(FORMAT_TABLE, 2, 0, 20, 1), 4, "0001122233"},
		{RUN(FORMAT_TABLE, 2, 0, 6, 1), 10, "036"},
		{RUN(FORMAT_ROUND_ROBIN, 3, 2, 8, 1), 2, "000000111111"},
		{RUN(FORMAT_GAUNTLET, 3, 2, 6, 1), 3, "001122"},
		{RUN(FORMAT_POOL, 5, 2, 20, 1), 2, "0000011111"},
		{RUN(FORMAT_PAIRED, 3, 0, 6, 1), 3, "001122"},
		{RUN(FORMAT_PAIRED, 3, 0, 6, 1), 2, "000011"},
	};
	struct schedule s;
	make(&runs[_i].options, "1", &s);
	ck_assert_uint_eq(s.n_matches, strlen(runs[_i].parts));
	for (uint64_t number = 0; number < s.n_matches; number++)
		ck_assert_int_eq(schedule_part(&s, number, runs[_i].n), runs[_i].parts[number] - '0');
}
END_TEST

SUITE(0,
	LOOP(matches_cover_all_games, 0, N_CASES),
	LOOP(games_are_found_by_number, 0, N_CASES),
	LOOP(independent_deals_have_dice_of_their_own, 0, 2),
	TEST(paired_deals_are_mirrored),
	LOOP(the_same_table_has_the_same_robots, 0, N_CASES),
	LOOP(a_period_leads_back_to_the_table, 0, N_CASES),
	LOOP(longer_runs_begin_like_shorter_ones, 0, FORMAT_LISTED + 1),
	TEST(pools_are_shuffled_by_the_seed),
	LOOP(rounds_of_a_pool_have_each_robot_equally_often, 0, N_POOLS),
	LOOP(a_robot_meets_others_in_a_pool_by_chance, 0, N_POOLS),
	LOOP(impossible_schedules_are_refused, 0, COUNT(refused)),
	LOOP(all_orders_are_equally_frequent, 0, COUNT(circle_cases)),
	TEST(every_robot_gets_every_place_at_a_large_table),
	TEST(circles_follow_from_the_seed),
	LOOP(the_given_order_is_kept, 0, N_CASES),
	LOOP(every_player_gets_every_seat, 2, SCHEDULE_MAX_SEATS + 1),
	TEST(listed_tables_are_played_as_listed),
	LOOP(matches_are_in_equal_parts, 0, 7))
