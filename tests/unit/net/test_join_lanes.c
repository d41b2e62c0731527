/* test_join_lanes.c - the games of a robot at a server: each has an instance of its own until the game that was inactive longest
 * makes room for a new one. */
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
static int n_answers;

static void take_answer(const struct lane_game *game, json_t *response, void *context)
{
	(void)context;
	int quantity = 0, face = 0;
	ck_assert_int_lt(n_answers, MOST_ANSWERS);
	json_unpack(response, "{s:[i, i]}", "bid", &quantity, &face);
	answers[n_answers].game = game->name[0];
	answers[n_answers++].play = 10 * quantity + face;
	json_decref(response);
}

static void take_fault(const struct fault *fault, void *context)
{
	(void)context;
	ck_abort_msg("%s", fault->cause);
}

static void take_error(const char *story, void *context)
{
	(void)story, (void)context;
}

static void begin(void)
{
	struct err err = {0};
	zoo_open(&robot, "census");
	tournament = (struct tournament){
		.robots = &robot, .is_trusted = true, .seed = rng_key_of_seed("lanes"), .n_workers = 1,
		.schedule = {.n_robots = 1, .n_seats = 1}, .limits = {.move_time_ns = INT64_C(2000000000), .memory = (uint64_t)256 << 20},
	};
	ck_assert_msg(rules_init(&tournament.rules, "tourney", &err) == 0, "%s", err.text);
	ck_assert_msg(tournament_probe(&tournament, &err) == 0, "%s", err.text);
	const struct lanes_plan plan = {.tournament = &tournament, .robot = &robot, .n_games = GAMES, .answer = take_answer,
					.failed = take_fault, .erred = take_error};
	ck_assert_msg(lanes_init(&lanes, &plan, &err) == 0, "%s", err.text);
	ck_assert_int_eq(lanes.n_lanes, LANES);
	n_answers = 0;
}

static void end(void)
{
	lanes_release(&lanes);
	robot_release(&robot);
}

#define HAND \
	"{\"result\":\"bad_call\",\"calling_player\":1,\"bid_history\":[[1,2,0]]," \
	"\"face_counts\":[[1,0,0,0,0,0],[0,0,0,1,0,1],[0,0,0,0,0,0]]}"
#define STATE(hands) \
	"{\"bid\":[2,3],\"dice\":[1,0,2,0,0,1],\"player_count\":3,\"dice_counts\":[2,0,4],\"bot_index\":2,\"wild_ones\":true," \
	"\"first_round\":true,\"bid_history\":[[2,3,0]],\"round_count\":0,\"round_history\":[" hands "],\"game_uuid\":\"g\"}"
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

/* A program that plays one game in each process keeps its processes between games, two for each core; others play as many as are
 * wanted. */
static const struct {
	enum robot_kind kind;
	uint32_t max_lanes;
	bool keeps;
	int most, most_of_a_core; /* most 0: as many as are wanted, or as the cores allow */
} kinds[] = {
	{ROBOT_SO, 0, false, 0, 0}, {ROBOT_SO, 1, false, 1, 0}, {ROBOT_SO, 2, false, 1, 0}, {ROBOT_SO, 7, false, 3, 0},
	{ROBOT_PROGRAM, 0, true, 0, 2}, {ROBOT_PROGRAM, 1, true, 0, 2},
	{ROBOT_PROGRAM, 2, false, PROGRAM_PROCESSES, 0}, {ROBOT_PROGRAM, 64, false, 32 * PROGRAM_PROCESSES, 0},
};

START_TEST(a_robot_plays_so_many_games_at_once)
{
	enum { WANTED = 100000 };
	struct robot of_kind = {.kind = kinds[_i].kind, .manifest.max_lanes = kinds[_i].max_lanes};
	ck_assert_int_eq(lanes_keeps_processes(&of_kind), kinds[_i].keeps);
	ck_assert_int_eq(lanes_games(&of_kind, 1), 1);
	int most_of_cores = kinds[_i].most_of_a_core * cores_allowed(), most = kinds[_i].most ? kinds[_i].most : most_of_cores;
	ck_assert_int_eq(lanes_games(&of_kind, WANTED), most ? most : WANTED);
	ck_assert_int_eq(lanes_games(&of_kind, 2), most == 1 ? 1 : 2);
}
END_TEST

SUITE_WITH(begin, end, 60,
	LOOP(a_robot_plays_so_many_games_at_once, 0, COUNT(kinds)),
	TEST(the_game_that_was_inactive_longest_makes_room),
	TEST(an_instance_sees_each_hand_once),
	TEST(a_game_waits_for_one_answer_at_a_time))
