/* test_match.c - what lies between a tournament and its games: the schedule, the channel between coordinator and
 * worker, stopping early, parts of a run, and a watched game. */
#include <sys/socket.h>

#include "zoo.h"
#include "game/game.h"
#include "match/channel.h"
#include "match/worker.h"

/* ---- the schedule ------------------------------------------------------------------- */

static const struct plan_case {
	enum format format;
	int n_robots, n_seats;
	uint64_t games;
	uint64_t n_tables, n_games; /* expected */
} plan_cases[] = {
	{FORMAT_TABLE, 2, 0, 1, 1, 2},
	{FORMAT_TABLE, 2, 0, 1000, 1, 1000},
	{FORMAT_TABLE, 3, 0, 1000, 1, 1002},
	{FORMAT_TABLE, 26, 0, 100, 1, 104},
	{FORMAT_TABLE, 2, 2, 100001, 1, 100002},
	{FORMAT_ROUND_ROBIN, 5, 2, 7, 10, 80},
	{FORMAT_ROUND_ROBIN, 6, 3, 30, 20, 600},
	{FORMAT_ROUND_ROBIN, 7, 7, 10, 1, 14},
	{FORMAT_ROUND_ROBIN, 3, 0, 12001, 3, 36006},
	{FORMAT_GAUNTLET, 5, 2, 10, 4, 40},
	{FORMAT_GAUNTLET, 6, 4, 9, 10, 120},
	{FORMAT_GAUNTLET, 2, 2, 5000, 1, 5000},
	{FORMAT_POOL, 5, 2, 100, 50, 100},
	{FORMAT_POOL, 7, 3, 100, 35, 105},
	{FORMAT_POOL, 4, 4, 1, 4, 16},
	{FORMAT_POOL, 100, 2, 10000, 5000, 10000},
	{FORMAT_POOL, 2, 2, 100000, 50000, 100000},
	{FORMAT_PAIRED, 3, 0, 1, 2, 4},
	{FORMAT_PAIRED, 5, 4, 1001, 2, 2008},
	{FORMAT_PAIRED, 4, 0, 100001, 2, 200004},
};

static void make_schedule(const struct plan_case *c, const char *seed, struct schedule *schedule)
{
	struct err err = {0};
	ck_assert_msg(schedule_init(schedule, c->format, c->n_robots, c->n_seats, c->games, rng_key_of_seed(seed), &err) == 0,
		      "%s", err.text);
}

static void check_table(const struct plan_case *c, const struct match_plan *plan, int n_seats)
{
	for (int i = 0; i < n_seats; i++) {
		ck_assert_int_ge(plan->robot[i], 0);
		ck_assert_int_lt(plan->robot[i], c->n_robots);
		for (int k = 0; k < i; k++)
			ck_assert_int_ne(plan->robot[i], plan->robot[k]);
		if (i && (c->format == FORMAT_ROUND_ROBIN || (c->format == FORMAT_GAUNTLET && i > 1)))
			ck_assert_int_gt(plan->robot[i], plan->robot[i - 1]);
	}
	if (c->format == FORMAT_GAUNTLET || c->format == FORMAT_TABLE)
		ck_assert_int_eq(plan->robot[0], 0);
}

/* Every second match has the dice of the one before, and the other robot in the first place. */
static void check_twin(const struct match_plan *plan, const struct match_plan *last)
{
	ck_assert_int_eq(plan->is_twin, !last->is_twin);
	ck_assert_int_eq(plan->robot[0], plan->is_twin);
	ck_assert_mem_eq(plan->robot + 1, last->robot + 1, sizeof plan->robot - sizeof plan->robot[0]);
	if (plan->is_twin)
		ck_assert(plan->first_dice == last->first_dice && plan->n_blocks == last->n_blocks);
	else
		ck_assert_uint_eq(plan->first_dice, last->first_dice + last->n_blocks);
}

