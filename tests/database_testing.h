/* database_testing.h - made-up runs and matches for the tests of the database, in a folder of their own. */
#ifndef ARENA_TESTS_DATABASE_TESTING_H
#define ARENA_TESTS_DATABASE_TESTING_H

#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/str.h"
#include "store/database.h"

#define UNUSED __attribute__((unused))

/* ---- a folder of its own for each test -------------------------------------------------- */

static char folder[] = "/tmp/arena-database-XXXXXX";

static UNUSED void enter_folder(void)
{
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
}

static UNUSED void leave_folder(void)
{
	char command[100];
	ck_assert_int_eq(chdir("/"), 0);
	snprintf(command, sizeof command, "rm -rf '%s'", folder);
	ck_assert_int_eq(system(command), 0);
}

/* ---- runs ------------------------------------------------------------------------------- */

enum { MOST_ROBOTS = 26 };
static struct robot robots[MOST_ROBOTS]; /* without files */

/* A run of robots with made-up hashes; the caller releases it. */
static UNUSED void make_info(struct info *info, enum format format, int n_robots, int n_seats, uint64_t games,
			     const char *seed)
{
	struct tournament t = {.robots = robots, .limits = {.move_time_ns = 100000000, .memory = 512 << 20}};
	static char specs[MOST_ROBOTS][40];
	for (int i = 0; i < n_robots; i++) {
		snprintf(specs[i], sizeof specs[i], "robot%d:key=%d", i, i);
		robots[i] = (struct robot){.spec = specs[i], .label = specs[i], .path = specs[i]};
		snprintf(robots[i].card.name, sizeof robots[i].card.name, "Robot %d", i);
		for (int digit = 0; digit < 64; digit++)
			robots[i].sha256[digit] = "0123456789abcdef"[(i + digit * (i + 1)) % 16];
	}
	ck_assert_int_eq(rules_init(&t.rules, "wild", NULL), 0);
	ck_assert_int_eq(schedule_init(&t.schedule, format, n_robots, n_seats, games, rng_key_of_seed(seed), NULL), 0);
	info_init(info, &t, "arena tournament made up", seed, games);
}

/* A fresh database in "arena.db" with one run named "0001". */
static UNUSED struct database *begin(const struct info *info, int64_t *run)
{
	struct err err = {0};
	struct database *database = database_open("arena.db", DATABASE_WRITE, &err);
	ck_assert_msg(database != NULL, "%s", err.text);
	ck_assert_msg(database_begin_run(database, info, "0001", run, &err) == 0, "%s", err.text);
	return database;
}

/* ---- matches ---------------------------------------------------------------------------- */

/* Places with ties now and then, a function of seed. */
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

static UNUSED void add_fault(struct match_result *result, int player, uint64_t game, enum verdict verdict)
{
	result->faults = mem_resize(result->faults, (size_t)result->n_faults + 1, sizeof *result->faults);
	struct fault *fault = NEW(struct fault);
	*fault = (struct fault){.verdict = verdict, .cause = "SIGSEGV at address 0x0", .offset = 0xffff800000000123,
				.has_offset = verdict == VERDICT_CRASH, .n_output = 9, .output = "it says\n\""};
	result->faults[result->n_faults++] = (struct fault_record){
		.game = game, .robot = result->plan.robot[player], .ask = 3, .me = (char)('A' + player),
		.hands = mem_strdup("A:53321,B:xxxxx"), .history = mem_strdup(""), .fault = fault,
	};
}

/* Match `number` of the run, as a worker would hand it on; the caller releases it. */
static UNUSED void make_match(const struct schedule *schedule, uint64_t number, struct match_result *result)
{
	uint64_t seed = 1000 + number;
	size_t n = (size_t)schedule->n_seats;
	*result = (struct match_result){.n_seats = schedule->n_seats, .is_signed = true, .signature = rng_mix(seed)};
	schedule_match(schedule, number, &result->plan);
	result->keeps_order = result->plan.has_twin || result->plan.is_twin;
	result->n_alike_blocks = (uint32_t)number % (result->plan.n_blocks + 1);
	result->places = NEW_ARRAY(uint8_t, result->plan.n_blocks * n * n);
	for (size_t game = 0; game < result->plan.n_blocks * n; game++)
		make_places(&seed, (int)n, result->places + game * n);
	for (int player = 0; player < (int)n; player++) {
		tally_places(&result->tally[player], result, player);
		result->tally[player].asks = rng_below(rng_next(&seed), 1000000);
		result->tally[player].illegal = rng_below(rng_next(&seed), 10);
		result->tally[player].timeouts = 1;
		result->tally[player].failed_games = 1;
	}
	add_fault(result, 0, result->plan.first_block * n, VERDICT_TIMEOUT);
	add_fault(result, (int)n - 1, result->plan.first_block * n + 1, VERDICT_CRASH);
}

/* Stores the matches from first on whose number is first plus a multiple of step. */
static UNUSED void store_matches(struct database *database, int64_t run, const struct schedule *schedule,
				 uint64_t first, uint64_t step)
{
	for (uint64_t number = first; number < schedule->n_matches; number += step) {
		struct match_result result;
		struct err err = {0};
		make_match(schedule, number, &result);
		ck_assert_msg(database_put_match(database, run, &result, robots, &err) == 0, "%s", err.text);
		match_result_release(&result);
	}
}

/* Any statement, behind the back of database.h. */
static UNUSED void execute(const char *path, const char *sql)
{
	sqlite3 *handle;
	char *why = NULL;
	ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
	ck_assert_msg(sqlite3_exec(handle, sql, NULL, NULL, &why) == SQLITE_OK, "%s: %s", sql, why);
	sqlite3_close(handle);
}

static UNUSED long long number_of(const char *path, const char *sql)
{
	sqlite3 *handle;
	sqlite3_stmt *query;
	ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
	ck_assert_msg(sqlite3_prepare_v2(handle, sql, -1, &query, NULL) == SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(handle));
	ck_assert_int_eq(sqlite3_step(query), SQLITE_ROW);
	long long number = sqlite3_column_int64(query, 0);
	sqlite3_finalize(query);
	sqlite3_close(handle);
	return number;
}

#endif
