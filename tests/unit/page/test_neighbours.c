/* test_neighbours.c - wins by the robot that sat before: of made-up matches, counted again seat by seat. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/rng.h"
#include "page/ratings.h"

enum { MOST_ROBOTS = 8 };

static void make_schedule(struct schedule *schedule, const struct schedule_options *options)
{
	struct schedule_options made = *options;
	struct err err = {0};
	made.seed = rng_key_of_seed("neighbours");
	ck_assert_msg(schedule_init(schedule, &made, &err) == 0, "%s", err.text);
}

/* All matches of the schedule, won at random. */
static void make_chunk(struct chunk *chunk, const struct schedule *schedule)
{
	uint64_t state = 1;
	size_t n = (size_t)schedule->n_seats;
	*chunk = (struct chunk){.matches = {0, schedule->n_matches, 1}, .n_seats = schedule->n_seats,
		.n_blocks = schedule->match_length, .has_order = true};
	size_t n_games = schedule->n_matches * chunk->n_blocks * n;
	chunk->places = NEW_ARRAY(uint8_t, n_games * n);
	for (size_t game = 0; game < n_games; game++) {
		size_t winner = rng_below(rng_next(&state), (uint32_t)n);
		for (size_t player = 0; player < n; player++)
			chunk->places[game * n + player] = player == winner ? 1 : 2;
	}
}

/* Games won, and matches, of each robot by the robot before it. */
struct counts {
	double games_won[MOST_ROBOTS][MOST_ROBOTS];
	int matches[MOST_ROBOTS][MOST_ROBOTS];
};

static void count(const struct chunk *chunk, const struct schedule *schedule, struct counts *counts)
{
	int n = schedule->n_seats;
	uint64_t n_games = (uint64_t)chunk->n_blocks * (uint64_t)n;
	for (uint64_t match = 0; match < chunk->matches.n; match++) {
		struct match_plan plan = schedule_match(schedule, match);
		for (int seat = 0; seat < n; seat++) {
			int player = schedule_player(&plan, seat, 0, n),
				before = schedule_player(&plan, seat ? seat - 1 : n - 1, 0, n);
			counts->matches[plan.robot[player]][plan.robot[before]]++;
			for (uint64_t game = 0; game < n_games; game++)
				counts->games_won[plan.robot[player]][plan.robot[before]] +=
					chunk_match(chunk, match)[game * (uint64_t)n + (uint64_t)player] == 1;
		}
	}
}

static const struct schedule_options runs[] = {
	{.format = FORMAT_TABLE, .n_robots = 3, .games = 240, .match_length = 2},
	{.format = FORMAT_ROUND_ROBIN, .n_robots = 5, .n_seats = 4, .games = 40, .match_length = 1},
	/* some never met */
	{.format = FORMAT_POOL, .n_robots = MOST_ROBOTS, .n_seats = 3, .games = 30, .match_length = 1},
	{.format = FORMAT_PAIRED, .n_robots = 4, .games = 60, .match_length = 1},
};

static double number(const json_t *cell, const char *key)
{
	return json_number_value(json_object_get(cell, key));
}

static void check_cell(const json_t *cell, double n_won, int n_matches, const struct schedule *schedule)
{
	if (!n_matches) {
		ck_assert(json_is_null(cell));
		return;
	}
	double share = n_won / n_matches / (schedule->match_length * (double)schedule->n_seats);
	ck_assert_int_eq(json_integer_value(json_object_get(cell, "matches")), n_matches);
	ck_assert_msg(fabs(number(cell, "share") - share) < 1e-9, "%g, not %g", number(cell, "share"), share);
	ck_assert(number(cell, "low") <= share && share <= number(cell, "high"));
	ck_assert(number(cell, "low") >= 0 && number(cell, "high") <= 1 && number(cell, "low") < number(cell, "high"));
}

