/* test_maexchen_mia.c - the robot `mia`: between two players no opponent does better against it than its own solution
 * predicts, so this is the value of the game. None of its plays is illegal. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "test_maexchen_table.h"

#include "../robots/mia.c" /* after game.h, whose parameters have the name of a static of it */

static uint64_t random_state;

static uint64_t next_random(void)
{
	return rng_next(&random_state);
}

static const struct arena_host host = {.size = sizeof host, .abi = ARENA_ABI, .random = next_random, .data_folder = ""};

static void begin(const char *rules)
{
	struct arena_game_start start = {sizeof start, 2, "A", "AB", rules};
	arena_host = &host;
	random_state = 1;
	robot_game_start(&start);
	solve_game(game.points, game.points);
}

/* ---- the best response to mia ------------------------------------------------------------ */

/* mia's chance to win against the best response, by the points of mia and of the opponent: when mia begins a hand, and
 * when the opponent does. */
static double begins[MOST_POINTS + 1][MOST_POINTS + 1], follows[MOST_POINTS + 1][MOST_POINTS + 1];

/* After a doubt, the claimer does not begin the next hand. */
static double after(int mine, int his, bool mia_begins)
{
	if (mine < 1 || his < 1)
		return mine >= 1;
	return mia_begins ? begins[mine][his] : follows[mine][his];
}

/* mia rolls and must claim more than `last`: for each claim the opponent takes the answer that is worse for mia. */
static double worst_answer(int mine, int his, int last, const double *other_rolls)
{
	struct stakes stakes;
	struct plan plan;
	double sum = 0;
	plan_turn(ME, last, &plan, &stakes);
	for (int claim = last + 1; claim < game.n_values; claim++) {
		double doubted = 0, believed = 0;
		for (int roll = 0; roll < game.n_values; roll++) {
			double chance = chance_of_roll(roll) * chance_of_claim(&plan, roll, claim);
			int loss = game.loss[game.kind[roll]];
			doubted += chance * (roll >= claim ? after(mine, his - loss, false)
							   : after(mine - loss, his, false));
			believed += chance * (claim < game.n_values - 1 ? other_rolls[claim] : follows[mine][his]);
		}
		sum += fmin(doubted, believed);
	}
	return sum;
}

/* The opponent rolls, and for each roll makes the claim that is worst for mia. */
static double worst_claims(int mine, int his, int last, const double *mia_rolls)
{
	struct stakes stakes;
	struct plan plan;
	double sum = 0;
	plan_turn(OTHER, last, &plan, &stakes);
	for (int roll = 0; roll < game.n_values; roll++) {
		int loss = game.loss[game.kind[roll]];
		double worst = 1;
		for (int claim = last + 1; claim < game.n_values; claim++) {
			double doubt = doubt_chance(&plan, &stakes, claim);
			double doubted = roll >= claim ? after(mine - loss, his, true) : after(mine, his - loss, true);
			double believed = claim < game.n_values - 1 ? mia_rolls[claim] : begins[mine][his];
			worst = fmin(worst, doubt * doubted + (1 - doubt) * believed);
		}
		sum += chance_of_roll(roll) * worst;
	}
	return sum;
}

/* Iterates backwards over the claims, until the values of hands without a loss have converged. */
static void answer_points(int mine, int his)
{
	double mia_rolls[MAEX_MAX_VALUES], other_rolls[MAEX_MAX_VALUES], moved = 1;
	begins[mine][his] = follows[mine][his] = 0.5;
	solve_hand(mine, his);
	while (moved > 1e-9) {
		double begun, followed;
		for (int last = game.n_values - 2; last >= 0; last--) {
			mia_rolls[last] = worst_answer(mine, his, last, other_rolls);
			other_rolls[last] = worst_claims(mine, his, last, mia_rolls);
		}
		begun = worst_answer(mine, his, -1, other_rolls);
		followed = worst_claims(mine, his, -1, mia_rolls);
		moved = fabs(begun - begins[mine][his]) + fabs(followed - follows[mine][his]);
		begins[mine][his] = begun;
		follows[mine][his] = followed;
	}
}

static const char *const solved[] = {
	"maexchen",
	"maexchen points_to_start=5 point_loss_maexchen=1 point_loss_hamburger=1",
	"maexchen points_to_start=8 point_loss_normal=2 point_loss_maexchen=3 point_loss_hamburger=5",
	"maexchen points_to_start=6 order_digits=false",
	"maexchen points_to_start=6 hamburger=69",
	"maexchen points_to_start=6 hamburger=69 maexchen=69",
	"maexchen points_to_start=6 maexchen=66 hamburger=31",
	"maexchen points_to_start=3 point_loss_hamburger=9",
};

/* In a game where only victory counts, the values that the two players can guarantee add up to 1 only if both play
 * perfectly. */
START_TEST(no_answer_beats_the_solution)
{
	double worst = 0;
	begin(solved[_i]);
	ck_assert_int_le(game.points, MOST_POINTS);
	for (int sum = 2; sum <= 2 * game.points; sum++)
		for (int mine = 1; mine < sum && mine <= game.points; mine++)
			if (sum - mine <= game.points)
				answer_points(mine, sum - mine);
	for (int mine = 1; mine <= game.points; mine++) {
		for (int his = 1; his <= game.points; his++) {
			double value = (double)chances[mine - 1][his - 1],
				his_value = (double)chances[his - 1][mine - 1];
			ck_assert_double_le(begins[mine][his], value + 1e-5);
			ck_assert_double_le(follows[mine][his], 1 - his_value + 1e-5);
			worst = fmax(worst, value - begins[mine][his]);
			worst = fmax(worst, 1 - his_value - follows[mine][his]);
		}
	}
	ck_assert_msg(worst < 2e-5, "%s: the best answer wins %.6f more than the solution says", solved[_i], worst);
}
END_TEST

