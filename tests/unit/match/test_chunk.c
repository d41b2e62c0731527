/* test_chunk.c - chunks of matches: sums over them, which faults are kept, and transfer from worker to coordinator. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"
#include "match/chunk.h"
#include "match/workers.h"

/* ---- made-up chunks ------------------------------------------------------------------------- */

struct shape {
	struct schedule_options options;
	uint64_t first, n, stride;
	int n_kinds; /* number of kinds of games: few kinds make equal matches frequent */
	bool has_details;
	int n_faults;
};

#define RUN(f, robots, seats, n, length) \
	{.format = (f), .n_robots = (robots), .n_seats = (seats), .games = (n), .match_length = (length)}

static const struct shape shapes[] = {
	{RUN(FORMAT_TABLE, 2, 0, 2000, 1), 0, 1000, 1, 2, true, 3},
	{RUN(FORMAT_TABLE, 2, 0, 2000, 1), 17, 1, 1, 2, true, 0},
	{RUN(FORMAT_TABLE, 2, 0, 2000, 3), 5, 200, 1, 3, false, 30},
	{RUN(FORMAT_TABLE, 2, 0, 2000, 10), 0, 100, 1, 2, true, 1}, /* 40 bytes per match: the maximum that is counted
	                                                             * by kind */
	{RUN(FORMAT_TABLE, 2, 0, 2000, 11), 0, 90, 1, 2, true, 0},
	{RUN(FORMAT_TABLE, 4, 0, 2000, 1), 100, 300, 1, 1000, true, 4}, /* more kinds than are counted at a time */
	{RUN(FORMAT_TABLE, 6, 0, 2000, 1), 0, 300, 1, 1, true, 0},
	{RUN(FORMAT_TABLE, 7, 0, 2000, 1), 0, 200, 1, 2, false, 0},
	{RUN(FORMAT_TABLE, 26, 0, 2000, 2), 1, 30, 1, 5, true, 2},
	{RUN(FORMAT_TABLE, 2, 0, 2000, 1), 2, 300, 3, 2, true, 2},
	{RUN(FORMAT_ROUND_ROBIN, 5, 2, 20, 1), 3, 90, 1, 2, true, 5},
	{RUN(FORMAT_ROUND_ROBIN, 5, 3, 60, 2), 0, 95, 1, 2, true, 0},
	{RUN(FORMAT_ROUND_ROBIN, 5, 2, 20, 1), 1, 33, 3, 2, false, 0},
	{RUN(FORMAT_GAUNTLET, 6, 2, 40, 1), 7, 80, 1, 2, true, 0},
	{RUN(FORMAT_POOL, 5, 2, 400, 1), 0, 200, 1, 2, true, 1},
	{RUN(FORMAT_POOL, 6, 4, 800, 2), 3, 90, 1, 2, true, 0},
	{RUN(FORMAT_POOL, 5, 2, 400, 1), 1, 60, 3, 2, true, 0},
	{RUN(FORMAT_PAIRED, 3, 0, 200, 1), 0, 200, 1, 2, true, 3},
	{RUN(FORMAT_PAIRED, 4, 0, 200, 2), 1, 60, 1, 2, false, 0},
	{RUN(FORMAT_PAIRED, 3, 0, 200, 1), 1, 90, 2, 2, true, 0},
	{RUN(FORMAT_PAIRED, 3, 0, 200, 1), 2, 60, 3, 2, true, 0},
	{{.format = FORMAT_ROUND_ROBIN, .n_robots = 4, .n_seats = 2, .games = 40, .match_length = 1,
	  .deals = DEALS_SAME}, 2, 60, 1, 2, true, 0},
};
enum { N_SHAPES = sizeof shapes / sizeof *shapes };

/* Places of a game, with ties: the players have random points, and a place is one more than the number of players with
 * more points. */
