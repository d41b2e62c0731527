/* test_coach.c - ratings of decisions: positions whose values can be derived by hand, positions that a solution covers,
 * planted mistakes, and sums with intervals computed by hand. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena_solution.h"
#include "base/mem.h"
#include "coach/coach.h"
#include "coach/decisions.h"
#include "coach/model.h"
#include "solve/hands.h"
#include "solve/response.h"

/* ---- made-up games ---------------------------------------------------------------------------- */

static struct rules rules_of(const char *const *settings)
{
	struct rules rules;
	ck_assert_int_eq(rules_init(&rules, "liars-dice", NULL), 0);
	for (; settings && *settings; settings++)
		ck_assert_int_eq(rules_set(&rules, *settings, NULL), 0);
	return rules;
}

static const char *const one_die[] = {"dice=1", NULL};
static const char *const two_dice[] = {"dice=2", NULL};
static const char *const two_dice_once[] = {"dice=2", "loss=game", NULL};

/* Adds a decision after these bids (plays; 0 ends the list), with these dice. Each is a game and a match of its own. */
static void plant(struct coach *coach, int n_first, int n_second, const char *dice, const int *bids, int play,
		  enum verdict verdict)
{
	struct decisions *all = &coach->decisions;
	struct subgame game = subgame_of_rules(coach->rules, n_first, n_second);
	struct decision decision = {
		.game = all->n, .n_dice = {n_first, n_second}, .first_bid = all->bids.length, .play = play,
		.verdict = verdict,
	};
	for (; *bids; bids++, decision.n_bids++) {
		char bid = (char)subgame_bid(&game, *bids);
		str_add_n(&all->bids, &bid, 1);
	}
	decision.player = decision.n_bids % 2;
	for (; *dice; dice++)
		decision.count[*dice - '0']++;
	all->list = mem_resize(all->list, all->n + 1, sizeof *all->list);
	all->list[all->n] = decision;
	decisions_add_match(all, all->n, 1);
	all->n++;
	all->n_games++;
}

static void look(struct coach *coach)
{
	for (int sum = 2; sum <= coach_most_sum(coach); sum++) {
		int first[GAME_MAX_DICE], n = coach_hands(coach, sum, first);
		for (int i = 0; i < n; i++) {
			AUTO_STR struct str bytes = {0};
			coach_look(coach, first[i], sum - first[i], &bytes);
			coach_take(coach, first[i], sum - first[i], bytes.text, bytes.length);
		}
	}
}

static void near(double value, double wanted, double most)
{
	ck_assert_msg(fabs(value - wanted) <= most, "%.9f is not %.9f", value, wanted);
}

/* ---- positions whose value is known ----------------------------------------------------------- */

/* One die each. For a player with a 3, a call of two fives is certain to win, and all other plays are wrong: even the
 * highest bid is called. For a player with a 6, a call of one six is certain to lose. */
START_TEST(a_decided_position_costs_a_whole_game)
{
	struct rules rules = rules_of(one_die);
	struct coach coach;
	coach_init(&coach, &rules, NULL);
	plant(&coach, 1, 1, "3", (const int[]){25, 0}, 26, VERDICT_OK);
	plant(&coach, 1, 1, "3", (const int[]){25, 0}, PLAY_CALL, VERDICT_OK);
	plant(&coach, 1, 1, "3", (const int[]){25, 0}, 7, VERDICT_ILLEGAL);
	plant(&coach, 1, 1, "3", (const int[]){25, 0}, 0, VERDICT_CRASH);
	plant(&coach, 1, 1, "3", (const int[]){91, 0}, 92, VERDICT_OK);
	plant(&coach, 1, 1, "6", (const int[]){16, 0}, PLAY_CALL, VERDICT_OK);
	plant(&coach, 1, 1, "1", (const int[]){0}, 51, VERDICT_OK);
	look(&coach);
	const struct decision *list = coach.decisions.list;
	for (int i = 0; i < 5; i++) {
		near(list[i].finding.best, 1, 1e-6);
		ck_assert(list[i].finding.error <= 0);
		ck_assert_int_eq(list[i].finding.best_play, PLAY_CALL);
	}
	near(list[0].finding.made, 0, 1e-6);
	ck_assert_int_eq(list[0].finding.kind, MISTAKE_CALLED_LATE);
	ck_assert_int_eq(list[1].finding.kind, MISTAKE_NONE);
	near(list[2].finding.made, 1, 1e-6); /* it counts as a call */
	ck_assert_int_eq(list[2].finding.kind, MISTAKE_NONE);
	near(list[3].finding.made, 0, 1e-9);
	ck_assert_int_eq(list[3].finding.kind, MISTAKE_CRASH);
	near(list[4].finding.made, 0, 1e-9);
	ck_assert(list[4].finding.is_exact);
	near(list[5].finding.made, 0, 1e-6);
	ck_assert_int_eq(list[5].finding.kind, MISTAKE_CALLED_EARLY);
	near(list[6].finding.made, 0, 1e-9); /* above all dice: it is called */
	ck_assert_int_eq(list[6].finding.kind, MISTAKE_OPENED_HIGH);
	coach_release(&coach);
}
END_TEST

