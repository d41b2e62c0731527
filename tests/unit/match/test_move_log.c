/* test_move_log.c - stored plays: as bytes, and as games that are replayed from them without any robot. */
#include "base/varint.h"
#include "game/game.h"
#include "match/move_log.h"
#include "record/replays.h"
#include "zoo.h"

/* ---- bytes ------------------------------------------------------------------------------ */

START_TEST(events_are_read_back)
{
	static const int plays[] = {0, 1, -1, 63, -64, 12345, INT32_MAX, INT32_MIN};
	enum { N = sizeof plays / sizeof plays[0] };
	AUTO_STR struct str game = {0}, log = {0};
	struct varints events;
	enum verdict verdict;
	int play, n_failed, seat;
	move_log_add_game(&log, &game);
	for (int i = 0; i < N; i++)
		move_log_add_play(&game, plays[i]);
	move_log_add_fault(&game, VERDICT_TIMEOUT);
	move_log_add_showdown(&game, 2);
	move_log_add_failed(&game, 3, VERDICT_CRASH);
	move_log_add_failed(&game, 0, VERDICT_LOAD);
	move_log_add_game(&log, &game);
	ck_assert(move_log_find(log.text, log.length, 0, &events) && !move_log_turn(&events, &play, &verdict));
	ck_assert(!move_log_find(log.text, log.length, 2, &events));
	ck_assert(move_log_find(log.text, log.length, 1, &events));
	for (int i = 0; i < N; i++) {
		ck_assert(move_log_turn(&events, &play, &verdict) && verdict == VERDICT_OK);
		ck_assert_int_eq(play, plays[i]);
	}
	ck_assert(move_log_turn(&events, &play, &verdict) && verdict == VERDICT_TIMEOUT);
	ck_assert(move_log_showdown(&events, 4, &n_failed) && n_failed == 2);
	ck_assert(move_log_failed(&events, 4, &seat, &verdict) && seat == 3 && verdict == VERDICT_CRASH);
	ck_assert(move_log_failed(&events, 4, &seat, &verdict) && seat == 0 && verdict == VERDICT_LOAD);
	ck_assert(!move_log_turn(&events, &play, &verdict) && !move_log_showdown(&events, 4, &n_failed));
	for (size_t size = 0; size < log.length; size++)
		ck_assert(!move_log_find(log.text, size, 1, &events));
}
END_TEST

START_TEST(impossible_events_are_refused)
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
		ck_assert_msg(!move_log_turn(&events, &play, &verdict), "turn %zu", i);
	}
	events = varints_of("\5", 1);
	ck_assert(!move_log_showdown(&events, 4, &n_failed));
	events = varints_of("\4\3", 2); /* seat 4 of 4 */
	ck_assert(!move_log_failed(&events, 4, &seat, &verdict));
	events = varints_of("\1\0", 2); /* a fault with the verdict OK */
	ck_assert(!move_log_failed(&events, 4, &seat, &verdict));
}
END_TEST

/* ---- games ------------------------------------------------------------------------------ */

static const struct table {
	const char *robots[4], *variant;
	bool is_as_given;
} tables[] = {
	{{"clock", "clock", "meek"}, "liars-dice", false},
	{{"clock", "clock", "observer"}, "wild", false},
	{{"clock", "tired:every=3", "unresolved", "clock"}, "round-table", false}, /* anyone may call; one robot
	                                                                            * cannot be loaded */
	{{"clock", "maexchen", "clock"}, "maexchen", false},
};
enum { N_TABLES = sizeof tables / sizeof tables[0], GAMES = 60 };

/* The results of a run: chunks of its matches, in order. */
struct memory {
	struct chunk all;      /* every match of the run; plays and robots stay empty */
	struct str plays[GAMES];
	uint64_t n, n_replayed, n_surveyed;
	bool is_damaged;
	bool is_absent[4];     /* robots that could not be loaded: stored plays do not record that they got no
	                        * observations */
	size_t flipped;        /* a bit of the first match's plays */
};

/* The plays of each match of a chunk. */
static void each_plays(const struct chunk *chunk,
		       void (*visit)(uint64_t match, const void *bytes, size_t size, struct memory *),
		       struct memory *memory)
{
	struct varints plays = varints_of(chunk->plays.text, chunk->plays.length);
	for (uint64_t i = 0; i < chunk->matches.n; i++) {
		uint64_t size;
		ck_assert(varint_get(&plays, &size) && size <= (uint64_t)(plays.end - plays.at));
		visit(matches_number(&chunk->matches, i), plays.at, size, memory);
		plays.at += size;
	}
	ck_assert_ptr_eq(plays.at, plays.end);
}