static void make_places(uint64_t *state, int n_kinds, int n, uint8_t *places)
{
	uint64_t kind = rng_next(state) % (uint64_t)n_kinds, points[SCHEDULE_MAX_SEATS];
	for (int i = 0; i < n; i++)
		points[i] = rng_next(&kind) % 5;
	for (int i = 0; i < n; i++) {
		places[i] = 1;
		for (int k = 0; k < n; k++)
			places[i] = (uint8_t)(places[i] + (points[k] > points[i]));
	}
}

static struct fault_record make_fault(uint64_t number, int robot)
{
	struct fault_record record = {
		.game = number / 3, .robot = robot, .ask = (uint32_t)(number % 3), .me = (char)('A' + robot),
		.fault = NEW(struct fault),
	};
	char text[64];
	snprintf(text, sizeof text, "A:xx,B:%lu", (unsigned long)number);
	record.hands = mem_strdup(number % 4 ? text : "");
	snprintf(text, sizeof text, "A:11,B:%d", robot);
	record.history = mem_strdup(number % 5 ? text : "");
	record.fault->verdict = number % 2 ? VERDICT_TIMEOUT : VERDICT_CRASH;
	record.fault->offset = number;
	snprintf(record.fault->cause, sizeof record.fault->cause, "cause %lu", (unsigned long)number);
	memset(record.fault->output, 'x', VERDICT_OUTPUT_MAX);
	return record;
}

static void make_details(uint64_t *state, struct chunk *chunk)
{
	uint64_t n = chunk->matches.n, n_seats = (uint64_t)chunk->n_seats;
	chunk->has_details = true;
	chunk->signatures = NEW_ARRAY(uint64_t, n);
	chunk->alike = NEW_ARRAY(uint32_t, n);
	chunk->asks = NEW_ARRAY(uint32_t, n * n_seats);
	for (uint64_t i = 0; i < n; i++) {
		chunk->signatures[i] = rng_next(state);
		chunk->alike[i] = (uint32_t)(rng_next(state) % (chunk->n_blocks + 1));
	}
	for (uint64_t i = 0; i < n * n_seats; i++)
		chunk->asks[i] = (uint32_t)rng_next(state) >> 8;
	for (uint64_t i = 0; i < n / 3; i++)
		chunk_add_trouble(chunk, &(struct match_trouble){
			.match = (uint32_t)(rng_next(state) % n), .player = (uint32_t)(rng_next(state) % n_seats),
			.illegal = (uint32_t)(rng_next(state) % 3), .timeouts = 1, .crashes = (uint32_t)(i % 2),
			.failed_games = 2});
	chunk_sort_troubles(chunk);
}

static void make_chunk(const struct shape *shape, struct schedule *schedule, struct chunk *chunk)
{
	struct err err = {0};
	uint64_t state = shape->n;
	ck_assert_msg(schedule_init(schedule, &shape->options, &err) == 0, "%s", err.text);
	struct match_plan plan = schedule_match(schedule, shape->first);
	*chunk = (struct chunk){
		.matches = {shape->first, shape->n, shape->stride}, .n_seats = schedule->n_seats,
		.n_blocks = plan.n_blocks, .has_order = true,
	};
	ck_assert_uint_lt(matches_number(&chunk->matches, shape->n - 1), schedule->n_matches);
	size_t n_games = shape->n * chunk->n_blocks * (size_t)chunk->n_seats;
	chunk->places = NEW_ARRAY(uint8_t, n_games * (size_t)chunk->n_seats);
	for (size_t i = 0; i < n_games; i++)
		make_places(&state, shape->n_kinds, chunk->n_seats, chunk->places + i * (size_t)chunk->n_seats);
	if (shape->has_details)
		make_details(&state, chunk);
	for (int i = 0; i < shape->n_faults; i++) {
		struct fault_record record = make_fault((uint64_t)i, i % 2);
		chunk_add_fault(chunk, &record);
	}
	for (uint64_t i = 0; i < shape->n && shape->first % 2 == 0; i++)
		str_add_n(&chunk->plays, "\2\0\377", 3);
}