/* Matches follow one another without a gap and cover all games; tables are what the format says. */
START_TEST(matches_cover_all_games)
{
	const struct plan_case *c = &plan_cases[_i];
	struct schedule s;
	make_schedule(c, "1", &s);
	int n = s.n_seats;
	ck_assert_uint_eq(s.n_tables, c->n_tables);
	ck_assert_uint_eq(s.n_games, c->n_games);
	AUTO_FREE uint64_t *played = NEW_ARRAY(uint64_t, (size_t)c->n_robots);
	uint64_t block = 0;
	struct match_plan last = {0};
	for (uint64_t number = 0; number < s.n_matches; number++) {
		struct match_plan plan;
		schedule_match(&s, number, &plan);
		ck_assert_uint_eq(plan.number, number);
		ck_assert_uint_eq(plan.first_block, block);
		ck_assert_uint_ge(plan.n_blocks, 1);
		ck_assert_uint_le(plan.n_blocks * (uint64_t)n, n > SCHEDULE_MATCH_GAMES ? n : SCHEDULE_MATCH_GAMES);
		check_table(c, &plan, n);
		/* The same table until its blocks are used up, then another one. */
		bool is_new = block % s.blocks_per_table == 0;
		bool is_same = memcmp(plan.robot, last.robot, sizeof plan.robot) == 0;
		if (number && c->format == FORMAT_PAIRED)
			check_twin(&plan, &last);
		else if (number && c->format != FORMAT_POOL)
			ck_assert_msg(is_same != is_new, "match %lu", (unsigned long)number);
		for (int i = 0; i < n; i++)
			played[plan.robot[i]] += plan.n_blocks;
		block += plan.n_blocks;
		last = plan;
	}
	ck_assert_uint_eq(block * (uint64_t)n, s.n_games);
	/* Everybody plays equally often, but for the first of a gauntlet, and the two of a pair who share a place. */
	if (c->format == FORMAT_PAIRED) {
		ck_assert_uint_eq(played[0], played[1]);
		played[1] += played[0];
	}
	for (int i = c->format == FORMAT_GAUNTLET || c->format == FORMAT_PAIRED ? 2 : 1; i < c->n_robots; i++)
		ck_assert_uint_eq(played[i], played[i - 1]);
}
END_TEST

/* A game's number leads to its match, block and rotation, and back. */
START_TEST(games_are_found_by_number)
{
	struct schedule s;
	make_schedule(&plan_cases[_i], "1", &s);
	uint64_t step = s.n_games > 20000 ? 97 : 1;
	for (uint64_t game = 0; game < s.n_games; game += step) {
		struct game_place place = schedule_game(&s, game);
		struct match_plan plan;
		ck_assert_uint_lt(place.match, s.n_matches);
		schedule_match(&s, place.match, &plan);
		ck_assert_uint_lt(place.block, plan.n_blocks);
		ck_assert_int_lt(place.rotation, s.n_seats);
		ck_assert_uint_eq(schedule_game_number(&s, plan.first_block, place.block, place.rotation), game);
	}
	struct game_place end = schedule_game(&s, s.n_games - 1);
	ck_assert_uint_eq(end.match, s.n_matches - 1);
	ck_assert_int_eq(end.rotation, s.n_seats - 1);
}
END_TEST

/* In the rotations of a block each player sits once in each seat. */
START_TEST(everybody_sits_everywhere)
{
	for (int n = 2; n <= SCHEDULE_MAX_SEATS; n++) {
		for (int player = 0; player < n; player++) {
			uint32_t seats = 0;
			for (int rotation = 0; rotation < n; rotation++)
				seats |= UINT32_C(1) << schedule_seat(player, rotation, n);
			ck_assert_uint_eq(seats, (UINT32_C(1) << n) - 1);
		}
	}
}
END_TEST