START_TEST(wins_are_counted_by_neighbour)
{
	struct schedule schedule;
	struct chunk chunk;
	struct neighbours neighbours;
	struct counts counts = {0};
	int order[MOST_ROBOTS], n = runs[_i].n_robots;
	make_schedule(&schedule, &runs[_i]);
	make_chunk(&chunk, &schedule);
	count(&chunk, &schedule, &counts);
	neighbours_init(&neighbours, &schedule);
	neighbours_add(&neighbours, &chunk);
	for (int i = 0; i < n; i++)
		order[i] = (i + 2) % n;
	AUTO_JSON json_t *json = neighbours_json(&neighbours, order);
	const json_t *cells = json_object_get(json, "cells"), *robots = json_object_get(json, "robots");
	ck_assert_uint_eq(json_array_size(cells), n);
	ck_assert_uint_eq(json_array_size(robots), n);
	const struct histogram *of_others = &neighbours.shares[(n - 1) * n + n - 2]; /* in both matches of a pair */
	ck_assert(schedule.format != FORMAT_PAIRED || of_others->n_matches == 2 * of_others->n);
	for (int row = 0; row < n; row++) {
		const json_t *line = json_array_get(cells, (size_t)row);
		ck_assert_int_eq(json_integer_value(json_array_get(robots, (size_t)row)), order[row]);
		ck_assert_uint_eq(json_array_size(line), n);
		for (int column = 0; column < n; column++)
			check_cell(json_array_get(line, (size_t)column), counts.games_won[order[row]][order[column]],
				   counts.matches[order[row]][order[column]], &schedule);
	}
	neighbours_release(&neighbours);
	chunk_release(&chunk);
}
END_TEST

static const struct {
	struct schedule_options run;
	bool is_used;
} uses[] = {
	{{.format = FORMAT_TABLE, .n_robots = 3, .games = 6, .match_length = 1}, true},
	{{.format = FORMAT_ROUND_ROBIN, .n_robots = 3, .n_seats = 2, .games = 6, .match_length = 1}, false},
	{{.format = FORMAT_TABLE, .n_robots = 3, .games = 6, .match_length = 1, .is_as_given = true}, false},
	{{.format = FORMAT_POOL, .n_robots = NEIGHBOURS_MOST_ROBOTS, .n_seats = 3, .games = 6, .match_length = 1},
	 true},
	{{.format = FORMAT_POOL, .n_robots = NEIGHBOURS_MOST_ROBOTS + 1, .n_seats = 3, .games = 6, .match_length = 1},
	 false},
};

START_TEST(only_where_it_is_informative)
{
	struct schedule schedule;
	struct neighbours neighbours;
	int order[NEIGHBOURS_MOST_ROBOTS + 1] = {0};
	make_schedule(&schedule, &uses[_i].run);
	neighbours_init(&neighbours, &schedule);
	ck_assert_int_eq(neighbours.n_robots, uses[_i].is_used ? uses[_i].run.n_robots : 0);
	AUTO_JSON json_t *json = neighbours_json(&neighbours, order);
	ck_assert_int_eq(json_is_object(json), uses[_i].is_used);
	ck_assert_int_eq(json_is_null(json), !uses[_i].is_used);
	neighbours_release(&neighbours);
}
END_TEST

/* A chunk of one match has an order. */
START_TEST(chunks_need_the_order_of_their_matches)
{
	struct schedule schedule;
	struct neighbours neighbours;
	struct chunk chunk;
	make_schedule(&schedule, &runs[0]);
	make_chunk(&chunk, &schedule);
	chunk.has_order = false;
	chunk.matches.n = 1;
	neighbours_init(&neighbours, &schedule);
	neighbours_add(&neighbours, &chunk);
	AUTO_JSON json_t *one = neighbours_json(&neighbours, (const int[]){0, 1, 2});
	ck_assert(json_is_object(one));
	chunk.matches.n = 2;
	neighbours_add(&neighbours, &chunk);
	chunk.has_order = true; /* too late */
	neighbours_add(&neighbours, &chunk);
	AUTO_JSON json_t *two = neighbours_json(&neighbours, (const int[]){0, 1, 2});
	ck_assert(json_is_null(two));
	neighbours_release(&neighbours);
	chunk_release(&chunk);
}
END_TEST

SUITE(0,
	LOOP(wins_are_counted_by_neighbour, 0, COUNT(runs)),
	LOOP(only_where_it_is_informative, 0, COUNT(uses)),
	TEST(chunks_need_the_order_of_their_matches))