/* ---- packing --------------------------------------------------------------------------------- */

static void check_same(const struct chunk *a, const struct chunk *b)
{
	uint64_t n = a->matches.n, n_seats = (uint64_t)a->n_seats;
	ck_assert_mem_eq(&a->matches, &b->matches, sizeof a->matches);
	ck_assert(a->n_seats == b->n_seats && a->n_blocks == b->n_blocks && a->has_order == b->has_order);
	ck_assert(a->signature == b->signature && a->n_alike == b->n_alike);
	ck_assert_mem_eq(a->places, b->places, n * chunk_match_size(a));
	ck_assert(a->has_details == b->has_details && a->n_troubles == b->n_troubles);
	if (a->has_details) {
		ck_assert_mem_eq(a->signatures, b->signatures, n * sizeof *a->signatures);
		ck_assert_mem_eq(a->alike, b->alike, n * sizeof *a->alike);
		ck_assert_mem_eq(a->asks, b->asks, n * n_seats * sizeof *a->asks);
	}
	if (a->n_troubles)
		ck_assert_mem_eq(a->troubles, b->troubles, a->n_troubles * sizeof *a->troubles);
	ck_assert_int_eq(a->n_robots, b->n_robots);
	if (a->n_robots)
		ck_assert_mem_eq(a->robots, b->robots, (size_t)a->n_robots * sizeof *a->robots);
	ck_assert_uint_eq(a->plays.length, b->plays.length);
	if (a->plays.length)
		ck_assert_mem_eq(a->plays.text, b->plays.text, a->plays.length);
	ck_assert_int_eq(a->n_faults, b->n_faults);
	for (int i = 0; i < a->n_faults; i++) {
		const struct fault_record *x = &a->faults[i], *y = &b->faults[i];
		ck_assert(fault_record_compare(x, y) == 0 && x->me == y->me);
		ck_assert_str_eq(x->hands, y->hands);
		ck_assert_str_eq(x->history, y->history);
		ck_assert_mem_eq(x->fault, y->fault, sizeof *x->fault);
	}
}

START_TEST(packed_chunks_are_unpacked_unchanged)
{
	struct schedule schedule;
	struct chunk sent, came = {0};
	AUTO_STR struct str bytes = {0};
	make_chunk(&shapes[_i], &schedule, &sent);
	chunk_sum(&sent, &schedule);
	for (int i = 0; i < sent.n_robots; i++)
		sent.robots[i].cpu_ns = i - 1;
	chunk_pack(&sent, &bytes);
	chunk_unpack(bytes.text, bytes.length, &came);
	check_same(&sent, &came);
	chunk_release(&sent);
	chunk_release(&came);
	ck_assert(came.matches.n == 0 && came.places == NULL && came.n_faults == 0);
}
END_TEST

/* Everything that was sent to fd. */
static void receive(int fd, struct str *bytes)
{
	char part[4096];
	for (ssize_t n; (n = recv(fd, part, sizeof part, MSG_DONTWAIT)) > 0;)
		str_add_n(bytes, part, (size_t)n);
}