/* The pool's tables follow from the seed. */
START_TEST(pools_are_shuffled_by_the_seed)
{
	static const struct plan_case c = {FORMAT_POOL, 50, 3, 3000, 0, 0};
	struct schedule first, again, other;
	int n_same = 0;
	make_schedule(&c, "1", &first);
	make_schedule(&c, "1", &again);
	make_schedule(&c, "2", &other);
	for (uint64_t number = 0; number < first.n_matches; number++) {
		struct match_plan a, b, x;
		schedule_match(&first, number, &a);
		schedule_match(&again, number, &b);
		schedule_match(&other, number, &x);
		ck_assert_mem_eq(&a, &b, sizeof a);
		n_same += memcmp(a.robot, x.robot, sizeof a.robot) == 0;
	}
	ck_assert_int_lt(n_same, 5);
}
END_TEST

static const struct plan_case refused_cases[] = {
	{FORMAT_TABLE, 1, 0, 10, 0, 0}, {FORMAT_TABLE, 0, 0, 10, 0, 0}, {FORMAT_TABLE, 27, 0, 10, 0, 0},
	{FORMAT_TABLE, 3, 2, 10, 0, 0}, {FORMAT_ROUND_ROBIN, 3, 4, 10, 0, 0}, {FORMAT_ROUND_ROBIN, 30, 27, 10, 0, 0},
	{FORMAT_PAIRED, 2, 0, 10, 0, 0}, {FORMAT_PAIRED, 4, 2, 10, 0, 0},
	{FORMAT_GAUNTLET, 1, 0, 10, 0, 0}, {FORMAT_POOL, 1, 0, 10, 0, 0}, {FORMAT_POOL, 5000, 2, 10, 0, 0},
	{FORMAT_ROUND_ROBIN, 4000, 20, 10, 0, 0}, {FORMAT_GAUNTLET, 4000, 13, UINT64_MAX / 100, 0, 0},
	{FORMAT_ROUND_ROBIN, 100, 2, UINT64_MAX / 1000, 0, 0},
};

