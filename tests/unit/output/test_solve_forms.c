/* test_solve_forms.c - solved hands and games as text, CSV and JSON, of made-up solutions. */
#include <check.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/mem.h"
#include "output/solve_forms.h"
#include "same_text.h"

static struct rules rules;

/* ---- Liar's Dice ------------------------------------------------------------------------ */

static struct solved_hand solved[] = {
	{.n_first = 1, .n_second = 2, .value = -0.25, .exploitability = 0.0001, .n_iterations = 1200},
	{.n_first = 2, .n_second = 1, .value = 0.5, .exploitability = 0.00025, .n_iterations = 8, .is_merged = true,
	 .is_at_least = true},
};
static struct hands hands;

static void set_up(void)
{
	ck_assert_int_eq(rules_init(&rules, "liars-dice", NULL), 0);
	hands = (struct hands){.rules = &rules, .solved = solved, .n_solved = COUNT(solved)};
}

START_TEST(hands_by_themselves)
{
	AUTO_STR struct str table = {0}, csv = {0}, json = {0};
	hands.draft.form = SOLUTION_FORM_HAND;
	solve_add_table(&hands, false, &table);
	check_same_text(table.text,
		"Hands of liars-dice dice=5 faces=6 wild=none caller=next loss=die starter=next illegal=call "
		"limit=start rounds=0 target=0 exact=off ones_rule=plain palifico=off fault=game\n"
		"Value of the hand for the opener (1: always won, -1: never).\n"
		"\n"
		"dice      value  opener wins %     exploitability  iterations  remembers\n"
		"1v2   -0.250000         37.500           0.000100        1200  all bids\n"
		"2v1    0.500000         75.000  at least 0.000250           8  last bids\n");
	solve_add_csv(&hands, &csv);
	check_same_text(csv.text,
		"dice,opponent_dice,value,exploitability,iterations,is_merged,is_at_least\n"
		"1,2,-0.2500000,0.0001000,1200,0,0\n"
		"2,1,0.5000000,0.0002500,8,1,1\n");
	json_add_line(&json, solve_json(&hands), 0);
	check_same_text(json.text,
		"{\"rules\":\"liars-dice dice=5 faces=6 wild=none caller=next loss=die starter=next illegal=call "
		"limit=start rounds=0 target=0 exact=off ones_rule=plain palifico=off fault=game\",\"is_match\":false,"
		"\"hands\":[{\"dice\":1,\"opponent_dice\":2,\"value\":-0.25,\"exploitability\":0.0001,"
		"\"iterations\":1200,\"is_merged\":false,\"is_at_least\":false},{\"dice\":2,\"opponent_dice\":1,"
		"\"value\":0.5,\"exploitability\":0.00025,\"iterations\":8,\"is_merged\":true,\"is_at_least\":true}]}");
}
END_TEST

START_TEST(hands_of_a_match)
{
	AUTO_STR struct str table = {0}, json = {0};
	hands.draft.form = SOLUTION_FORM_NEXT;
	hands.n_solved = 1;
	solve_add_table(&hands, false, &table);
	check_same_text(table.text,
		"The match of liars-dice dice=5 faces=6 wild=none caller=next loss=die starter=next illegal=call "
		"limit=start rounds=0 target=0 exact=off ones_rule=plain palifico=off fault=game\n"
		"Value of the match for the opener (1: always won, -1: never) when it begins with these dice.\n"
		"\n"
		"dice      value  opener wins %  exploitability  iterations  remembers\n"
		"1v2   -0.250000         37.500        0.000100        1200  all bids\n");
	json_add_line(&json, solve_json(&hands), 0);
	check_same_text(json.text,
		"{\"rules\":\"liars-dice dice=5 faces=6 wild=none caller=next loss=die starter=next illegal=call "
		"limit=start rounds=0 target=0 exact=off ones_rule=plain palifico=off fault=game\",\"is_match\":true,"
		"\"hands\":[{\"dice\":1,\"opponent_dice\":2,\"value\":-0.25,\"exploitability\":0.0001,"
		"\"iterations\":1200,\"is_merged\":false,\"is_at_least\":false}]}");
}
END_TEST

/* ---- Mäxchen ---------------------------------------------------------------------------- */

