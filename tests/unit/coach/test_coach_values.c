/* test_coach_values.c - what a coach thinks that plays are worth: by the rules of the game, by what bids reveal, and by
 * files of solved hands; and which games it supports. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "coach/coach.h"
#include "coach/model.h"
#include "solve/hands.h"
#include "temporary_folder.h"

static void set(struct rules *rules, const char *variant, const char *settings)
{
	struct err err = {0};
	char copy[100], *rest = copy;
	ck_assert_int_eq(rules_init(rules, variant, NULL), 0);
	snprintf(copy, sizeof copy, "%s", settings);
	for (char *setting; (setting = strsep(&rest, " ")) != NULL;)
		ck_assert_msg(!*setting || rules_set(rules, setting, &err) == 0, "%s", err.text);
}

static void near(double value, double wanted, double most)
{
	ck_assert_msg(fabs(value - wanted) <= most, "%.9f is not %.9f", value, wanted);
}

/* Adds a decision in a hand with these dice, after these bids (plays; 0 ends the list). */
static void plant(struct coach *coach, int n_first, int n_second, const char *dice, const int *bids, int play,
		  enum verdict verdict)
{
	struct decisions *all = &coach->decisions;
	struct subgame game = subgame_of_rules(coach->rules, n_first, n_second);
	struct decision decision = {.n_dice = {n_first, n_second}, .first_bid = all->bids.length, .play = play,
		.verdict = verdict};
	for (; *bids; bids++, decision.n_bids++)
		str_add_char(&all->bids, (char)subgame_bid(&game, *bids));
	decision.player = decision.n_bids % 2;
	for (; *dice; dice++)
		decision.count[*dice - '0']++;
	all->list = mem_resize(all->list, all->n + 1, sizeof *all->list);
	all->list[all->n++] = decision;
}

static void look(struct coach *coach, int n_first, int n_second)
{
	AUTO_STR struct str bytes = {0};
	coach_look(coach, n_first, n_second, &bytes);
	coach_take(coach, n_first, n_second, bytes.text, bytes.length);
}

/* ---- rules ------------------------------------------------------------------------------ */

static const struct {
	const char *variant, *settings;
	int n_seats;
	const char *complaint; /* NULL: none */
} games[] = {
	{"liars-dice", "", 2, NULL}, {"wild", "", 2, NULL}, {"liars-dice", "loss=game", 2, NULL},
	{"maexchen", "", 2, "coach supports only common-hand Liar's Dice, not 'maexchen'"},
	{"liars-dice", "", 3, "only games between two players; this run has tables of 3"},
	{"liars-dice", "", 1, "only games between two players; this run has tables of 1"},
	{"perudo", "", 2, "exact calls, ones_rule=perudo, palifico or many dice, as in 'perudo'"},
	{"liars-dice", "loss=point rounds=3", 2, "games for points (loss=point), such as 'liars-dice'"},
	{"liars-dice", "dice=7", 2, NULL},
	{"liars-dice", "dice=8", 2, "hands of 8 dice against 8 are too large for coach"},
};

START_TEST(some_games_are_supported)
{
	struct rules rules;
	struct err err = {0};
	set(&rules, games[_i].variant, games[_i].settings);
	int failed = coach_check(&rules, games[_i].n_seats, &err);
	ck_assert_msg(!failed == !games[_i].complaint, "%d: %s", failed, err.text);
	if (failed)
		ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, games[_i].complaint), "%s", err.text);
}
END_TEST

