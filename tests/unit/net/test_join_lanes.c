/* test_join_lanes.c - the games of a robot at a server: each has an instance of its own until the game that was
 * inactive longest makes room for a new one. */
#include "net/client/join_lanes.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cores.h"
#include "robot/program/transport.h"
#include "zoo.h"

enum { GAMES = 3, LANES = 2 * GAMES, MOST_ANSWERS = 64 };

static struct tournament tournament;
static struct robot robot;
static struct lanes lanes;

/* What was answered, in order. */
static struct {
	char game;
	int play; /* of census: ten times the plays of the instance, plus its showdowns */
} answers[MOST_ANSWERS];
static int n_answers, n_failed;
static struct str errors; /* what was told of illegal plays */

static void take_answer(const struct lane_game *game, json_t *response, void *context)
{
	(void)context;
	int quantity = 0, face = 0; /* of a call */
	ck_assert_int_lt(n_answers, MOST_ANSWERS);
	json_unpack(response, "{s:[i, i]}", "bid", &quantity, &face);
	answers[n_answers].game = game->name[0];
	answers[n_answers++].play = 10 * quantity + face;
	json_decref(response);
}

static void take_fault(const struct fault *fault, const char *story, void *context)
{
	(void)context;
	ck_assert_ptr_nonnull(strstr(story, "  get_play(\""));
	ck_assert_int_eq(fault->verdict, VERDICT_CRASH);
	n_failed++;
}

static void take_error(const char *story, void *context)
{
	(void)context;
	str_addf(&errors, "%s\n", story);
}

static void begin(void)
{
	struct err err = {0};
	zoo_open(&robot, "census");
	tournament = (struct tournament){
		.robots = &robot, .is_trusted = true, .seed = rng_key_of_seed("lanes"), .n_workers = 1,
		.schedule = {.n_robots = 1, .n_seats = 1},
		.limits = {.move_time_ns = INT64_C(2000000000), .memory = (uint64_t)256 << 20},
	};
	ck_assert_msg(rules_init(&tournament.rules, "tourney", &err) == 0, "%s", err.text);
	ck_assert_msg(tournament_probe(&tournament, &err) == 0, "%s", err.text);
	const struct lanes_plan plan = {.tournament = &tournament, .robot = &robot, .n_games = GAMES,
		.answer = take_answer, .failed = take_fault, .erred = take_error};
	ck_assert_msg(lanes_init(&lanes, &plan, &err) == 0, "%s", err.text);
	ck_assert_int_eq(lanes.n_lanes, LANES);
	n_answers = n_failed = 0;
}

static void end(void)
{
	ck_assert_int_eq(n_failed, 0);
	lanes_release(&lanes);
	robot_release(&robot);
	str_release(&errors);
}

#define HAND \
	"{\"result\":\"bad_call\",\"calling_player\":1,\"bid_history\":[[1,2,0]]," \
	"\"face_counts\":[[1,0,0,0,0,0],[0,0,0,1,0,1],[0,0,0,0,0,0]]}"
#define STATE(hands) \
	"{\"bid\":[2,3],\"dice\":[1,0,2,0,0,1],\"player_count\":3,\"dice_counts\":[2,0,4],\"bot_index\":2," \
	"\"wild_ones\":true,\"first_round\":true,\"bid_history\":[[2,3,0]],\"round_count\":0," \
	"\"round_history\":[" hands "],\"game_uuid\":\"g\"}"
static const char fresh[] = STATE(""), after_two_hands[] = STATE(HAND "," HAND),
		  after_three_hands[] = STATE(HAND "," HAND "," HAND);

static enum lanes_taken take(char name, const char *state)
{
	struct err err = {0};
	const struct lane_game game = {.size = 1, .name = {name}};
	return lanes_take(&lanes, &game, state, strlen(state), &err);
}

static void play(void)
{
	struct err err = {0};
	ck_assert_msg(lanes_play(&lanes, &err) == 0, "%s", err.text);
}

static void check_answer(char name, const char *state, int expected)
{
	ck_assert_int_eq(take(name, state), LANES_TAKEN);
	play();
	ck_assert_int_eq(answers[n_answers - 1].game, name);
	ck_assert_int_eq(answers[n_answers - 1].play, expected);
}

START_TEST(the_game_that_was_inactive_longest_makes_room)
{
	for (char name = 'a'; name < 'a' + LANES; name++)
		check_answer(name, fresh, 10);
	check_answer('a', fresh, 20);
	check_answer('g', fresh, 10); /* instead of b */
	for (char name = 'c'; name < 'a' + LANES; name++)
		check_answer(name, fresh, 20);
	check_answer('a', fresh, 30);
	check_answer('b', fresh, 10); /* begins again, instead of g */
	check_answer('c', fresh, 30);
	ck_assert_uint_eq(lanes.n_games, LANES + 2);
}
END_TEST

START_TEST(an_instance_sees_each_hand_once)
{
	check_answer('a', after_two_hands, 12);
	check_answer('a', after_two_hands, 22);
	check_answer('a', after_three_hands, 33);
	for (char name = 'b'; name < 'b' + LANES; name++)
		check_answer(name, fresh, 10);
	check_answer('a', after_three_hands, 13); /* a fresh one, from the beginning */
}
END_TEST

