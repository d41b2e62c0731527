/* test_transports.c - all transports give the same games: one lane or hundreds, sandboxed or trusted, one worker or
 * two; and each rotation of a match has instances in their state after loading. */
#include "zoo.h"

enum { DEFAULT = 0 };

/* ---- the same sums ------------------------------------------------------------------ */

static const struct {
	const char *robots[4];
	const char *variant;
} tables[] = {
	{{"computer", "conservative"}, "liars-dice"},
	{{"random_raiser", "prober"}, "liars-dice"},
	{{"learner", "dicer"}, "liars-dice"},
	{{"learner", "computer", "learner"}, "liars-dice"},
	{{"tls", "constructor_heap"}, "liars-dice"},
	{{"unique", "tls"}, "liars-dice"},
	{{"constructor_heap", "learner", "tls"}, "wild"},
	{{"forger", "namesake"}, "liars-dice"},
	{{"computer", "learner", "dicer"}, "round-table"},
	{{"computer", "random_raiser", "bumper"}, "tourney"},
	{{"computer", "conservative", "learner"}, "perudo"},
	{{"computer", "learner"}, "one-hand"},
};

/* Two of the ways with a sandbox, where processes take time to start, and all without one. */
static const struct zoo_way ways[][5] = {
	{{1, 1, false}, {64, 2, false}, {1, 1, true}, {7, 1, true}, {64, 2, true}},
	{{2, 1, false}, {DEFAULT, 2, false}, {1, 1, true}, {7, 1, true}, {64, 2, true}},
};

START_TEST(every_way_gives_the_same_sums)
{
	static struct zoo_outcome first;
	struct zoo_run run = {.games = 54, .match_length = 3, .variant = tables[_i].variant};
	memcpy(run.robots, tables[_i].robots, sizeof tables[_i].robots);
	zoo_play_well(&run, &first);
	ck_assert_uint_ge(first.sum[0].games, 54);
	zoo_same_in_all_ways(&run, &first, ways[_i % 2], COUNT(*ways));
}
END_TEST

/* Shows that the comparison above can fail: with another seed, and with shorter matches for a robot that learns. */
START_TEST(other_games_have_other_sums)
{
	static struct zoo_outcome first, other;
	struct zoo_run run = {.robots = {"learner", "constructor_heap"}, .games = 90, .match_length = 3};
	zoo_play_well(&run, &first);
	run.match_length = 1;
	zoo_play_well(&run, &other);
	ck_assert(memcmp(&first.sum[0], &other.sum[0], sizeof first.sum[0]) != 0);
	ck_assert(memcmp(&first.sum[1], &other.sum[1], sizeof first.sum[1]) != 0);
	run.match_length = 3;
	run.seed = "another";
	zoo_play_well(&run, &other);
	ck_assert(memcmp(&first.sum[0], &other.sum[0], sizeof first.sum[0]) != 0);
}
END_TEST

/* ---- mirrors ------------------------------------------------------------------------ */

static const char *const mirrored[] = {"computer", "dicer", "learner", "tls", "unique", "constructor_heap", "prober"};

/* Robots that play the same way have the same dice, the same random numbers and the same history in the same seats:
 * they split every block exactly. */
START_TEST(the_same_robot_splits_every_block)
{
	static struct zoo_outcome outcome;
	for (int n = 2; n <= 3; n++) {
		struct zoo_run run = {.games = 36, .match_length = 3};
		for (int i = 0; i < n; i++)
			run.robots[i] = mirrored[_i];
		zoo_play_well(&run, &outcome);
		/* Places and asks occur once for every seat. */
		ck_assert_uint_eq(outcome.n_blocks * (uint64_t)n, outcome.sum[0].games);
		ck_assert_uint_eq(outcome.n_alike, outcome.n_blocks);
		for (int i = 1; i < n; i++)
			ck_assert_mem_eq(&outcome.sum[i], &outcome.sum[0], sizeof outcome.sum[0]);
		ck_assert_uint_eq(outcome.n_split, outcome.n_blocks);
	}
}
END_TEST

/* Two robots that play differently do not split every block. */
START_TEST(different_robots_do_not_split_every_block)
{
	static struct zoo_outcome outcome;
	struct zoo_run run = {.robots = {"computer", "meek"}, .games = 200};
	zoo_play_well(&run, &outcome);
	ck_assert_uint_ge(outcome.n_blocks - outcome.n_split, 3);
	ck_assert_uint_lt(outcome.n_alike, outcome.n_blocks);
}
END_TEST

ZOO_SUITE(120,
	LOOP(every_way_gives_the_same_sums, 0, COUNT(tables)),
	TEST(other_games_have_other_sums),
	LOOP(the_same_robot_splits_every_block, 0, COUNT(mirrored)),
	TEST(different_robots_do_not_split_every_block))
