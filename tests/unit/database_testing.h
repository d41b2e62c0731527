/* database_testing.h - made-up runs and chunks for the tests of the database, each in a temporary folder. */
#pragma once

#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/str.h"
#include "empty_database.h"
#include "store/database.h"
#include "temporary_folder.h"

#define UNUSED __attribute__((unused))

/* ---- runs ------------------------------------------------------------------------------- */

enum { MOST_ROBOTS = 26 };
static struct robot robots[MOST_ROBOTS]; /* they have no files */

/* Makes a run of robots with made-up hashes. The caller releases it. */
static UNUSED void make_long_info(struct run_config *info, enum format format, int n_robots, int n_seats,
				  uint64_t games, uint32_t match_length, const char *seed)
{
	struct tournament t = {.robots = robots, .limits = {.move_time_ns = 100000000, .memory = 512 << 20}};
	const struct schedule_options options = {
		.format = format, .n_robots = n_robots, .n_seats = n_seats, .games = games,
		.match_length = match_length, .seed = rng_key_of_seed(seed),
	};
	static char specs[MOST_ROBOTS][40];
	for (int i = 0; i < n_robots; i++) {
		snprintf(specs[i], sizeof specs[i], "robot%d:key=%d", i, i);
		robots[i] = (struct robot){.spec = specs[i], .label = specs[i], .path = specs[i]};
		snprintf(robots[i].manifest.name, sizeof robots[i].manifest.name, "Robot %d", i);
		for (int digit = 0; digit < 64; digit++)
			robots[i].sha256[digit] = "0123456789abcdef"[(i + digit * (i + 1)) % 16];
	}
	ck_assert_int_eq(rules_init(&t.rules, "wild", NULL), 0);
	ck_assert_int_eq(schedule_init(&t.schedule, &options, NULL), 0);
	run_config_init(info, &t, "arena tournament made up", seed, games);
}

/* Makes the same run with matches of one block. */
static UNUSED void make_info(struct run_config *info, enum format format, int n_robots, int n_seats, uint64_t games,
			     const char *seed)
{
	make_long_info(info, format, n_robots, n_seats, games, 1, seed);
}

/* Returns a fresh database in "arena.db" with one run named "0001". */
static UNUSED struct database *begin(const struct run_config *info, int64_t *run)
{
	struct err err = {0};
	struct database *database = database_open("arena.db", DATABASE_WRITE, &err);
	ck_assert_msg(database != NULL, "%s", err.text);
	ck_assert_msg(database_begin_run(database, info, "0001", run, &err) == 0, "%s", err.text);
	return database;
}

/* ---- matches ---------------------------------------------------------------------------- */

/* Makes places with occasional ties, which depend only on the seed. */
static UNUSED void make_places(uint64_t *seed, int n, uint8_t *places)
{
	uint32_t strength[MOST_ROBOTS];
	for (int i = 0; i < n; i++)
		strength[i] = rng_below(rng_next(seed), (uint32_t)n * 3);
	for (int i = 0; i < n; i++) {
		places[i] = 1;
		for (int j = 0; j < n; j++)
			places[i] = (uint8_t)(places[i] + (strength[j] > strength[i]));
	}
}

static UNUSED void add_fault(struct chunk *chunk, const struct match_plan *plan, int player, uint64_t game,
			     enum verdict verdict)
{
	struct fault *fault = NEW(struct fault);
	*fault = (struct fault){.verdict = verdict, .cause = "SIGSEGV at address 0x0", .offset = 0xffff800000000123,
				.has_offset = verdict == VERDICT_CRASH, .n_output = 9, .output = "it says\n\""};
	const struct fault_record record = {
		.game = game, .robot = plan->robot[player], .ask = 3, .me = (char)('A' + player),
		.hands = mem_strdup("A:53321,B:xxxxx"), .history = mem_strdup(""), .fault = fault,
	};
	chunk_add_fault(chunk, &record);
}