START_TEST(impossible_schedules_are_refused)
{
	const struct plan_case *c = &refused_cases[_i];
	struct schedule s;
	struct err err = {0};
	ck_assert_int_ne(schedule_init(&s, c->format, c->n_robots, c->n_seats, c->games, rng_key_of_seed("1"), &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_int_gt((int)strlen(err.text), 10);
}
END_TEST

/* ---- the channel -------------------------------------------------------------------- */

/* A result with n_faults faults whose contents follow from the number. */
static void make_result(uint64_t number, int n_faults, struct match_result *result)
{
	*result = (struct match_result){.plan = {.number = number, .n_blocks = 3}, .n_seats = 2, .n_faults = n_faults};
	result->places = NEW_ARRAY(uint8_t, 12);
	for (int i = 0; i < 12; i++)
		result->places[i] = (uint8_t)(number + (uint64_t)i);
	result->tally[1].wins = (double)number / 3;
	result->faults = NEW_ARRAY(struct fault_record, (size_t)n_faults);
	for (int i = 0; i < n_faults; i++) {
		struct fault_record *record = &result->faults[i];
		*record = (struct fault_record){
			.game = number + (uint64_t)i, .me = 'B', .hands = mem_strdup(i ? "A:xx,B:54" : ""),
			.history = mem_strdup("A:11,B:0"), .fault = NEW(struct fault),
		};
		record->fault->verdict = VERDICT_TIMEOUT;
		snprintf(record->fault->cause, sizeof record->fault->cause, "cause %d", i);
	}
}

static void check_result(uint64_t number, int n_faults, const struct match_result *result)
{
	ck_assert_uint_eq(result->plan.number, number);
	ck_assert_int_eq(result->n_faults, n_faults);
	ck_assert_double_eq(result->tally[1].wins, (double)number / 3);
	for (int i = 0; i < 12; i++)
		ck_assert_int_eq(result->places[i], (uint8_t)(number + (uint64_t)i));
	for (int i = 0; i < n_faults; i++) {
		ck_assert_str_eq(result->faults[i].hands, i ? "A:xx,B:54" : "");
		ck_assert_str_eq(result->faults[i].history, "A:11,B:0");
		ck_assert_int_eq(result->faults[i].fault->cause[6], '0' + i);
	}
}

/* Frames arrive in pieces of any size. */
START_TEST(frames_come_in_pieces)
{
	static const size_t pieces[] = {1, 7, 100, 4096, 1000000};
	AUTO_STR struct str all = {0}, in = {0};
	for (uint64_t number = 0; number < 5; number++) {
		struct match_result result;
		make_result(number, (int)number % 3, &result);
		channel_pack_result(&all, &result);
		match_result_release(&result);
	}
	struct err sent = {0}, err = {0};
	err_set(&sent, EXIT_WORLD, "the disk is full");
	channel_pack_error(&all, &sent);
	uint64_t n_taken = 0;
	bool has_failed = false;
	for (size_t at = 0; at < all.length && !has_failed; at += pieces[_i]) {
		size_t n = all.length - at < pieces[_i] ? all.length - at : pieces[_i], taken = 0;
		struct match_result result;
		str_add_n(&in, all.text + at, n);
		int kind;
		while ((kind = channel_unpack(&in, &taken, &result, &err)) == 1) {
			check_result(n_taken, (int)n_taken % 3, &result);
			match_result_release(&result);
			n_taken++;
		}
		has_failed = kind < 0;
		memmove(in.text, in.text + taken, in.length - taken);
		in.length -= taken;
	}
	ck_assert_uint_eq(n_taken, 5);
	ck_assert(has_failed);
	ck_assert_str_eq(err.text, "the disk is full");
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_uint_eq(in.length, 0);
}
END_TEST

START_TEST(a_closed_channel_is_noticed)
{
	int pair[2];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	ck_assert(channel_send(pair[0], "12345678", 8));
	close(pair[1]);
	ck_assert(!channel_send(pair[0], "12345678", 8));
	close(pair[0]);
}
END_TEST

/* ---- parts of a run ----------------------------------------------------------------- */

struct stopping {
	volatile sig_atomic_t flag;
	uint64_t n, after;
	struct tally *sums;   /* after each match, of robot 0; or NULL */
	const struct zoo_outcome *outcome;
};

static void at_match(void *context)
{
	struct stopping *stopping = context;
	if (stopping->sums)
		stopping->sums[stopping->n] = stopping->outcome->sum[0];
	if (++stopping->n == stopping->after)
		stopping->flag = 1;
}

static bool note_first(struct worker *worker, struct lane *lane, void *context)
{
	(void)worker;
	(void)lane;
	*(bool *)context = true;
	return false;
}

/* Hundreds of lanes, each with a match of 1000 games: some finish long before the others, so that whoever stops a
 * large run has the results of a part of it. */
START_TEST(the_first_result_is_early)
{
	struct zoo_run run = {.games = 100000000};
	struct robot robots[2];
	zoo_open(&robots[0], "caller");
	zoo_open(&robots[1], "computer");
	struct tournament t = {.robots = robots, .limits = {.move_time_ns = 2000000000, .memory = 512u << 20}};
	zoo_schedule(&run, 2, &t);
	struct err err = {0};
	struct worker worker;
	volatile uint64_t games = 0;
	bool is_done = false;
	ck_assert_int_eq(tournament_meet(&t, &err), 0);
	int n_lanes = worker_lanes(&t);
	ck_assert_int_eq(worker_init(&worker, &t, n_lanes, &games, &err), 0);
	for (int i = 0; i < n_lanes; i++) {
		struct match_plan plan;
		schedule_match(&t.schedule, (uint64_t)i, &plan);
		worker_begin(&worker, &plan);
	}
	while (!is_done)
		ck_assert_msg(worker_round(&worker, note_first, &is_done, &err) == 0, "%s", err.text);
	ck_assert_int_ge(n_lanes, 256);
	ck_assert_uint_lt(games, 100 * SCHEDULE_MATCH_GAMES);
	worker_release(&worker);
	for (int i = 0; i < 2; i++)
		robot_release(&robots[i]);
}
END_TEST

/* A run that is stopped has played a beginning of the whole run, in order, and leaves nothing behind. */
START_TEST(a_stopped_run_is_a_beginning)
{
	static struct zoo_outcome whole, part;
	static struct tally sums[1000];
	struct stopping all = {.sums = sums, .outcome = &whole}, some = {.after = 20};
	struct zoo_run run = {
		.robots = {"slow:ms=0", "computer"}, .games = 2000, .n_lanes = 8, .n_workers = 2, .at_match = at_match,
		.context = &all,
	};
	zoo_adopt_orphans();
	zoo_play_well(&run, &whole);
	ck_assert_uint_eq(whole.n_matches, 1000);
	run.context = &some;
	run.stop = &some.flag;
	zoo_play_well(&run, &part);
	ck_assert_uint_ge(part.n_matches, 20);
	ck_assert_uint_lt(part.n_matches, 900);
	ck_assert_mem_eq(&part.sum[0], &sums[part.n_matches - 1], sizeof part.sum[0]);
	ck_assert(zoo_all_gone());
}
END_TEST

static bool add_up(const struct match_result *result, void *context)
{
	struct tally *sums = context;
	for (int i = 0; i < result->n_seats; i++)
		tally_add(&sums[result->plan.robot[i]], &result->tally[i]);
	return true;
}

static void play_part(struct tournament *t, uint64_t first, uint64_t end, uint64_t shard, uint64_t n_shards)
{
	struct err err = {0};
	t->first_match = first;
	t->end_match = end;
	t->shard = shard;
	t->n_shards = n_shards;
	ck_assert_msg(tournament_play(t, &err) == 0, "%s", err.text);
}

/* However a run is cut into parts, they add up to it. */
START_TEST(parts_add_up_to_the_whole)
{
	struct robot robots[3];
	struct tally whole[3] = {0}, shards[3] = {0}, ranges[3] = {0};
	struct zoo_run run = {.games = ZOO_IS_SANITIZED ? 12 : 40, .format = FORMAT_ROUND_ROBIN, .n_seats = 2};
	struct err err = {0};
	zoo_open(&robots[0], "computer");
	zoo_open(&robots[1], "learner");
	zoo_open(&robots[2], "observer");
	struct tournament t = {
		.robots = robots, .n_workers = 2, .finished = add_up, .context = whole,
		.limits = {.move_time_ns = INT64_C(2000000000), .memory = (uint64_t)512 << 20},
	};
	zoo_schedule(&run, 3, &t);
	ck_assert_int_eq(tournament_meet(&t, &err), 0);
	play_part(&t, 0, 0, 0, 0);
	t.context = shards;
	for (uint64_t shard = 0; shard < 3; shard++)
		play_part(&t, 0, 0, shard, 3);
	t.context = ranges;
	uint64_t n = t.schedule.n_matches, step = n / 3 + 1;
	for (uint64_t first = 0; first < n; first += step)
		play_part(&t, first, first + step < n ? first + step : n, 0, 0);
	for (int i = 0; i < 3; i++) {
		ck_assert_uint_eq(whole[i].games, 2 * run.games);
		ck_assert_mem_eq(&whole[i], &ranges[i], sizeof whole[i]);
		/* Shards are joined in another order: sums of fractions may differ in the last bit. */
		ck_assert_uint_eq(whole[i].asks, shards[i].asks);
		ck_assert_uint_eq(whole[i].crashes, shards[i].crashes);
		ck_assert_double_eq_tol(whole[i].wins, shards[i].wins, 1e-9);
		robot_release(&robots[i]);
	}
}
END_TEST

/* ---- watching ----------------------------------------------------------------------- */

struct watching {
	int n_moments, most;
	int n_after;            /* moments after it broke off */
	int n_asks, n_faults, n_over;
	bool is_wrong;          /* hands were shown that are not those of the game */
};

static bool on_moment(const struct spectacle *spectacle, void *context)
{
	struct watching *watching = context;
	if (watching->n_moments == watching->most)
		watching->n_after++;
	else
		watching->n_moments++;
	watching->n_asks += spectacle->moment == MOMENT_ASK;
	watching->n_faults += spectacle->moment == MOMENT_FAULT;
	watching->n_over += spectacle->moment == MOMENT_OVER;
	if (spectacle->seat >= 0 && spectacle->hands) {
		size_t n = strlen(spectacle->hands);
		watching->is_wrong |= n > 200 || strspn(spectacle->hands, "AB:x123456,") != n;
	}
	return watching->n_moments < watching->most;
}

static void watch(const char *robot, uint64_t game, int most, struct watching *watching)
{
	struct robot robots[2];
	struct err err = {0};
	struct zoo_run run = {.games = 10};
	*watching = (struct watching){.most = most};
	zoo_open(&robots[0], robot);
	zoo_open(&robots[1], "conservative");
	struct tournament t = {
		.robots = robots, .limits = {.move_time_ns = INT64_C(2000000000), .memory = (uint64_t)512 << 20},
	};
	zoo_schedule(&run, 2, &t);
	ck_assert_msg(tournament_meet(&t, &err) == 0, "%s", err.text);
	ck_assert_msg(tournament_watch(&t, game, on_moment, watching, &err) == 0, "%s", err.text);
	robot_release(&robots[0]);
	robot_release(&robots[1]);
}

/* Whoever breaks off, at any moment, is left alone. */
START_TEST(a_watcher_may_break_off)
{
	struct watching whole, part;
	const char *robot = _i ? "observer" : "meek";
	watch(robot, 1, 100000, &whole);
	ck_assert_int_eq(whole.n_over, 1);
	ck_assert_int_ge(whole.n_asks, 1);
	ck_assert_int_eq(whole.n_faults, _i);
	for (int most = 1; most < whole.n_moments && most < 30; most++) {
		watch(robot, 1, most, &part);
		ck_assert_int_eq(part.n_moments, most);
		ck_assert_msg(part.n_after == 0, "%d moments after the end at moment %d", part.n_after, most);
	}
}
END_TEST

/* What is shown are the hands of the game, whatever the robot writes over those it was given, also when
 * its process is gone. */
START_TEST(a_watcher_sees_the_true_hands)
{
	static const char *const robots[] = {"forger", "forger:bytes=400", "segv", "scribble", "constructor_crash"};
	struct watching watching;
	watch(robots[_i], 0, 100000, &watching);
	ck_assert_int_eq(watching.n_over, 1);
	ck_assert_msg(!watching.is_wrong, "%s: hands that are not those of the game", robots[_i]);
}
END_TEST

static void fill(Suite *suite)
{
	enum { N_PLANS = sizeof plan_cases / sizeof *plan_cases };
	TCase *cases = tcase_create("schedule");
	tcase_add_loop_test(cases, matches_cover_all_games, 0, N_PLANS);
	tcase_add_loop_test(cases, games_are_found_by_number, 0, N_PLANS);
	tcase_add_test(cases, everybody_sits_everywhere);
	tcase_add_test(cases, pools_are_shuffled_by_the_seed);
	tcase_add_loop_test(cases, impossible_schedules_are_refused, 0, sizeof refused_cases / sizeof *refused_cases);
	suite_add_tcase(suite, cases);

	cases = tcase_create("channel");
	tcase_add_loop_test(cases, frames_come_in_pieces, 0, 5);
	tcase_add_test(cases, a_closed_channel_is_noticed);
	suite_add_tcase(suite, cases);

	cases = tcase_create("parts and watching");
	tcase_set_timeout(cases, 120);
	tcase_add_test(cases, the_first_result_is_early);
	tcase_add_test(cases, a_stopped_run_is_a_beginning);
	tcase_add_test(cases, parts_add_up_to_the_whole);
	tcase_add_loop_test(cases, a_watcher_may_break_off, 0, 2);
	tcase_add_loop_test(cases, a_watcher_sees_the_true_hands, 0, 5);
	suite_add_tcase(suite, cases);
}

int main(int argc, char **argv)
{
	return zoo_main(argc, argv, "match", fill);
}