START_TEST(a_game_waits_for_one_answer_at_a_time)
{
	ck_assert_int_eq(take('a', fresh), LANES_TAKEN);
	ck_assert_int_eq(take('a', fresh), LANES_FULL);
	for (char name = 'b'; name < 'a' + LANES; name++)
		ck_assert_int_eq(take(name, fresh), LANES_TAKEN);
	ck_assert_int_eq(take('z', fresh), LANES_FULL); /* all games wait for answers */
	ck_assert_int_eq(take('z', "{}"), LANES_WRONG);
	play();
	ck_assert_int_eq(n_answers, LANES);
	for (int i = 0; i < LANES; i++)
		ck_assert(answers[i].game == 'a' + i && answers[i].play == 10);
	ck_assert_int_eq(take('z', fresh), LANES_TAKEN);
	play();
	ck_assert_uint_eq(lanes.n_moves, LANES + 1);
}
END_TEST

/* They are sent, counted, and the first is described. */
START_TEST(illegal_plays_are_told_once)
{
	static const char asked[] = "get_play(\"C\", \"A:xx,C:6331\", \"A:23\") returned 10: ";
	check_answer('a', fresh, 10);
	check_answer('a', fresh, 20);
	ck_assert_uint_eq(lanes.n_illegal, 2);
	ck_assert_msg(strncmp(str_text(&errors), asked, strlen(asked)) == 0 &&
		      strchr(errors.text, '\n') == &errors.text[errors.length - 1], "%s", str_text(&errors));
}
END_TEST

/* A robot whose every instance fails when it is asked, or is lost with others when it is asked first. */
static struct {
	struct transport transport;
	struct event event;
	struct fault fault;
	int n_lost, n_seated, n_games;
	struct game_intro intro;
	char hands[200];
} failing;

static char *failing_seat(struct transport *transport, int lane, int attempt, struct fault *fault, struct err *err)
{
	(void)transport, (void)lane, (void)attempt, (void)fault, (void)err;
	failing.n_seated++;
	return failing.hands;
}

static void failing_game(struct transport *transport, int lane, const struct game_intro *intro)
{
	(void)transport, (void)lane;
	failing.intro = *intro;
	failing.n_games++;
}

static int64_t failing_ask(struct transport *transport, int lane, unsigned flags)
{
	ck_assert_uint_eq(flags, 0);
	failing.event = (struct event){lane, failing.n_lost > 0 ? EVENT_LOST : EVENT_FAULT, &failing.fault};
	transport->n_queued++;
	return TRANSPORT_QUEUED;
}

static int failing_collect(struct transport *transport, int32_t *replies, struct err *err)
{
	(void)replies, (void)err;
	failing.n_lost--;
	transport->n_events = 1;
	return 0;
}

/* It calls for the rest of that game. An instance that was lost with others is replaced. */
START_TEST(a_failure_costs_the_game)
{
	static const struct transport_ops ops = {
		.seat = failing_seat, .game = failing_game, .ask = failing_ask, .collect = failing_collect,
	};
	struct transport *real = lanes.transport;
	failing.transport = (struct transport){.ops = &ops, .events = &failing.event};
	failing.fault.verdict = VERDICT_CRASH;
	failing.n_lost = 1;
	lanes.transport = &failing.transport;
	for (int i = 0; i < 2; i++) {
		check_answer('a', fresh, 0);
		ck_assert(n_failed == 1 && failing.n_seated == 2 && failing.n_games == 2);
	}
	check_answer('b', fresh, 0);
	lanes.transport = real;
	ck_assert_int_eq(n_failed, 2);
	ck_assert_int_eq(failing.n_seated, 3);
	ck_assert(failing.intro.me == 'C' && memcmp(failing.intro.letters, "ABC", 4) == 0);
	ck_assert(lanes.n_faults == 2 && lanes.n_moves == 3 && lanes.n_games == 2 && lanes.n_illegal == 0);
	n_failed = 0;
}
END_TEST

/* A program that plays one game in each process keeps its processes between games, two for each core; one with many
 * lanes has a single process; others play as many as are wanted. */
static const struct {
	enum robot_kind kind;
	uint32_t max_lanes;
	bool keeps;
	int most, most_of_a_core; /* most 0: as many as are wanted, or as the cores allow */
} kinds[] = {
	{ROBOT_SO, 0, false, 0, 0}, {ROBOT_SO, 1, false, 1, 0}, {ROBOT_SO, 2, false, 1, 0}, {ROBOT_SO, 7, false, 3, 0},
	{ROBOT_PROGRAM, 0, true, 0, 2}, {ROBOT_PROGRAM, 1, true, 0, 2},
	{ROBOT_PROGRAM, 2, false, PROGRAM_PROCESSES, 0}, {ROBOT_PROGRAM, 64, false, 32, 0},
};

START_TEST(a_robot_plays_so_many_games_at_once)
{
	enum { WANTED = 100000 };
	struct robot of_kind = {.kind = kinds[_i].kind, .manifest.max_lanes = kinds[_i].max_lanes};
	ck_assert_int_eq(lanes_keeps_processes(&of_kind), kinds[_i].keeps);
	ck_assert_int_eq(lanes_games(&of_kind, 1), 1);
	int most_of_cores = kinds[_i].most_of_a_core * cores_allowed(),
		most = kinds[_i].most ? kinds[_i].most : most_of_cores;
	ck_assert_int_eq(lanes_games(&of_kind, WANTED), most ? most : WANTED);
	ck_assert_int_eq(lanes_games(&of_kind, 2), most == 1 ? 1 : 2);
}
END_TEST

SUITE_WITH(begin, end, 60,
	LOOP(a_robot_plays_so_many_games_at_once, 0, COUNT(kinds)),
	TEST(the_game_that_was_inactive_longest_makes_room),
	TEST(an_instance_sees_each_hand_once),
	TEST(illegal_plays_are_told_once),
	TEST(a_failure_costs_the_game),
	TEST(a_game_waits_for_one_answer_at_a_time))