/* Makes a match, whose content depends only on its number. */
static UNUSED void make_match(struct chunk *chunk, uint64_t index, const struct match_plan *plan)
{
	uint64_t seed = 1000 + plan->number;
	size_t n = (size_t)chunk->n_seats, n_games = plan->n_blocks * n;
	uint8_t *places = chunk->places + index * chunk_match_size(chunk);
	chunk->signatures[index] = rng_mix(seed);
	chunk->alike[index] = (uint32_t)plan->number % (plan->n_blocks + 1);
	for (size_t game = 0; game < n_games; game++)
		make_places(&seed, (int)n, places + game * n);
	for (int player = 0; player < (int)n; player++) {
		chunk->asks[index * n + (size_t)player] = rng_below(rng_next(&seed), 1000000);
		const struct match_trouble trouble = {.match = (uint32_t)index, .player = (uint32_t)player,
			.illegal = rng_below(rng_next(&seed), 10), .timeouts = 1, .failed_games = 1,
			.showdowns = {.n = player, .n_right = player / 2,
				.evidence = {-((int64_t)player << 40), (int64_t)index * player}}};
		chunk_add_trouble(chunk, &trouble);
	}
	add_fault(chunk, plan, 0, plan->first_block * n, VERDICT_TIMEOUT);
	add_fault(chunk, plan, (int)n - 1, plan->first_block * n + 1, VERDICT_CRASH);
}

/* Makes a chunk with these matches of the run, as a worker would deliver them. The caller releases it. The plays of a
 * match, if it has any, are its number in a byte. */
static UNUSED void make_chunk(const struct schedule *schedule, uint64_t first, uint64_t n, uint64_t stride,
			      bool has_details, bool has_plays, struct chunk *chunk)
{
	size_t n_seats = (size_t)schedule->n_seats;
	struct match_plan plan = schedule_match(schedule, first);
	*chunk = (struct chunk){.matches = {first, n, stride}, .n_seats = schedule->n_seats, .n_blocks = plan.n_blocks,
				.has_order = true, .has_details = true};
	chunk->places = NEW_ARRAY(uint8_t, n * chunk_match_size(chunk));
	chunk->signatures = NEW_ARRAY(uint64_t, n);
	chunk->alike = NEW_ARRAY(uint32_t, n);
	chunk->asks = NEW_ARRAY(uint32_t, n * n_seats);
	for (uint64_t i = 0; i < n; i++) {
		plan = schedule_match(schedule, matches_number(&chunk->matches, i));
		make_match(chunk, i, &plan);
		if (has_plays) { /* one or two bytes: its number, and a second byte that changes the length */
			const char plays[] = {(char)(1 + i % 2), (char)plan.number, 'x'};
			str_add_n(&chunk->plays, plays, 2 + i % 2);
		}
	}
	chunk_sort_troubles(chunk);
	chunk_sum(chunk, schedule);
	chunk->has_details = has_details;
	chunk->has_luck = true;
	chunk->luck_sums = NEW_ARRAY(int64_t, (size_t)chunk->n_robots * LUCK_SUMS);
	for (int i = 0; i < chunk->n_robots * LUCK_SUMS; i++)
		chunk->luck_sums[i] = (int64_t)first * (100 - i) + i;
}

/* Stores the matches from `first` on whose number is first plus a multiple of `step`, with the given number per
 * chunk. */
static UNUSED void store_chunks(struct database *database, int64_t run, const struct schedule *schedule, uint64_t first,
				uint64_t step, uint64_t n_together)
{
	struct err err = {0};
	for (; first < schedule->n_matches; first += n_together * step) {
		struct chunk chunk;
		uint64_t left = (schedule->n_matches - first - 1) / step + 1;
		make_chunk(schedule, first, left < n_together ? left : n_together, step, true, false, &chunk);
		ck_assert_msg(database_put_chunk(database, run, schedule, &chunk, robots, &err) == 0, "%s", err.text);
		chunk_release(&chunk);
	}
}

static UNUSED int compare_bytes(const void *a, const void *b, void *size)
{
	return memcmp(a, b, *(size_t *)size);
}

/* Sorts blocks as a database returns them when their order is not stored: all of a table together, or within each
 * match. */
static UNUSED void sort_places(struct chunk *chunk, const struct schedule *schedule)
{
	size_t size = (size_t)chunk->n_seats * (size_t)chunk->n_seats, n = chunk->matches.n, at = 0;
	size_t period = chunk->n_blocks == 1 ? chunk_period(chunk, schedule) : 1;
	size_t together = chunk->n_blocks == 1 ? (n + period - 1) / period : chunk->n_blocks;
	if (period == 1) {
		for (size_t block = 0; block < n * chunk->n_blocks; block += together)
			qsort_r(chunk->places + block * size, together, size, compare_bytes, &size);
		return;
	}
	AUTO_FREE uint8_t *places = NEW_ARRAY(uint8_t, together * size);
	for (size_t table = 0; table < period; table++, at = 0) {
		for (size_t i = table; i < n; i += period)
			memcpy(places + at++ * size, chunk->places + i * size, size);
		qsort_r(places, at, size, compare_bytes, &size);
		while (at--)
			memcpy(chunk->places + (table + at * period) * size, places + at * size, size);
	}
}