/* Answers arrive in pieces of any size; each is available with its last byte and not before. */
START_TEST(answers_come_in_pieces)
{
	static const size_t pieces[] = {1, 7, 24, 100, 4096, 1000000};
	int pair[2];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	struct workers_process process = {.is_busy = true};
	struct workers workers = {.n = 1, .list = &process};
	for (int i = 0; i < 3; i++) {
		AUTO_STR struct str packed = {0}, frame = {0};
		struct schedule schedule;
		struct chunk sent, came;
		struct err err = {0};
		make_chunk(&shapes[i], &schedule, &sent);
		chunk_pack(&sent, &packed);
		ck_assert(workers_send(pair[0], packed.text, packed.length));
		receive(pair[1], &frame);
		str_clear(&process.in);
		process.has_answered = false;
		for (size_t at = 0; at < frame.length; at += pieces[_i]) {
			size_t n = frame.length - at < pieces[_i] ? frame.length - at : pieces[_i];
			ck_assert(!process.has_answered);
			str_add_n(&process.in, frame.text + at, n);
			ck_assert_int_eq(workers_look(&process, &err), 0);
		}
		ck_assert(process.has_answered);
		size_t n;
		const char *bytes = workers_answer(&workers, 0, &n);
		chunk_unpack(bytes, n, &came);
		check_same(&sent, &came);
		chunk_release(&sent);
		chunk_release(&came);
	}
	struct err wrote = {0}, err = {0};
	err_set(&wrote, EXIT_WORLD, "the disk is full");
	ck_assert(workers_send_error(pair[0], &wrote));
	str_clear(&process.in);
	receive(pair[1], &process.in);
	process.in.length--; /* the last byte is late */
	ck_assert_int_eq(workers_look(&process, &err), 0);
	process.in.length++;
	ck_assert_int_eq(workers_look(&process, &err), -1);
	ck_assert_str_eq(err.text, "the disk is full");
	ck_assert_int_eq(err.code, EXIT_WORLD);
	str_release(&process.in);
	close(pair[0]);
	close(pair[1]);
}
END_TEST

START_TEST(a_closed_connection_is_noticed)
{
	int pair[2];
	AUTO_STR struct str message = {0};
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	ck_assert(workers_send(pair[0], "12345678", 8));
	ck_assert(workers_next(pair[1], &message));
	ck_assert_str_eq(message.text, "12345678");
	ck_assert(workers_send(pair[1], "", 0));
	close(pair[1]);
	ck_assert(workers_next(pair[0], &message));
	ck_assert_uint_eq(message.length, 0);
	ck_assert(!workers_next(pair[0], &message));
	ck_assert(!workers_send(pair[0], "12345678", 8));
	close(pair[0]);
}
END_TEST

/* ---- faults and troubles ------------------------------------------------------------------------ */

enum { N_ROBOTS = 3 };

static void shuffle(uint64_t *state, uint64_t *numbers, int n)
{
	for (int i = 0; i < n; i++) {
		int k = (int)rng_below(rng_next(state), (uint32_t)i + 1);
		numbers[i] = numbers[k];
		numbers[k] = (uint64_t)i;
	}
}

/* The first faults of each robot are kept in order, whatever the order in which they arrive. */
START_TEST(the_first_faults_are_kept)
{
	uint64_t state = (uint64_t)_i;
	enum { MOST = 60 };
	for (int round = 0; round < 40; round++) {
		struct chunk chunk = {0};
		uint64_t numbers[MOST];
		int n = round, n_of[N_ROBOTS] = {0}, at = 0;
		shuffle(&state, numbers, n);
		for (int i = 0; i < n; i++) { /* half of them belong to the first robot */
			struct fault_record record =
				make_fault(numbers[i], numbers[i] % 2 ? 0 : 1 + (int)(numbers[i] % 4 / 2));
			chunk_add_fault(&chunk, &record);
		}
		for (uint64_t number = 0; number < (uint64_t)n; number++) {
			int robot = number % 2 ? 0 : 1 + (int)(number % 4 / 2);
			n_of[robot]++;
		}
		int n_stored = 0, n_before[N_ROBOTS] = {0};
		for (int i = 0; i < N_ROBOTS; i++)
			n_stored += n_of[i] < CHUNK_FAULTS ? n_of[i] : CHUNK_FAULTS;
		ck_assert_int_eq(chunk.n_faults, n_stored);
		for (at = 0; at < chunk.n_faults; at++) {
			const struct fault_record *record = &chunk.faults[at];
			uint64_t number = record->game * 3 + record->ask;
			if (at)
				ck_assert_int_lt(fault_record_compare(record - 1, record), 0);
			/* It is the next fault of its robot. */
			uint64_t expected = record->robot == 0 ? 1 + 2 * (uint64_t)n_before[0] :
					    4 * (uint64_t)n_before[record->robot] + 2 * (uint64_t)(record->robot - 1);
			ck_assert_uint_eq(number, expected);
			ck_assert_uint_eq(record->fault->offset, number);
			n_before[record->robot]++;
		}
		chunk_release(&chunk);
	}
}
END_TEST