/* Both players by champion's table, in the states of a hand that they reach: it is near equilibrium, so nearly no play
 * of it is worth less than another, and the value of the hand is that of the table. */
START_TEST(the_table_is_the_strong_player)
{
	struct rules rules = rules_of(two_dice);
	int set = known_set(&rules);
	ck_assert_int_eq(set, 0);
	ck_assert_int_eq(known_memory(set, 2, 2), 2);
	ck_assert_int_eq(known_memory(set, 6, 2), -1);
	struct coach coach;
	coach_init(&coach, &rules, NULL);
	static const char *const openings[] = {"11", "26", "35", "44"};
	for (size_t i = 0; i < 4; i++)
		plant(&coach, 2, 2, openings[i], (const int[]){0}, 49, VERDICT_OK);
	look(&coach);
	for (size_t i = 0; i < coach.decisions.n; i++) {
		ck_assert(!coach.decisions.list[i].finding.is_exact);
		ck_assert(coach.decisions.list[i].finding.error < 0.01);
		ck_assert(coach.decisions.list[i].finding.best > 0.2);
	}
	near(coach.value[1][1], -1.0 / 9, 1e-3);
	near(coach.value[2][1], 2 * .8313 - 1, 2e-3);
	coach_release(&coach);
	ck_assert_int_eq(rules_set(&rules, "exact=gain", NULL), 0);
	ck_assert_int_eq(known_set(&rules), -1);
	struct rules seven = rules_of((const char *const[]){"faces=7", NULL}),
		joker = rules_of((const char *const[]){"wild=joker", NULL});
	ck_assert_int_eq(known_set(&seven), -1);
	ck_assert_int_eq(known_set(&joker), -1);
}
END_TEST

/* The same position: with fault=call a crash is the call that wins. */
START_TEST(a_crash_that_counts_as_a_call_has_its_value)
{
	struct rules rules = rules_of((const char *const[]){"dice=1", "fault=call", NULL});
	struct coach coach;
	coach_init(&coach, &rules, NULL);
	plant(&coach, 1, 1, "3", (const int[]){25, 0}, 0, VERDICT_CRASH);
	plant(&coach, 1, 1, "3", (const int[]){0}, 0, VERDICT_CRASH); /* nothing to call */
	look(&coach);
	near(coach.decisions.list[0].finding.made, 1, 1e-6);
	near(coach.decisions.list[1].finding.made, 0, 1e-9);
	coach_release(&coach);
}
END_TEST

/* The end of a hand is worth the rest of the game. The player after the caller opens. A player who opens with one die
 * each wins 4/9. So if a player with one die, a 3, calls three sixes against two dice, which is certainly false, both
 * are left with one die and the other opens: 5/9. */