/* With loss=game there is one hand in a game. */
START_TEST(hands_by_their_dice)
{
	static const struct {
		const char *settings;
		int sum, n, first[3];
	} cases[] = {
		{"dice=2", 2, 1, {1}}, {"dice=2", 3, 2, {1, 2}}, {"dice=2", 4, 1, {2}}, {"dice=3", 4, 3, {1, 2, 3}},
		{"dice=3", 5, 2, {2, 3}},
		{"dice=2 loss=game", 2, 0, {0}}, {"dice=2 loss=game", 3, 0, {0}}, {"dice=2 loss=game", 4, 1, {2}},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		struct rules rules;
		int first[GAME_MAX_DICE];
		set(&rules, "liars-dice", cases[i].settings);
		const struct coach coach = {.rules = &rules};
		ck_assert_int_eq(coach_hands(&coach, cases[i].sum, first), cases[i].n);
		for (int k = 0; k < cases[i].n; k++)
			ck_assert_int_eq(first[k], cases[i].first[k]);
		ck_assert_int_eq(coach_most_sum(&coach), 2 * (cases[i].settings[5] - '0'));
	}
}
END_TEST

/* By bids, by states (of small hands, the two bids before the last one count), by holdings, and by iterations: few for
 * large hands. */
START_TEST(work_grows_with_the_hand)
{
	struct rules rules;
	set(&rules, "liars-dice", "");
	const struct coach coach = {.rules = &rules, .set = -1}, known = {.rules = &rules, .set = known_set(&rules)};
	double least = coach_work(&coach, 1, 1) / (13 * 36 * 12 * 6 * 6);
	near(coach_work(&coach, 2, 1) / least, 19.0 * 36 * 18 * 21 * 6, 1e-3);
	near(coach_work(&coach, 1, 2), coach_work(&coach, 2, 1), 0);
	near(coach_work(&coach, 2, 2) / least, 25.0 * 6 * 24 * 21 * 21, 1e-3);
	near(coach_work(&coach, 3, 3) / least, 143.0 / 300 * 37 * 36 * 56 * 56, 1e-3);
	near(coach_work(&coach, 5, 5) / least, 24.0 / 300 * 61 * 60 * 252 * 252, 1e-3);
	/* the table remembers a face */
	near(coach_work(&known, 5, 5) / least, 2.0 / 300 * 61 * 6 * 60 * 252 * 252, 1e-3);
}
END_TEST