/* However often and in whatever order troubles are added, there is one entry for each match and player, in order, with
 * the sums. */
START_TEST(troubles_are_summed_in_order)
{
	enum { MATCHES = 40, PLAYERS = 3 };
	struct match_trouble plain[MATCHES][PLAYERS] = {0};
	struct chunk chunk = {0};
	uint64_t state = (uint64_t)_i;
	for (int i = 0; i < _i * 20; i++) {
		struct match_trouble t = {
			.match = (uint32_t)(rng_next(&state) % MATCHES),
			.player = (uint32_t)(rng_next(&state) % PLAYERS), .illegal = (uint32_t)(rng_next(&state) % 4),
			.timeouts = (uint32_t)(rng_next(&state) % 4), .crashes = (uint32_t)(rng_next(&state) % 4),
			.failed_games = 1,
		};
		struct match_trouble *sum = &plain[t.match][t.player];
		sum->illegal += t.illegal;
		sum->timeouts += t.timeouts;
		sum->crashes += t.crashes;
		sum->failed_games += t.failed_games;
		chunk_add_trouble(&chunk, &t);
	}
	chunk_sort_troubles(&chunk);
	size_t at = 0;
	for (uint32_t match = 0; match < MATCHES; match++) {
		for (uint32_t player = 0; player < PLAYERS; player++) {
			struct match_trouble *sum = &plain[match][player];
			if (sum->failed_games == 0)
				continue;
			sum->match = match;
			sum->player = player;
			ck_assert_uint_lt(at, chunk.n_troubles);
			ck_assert_mem_eq(&chunk.troubles[at++], sum, sizeof *sum);
		}
	}
	ck_assert_uint_eq(at, chunk.n_troubles);
	chunk_release(&chunk);
}
END_TEST

/* ---- sums ---------------------------------------------------------------------------------------- */

/* Sums of what was visited, which depend on tables and places. */
struct visits {
	const struct schedule *schedule;
	size_t size;
	uint64_t n, hash;
	uint64_t n_calls;
};

static uint64_t hash_of(const struct match_plan *plan, const uint8_t *places, size_t size, int n_seats)
{
	uint64_t hash = 1;
	for (int i = 0; i < n_seats; i++)
		hash = rng_mix(hash + (uint64_t)plan->robot[i]);
	for (size_t i = 0; i < size; i++)
		hash = rng_mix(hash + places[i]);
	return hash;
}

static void visit(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context)
{
	struct visits *visits = context;
	visits->n += times;
	visits->hash += times * hash_of(plan, places, visits->size, visits->schedule->n_seats);
	visits->n_calls++;
}

/* Every match is visited as often as it occurs, with the robots of its table. */
START_TEST(each_match_is_visited)
{
	struct schedule schedule;
	struct chunk chunk;
	make_chunk(&shapes[_i], &schedule, &chunk);
	struct visits visits = {.schedule = &schedule, .size = chunk_match_size(&chunk)}, plain = visits;
	chunk_each(&chunk, &schedule, visit, &visits);
	for (uint64_t i = 0; i < chunk.matches.n; i++) {
		struct match_plan plan = schedule_match(&schedule, matches_number(&chunk.matches, i));
		visit(&plan, chunk_match(&chunk, i), 1, &plain);
	}
	ck_assert_uint_eq(visits.n, chunk.matches.n);
	ck_assert_uint_eq(visits.hash, plain.hash);
	if (_i == 0) /* the purpose of grouping: two kinds of games make only four kinds of matches */
		ck_assert_uint_eq(visits.n_calls, 4);
	chunk_release(&chunk);
}
END_TEST