static void remember_plays(uint64_t match, const void *bytes, size_t size, struct memory *memory)
{
	str_add_n(&memory->plays[match], bytes, size);
}

static void check_plays(uint64_t match, const void *bytes, size_t size, struct memory *memory)
{
	ck_assert_uint_eq(size, memory->plays[match].length);
	ck_assert_mem_eq(bytes, memory->plays[match].text, size);
}

static void copy(void *to, const void *from, uint64_t at, uint64_t n, size_t size)
{
	memcpy((char *)to + at * size, from, n * size);
}

static void make_room(struct chunk *all, const struct chunk *model, uint64_t n_matches)
{
	uint64_t n = (uint64_t)model->n_seats;
	*all = (struct chunk){.matches = {0, n_matches, 1}, .n_seats = model->n_seats, .n_blocks = model->n_blocks};
	all->places = NEW_ARRAY(uint8_t, n_matches * chunk_match_size(all));
	all->signatures = NEW_ARRAY(uint64_t, n_matches);
	all->alike = NEW_ARRAY(uint32_t, n_matches);
	all->asks = NEW_ARRAY(uint32_t, n_matches * n);
}

static bool remember(const struct chunk *chunk, void *context)
{
	struct memory *memory = context;
	struct chunk *all = &memory->all;
	uint64_t n = chunk->matches.n, n_seats = (uint64_t)chunk->n_seats;
	ck_assert_uint_eq(chunk->matches.first, memory->n);
	if (memory->n == 0)
		make_room(all, chunk, GAMES);
	copy(all->places, chunk->places, memory->n, n, chunk_match_size(chunk));
	copy(all->signatures, chunk->signatures, memory->n, n, sizeof *all->signatures);
	copy(all->alike, chunk->alike, memory->n, n, sizeof *all->alike);
	copy(all->asks, chunk->asks, memory->n * n_seats, n * n_seats, sizeof *all->asks);
	for (size_t i = 0; i < chunk->n_troubles; i++) {
		struct match_trouble trouble = chunk->troubles[i];
		trouble.match += (uint32_t)memory->n;
		chunk_add_trouble(all, &trouble);
	}
	each_plays(chunk, remember_plays, memory);
	memory->n += n;
	return true;
}

static int recall_plays(uint64_t match, struct str *plays, void *context, struct err *err)
{
	struct memory *memory = context;
	(void)err;
	str_add_n(plays, memory->plays[match].text, memory->plays[match].length - memory->is_damaged);
	return 1;
}

/* Equal games, asks, troubles and signatures, and equal plays if they are stored again. */
static bool compare(const struct chunk *chunk, void *context)
{
	struct memory *memory = context;
	const struct chunk *all = &memory->all;
	uint64_t first = chunk->matches.first, n = chunk->matches.n, n_seats = (uint64_t)chunk->n_seats;
	ck_assert_mem_eq(chunk->places, chunk_match(all, first), n * chunk_match_size(all));
	ck_assert_mem_eq(chunk->signatures, all->signatures + first, n * sizeof *all->signatures);
	ck_assert_mem_eq(chunk->alike, all->alike + first, n * sizeof *all->alike);
	for (uint64_t i = 0; i < n * n_seats; i++)
		ck_assert(memory->is_absent[i % n_seats] || chunk->asks[i] == all->asks[first * n_seats + i]);
	size_t k = 0, n_before = 0;
	while (n_before < all->n_troubles && all->troubles[n_before].match < first)
		n_before++;
	for (; k < chunk->n_troubles; k++) {
		struct match_trouble trouble = chunk->troubles[k];
		trouble.match += (uint32_t)first;
		ck_assert_uint_lt(n_before + k, all->n_troubles);
		ck_assert_mem_eq(&trouble, &all->troubles[n_before + k], sizeof trouble);
	}
	ck_assert(n_before + k == all->n_troubles || all->troubles[n_before + k].match >= first + n);
	each_plays(chunk, check_plays, memory);
	memory->n_replayed += n;
	return true;
}

static bool compare_match(const struct replays_match *match, int index, void *context)
{
	struct memory *memory = context;
	(void)index;
	ck_assert_mem_eq(match->places, chunk_match(&memory->all, match->plan->number), chunk_match_size(&memory->all));
	memory->n_surveyed++;
	return true;
}