static UNUSED void check_faults(const struct chunk *read, const struct chunk *wrote)
{
	ck_assert_int_eq(read->n_faults, wrote->n_faults);
	for (int i = 0; i < wrote->n_faults; i++) {
		const struct fault_record *a = &read->faults[i], *b = &wrote->faults[i];
		ck_assert(a->game == b->game && a->robot == b->robot && a->ask == b->ask && a->me == b->me);
		ck_assert_str_eq(a->hands, b->hands);
		ck_assert_str_eq(a->history, b->history);
		ck_assert_int_eq(a->fault->verdict, b->fault->verdict);
		ck_assert_str_eq(a->fault->cause, b->fault->cause);
		ck_assert_int_eq(a->fault->has_offset, b->fault->has_offset);
		ck_assert(!b->fault->has_offset || a->fault->offset == b->fault->offset);
		ck_assert_str_eq(a->fault->output, b->fault->output);
		ck_assert_uint_eq(a->fault->n_output, b->fault->n_output);
	}
}

/* Checks that this is what was written. If the order was not stored, removes that of `wrote` too. */
static UNUSED void check_chunk(const struct chunk *read, struct chunk *wrote, const struct schedule *schedule,
			       bool has_order)
{
	uint64_t n = wrote->matches.n;
	ck_assert_mem_eq(&read->matches, &wrote->matches, sizeof read->matches);
	ck_assert_int_eq(read->n_seats, wrote->n_seats);
	ck_assert_uint_eq(read->n_blocks, wrote->n_blocks);
	ck_assert_int_eq(read->has_order, has_order);
	if (!has_order)
		sort_places(wrote, schedule);
	ck_assert_mem_eq(read->places, wrote->places, n * chunk_match_size(wrote));
	ck_assert_uint_eq(read->signature, wrote->signature);
	ck_assert_uint_eq(read->n_alike, wrote->n_alike);
	ck_assert_int_eq(read->has_details, wrote->has_details);
	if (wrote->has_details) {
		ck_assert_mem_eq(read->signatures, wrote->signatures, n * sizeof *wrote->signatures);
		ck_assert_mem_eq(read->alike, wrote->alike, n * sizeof *wrote->alike);
		ck_assert_mem_eq(read->asks, wrote->asks, n * (uint64_t)wrote->n_seats * sizeof *wrote->asks);
		ck_assert_uint_eq(read->n_troubles, wrote->n_troubles);
		ck_assert_mem_eq(read->troubles, wrote->troubles, wrote->n_troubles * sizeof *wrote->troubles);
	}
	ck_assert_int_eq(read->n_robots, wrote->n_robots);
	ck_assert_int_eq(read->has_luck, wrote->has_luck);
	if (wrote->has_luck)
		ck_assert_mem_eq(read->luck_sums, wrote->luck_sums,
				 (size_t)wrote->n_robots * LUCK_SUMS * sizeof *wrote->luck_sums);
	for (int i = 0; i < wrote->n_robots; i++) {
		ck_assert_int_eq(read->robots[i].robot, wrote->robots[i].robot);
		ck_assert_mem_eq(&read->robots[i].tally, &wrote->robots[i].tally, sizeof wrote->robots[i].tally);
		ck_assert_mem_eq(&read->robots[i].showdowns, &wrote->robots[i].showdowns,
				 sizeof wrote->robots[i].showdowns);
		ck_assert_int_eq(read->robots[i].cpu_ns, -1);
	}
	check_faults(read, wrote);
}

static UNUSED long long number_of(const char *path, const char *sql)
{
	sqlite3 *handle;
	sqlite3_stmt *query;
	ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
	ck_assert_msg(sqlite3_prepare_v2(handle, sql, -1, &query, NULL) == SQLITE_OK, "%s: %s", sql,
		      sqlite3_errmsg(handle));
	ck_assert_int_eq(sqlite3_step(query), SQLITE_ROW);
	long long number = sqlite3_column_int64(query, 0);
	sqlite3_finalize(query);
	sqlite3_close(handle);
	return number;
}