/* Proved by the test above: if these change, one of the two is wrong. */
START_TEST(values_are_known)
{
	static const struct {
		int mine, his;
		double value;
	} known[] = {{1, 1, 0.6465}, {1, 2, 0.3638}, {2, 1, 0.8048}, {5, 5, 0.5489}, {5, 10, 0.1261}, {10, 1, 0.9985},
		{10, 10, 0.5338}};
	begin("maexchen");
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		ck_assert_double_eq_tol((double)chances[known[i].mine - 1][known[i].his - 1], known[i].value, 1e-4);
}
END_TEST

/* Its actual plays have the probabilities of its plan. */
START_TEST(plays_have_the_chances_of_the_plan)
{
	enum { N_ASKS = 20000 };
	struct stakes stakes;
	struct plan plan;
	static const int rolls[] = {0, 3, 8, 13, 19, 20};
	begin("maexchen");
	solve_hand(7, 4);
	for (int last = -1; last <= 8; last += 3) {
		for (size_t r = 0; r < sizeof rolls / sizeof *rolls; r++) {
			int count[100] = {0};
			char hands[40], history[40] = "";
			snprintf(hands, sizeof hands, "A:%d@7,B:xx@4", game.value[rolls[r]]);
			if (last >= 0)
				snprintf(history, sizeof history, "B:%d,A:1", game.value[last]);
			for (int i = 0; i < N_ASKS; i++)
				count[get_play("A", hands, history)]++;
			plan_turn(ME, last, &plan, &stakes);
			for (int claim = 0; claim < game.n_values; claim++) {
				double chance = claim > last ? chance_of_claim(&plan, rolls[r], claim) : 0;
				double wanted = chance * N_ASKS, deviation = sqrt(wanted * (1 - chance) + 1e-9);
				ck_assert_double_le(fabs(count[game.value[claim]] - wanted), 4.5 * deviation + 0.5);
			}
		}
	}
	plan_turn(OTHER, -1, &plan, &stakes);
	for (int claim = 0; claim < game.n_values; claim++) {
		char history[40];
		int n_doubts = 0;
		snprintf(history, sizeof history, "B:%d", game.value[claim]);
		for (int i = 0; i < N_ASKS; i++)
			n_doubts += get_play("A", "A:xx@7,B:xx@4", history) == ARENA_CALL;
		double chance = doubt_chance(&plan, &stakes, claim), wanted = chance * N_ASKS;
		ck_assert_double_le(fabs(n_doubts - wanted), 4.5 * sqrt(wanted * (1 - chance) + 1e-9) + 0.5);
	}
}
END_TEST

/* ---- legality --------------------------------------------------------------------------- */

START_TEST(no_play_is_ever_illegal)
{
	ask_fn *ask[GAME_MAX_SEATS];
	uint64_t random = (uint64_t)_i;
	for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
		ask[seat] = get_play; /* one robot in all seats, which observes itself */
	for (int i = 0; i < 40; i++) {
		struct table t = {0};
		AUTO_STR struct str text = {0};
		table_random_rules(&t, _i, &random, &text);
		begin(text.text);
		table_open(&t, _i, (uint64_t)i);
		table_play(&t, ask, NULL, 100, i % 3 == 2, &random);
		table_close(&t);
	}
}
END_TEST

/* No other player is asked, and believing one's own highest value costs nothing. */
START_TEST(alone_it_never_loses)
{
	ask_fn *ask[] = {get_play, get_play};
	uint64_t random = 1;
	struct table t = {0};
	struct err err;
	ck_assert_int_eq(rules_init(&t.rules, "maexchen", &err), 0);
	ck_assert_int_eq(rules_set(&t.rules, "play_order=0", &err), 0);
	begin("maexchen play_order=0");
	table_open(&t, 2, 1);
	table_play(&t, ask, NULL, 100, false, &random);
	ck_assert_int_eq(game_points(&t.game, 0), 10);
	table_close(&t);
}
END_TEST

/* Points beyond the solved range, impossible points, and strings that no referee sends. */
START_TEST(odd_asks_are_answered)
{
	static const char *const all[][3] = {
		{"A", "A:53@200,B:xx@10", ""}, {"A", "A:xx@200,B:xx@10", "B:55"},
		{"A", "A:xx@32767,B:xx@32767,C:xx@1", "C:55"},
		{"A", "A:53@-5,B:xx@0,C:xx@9", ""}, {"A", "A:xx@0,B:xx@0", "B:11"}, {"A", "A:53", ""}, {"A", "", ""},
		{"", "", ""}, {"C", "A:xx@10,B:xx@10", "A:55"}, {"A", "A:xx@10,B:xx@10", "Z:55"},
		{"A", "A:xx@10,B:xx@10,C:xx@10", "Z:55"}, {"a", "a:xx@1,b:xx@1,c:xx@1", "b:44"},
		{"A", "A:53@10,B:xx@10", "B:42,A:1"},
	};
	begin("maexchen points_to_start=200");
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		get_play(all[i][0], all[i][1], all[i][2]);
}
END_TEST

SUITE(120,
	LOOP(no_answer_beats_the_solution, 0, COUNT(solved)),
	TEST(values_are_known),
	TEST(plays_have_the_chances_of_the_plan),
	LOOP(no_play_is_ever_illegal, 2, 12),
	TEST(alone_it_never_loses),
	TEST(odd_asks_are_answered))