/* The sums by robot equal those of a simple loop over the matches. */
START_TEST(sums_are_those_of_the_matches)
{
	struct schedule schedule;
	struct chunk chunk;
	struct tally plain[SCHEDULE_MAX_SEATS] = {0};
	uint64_t signature = 0, n_alike = 0;
	make_chunk(&shapes[_i], &schedule, &chunk);
	int n = chunk.n_seats;
	for (uint64_t i = 0; i < chunk.matches.n; i++) {
		struct match_plan plan = schedule_match(&schedule, matches_number(&chunk.matches, i));
		for (int player = 0; player < n; player++) {
			struct tally *tally = &plain[plan.robot[player]];
			tally_places(tally, chunk_match(&chunk, i), chunk.n_blocks * (uint64_t)n, n, player, 1);
			tally->asks += chunk.has_details ? chunk.asks[i * (uint64_t)n + (uint64_t)player] : 0;
			for (size_t k = 0; k < chunk.n_troubles; k++) {
				const struct match_trouble *t = &chunk.troubles[k];
				if (t->match != i || t->player != (uint32_t)player)
					continue;
				tally->illegal += t->illegal;
				tally->timeouts += t->timeouts;
				tally->crashes += t->crashes;
				tally->failed_games += t->failed_games;
			}
		}
		signature += chunk.has_details ? chunk.signatures[i] : 0;
		n_alike += chunk.has_details ? chunk.alike[i] : 0;
	}
	chunk_sum(&chunk, &schedule);
	ck_assert(chunk.signature == signature && chunk.n_alike == n_alike);
	int at = 0;
	for (int robot = 0; robot < schedule.n_robots; robot++) {
		if (plain[robot].games == 0)
			continue;
		ck_assert_int_lt(at, chunk.n_robots);
		ck_assert_int_eq(chunk.robots[at].robot, robot);
		ck_assert_mem_eq(&chunk.robots[at++].tally, &plain[robot], sizeof plain[robot]);
	}
	ck_assert_int_eq(at, chunk.n_robots);
	chunk_release(&chunk);
}
END_TEST

/* The first matches of a chunk: the sums are those of a chunk of only these, and the CPU time is their share. */
START_TEST(the_first_matches_have_their_own_sums)
{
	struct schedule schedule;
	struct chunk whole;
	make_chunk(&shapes[_i], &schedule, &whole);
	uint64_t all = whole.matches.n;
	chunk_sum(&whole, &schedule);
	whole.has_luck = true;
	whole.luck_sums = NEW_ARRAY(int64_t, (size_t)whole.n_robots * LUCK_SUMS);
	for (int i = 0; i < whole.n_robots; i++)
		whole.robots[i].cpu_ns = i ? (int64_t)all * (i - 1) : -1;
	const uint64_t cuts[] = {0, 1, all / 2, all};
	for (int i = 0; i < 4 && whole.has_details; i++) {
		uint64_t n = cuts[i];
		struct chunk head, plain = whole;
		plain.matches.n = n;
		plain.robots = NULL;
		plain.signature = plain.n_alike = 0;
		plain.n_robots = plain.n_faults = 0;
		plain.n_troubles = 0;
		plain.plays = (struct str){0};
		for (size_t k = 0; k < whole.n_troubles; k++)
			plain.n_troubles += whole.troubles[k].match < n;
		for (int k = 0; k < whole.n_faults; k++)
			plain.n_faults += n && schedule_game(&schedule, whole.faults[k].game).match <=
				matches_number(&whole.matches, n - 1);
		if (n)
			chunk_sum(&plain, &schedule);
		for (int k = 0; k < plain.n_robots; k++) {
			int64_t cpu_ns = chunk_robot(&whole, plain.robots[k].robot)->cpu_ns;
			plain.robots[k].cpu_ns = cpu_ns < 0 ? -1 : cpu_ns / (int64_t)all * (int64_t)n;
		}
		chunk_head(&whole, n, &schedule, &head);
		for (int k = 0; k < head.n_robots; k++) { /* one without matches has a share of the time, too */
			const struct chunk_robot *robot = &head.robots[k];
			if (robot->tally.matches == 0)
				chunk_robot(&plain, robot->robot)->cpu_ns = robot->cpu_ns;
		}
		if (n)
			check_same(&head, &plain);
		ck_assert(head.has_luck == (n == all) && head.luck_sums == whole.luck_sums);
		ck_assert(head.n_robots == plain.n_robots && head.n_faults == plain.n_faults &&
			  head.n_troubles == plain.n_troubles);
		free(plain.robots);
		chunk_head_release(&head);
		ck_assert(head.robots == NULL && head.n_robots == 0);
	}
	chunk_release(&whole);
}
END_TEST