/* Two points each, and three values: the lowest roll is claimed as it is or, as a lie, as the highest. */
static struct maexchen_solver *solver_of_three(void)
{
	struct maexchen_solver *solver = NEW(struct maexchen_solver);
	struct maexchen_policy *policy = NEW(struct maexchen_policy);
	ck_assert_int_eq(rules_init(&rules, "maexchen", NULL), 0);
	solver->values = (struct maexchen_values){.n = 3, .points = 2, .value = {31, 42, 21},
		.chance = {0.5, 0.375, 0.125}};
	solver->policy[2][2] = policy;
	solver->exploitability = 0.0001234;
	solver->win[1][1] = 0.5;
	solver->win[1][2] = 0.25;
	solver->win[2][1] = 0.625;
	solver->win[2][2] = 0.5625;
	policy->claims[0][0][0] = 0.75;
	policy->claims[0][0][2] = 0.25;
	policy->claims[0][1][1] = 0.00025; /* too rarely */
	policy->claims[0][1][2] = 0.99975;
	policy->claims[0][2][2] = 1;
	for (int claim = 0; claim < 3; claim++)
		policy->believes[0][claim] = 1 - claim / 4.0;
	policy->answers_illegally[0][2] = 0.125;
	return solver;
}

static void release(struct maexchen_solver *solver)
{
	free(solver->policy[2][2]);
	free(solver);
}

START_TEST(games_of_maexchen)
{
	struct maexchen_solver *solver = solver_of_three();
	AUTO_STR struct str table = {0}, csv = {0}, json = {0};
	maexchen_solve_add_table(solver, &rules, false, &table);
	check_same_text(table.text,
		"The game of maexchen maexchen=21 hamburger=42 order_digits=true play_order=1 points_to_start=10 "
		"point_loss_normal=1 point_loss_maexchen=2 point_loss_hamburger=3 reverse_maexchen=true "
		"reverse_hamburger=true bot_lie=aggressive bot_believe=normal\n"
		"Value of the game for the player who begins (1: always won, -1: never).\n"
		"\n"
		"points each     value  who begins wins %\n"
		"1            0.000000            50.0000\n"
		"2            0.125000            56.2500\n"
		"\n"
		"A perfect opponent could still win 0.0001234 a game from this solution (exploitability).\n"
		"\n"
		"How a hand begins with 2 points each. "
		"Claims that are made in fewer than 1 hand in 10,000 are left out.\n"
		"\nclaim         % of hands  % lies  % doubted\n31                 37.50     0.0        0.0\n"
		"Mäxchen (21)       62.49    80.0       37.5\n");
	maexchen_solve_add_csv(solver, &csv);
	check_same_text(csv.text,
		"points,opponent_points,value\n"
		"1,1,0.0000000\n"
		"1,2,-0.5000000\n"
		"2,1,0.2500000\n"
		"2,2,0.1250000\n");
	json_add_line(&json, maexchen_solve_json(solver, &rules), 0);
	check_same_text(json.text,
		"{\"rules\":\"maexchen maexchen=21 hamburger=42 order_digits=true play_order=1 points_to_start=10 "
		"point_loss_normal=1 point_loss_maexchen=2 point_loss_hamburger=3 reverse_maexchen=true "
		"reverse_hamburger=true bot_lie=aggressive bot_believe=normal\",\"exploitability\":0.0001234,"
		"\"values\":[{\"points\":1,\"opponent_points\":1,\"value\":0.0},{\"points\":1,\"opponent_points\":2,"
		"\"value\":-0.5},{\"points\":2,\"opponent_points\":1,\"value\":0.25},{\"points\":2,"
		"\"opponent_points\":2,\"value\":0.125}],\"openings\":[{\"claim\":31,\"claimed\":0.375,\"lies\":0.0,"
		"\"doubted\":0.0},{\"claim\":42,\"claimed\":9.375e-5,\"lies\":0.0,\"doubted\":0.25},{\"claim\":21,"
		"\"claimed\":0.62490625,\"lies\":0.49990625,\"doubted\":0.375}]}");
	release(solver);
}
END_TEST

SUITE_WITH(set_up, NULL, 0,
	TEST(hands_by_themselves),
	TEST(hands_of_a_match),
	TEST(games_of_maexchen))