/* Plays a run and stores its plays. */
static void play(const struct table *table, int n_workers, struct robot *robots, struct tournament *t,
		 struct memory *memory)
{
	struct err err = {0};
	struct zoo_run run = {.games = GAMES, .variant = table->variant, .match_length = 3,
		.is_as_given = table->is_as_given};
	int n = 0;
	for (; n < 4 && table->robots[n]; n++)
		zoo_open(&robots[n], table->robots[n]);
	*t = (struct tournament){
		.robots = robots, .n_workers = n_workers, .keeps_plays = true, .keeps_details = true,
		.chunk_ns = n_workers > 1, .finished = remember, .context = memory,
		.limits = {.move_time_ns = INT64_C(2000000000), .memory = (uint64_t)512 << 20},
	};
	zoo_schedule(&run, n, t);
	ck_assert_msg(tournament_probe(t, &err) == 0 && tournament_play(t, &err) == 0, "%s", err.text);
	ck_assert_uint_eq(memory->n, t->schedule.n_matches);
	/* From now on there are no robots that could be asked. */
	for (int i = 0; i < n; i++) {
		memory->is_absent[i] = robots[i].fault.verdict != VERDICT_OK;
		robots[i].fault.verdict = VERDICT_LOAD;
	}
}

static void forget(struct memory *memory, struct robot *robots, int n_robots)
{
	for (uint64_t i = 0; i < memory->n; i++)
		str_release(&memory->plays[i]);
	chunk_release(&memory->all);
	for (int i = 0; i < n_robots; i++)
		robot_release(&robots[i]);
}

/* Replays the games from the stored plays: as a run, and through replays. */
static void play_stored(struct tournament *t, struct memory *memory, struct err *err)
{
	struct replays replays = {.tournament = t, .end_match = t->schedule.n_matches, .n_lanes = 5, .n_at_once = 7,
				.finished = compare_match, .context = memory};
	t->stored_plays = recall_plays;
	t->stored_context = memory;
	t->finished = compare;
	if (tournament_play(t, err) == 0)
		replays_play(&replays, err);
}

static uint64_t n_crashes(const struct chunk *all)
{
	uint64_t n = 0;
	for (size_t i = 0; i < all->n_troubles; i++)
		n += all->troubles[i].player == 0 ? all->troubles[i].crashes : 0;
	return n;
}

/* Returns the number of crashes. */
static uint64_t check_stored_plays(const struct table *table, int n_workers)
{
	static struct memory memory;
	struct robot robots[4] = {0};
	struct tournament t;
	struct err err = {0};
	play(table, n_workers, robots, &t, &memory);
	uint64_t n = n_crashes(&memory.all);
	play_stored(&t, &memory, &err);
	ck_assert_msg(err.code == EXIT_OK, "%s", err.text);
	ck_assert_uint_eq(memory.n_replayed, memory.n);
	ck_assert_uint_eq(memory.n_surveyed, memory.n);
	/* The plays are really used: without them the run differs. */
	memory.is_damaged = true;
	play_stored(&t, &memory, &err);
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "are damaged"), "%s", err.text);
	forget(&memory, robots, t.schedule.n_robots);
	return n;
}

START_TEST(stored_plays_give_the_same_games)
{
	ck_assert_uint_gt(check_stored_plays(&tables[_i / 2], 1 + _i % 2), 0);
}
END_TEST

/* In rotation 1 the matches in progress restart, after games that went otherwise than they do now: of these nothing may
 * count. In rotation 0 the deserter makes no bids, so all blocks are played alike, unless a match was over before. */
START_TEST(restarted_rotations_leave_nothing)
{
	static const struct table restarting = {{"deserter", "deserter:at=20"}, "one-hand", true};
	check_stored_plays(&restarting, 1);
}
END_TEST

/* ---- damage ------------------------------------------------------------------------------- */