/* With three faces; whoever opens with one die each wins 4/9. */
static const struct {
	const char *settings;
	int n_first, n_second;
	const char *dice;
	int bids[3], play;
	enum verdict verdict;
	double made;
	enum mistake kind;
} answers[] = {
	/* A wrong call costs a die. */
	{"", 2, 1, "33", {13, 23}, PLAY_CALL, VERDICT_OK, 5.0 / 9, MISTAKE_CALLED_EARLY},
	{"starter=loser", 2, 1, "33", {13, 23}, PLAY_CALL, VERDICT_OK, 4.0 / 9, MISTAKE_CALLED_EARLY},
	{"loss=game", 2, 1, "33", {13, 23}, PLAY_CALL, VERDICT_OK, 0, MISTAKE_CALLED_EARLY},
	{"", 1, 2, "33", {23}, PLAY_CALL, VERDICT_OK, 5.0 / 9, MISTAKE_CALLED_EARLY},
	{"starter=loser", 1, 2, "33", {23}, PLAY_CALL, VERDICT_OK, 4.0 / 9, MISTAKE_CALLED_EARLY},
	/* A right one wins the game, since the opponent has one die; or a die. */
	{"", 2, 1, "11", {13, 33}, PLAY_CALL, VERDICT_OK, 1, MISTAKE_NONE},
	{"", 2, 1, "2", {33}, PLAY_CALL, VERDICT_OK, 5.0 / 9, MISTAKE_NONE},
	{"starter=loser", 2, 1, "2", {33}, PLAY_CALL, VERDICT_OK, 5.0 / 9, MISTAKE_NONE},
	{"loss=game", 2, 1, "2", {33}, PLAY_CALL, VERDICT_OK, 1, MISTAKE_NONE},
	/* A bid above all dice is called: the opponent is the caller. */
	{"", 2, 1, "33", {0}, 43, VERDICT_OK, 4.0 / 9, MISTAKE_OPENED_HIGH},
	{"", 1, 2, "11", {13}, 41, VERDICT_OK, 4.0 / 9, MISTAKE_RAISED_HIGH},
	/* After one only a call is sensible: it wins the game here, and a die there. */
	{"", 2, 1, "33", {13, 41}, PLAY_CALL, VERDICT_OK, 1, MISTAKE_NONE},
	{"", 2, 1, "3", {41}, PLAY_CALL, VERDICT_OK, 5.0 / 9, MISTAKE_NONE},
	{"", 2, 1, "3", {41}, 42, VERDICT_OK, 0, MISTAKE_CALLED_LATE},
	/* An illegal play: a call if there is a bid, or a die, or the game. */
	{"illegal=call", 2, 1, "11", {13, 33}, 7, VERDICT_ILLEGAL, 1, MISTAKE_NONE},
	{"illegal=call", 2, 1, "11", {0}, 7, VERDICT_ILLEGAL, 5.0 / 9, MISTAKE_ILLEGAL},
	{"illegal=call starter=loser", 2, 1, "11", {0}, 7, VERDICT_ILLEGAL, 4.0 / 9, MISTAKE_ILLEGAL},
	{"illegal=die", 2, 1, "11", {13, 33}, 7, VERDICT_ILLEGAL, 5.0 / 9, MISTAKE_ILLEGAL},
	{"illegal=game", 2, 1, "11", {13, 33}, 7, VERDICT_ILLEGAL, 0, MISTAKE_ILLEGAL},
	{"illegal=die", 1, 2, "11", {33}, 7, VERDICT_ILLEGAL, 5.0 / 9, MISTAKE_ILLEGAL},
	/* A fault: the game, or a die. */
	{"illegal=call fault=game", 2, 1, "11", {13, 33}, 0, VERDICT_CRASH, 0, MISTAKE_CRASH},
	{"illegal=game fault=die", 2, 1, "11", {13, 33}, 0, VERDICT_TIMEOUT, 5.0 / 9, MISTAKE_TIMEOUT},
	{"fault=die starter=loser", 2, 1, "11", {13, 33}, 0, VERDICT_CRASH, 4.0 / 9, MISTAKE_CRASH},
};

START_TEST(answers_are_worth_what_the_rules_say)
{
	AUTO_STR struct str settings = {0};
	struct rules rules;
	struct coach coach;
	str_addf(&settings, "dice=2 faces=3 %s", answers[_i].settings);
	set(&rules, "liars-dice", settings.text);
	coach_init(&coach, &rules, NULL);
	look(&coach, 1, 1);
	plant(&coach, answers[_i].n_first, answers[_i].n_second, answers[_i].dice, answers[_i].bids, answers[_i].play,
	      answers[_i].verdict);
	look(&coach, answers[_i].n_first, answers[_i].n_second);
	near(coach.decisions.list[0].finding.made, answers[_i].made, 0.003);
	ck_assert_int_eq(coach.decisions.list[0].finding.kind, answers[_i].kind);
	coach_release(&coach);
}
END_TEST

/* Only after a bid that exceeds all dice a position is decided without any model. */
START_TEST(a_bid_above_all_dice_is_decided)
{
	struct rules rules;
	struct coach coach;
	set(&rules, "liars-dice", "dice=2 faces=3");
	coach_init(&coach, &rules, NULL);
	plant(&coach, 1, 1, "2", (const int[]){23, 0}, PLAY_CALL, VERDICT_OK);
	plant(&coach, 1, 1, "2", (const int[]){31, 0}, PLAY_CALL, VERDICT_OK);
	plant(&coach, 1, 1, "3", (const int[]){0}, 23, VERDICT_OK);
	look(&coach, 1, 1);
	ck_assert(!coach.decisions.list[0].finding.is_exact);
	ck_assert(coach.decisions.list[1].finding.is_exact);
	near(coach.decisions.list[1].finding.best, 1, 1e-9);
	near(coach.decisions.list[2].finding.made, 1.0 / 3, 1e-5); /* the highest bid that can be true is called, too */
	coach_release(&coach);
}
END_TEST