START_TEST(a_hand_is_worth_the_rest_of_the_game)
{
	struct rules rules = rules_of(two_dice);
	struct coach coach;
	coach_init(&coach, &rules, NULL);
	plant(&coach, 2, 1, "3", (const int[]){36, 0}, PLAY_CALL, VERDICT_OK);
	plant(&coach, 2, 1, "3", (const int[]){36, 0}, 41, VERDICT_OK);
	look(&coach);
	near((1 + coach.value[1][1]) / 2, 4.0 / 9, 0.003);
	near(coach.decisions.list[0].finding.best, 5.0 / 9, 0.003);
	near(coach.decisions.list[0].finding.made, coach.decisions.list[0].finding.best, 1e-6);
	near(coach.decisions.list[1].finding.made, 0, 1e-6);
	/* The player who starts the match with 2 dice against 1 wins .83131. */
	near((1 + coach.value[2][1]) / 2, 0.83131, 0.01);
	coach_release(&coach);
}
END_TEST

/* Of the plays that the strong player makes, the most valuable one is recommended; of a certain win, the best. */
START_TEST(a_usual_play_is_recommended)
{
	struct rules rules = rules_of(one_die);
	struct subgame game = subgame_of(1, 1, 6, WILD_NONE);
	struct position_hand hand;
	struct model model;
	struct coach coach;
	int n_calls_among_others = 0;
	coach_init(&coach, &rules, NULL);
	for (int die = 1; die <= 6; die++)
		for (int i = 0; i < 13 * 13; i++) { /* no bid, one, or two of the twelve */
			int first = i / 13, second = i % 13;
			const int bids[] = {first ? subgame_play(&game, first - 1) : 0,
				second ? subgame_play(&game, second - 1) : 0, 0};
			if (!second || (first && second > first))
				plant(&coach, 1, 1, (const char[]){(char)('0' + die), 0}, bids, first ? PLAY_CALL : 16,
				      VERDICT_OK);
		}
	look(&coach);
	position_hand_init(&hand, &game);
	model_init(&model, &hand.game, coach.set);
	for (size_t i = 0; i < coach.decisions.n; i++) {
		const struct decision *decision = &coach.decisions.list[i];
		const struct finding *finding = &decision->finding;
		const struct position position = {
			.bids = decision_bids(&coach.decisions, decision), .n_bids = decision->n_bids,
			.player = decision->player,
			.holding = position_hand_holding(&hand, decision->player, decision->count),
		};
		struct valuation valuation;
		model_value(&model, &hand, &position, &valuation);
		int best = valuation_best(&valuation), better = -1;
		bool is_certain = valuation.value[best] >= 1 - 1e-6;
		for (int play = valuation.n_plays - 1; play >= 0; play--) /* of equal ones the first */
			if (valuation.chance[play] >= COACH_RARE &&
			    (better < 0 || valuation.value[play] >= valuation.value[better]))
				better = play;
		better = is_certain || better < 0 ? best : better;
		double own = is_certain ? valuation.value[best] : valuation.own;
		ck_assert_int_eq(finding->best_play, better ? subgame_play(&game, better - 1) : PLAY_CALL);
		near(finding->best, (1 + own) / 2, 1e-6);
		near(finding->error, fabs(valuation.value[better] - own) / 2, 1e-6);
		near(finding->made, (1 + valuation.value[decision->n_bids ? 0 : 6]) / 2, 1e-6);
		int made = decision->n_bids ? 0 : 6;
		bool is_mistake = finding->best - finding->made >= COACH_LEAST_LOSS &&
			valuation.chance[made] < COACH_RARE;
		ck_assert_int_eq(finding->kind, is_mistake ? mistake_of(&hand, &position, made, better) : MISTAKE_NONE);
		for (int play = 1; play < valuation.n_plays; play++)
			n_calls_among_others += !is_certain && better == 0 && valuation.chance[play] >= COACH_RARE;
	}
	ck_assert_int_gt(n_calls_among_others, 0);
	merged_release(&model.merged);
	position_hand_release(&hand);
	coach_release(&coach);
}
END_TEST

/* ---- solutions ---------------------------------------------------------------------------------- */

/* Solves one die each with three faces, into a folder. */
struct solved {
	struct rules rules;
	char folder[64];
	struct solved_hand hand;
};

static const char *const three_faces[] = {"dice=1", "faces=3", NULL};