/* The outcome of a match by its plays, computed from the rules alone. False: they cannot be the plays of a match. */
static bool referee_game(const struct tournament *t, const struct match_plan *plan, uint32_t block, int rotation,
			 struct varints events, uint8_t *places)
{
	struct game game;
	int n = t->schedule.n_seats, play, n_failed, seat, tied;
	size_t hands_size = game_hands_size(&t->rules, n);
	enum verdict verdict;
	AUTO_FREE char *history = NEW_ARRAY(char, game_history_size(&t->rules, n));
	AUTO_FREE char *hands = NEW_ARRAY(char, hands_size * (size_t)(n + 1));
	struct game_view view = {.history = history, .shown = hands + hands_size * (size_t)n};
	char letters[SCHEDULE_MAX_SEATS];
	for (seat = 0; seat < n; seat++) {
		letters[seat] = (char)('A' + schedule_player(plan, seat, rotation, n));
		view.hands[seat] = hands + hands_size * (size_t)seat;
	}
	game_start(&game, &t->rules, n, letters,
		   (struct dice_source){rng_key_derive(t->seed, RNG_DICE), plan->first_dice + block}, &view);
	while (game.need != GAME_NEED_OVER) {
		if (game.need == GAME_NEED_PLAY) {
			if (!move_log_turn(&events, &play, &verdict))
				return false;
			if (verdict == VERDICT_OK)
				game_play(&game, play);
			else
				game_fault(&game, game.turn);
			continue;
		}
		if (!move_log_showdown(&events, n, &n_failed))
			return false;
		for (; n_failed; n_failed--) {
			if (!move_log_failed(&events, n, &seat, &verdict) || !game_observes(&game, seat))
				return false;
			game_fault(&game, seat);
		}
		game_observed(&game);
	}
	for (seat = 0; seat < n; seat++)
		places[schedule_player(plan, seat, rotation, n)] = (uint8_t)game_place(&game, seat, &tied);
	return events.at == events.end;
}

static bool referee(const struct tournament *t, const char *bytes, size_t size, uint8_t *places)
{
	uint64_t number = 0;
	int n = t->schedule.n_seats;
	struct match_plan plan = schedule_match(&t->schedule, 0);
	for (int rotation = 0; rotation < n; rotation++) {
		for (uint32_t block = 0; block < plan.n_blocks; block++) {
			struct varints events;
			uint8_t *at = places + ((int)block * n + rotation) * n;
			if (!move_log_find(bytes, size, number++, &events) ||
			    !referee_game(t, &plan, block, rotation, events, at))
				return false;
		}
	}
	return true;
}

static int check_stored(uint64_t match, const uint8_t *places, size_t size, const uint64_t *signature, void *context,
		      struct err *err)
{
	(void)signature;
	const struct memory *memory = context;
	ck_assert(match == 0 && size == chunk_match_size(&memory->all));
	return memcmp(places, memory->all.places, size) == 0 ? 0 : err_set(err, EXIT_WORLD, "another result");
}

static int recall_flipped(uint64_t match, struct str *plays, void *context, struct err *err)
{
	struct memory *memory = context;
	recall_plays(match, plays, context, err);
	plays->text[memory->flipped / 8] ^= (char)(1 << memory->flipped % 8);
	return 1;
}

static bool go_on(const struct replays_match *match, int index, void *context)
{
	(void)match, (void)index, (void)context;
	return true;
}

/* Any changed bit (one in three is tried) is detected exactly when the plays cannot be those of a match, or lead to
 * another outcome. Few bits change nothing. */
START_TEST(changed_bits_are_detected)
{
	static struct memory memory;
	struct robot robots[4] = {0};
	struct tournament t;
	uint8_t places[1000];
	play(&tables[_i], 1, robots, &t, &memory);
	struct replays replays = {.tournament = &t, .end_match = 1, .n_lanes = 1, .n_at_once = 1, .finished = go_on};
	t.stored_context = &memory;
	t.stored_check = check_stored;
	t.stored_plays = recall_plays;
	struct err err = {0};
	size_t size = chunk_match_size(&memory.all);
	ck_assert_uint_le(size, sizeof places);
	ck_assert_msg(replays_play(&replays, &err) == 0, "%s", err.text);
	ck_assert(referee(&t, memory.plays[0].text, memory.plays[0].length, places));
	ck_assert_mem_eq(places, memory.all.places, size);
	t.stored_plays = recall_flipped;
	for (memory.flipped = 0; memory.flipped < 8 * memory.plays[0].length; memory.flipped += 3) {
		AUTO_STR struct str flipped = {0};
		recall_flipped(0, &flipped, &memory, &err);
		bool is_match = referee(&t, flipped.text, flipped.length, places);
		const char *expected = !is_match ? "are damaged"
						 : memcmp(places, memory.all.places, size) != 0 ? "another result" : "";
		err = (struct err){0};
		int failed = replays_play(&replays, &err);
		ck_assert_msg(failed ? err.code == EXIT_WORLD && *expected && strstr(err.text, expected) : !*expected,
			      "bit %zu: '%s' instead of '%s'", memory.flipped, err.text, expected);
	}
	forget(&memory, robots, t.schedule.n_robots);
}
END_TEST

ZOO_SUITE(120,
	TEST(events_are_read_back),
	TEST(impossible_events_are_refused),
	LOOP(stored_plays_give_the_same_games, 0, 2 * N_TABLES),
	TEST(restarted_rotations_leave_nothing),
	LOOP(changed_bits_are_detected, 0, N_TABLES))
