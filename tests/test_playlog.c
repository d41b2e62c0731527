/* test_playlog.c - plays that were kept: as bytes, and as games that are played from them with nobody to ask. */
#include "zoo.h"
#include "base/varint.h"
#include "match/playlog.h"
#include "match/survey.h"

/* ---- bytes ------------------------------------------------------------------------------ */

START_TEST(events_come_back)
{
	static const int plays[] = {0, 1, -1, 63, -64, 12345, INT32_MAX, INT32_MIN};
	enum { N = sizeof plays / sizeof plays[0] };
	AUTO_STR struct str game = {0}, log = {0};
	struct varints events;
	enum verdict verdict;
	int play, n_failed, seat;
	playlog_add_game(&log, &game);
	for (int i = 0; i < N; i++)
		playlog_add_play(&game, plays[i]);
	playlog_add_fault(&game, VERDICT_TIMEOUT);
	playlog_add_showdown(&game, 2);
	playlog_add_failed(&game, 3, VERDICT_CRASH);
	playlog_add_failed(&game, 0, VERDICT_LOAD);
	playlog_add_game(&log, &game);
	ck_assert(playlog_find(log.text, log.length, 0, &events) && !playlog_turn(&events, &play, &verdict));
	ck_assert(!playlog_find(log.text, log.length, 2, &events));
	ck_assert(playlog_find(log.text, log.length, 1, &events));
	for (int i = 0; i < N; i++) {
		ck_assert(playlog_turn(&events, &play, &verdict) && verdict == VERDICT_OK);
		ck_assert_int_eq(play, plays[i]);
	}
	ck_assert(playlog_turn(&events, &play, &verdict) && verdict == VERDICT_TIMEOUT);
	ck_assert(playlog_showdown(&events, 4, &n_failed) && n_failed == 2);
	ck_assert(playlog_failed(&events, 4, &seat, &verdict) && seat == 3 && verdict == VERDICT_CRASH);
	ck_assert(playlog_failed(&events, 4, &seat, &verdict) && seat == 0 && verdict == VERDICT_LOAD);
	ck_assert(!playlog_turn(&events, &play, &verdict) && !playlog_showdown(&events, 4, &n_failed));
	for (size_t size = 0; size < log.length; size++)
		ck_assert(!playlog_find(log.text, size, 1, &events));
}
END_TEST

START_TEST(what_cannot_be_is_refused)
{
	static const struct {
		const char *bytes;
		size_t size;
	} turns[] = {{"", 0}, {"\1", 1}, {"\6", 1}, {"\12", 1}, {"\200", 1}, {"\200\200\200\200\200\1", 6}};
	struct varints events;
	enum verdict verdict;
	int play, n_failed, seat;
	for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
		events = varints_of(turns[i].bytes, turns[i].size);
		ck_assert_msg(!playlog_turn(&events, &play, &verdict), "turn %zu", i);
	}
	events = varints_of("\5", 1);
	ck_assert(!playlog_showdown(&events, 4, &n_failed));
	events = varints_of("\4\3", 2); /* seat 4 of 4 */
	ck_assert(!playlog_failed(&events, 4, &seat, &verdict));
	events = varints_of("\1\0", 2); /* failed, but well */
	ck_assert(!playlog_failed(&events, 4, &seat, &verdict));
}
END_TEST

/* ---- games ------------------------------------------------------------------------------ */

static const struct table {
	const char *robots[4], *variant;
} tables[] = {
	{{"clock", "clock", "meek"}, "liars-dice"},
	{{"clock", "observer"}, "wild"},
	{{"clock", "tired:every=3", "unresolved", "clock"}, "round-table"}, /* anyone may call; one cannot be loaded */
	{{"clock", "maexchen", "clock"}, "maexchen"},
};
enum { N_TABLES = sizeof tables / sizeof tables[0], GAMES = 240 };

/* What a match brought, by its number. */
struct memory {
	struct str plays[GAMES];
	struct match_result result[GAMES];
	uint64_t n, n_replayed;
	bool is_damaged;
	size_t flipped; /* a bit of the first match's plays */
};

static bool remember(const struct match_result *result, void *context)
{
	struct memory *memory = context;
	size_t n = (size_t)result->n_seats, size = result->plan.n_blocks * n * n;
	struct match_result *mine = &memory->result[memory->n];
	ck_assert_uint_eq(result->plan.number, memory->n);
	ck_assert_ptr_nonnull(result->plays);
	str_add_n(&memory->plays[memory->n++], result->plays, result->plays_size);
	*mine = *result;
	mine->faults = NULL;
	mine->n_faults = 0;
	mine->plays = NULL;
	mine->places = NEW_ARRAY(uint8_t, size);
	memcpy(mine->places, result->places, size);
	return true;
}

static int recall_plays(uint64_t match, struct str *plays, void *context, struct err *err)
{
	struct memory *memory = context;
	(void)err;
	str_add_n(plays, memory->plays[match].text, memory->plays[match].length - memory->is_damaged);
	return 1;
}

/* The same games, to the bit of their sums, and the same plays if they are kept again. */
static bool compare(const struct match_result *result, int slot, void *context)
{
	struct memory *memory = context;
	const struct match_result *mine = &memory->result[result->plan.number];
	size_t n = (size_t)result->n_seats;
	(void)slot;
	ck_assert_mem_eq(result->places, mine->places, result->plan.n_blocks * n * n);
	ck_assert_uint_eq(result->signature, mine->signature);
	for (size_t player = 0; player < n; player++) {
		const struct tally *a = &result->tally[player], *b = &mine->tally[player];
		ck_assert(a->illegal == b->illegal && a->timeouts == b->timeouts && a->failed_games == b->failed_games);
		ck_assert(a->crashes == b->crashes && a->wins == b->wins && a->places == b->places);
	}
	ck_assert_uint_eq(result->plays_size, memory->plays[result->plan.number].length);
	ck_assert_mem_eq(result->plays, memory->plays[result->plan.number].text, result->plays_size);
	memory->n_replayed++;
	return true;
}

