/* test_coming.c - in which order a rotation plays the matches of its chunk, without playing any. */
#include <check.h>
#include <string.h>

#include "match/rotation.h"

enum { MATCHES = 300 };

/* Writes the indices in the order of a rotation; returns how many there are. */
static int order_of(int number, bool is_trusted, int *order)
{
	static struct rotation rotation;
	struct tournament tournament = {.is_trusted = is_trusted};
	struct worker worker = {.tournament = &tournament, .n_lanes = 8, .order_key = rng_key_of_seed("order")};
	struct worker_task task = {.matches = {100, MATCHES, 1}, .only_rotation = -1};
	struct chunk chunk = {.matches = task.matches, .n_seats = 2, .n_blocks = 1};
	const struct schedule_options options = {.format = FORMAT_TABLE, .n_robots = 2, .games = 2000,
		.match_length = 1};
	const struct coming_match *match;
	struct err err = {0};
	int n = 0;
	ck_assert_int_eq(schedule_init(&tournament.schedule, &options, &err), 0);
	rotation = (struct rotation){
		.worker = &worker, .task = &task, .chunk = &chunk, .number = number, .is_open = number == 0,
		.period = 1, .window_end = MATCHES,
	};
	while (n <= MATCHES && (match = coming_next(&rotation)) != NULL) {
		ck_assert_uint_eq(match->plan.number, 100 + match->index);
		order[n++] = (int)match->index;
	}
	return n;
}

/* Each match once; no later rotation shows at which place the first one played a match. */
START_TEST(later_rotations_have_orders_of_their_own)
{
	static int first[MATCHES + 1], second[MATCHES + 1], again[MATCHES + 1], third[MATCHES + 1];
	int n_same = 0, n_same_twice = 0, seen[MATCHES] = {0};
	ck_assert_int_eq(order_of(0, false, first), MATCHES);
	ck_assert_int_eq(order_of(1, false, second), MATCHES);
	ck_assert_int_eq(order_of(1, false, again), MATCHES);
	ck_assert_int_eq(order_of(2, false, third), MATCHES);
	for (int i = 0; i < MATCHES; i++) {
		ck_assert_int_eq(first[i], i);
		seen[second[i]]++;
		n_same += second[i] == i;
		n_same_twice += second[i] == third[i];
	}
	for (int i = 0; i < MATCHES; i++)
		ck_assert_int_eq(seen[i], 1);
	ck_assert_int_eq(memcmp(second, again, sizeof second), 0);
	ck_assert_int_lt(n_same, 30);
	ck_assert_int_lt(n_same_twice, 30);
}
END_TEST

START_TEST(trusted_robots_play_in_the_order_of_the_chunk)
{
	static int order[MATCHES + 1];
	ck_assert_int_eq(order_of(1, true, order), MATCHES);
	for (int i = 0; i < MATCHES; i++)
		ck_assert_int_eq(order[i], i);
}
END_TEST

/* With fewer, a robot could tell its next rotation something about each. */
START_TEST(chunks_have_sixteen_matches)
{
	struct tournament strangers = {.is_trusted = false}, own = {.is_trusted = true}, often = {.chunk_ns = 10000000};
	ck_assert_uint_eq(tournament_least_matches(&strangers), 16);
	ck_assert_uint_eq(tournament_least_matches(&own), 1);
	ck_assert_uint_eq(tournament_least_matches(&often), 1);
}
END_TEST

SUITE(0, TEST(later_rotations_have_orders_of_their_own), TEST(trusted_robots_play_in_the_order_of_the_chunk),
      TEST(chunks_have_sixteen_matches))