/* ---- places --------------------------------------------------------------------------------------- */

static const struct outcome {
	int n;
	uint8_t places[6]; /* of one game */
	int player, tied;
	double win, mean, score;
} outcomes[] = {
	{2, {1, 2}, 0, 1, 1, 1, 1},
	{2, {1, 2}, 1, 1, 0, 2, 0},
	{2, {1, 1}, 1, 2, 0.5, 1.5, 0.5},
	{4, {1, 2, 2, 4}, 1, 2, 0, 2.5, 0.5},
	{4, {1, 2, 2, 4}, 3, 1, 0, 4, 0},
	{4, {1, 1, 1, 4}, 2, 3, 1.0 / 3, 2, 2.0 / 3},
	{6, {1, 2, 2, 2, 2, 2}, 5, 5, 0, 4, 0.4},
};

START_TEST(shared_places_are_averaged)
{
	const struct outcome *o = &outcomes[_i];
	struct tally tally = {0};
	ck_assert_int_eq(result_places_tied(o->places, o->n, o->player), o->tied);
	ck_assert_double_eq_tol(match_win_share(o->places, 1, o->n, o->player), o->win, 1e-15);
	ck_assert_double_eq_tol(match_score(o->places, 1, o->n, o->player), o->score, 1e-15);
	tally_places(&tally, o->places, 1, o->n, o->player, 1000);
	ck_assert(tally.matches == 1000 && tally.games == 1000);
	ck_assert_double_eq_tol(tally_wins(&tally), 1000 * o->win, 1e-10);
	ck_assert_double_eq_tol(tally_win_share(&tally), o->win, 1e-13);
	ck_assert_double_eq_tol(tally_place(&tally), o->mean, 1e-15);
	ck_assert_double_eq_tol(tally_score(&tally, o->n), o->score, 1e-15);
	ck_assert_uint_eq(tally.place_count[o->places[o->player] - 1], 1000);
}
END_TEST

START_TEST(nothing_played_is_nothing)
{
	struct tally tally = {0};
	ck_assert(tally_wins(&tally) == 0 && tally_win_share(&tally) == 0 && tally_place(&tally) == 0);
	ck_assert(tally_score(&tally, 2) == 0);
}
END_TEST

SUITE(0,
	LOOP(packed_chunks_are_unpacked_unchanged, 0, N_SHAPES),
	LOOP(answers_come_in_pieces, 0, 6),
	TEST(a_closed_connection_is_noticed),
	LOOP(the_first_faults_are_kept, 0, 10),
	LOOP(troubles_are_summed_in_order, 0, 10),
	LOOP(each_match_is_visited, 0, N_SHAPES),
	LOOP(sums_are_those_of_the_matches, 0, N_SHAPES),
	LOOP(the_first_matches_have_their_own_sums, 0, N_SHAPES),
	LOOP(shared_places_are_averaged, 0, COUNT(outcomes)),
	TEST(nothing_played_is_nothing))