static void solve(struct solved *solved)
{
	AUTO_STR struct str path = {0};
	solved->rules = rules_of(three_faces);
	struct hands hands = {.rules = &solved->rules, .accuracy = 1e-5, .most_iterations = 5000, .most_bytes = 1e9};
	ck_assert_int_eq(hands_solve_one(&hands, 1, 1, NULL), 0);
	solved->hand = hands.solved[0];
	snprintf(solved->folder, sizeof solved->folder, "/tmp/arena-coach-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(solved->folder));
	str_addf(&path, "%s/", solved->folder);
	solution_file_name(3, WILD_NONE, SOLUTION_FORM_HAND, &path);
	ck_assert_int_eq(solution_draft_save(&hands.draft, path.text, NULL), 0);
	hands_release(&hands);
}

static void forget(const struct solved *solved)
{
	AUTO_STR struct str path = {0};
	str_addf(&path, "%s/", solved->folder);
	solution_file_name(3, WILD_NONE, SOLUTION_FORM_HAND, &path);
	unlink(path.text);
	rmdir(solved->folder);
}

/* The file as a policy, read holding by holding as a robot reads it. */
static int mix_of_file(void *context, const struct line *line, const float *reach, struct mixture *mixture,
		       struct err *err)
{
	const struct solution *solution = context;
	int bids[SUBGAME_MAX_BIDS];
	(void)reach, (void)err;
	for (int i = 0; i < line->n_bids; i++)
		bids[i] = line->bid[i];
	const struct solution_hand *hand = solution_find_hand(solution, 1, 1);
	const struct solution_state *state =
		solution_find_state(solution, hand, solution_key(SOLUTION_ALL, bids, line->n_bids, 3, 1, false));
	for (uint32_t holding = 0; state && holding < 3; holding++)
		for (int part = 0; part < SOLUTION_WHOLE; part++) {
			int action = solution_choose(solution, state, holding, (part + 0.5) / SOLUTION_WHOLE);
			if (action >= 0)
				mixture_row(mixture, action)[holding] += 1; /* exact; scaled below */
		}
	for (int action = 0; action < MIXTURE_MAX; action++)
		for (int holding = 0; mixture->row[action] && holding < 3; holding++)
			mixture->row[action][holding] /= SOLUTION_WHOLE;
	return 0;
}

/* The value of the hand to the player who opens, if both respond perfectly to the file. */
static double value_of_file(const char *folder)
{
	AUTO_STR struct str path = {0};
	struct solution solution;
	struct subgame game = subgame_of(1, 1, 3, WILD_NONE);
	struct holdings holdings[2];
	double best[2];
	str_addf(&path, "%s/", folder);
	solution_file_name(3, WILD_NONE, SOLUTION_FORM_HAND, &path);
	ck_assert_ptr_null(solution_open(&solution, path.text));
	struct policy policy = {mix_of_file, &solution};
	for (int player = 0; player < 2; player++)
		holdings_init(&holdings[player], &game, player);
	for (int player = 0; player < 2; player++) {
		struct response response = {.game = &game, .holdings = holdings, .policy = &policy, .player = player};
		ck_assert_int_eq(response_find(&response, NULL), 0);
		best[player] = response.value;
	}
	for (int player = 0; player < 2; player++)
		holdings_release(&holdings[player]);
	munmap((void *)(uintptr_t)solution.bytes, (size_t)solution.size);
	return (best[0] - best[1]) / 2;
}

/* The mean over all dice of the best opening is the value of the hand, -1/9. */
START_TEST(a_solution_gives_the_value_of_the_hand)
{
	struct solved solved;
	struct coach coach;
	solve(&solved);
	coach_init(&coach, &solved.rules, solved.folder);
	for (int die = 1; die <= 3; die++)
		plant(&coach, 1, 1, (const char[]){(char)('0' + die), 0}, (const int[]){0}, 10 + die, VERDICT_OK);
	look(&coach);
	double mean = 0;
	for (int i = 0; i < 3; i++) {
		ck_assert(coach.decisions.list[i].finding.is_exact);
		mean += (2 * coach.decisions.list[i].finding.best - 1) / 3;
	}
	near(coach.value[1][1], value_of_file(solved.folder), 1e-6);
	near(coach.value[1][1], -1.0 / 9, 1e-4);
	near(mean, solved.hand.value, 1e-4);
	coach_release(&coach);
	forget(&solved);
}
END_TEST

/* After the first bid of the file's player, whose dice are likely by how often it bids so with each. */
START_TEST(a_call_is_worth_what_the_bid_reveals)
{
	AUTO_STR struct str path = {0};
	struct solved solved;
	struct solution solution;
	struct coach coach;
	AUTO_MIXTURE struct mixture mixture = {.stride = 4, .most_rows = 8, .memory = NEW_ARRAY(float, 8 * 4)};
	int n_covered = 0;
	solve(&solved);
	str_addf(&path, "%s/", solved.folder);
	solution_file_name(3, WILD_NONE, SOLUTION_FORM_HAND, &path);
	ck_assert_ptr_null(solution_open(&solution, path.text));
	ck_assert_int_eq(mix_of_file(&solution, &(const struct line){0}, NULL, &mixture, NULL), 0);
	coach_init(&coach, &solved.rules, solved.folder);
	for (int face = 1; face <= 3; face++)
		for (int die = 1; die <= 3; die++)
			plant(&coach, 1, 1, (const char[]){(char)('0' + die), 0}, (const int[]){10 + face, 0},
			      PLAY_CALL, VERDICT_OK);
	plant(&coach, 1, 1, "3", (const int[]){0}, 23, VERDICT_OK); /* the highest bid, which is called in any case */
	plant(&coach, 1, 1, "1", (const int[]){0}, 23, VERDICT_OK);
	look(&coach);
	const struct decision *list = coach.decisions.list;
	for (int face = 1; face <= 3; face++)
		for (int die = 1; die <= 3; die++) {
			double sum = 0, right = 0;
			const struct finding *finding = &list[3 * (face - 1) + die - 1].finding;
			for (int other = 1; other <= 3 && mixture.row[face]; other++) {
				/* the highest die is the first holding */
				double chance = (double)mixture.row[face][3 - other];
				sum += chance;
				right += other != face && die != face ? chance : 0;
			}
			ck_assert_int_eq(finding->is_exact, sum > 0.01);
			if (finding->is_exact)
				near(finding->made, right / sum, 1e-5);
			n_covered += finding->is_exact;
		}
	ck_assert_int_gt(n_covered, 0);
	near(list[9].finding.made, 1.0 / 3, 1e-5);
	near(list[10].finding.made, 0, 1e-5);
	coach_release(&coach);
	munmap((void *)(uintptr_t)solution.bytes, (size_t)solution.size);
	forget(&solved);
}
END_TEST

/* The file never opens with 23. After it the model says that a call is certain to win: alone, or after a decision that
 * the file covers. */
START_TEST(what_a_file_does_not_cover_is_asked_of_the_model)
{
	struct solved solved;
	struct coach coach;
	solve(&solved);
	coach_init(&coach, &solved.rules, solved.folder);
	if (_i)
		plant(&coach, 1, 1, "1", (const int[]){0}, 11, VERDICT_OK);
	plant(&coach, 1, 1, "1", (const int[]){23, 0}, PLAY_CALL, VERDICT_OK);
	look(&coach);
	const struct finding *finding = &coach.decisions.list[_i].finding;
	ck_assert(!finding->is_exact);
	near(finding->best, 1, 1e-6);
	near(finding->made, 1, 1e-6);
	ck_assert_int_eq(finding->best_play, PLAY_CALL);
	coach_release(&coach);
	forget(&solved);
}
END_TEST

/* The model and the solution agree on all openings, and on the value of a call of each first bid. */
START_TEST(the_model_agrees_with_the_solution)
{
	struct solved solved;
	struct coach exact, model;
	solve(&solved);
	coach_init(&exact, &solved.rules, solved.folder);
	coach_init(&model, &solved.rules, "/nowhere");
	for (int die = 1; die <= 3; die++)
		for (int bid = 0; bid <= 3; bid++) {
			const int bids[] = {bid ? 10 + bid : 0, 0};
			int play = bid ? PLAY_CALL : 23;
			plant(&exact, 1, 1, (const char[]){(char)('0' + die), 0}, bids, play, VERDICT_OK);
			plant(&model, 1, 1, (const char[]){(char)('0' + die), 0}, bids, play, VERDICT_OK);
		}
	look(&exact);
	look(&model);
	for (size_t i = 0; i < exact.decisions.n; i++) {
		const struct finding *a = &exact.decisions.list[i].finding, *b = &model.decisions.list[i].finding;
		if (!a->is_exact)
			continue;
		ck_assert(!b->is_exact);
		near(a->best, b->best, 0.06);
	}
	coach_release(&exact);
	coach_release(&model);
	forget(&solved);
}
END_TEST

/* ---- robots with one planted mistake ------------------------------------------------------------- */

static enum mistake first_kind(const struct coach *coach)
{
	struct sums sums;
	sums_of(&coach->decisions, &sums);
	ck_assert_int_gt(sums.n_kinds, 0);
	return sums.order[0];
}

/* A robot that always calls the first bid calls too early; one that never calls calls too late. */
START_TEST(a_planted_mistake_is_the_first_kind)
{
	struct rules rules = rules_of(two_dice_once);
	struct coach caller, raiser;
	coach_init(&caller, &rules, NULL);
	coach_init(&raiser, &rules, NULL);
	static const char *const dice[] = {"13", "22", "36", "66", "54"};
	for (int i = 0; i < 5; i++) {
		plant(&caller, 2, 2, dice[i], (const int[]){11 + i, 0}, PLAY_CALL, VERDICT_OK);
		plant(&raiser, 2, 2, dice[i], (const int[]){31 + i, 0}, 42, VERDICT_OK);
	}
	look(&caller);
	look(&raiser);
	ck_assert_int_eq(first_kind(&caller), MISTAKE_CALLED_EARLY);
	ck_assert_int_eq(first_kind(&raiser), MISTAKE_CALLED_LATE);
	coach_release(&caller);
	coach_release(&raiser);
}
END_TEST

/* ---- kinds ------------------------------------------------------------------------------------ */

START_TEST(kinds_of_mistakes)
{
	static const struct {
		const char *dice;
		int bids[3], made, best;
		enum mistake kind;
	} cases[] = {
		{"33", {0}, 23, 23, MISTAKE_NONE},
		{"33", {0}, 23, 13, MISTAKE_OPENED_HIGH},
		{"33", {0}, 13, 23, MISTAKE_OPENED_LOW},
		{"33", {0}, 14, 23, MISTAKE_BLUFFED},
		{"33", {0}, 13, 14, MISTAKE_NO_BLUFF},
		{"34", {12, 0}, 24, 13, MISTAKE_RAISED_HIGH},
		{"34", {12, 0}, 13, 24, MISTAKE_RAISED_LOW},
		{"34", {12, 0}, 0, 13, MISTAKE_CALLED_EARLY},
		{"34", {12, 0}, 13, 0, MISTAKE_CALLED_LATE},
	};
	struct subgame game = subgame_of(2, 2, 6, WILD_NONE);
	struct position_hand hand;
	uint8_t count[GAME_MAX_FACES + 1] = {0}, bids[2];
	struct position position = {.bids = bids};
	position_hand_init(&hand, &game);
	for (const char *die = cases[_i].dice; *die; die++)
		count[*die - '0']++;
	for (; cases[_i].bids[position.n_bids]; position.n_bids++)
		bids[position.n_bids] = (uint8_t)subgame_bid(&game, cases[_i].bids[position.n_bids]);
	position.player = position.n_bids % 2;
	position.holding = position_hand_holding(&hand, position.player, count);
	int made = cases[_i].made ? subgame_bid(&game, cases[_i].made) + 1 : 0;
	int best = cases[_i].best ? subgame_bid(&game, cases[_i].best) + 1 : 0;
	ck_assert_int_eq(mistake_of(&hand, &position, made, best), cases[_i].kind);
	position_hand_release(&hand);
}
END_TEST
enum { N_KINDS = 9 };

/* ---- sums --------------------------------------------------------------------------------------- */

/* Two matches of two games each: losses .3 and .1 together, and .2. By hand: mean .6 / 4, residuals .4 - .3 and
 * .2 - .3, half the interval 12.7062 * sqrt(2 * .02) / 4. */
START_TEST(sums_with_their_intervals)
{
	struct rules rules = rules_of(one_die);
	struct coach coach;
	struct sums sums;
	coach_init(&coach, &rules, NULL);
	for (int i = 0; i < 4; i++)
		plant(&coach, 1, 1, i < 2 ? "3" : "4", (const int[]){0}, 13, VERDICT_OK);
	free(coach.decisions.matches);
	coach.decisions.matches = NULL;
	coach.decisions.n_matches = coach.decisions.matches_room = 0;
	decisions_add_match(&coach.decisions, 0, 2);
	decisions_add_match(&coach.decisions, 2, 2);
	static const double loss[] = {0.3, 0.1, 0.2, -0.4};
	for (int i = 0; i < 4; i++)
		coach.decisions.list[i].finding = (struct finding){
			.best = 0.5, .made = 0.5 - loss[i], .kind = loss[i] < 0 ? MISTAKE_NONE
			: i == 1 ? MISTAKE_BLUFFED : MISTAKE_CALLED_EARLY, .is_exact = i == 0, .error = 0.03,
		};
	sums_of(&coach.decisions, &sums);
	near(sums.all.mean, 0.15, 1e-12);
	near(sums.all.half, 12.7062047364 * sqrt(2 * 0.02) / 4, 1e-9);
	near(sums.net.mean, 0.05, 1e-12);
	near(sums.by_kind[MISTAKE_CALLED_EARLY].mean, 0.125, 1e-12);
	ck_assert_uint_eq(sums.by_kind[MISTAKE_CALLED_EARLY].n, 2);
	ck_assert_int_eq(sums.n_kinds, 2);
	ck_assert_int_eq(sums.order[0], MISTAKE_CALLED_EARLY);
	ck_assert_uint_eq(sums.n_exact, 1);
	near(sums.error, 0.03, 1e-12);
	/* The first two are the same position; the last is not a mistake. */
	size_t n;
	struct costly *costly = sums_costliest(&coach.decisions, &n);
	ck_assert_uint_eq(n, 2);
	ck_assert_uint_eq(costly[0].n, 2);
	near(costly[0].loss, 0.4, 1e-12);
	ck_assert_uint_eq(costly[0].decision, 0);
	near(costly[1].loss, 0.2, 1e-12);
	free(costly);
	coach_release(&coach);
}
END_TEST

START_TEST(what_cannot_be_coached_is_refused)
{
	struct rules rules;
	struct err err = {0};
	static const char *const refused[] = {"perudo", "round-table", "maexchen"};
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		ck_assert_int_eq(rules_init(&rules, refused[i], NULL), 0);
		ck_assert_int_ne(coach_check(&rules, 2, &err), 0);
		ck_assert_int_eq(err.code, EXIT_USAGE);
	}
	rules = rules_of(NULL);
	ck_assert_int_eq(coach_check(&rules, 2, &err), 0);
	ck_assert_int_ne(coach_check(&rules, 3, &err), 0);
	ck_assert_int_eq(rules_set(&rules, "dice=12", NULL), 0);
	ck_assert_int_ne(coach_check(&rules, 2, &err), 0);
}
END_TEST

SUITE(300,
	TEST(a_decided_position_costs_a_whole_game),
	TEST(the_table_is_the_strong_player), TEST(a_crash_that_counts_as_a_call_has_its_value),
	TEST(a_hand_is_worth_the_rest_of_the_game),
	TEST(a_usual_play_is_recommended),
	TEST(a_solution_gives_the_value_of_the_hand),
	TEST(a_call_is_worth_what_the_bid_reveals),
	LOOP(what_a_file_does_not_cover_is_asked_of_the_model, 0, 2),
	TEST(the_model_agrees_with_the_solution),
	TEST(a_planted_mistake_is_the_first_kind),
	LOOP(kinds_of_mistakes, 0, N_KINDS),
	TEST(sums_with_their_intervals),
	TEST(what_cannot_be_coached_is_refused))