START_TEST(verdicts_are_kinds_of_mistakes)
{
	static const enum mistake mistakes[VERDICT_COUNT] = {
		[VERDICT_OK] = MISTAKE_NONE, [VERDICT_ILLEGAL] = MISTAKE_ILLEGAL, [VERDICT_TIMEOUT] = MISTAKE_TIMEOUT,
		[VERDICT_CRASH] = MISTAKE_CRASH, [VERDICT_LOAD] = MISTAKE_CRASH,
	};
	for (int verdict = 0; verdict < VERDICT_COUNT; verdict++)
		ck_assert_int_eq(mistake_of_verdict((enum verdict)verdict), mistakes[verdict]);
}
END_TEST

/* ---- what bids reveal ------------------------------------------------------------------- */

/* The chance of holding `holding` to make this bid in this state. */
static double chance_of(const struct merged *merged, uint32_t state, int bid, int holding)
{
	int stride = merged->holdings[merged->states[state].actor].stride, k = 0;
	_Alignas(16) float mix[16 * 8];
	merged_mix(merged, state, mix);
	while (merged_action(merged, state, k) != bid)
		k++;
	return (double)mix[k * stride + holding];
}

/* The opponent's dice, by what it bid; one bid of ten is independent of them. */
static void believe(const struct merged *merged, const struct position *position, double *belief)
{
	const struct holdings *other = &merged->holdings[!position->player];
	uint32_t state = 0;
	double sum = 0;
	for (int h = 0; h < other->n; h++)
		belief[h] = (double)other->chance[h];
	for (int i = 0; i < position->n_bids; i++) {
		for (int h = 0; h < other->n && i % 2 != position->player; h++)
			belief[h] *= 0.9 * chance_of(merged, state, position->bids[i], h) +
				0.1 / merged_n_actions(merged, state);
		state = merged_after(merged, state, position->bids[i]);
	}
	for (int h = 0; h < other->n; h++)
		sum += belief[h];
	for (int h = 0; h < other->n; h++)
		belief[h] /= sum;
}

static void check_value(const struct model *model, const struct position_hand *hand, const struct position *position)
{
	const struct merged *merged = &model->merged;
	const struct holdings *own = &hand->holdings[position->player], *other = &hand->holdings[!position->player];
	struct valuation valuation;
	double belief[8], mean = 0;
	uint32_t state = 0;
	model_value(model, hand, position, &valuation);
	believe(merged, position, belief);
	for (int i = 0; i < position->n_bids; i++)
		state = merged_after(merged, state, position->bids[i]);
	int last = position->n_bids ? position->bids[position->n_bids - 1] : -1;
	ck_assert(!valuation.is_exact);
	for (int play = 0; play < valuation.n_plays; play++) {
		double worth = 0;
		if (play == 0 ? last < 0 : play - 1 <= last) {
			ck_assert(valuation.value[play] == -HUGE_VAL && valuation.chance[play] <= 0);
			continue;
		}
		for (int h = 0; h < other->n; h++) {
			int n = play ? 0 : own->match[0][subgame_face(&hand->game, last)][position->holding] +
					   other->match[0][subgame_face(&hand->game, last)][h];
			int first = position->player ? h : position->holding,
				second = position->player ? position->holding : h;
			const float *matrix = merged->worth + (play ? merged_after(merged, state, play - 1) : 0) *
				(size_t)(merged->holdings[0].n * merged->holdings[1].stride);
			double to_first = (double)matrix[first * merged->holdings[1].stride + second];
			double of_call = n >= subgame_quantity(&hand->game, last) ? -1 : 1;
			worth += belief[h] * (play == 0 ? of_call : position->player ? -to_first : to_first);
		}
		near(valuation.value[play], worth, 1e-5);
		near((double)valuation.chance[play], chance_of(merged, state, play - 1, position->holding), 0);
		mean += chance_of(merged, state, play - 1, position->holding) * worth;
	}
	near(valuation.own, mean, 1e-5);
}