/* Plays a run and keeps its plays. */
static void play(const struct table *table, int n_workers, struct robot *robots, struct tournament *t, struct memory *memory)
{
	struct err err = {0};
	struct zoo_run run = {.games = GAMES, .variant = table->variant, .match_length = 3};
	int n = 0;
	for (; n < 4 && table->robots[n]; n++)
		zoo_open(&robots[n], table->robots[n]);
	*t = (struct tournament){
		.robots = robots, .n_workers = n_workers, .keeps_plays = true, .finished = remember, .context = memory,
		.limits = {.move_time_ns = INT64_C(2000000000), .memory = (uint64_t)512 << 20},
	};
	zoo_schedule(&run, n, t);
	ck_assert_msg(tournament_meet(t, &err) == 0 && tournament_play(t, &err) == 0, "%s", err.text);
	ck_assert_uint_eq(memory->n, t->schedule.n_matches);
}

static void forget(struct memory *memory, struct robot *robots, int n_robots)
{
	for (uint64_t i = 0; i < memory->n; i++) {
		str_release(&memory->plays[i]);
		match_result_release(&memory->result[i]);
	}
	for (int i = 0; i < n_robots; i++)
		robot_release(&robots[i]);
}

/* Nobody is there who could be asked. */
static void play_kept(struct tournament *t, struct memory *memory, struct err *err)
{
	struct survey survey = {.tournament = t, .end_match = t->schedule.n_matches, .n_lanes = 5, .finished = compare, .context = memory};
	t->kept_plays = recall_plays;
	t->kept_context = memory;
	for (int i = 0; i < t->schedule.n_robots; i++)
		t->robots[i].fault.verdict = VERDICT_LOAD;
	survey_play(&survey, err);
}

START_TEST(kept_plays_are_the_games)
{
	static struct memory memory;
	struct robot robots[4] = {0};
	struct tournament t;
	struct err err = {0};
	play(&tables[_i / 2], 1 + _i % 2, robots, &t, &memory);
	uint64_t n_crashes = 0;
	for (uint64_t i = 0; i < memory.n; i++)
		n_crashes += memory.result[i].tally[0].crashes;
	ck_assert_uint_gt(n_crashes, 0);
	play_kept(&t, &memory, &err);
	ck_assert_msg(err.code == EXIT_OK, "%s", err.text);
	ck_assert_uint_eq(memory.n_replayed, memory.n);
	/* And they are needed: without them it is another run. */
	memory.is_damaged = true;
	play_kept(&t, &memory, &err);
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "are damaged"), "%s", err.text);
	forget(&memory, robots, t.schedule.n_robots);
}
END_TEST

static int check_kept(const struct match_result *result, void *context, struct err *err)
{
	const struct memory *memory = context;
	return match_result_is_same(result, &memory->result[0]) ? 0 : err_set(err, EXIT_WORLD, "another result");
}

static int recall_flipped(uint64_t match, struct str *plays, void *context, struct err *err)
{
	struct memory *memory = context;
	recall_plays(match, plays, context, err);
	plays->text[memory->flipped / 8] ^= (char)(1 << memory->flipped % 8);
	return 1;
}

static bool go_on(const struct match_result *result, int slot, void *context)
{
	(void)result, (void)slot, (void)context;
	return true;
}

/* With the check a bit that is another one is found out, wherever it leads: but for a rare one that changes nothing
 * of what is counted. The plays are other ones each time, so that no single bit can be named. */
START_TEST(bits_that_differ_are_found_out)
{
	static struct memory memory;
	struct robot robots[4] = {0};
	struct tournament t;
	play(&tables[_i], 1, robots, &t, &memory);
	struct survey survey = {.tournament = &t, .end_match = 1, .n_lanes = 1, .finished = go_on};
	for (int i = 0; i < t.schedule.n_robots; i++)
		t.robots[i].fault.verdict = VERDICT_LOAD;
	t.kept_context = &memory;
	t.kept_check = check_kept;
	t.kept_plays = recall_plays;
	struct err err = {0};
	ck_assert_msg(survey_play(&survey, &err) == 0, "%s", err.text);
	t.kept_plays = recall_flipped;
	int n_flips = 0, n_missed = 0;
	for (; memory.flipped < 8 * memory.plays[0].length; memory.flipped += 3, n_flips++) {
		err = (struct err){0};
		int failed = survey_play(&survey, &err);
		ck_assert_msg(!failed || err.code == EXIT_WORLD, "bit %zu: %s", memory.flipped, err.text);
		n_missed += !failed;
	}
	ck_assert_msg(n_missed * 100 <= n_flips, "%d of %d bits", n_missed, n_flips);
	forget(&memory, robots, t.schedule.n_robots);
}
END_TEST

static void fill(Suite *suite)
{
	TCase *cases = tcase_create("playlog");
	tcase_set_timeout(cases, 120);
	tcase_add_test(cases, events_come_back);
	tcase_add_test(cases, what_cannot_be_is_refused);
	tcase_add_loop_test(cases, kept_plays_are_the_games, 0, 2 * N_TABLES);
	tcase_add_loop_test(cases, bits_that_differ_are_found_out, 0, N_TABLES);
	suite_add_tcase(suite, cases);
}

int main(int argc, char **argv)
{
	return zoo_main(argc, argv, "playlog", fill);
}