START_TEST(bids_reveal_dice)
{
	struct subgame game = subgame_of(2, 1, 3, WILD_NONE);
	struct position_hand hand;
	struct model model;
	position_hand_init(&hand, &game);
	model_init(&model, &hand.game, -1);
	ck_assert_int_eq(model.merged.memory, 2);
	static const uint8_t bids[] = {0, 2, 3, 6};
	for (int n_bids = 0; n_bids <= 4; n_bids++)
		for (int h = 0; h < hand.holdings[n_bids % 2].n; h++)
			check_value(&model, &hand,
				&(struct position){.bids = bids, .n_bids = n_bids, .player = n_bids % 2, .holding = h});
	merged_release(&model.merged);
	position_hand_release(&hand);
}
END_TEST

/* As the solver of merged states has found it after as many iterations. */
START_TEST(the_model_plays_an_average)
{
	const struct subgame game = subgame_of(2, 1, 3, WILD_NONE);
	struct merged merged;
	struct model model;
	model_init(&model, &game, -1);
	merged_init(&merged, &game, model.merged.memory);
	while (merged.n_iterations < model.merged.n_iterations)
		merged_iterate(&merged);
	for (uint32_t state = 0; state < merged.n_states; state++) {
		int n = merged_n_actions(&merged, state), stride = merged.holdings[merged.states[state].actor].stride;
		const float *average = merged.average + merged.states[state].at;
		for (int h = 0; h < merged.holdings[merged.states[state].actor].n; h++) {
			double sum = 0;
			for (int k = 0; k < n; k++)
				sum += (double)average[k * stride + h];
			for (int k = 0; k < n; k++)
				near((double)model.merged.mix[merged.states[state].at + (size_t)(k * stride + h)],
				     (double)average[k * stride + h] / sum, 1e-5);
		}
	}
	near(model.value, merged_value(&merged), 1e-5);
	merged_release(&merged);
	merged_release(&model.merged);
}
END_TEST

/* Once ones have been bid first with wild=drop, they count as ones alone. */
START_TEST(ones_may_lose_their_worth)
{
	struct subgame game = subgame_of(1, 1, 3, WILD_DROP);
	struct position_hand hand;
	position_hand_init(&hand, &game);
	ck_assert(!position_hand_is_plain(&hand, NULL, 0));
	ck_assert(position_hand_is_plain(&hand, (const uint8_t[]){0}, 1));
	ck_assert(position_hand_is_plain(&hand, (const uint8_t[]){0, 1}, 2));
	ck_assert(position_hand_is_plain(&hand, (const uint8_t[]){1, 3}, 2));
	ck_assert(!position_hand_is_plain(&hand, (const uint8_t[]){1, 2, 3}, 3));
	ck_assert_int_eq(position_hand_holding(&hand, 0, (const uint8_t[]){0, 0, 1, 0, 0, 0, 0, 0, 0, 0}), 1);
	ck_assert_int_eq(position_hand_holding(&hand, 0, (const uint8_t[]){0, 1, 1, 0, 0, 0, 0, 0, 0, 0}), -1);
	struct valuation valuation;
	valuation_clear(&valuation, &hand);
	ck_assert_int_eq(valuation.n_plays, 7);
	ck_assert_int_eq(valuation_best(&valuation), 0);
	valuation.value[2] = valuation.value[6] = 0.5;
	ck_assert_int_eq(valuation_best(&valuation), 2);
	valuation.value[6] = 0.6;
	ck_assert_int_eq(valuation_best(&valuation), 6);
	valuation.value[1] = 0.7;
	ck_assert_int_eq(valuation_best(&valuation), 1);
	position_hand_release(&hand);
}
END_TEST

/* ---- files ------------------------------------------------------------------------------ */

static void save(struct hands *hands, int faces, enum solution_form form)
{
	AUTO_STR struct str path = {0};
	solution_file_name(faces, WILD_NONE, form, &path);
	ck_assert_int_eq(solution_draft_save(&hands->draft, path.text, NULL), 0);
}

/* Hands of a match, solved one after the other. */
START_TEST(a_file_of_a_match_has_all_its_hands)
{
	struct rules rules;
	struct coach coach;
	set(&rules, "liars-dice", "dice=2 faces=2");
	struct hands hands = {.rules = &rules, .accuracy = 1e-4, .most_iterations = 3000, .most_bytes = 1e9};
	ck_assert_int_eq(hands_solve_match(&hands, NULL), 0);
	save(&hands, 2, SOLUTION_FORM_NEXT);
	coach_init(&coach, &rules, ".");
	for (int i = 0; i < hands.n_solved; i++)
		for (int face = 1; face <= 2; face++)
			plant(&coach, hands.solved[i].n_first, hands.solved[i].n_second,
			      hands.solved[i].n_first == 1 ? (face == 1 ? "1" : "2") : face == 1 ? "11" : "22",
			      (const int[]){0}, 10 + face, VERDICT_OK);
	for (int i = 0; i < hands.n_solved; i++) {
		int n = hands.solved[i].n_first, m = hands.solved[i].n_second;
		look(&coach, n, m);
		near(coach.value[n][m], hands.solved[i].value, 1e-3);
		for (int k = 2 * i; k < 2 * i + 2; k++)
			ck_assert(coach.decisions.list[k].finding.is_exact);
	}
	coach_release(&coach);
	hands_release(&hands);
}
END_TEST

/* A file of single hands is used for the last hand alone, and a file for other dice not at all. */
START_TEST(a_file_of_single_hands_has_the_last_one)
{
	struct rules rules;
	struct coach coach;
	set(&rules, "liars-dice", "dice=2 faces=2");
	struct hands hands = {.rules = &rules, .most_iterations = 300, .most_bytes = 1e9};
	ck_assert_int_eq(hands_solve_one(&hands, 1, 1, NULL), 0);
	ck_assert_int_eq(hands_solve_one(&hands, 2, 1, NULL), 0);
	ck_assert_int_eq(hands_solve_one(&hands, 1, 2, NULL), 0);
	save(&hands, _i ? 3 : 2, SOLUTION_FORM_HAND);
	set(&rules, "liars-dice", _i ? "dice=2 faces=3" : "dice=2 faces=2");
	coach_init(&coach, &rules, ".");
	plant(&coach, 1, 1, "1", (const int[]){0}, 11, VERDICT_OK);
	plant(&coach, 2, 1, "11", (const int[]){0}, 11, VERDICT_OK);
	plant(&coach, 1, 2, "1", (const int[]){0}, 11, VERDICT_OK);
	look(&coach, 1, 1);
	look(&coach, 2, 1);
	look(&coach, 1, 2);
	ck_assert_int_eq(coach.decisions.list[0].finding.is_exact, !_i);
	ck_assert(!coach.decisions.list[1].finding.is_exact && !coach.decisions.list[2].finding.is_exact);
	coach_release(&coach);
	hands_release(&hands);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 300,
	LOOP(some_games_are_supported, 0, COUNT(games)),
	TEST(hands_by_their_dice),
	TEST(work_grows_with_the_hand),
	LOOP(answers_are_worth_what_the_rules_say, 0, COUNT(answers)),
	TEST(a_bid_above_all_dice_is_decided),
	TEST(verdicts_are_kinds_of_mistakes),
	TEST(bids_reveal_dice),
	TEST(the_model_plays_an_average),
	TEST(ones_may_lose_their_worth),
	TEST(a_file_of_a_match_has_all_its_hands),
	LOOP(a_file_of_single_hands_has_the_last_one, 0, 2))
