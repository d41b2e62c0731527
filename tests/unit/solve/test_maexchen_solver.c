/* test_maexchen_solver.c - Mäxchen solved: values and their chances, best responses against plain counting, turns with
 * known values, and files of solutions, whole and damaged. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena_maexchen_solution.h"
#include "base/mem.h"
#include "base/rng.h"
#include "solve/maexchen/solver.h"

/* ---- values ----------------------------------------------------------------------------- */

static struct rules rules_with(const char *const *settings)
{
	struct rules rules;
	ck_assert_int_eq(rules_init(&rules, "maexchen", NULL), 0);
	for (; settings && *settings; settings++)
		ck_assert_int_eq(rules_set(&rules, *settings, NULL), 0);
	return rules;
}

START_TEST(values_have_an_order_chances_and_losses)
{
	static const int order[] = {31, 32, 41, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65, 11, 22, 33, 44, 55, 66, 21, 42};
	const struct rules rules = rules_with((const char *const[]){"points_to_start=7", "point_loss_normal=4", NULL});
	struct maexchen_values values;
	double sum = 0;
	maexchen_values_list(&values, &rules);
	ck_assert_int_eq(values.n, COUNT(order));
	ck_assert_int_eq(values.points, 7);
	ck_assert_int_eq(values.illegal_loss, 4);
	for (int i = 0; i < values.n; i++) {
		ck_assert_int_eq(values.value[i], order[i]);
		ck_assert_int_eq(10 * values.first[i] + values.second[i], order[i]);
		ck_assert(values.first[i] < 7 && values.second[i] < 7);
		ck_assert_int_eq(values.loss[i], i == 20 ? 3 : i == 19 ? 2 : 4);
		ck_assert_double_eq_tol(values.chance[i], (order[i] % 11 ? 2 : 1) / 36.0, 1e-12);
		ck_assert_int_eq(maexchen_values_index(&values, order[i]), i);
		sum += values.chance[i];
	}
	ck_assert_double_eq_tol(sum, 1, 1e-12);
	ck_assert_int_eq(maexchen_values_index(&values, 12), -1);
	ck_assert_int_eq(maexchen_values_index(&values, 0), -1);
}
END_TEST

START_TEST(dice_as_rolled_have_more_values)
{
	const struct rules rules = rules_with((const char *const[]){"order_digits=false", NULL});
	struct maexchen_values values;
	maexchen_values_list(&values, &rules);
	ck_assert_int_eq(values.n, 36);
	for (int i = 0; i < values.n; i++)
		ck_assert_double_eq_tol(values.chance[i], 1 / 36.0, 1e-12);
	ck_assert(values.value[0] == 12 && values.first[0] == 1 && values.second[0] == 2);
}
END_TEST

static const struct {
	const char *setting, *complaint; /* NULL: it can be computed */
} rules_to_check[] = {
	{"points_to_start=10", NULL}, {"points_to_start=11", "at most 10 points: add -r points_to_start=10"},
	{"point_loss_normal=1", NULL}, {"point_loss_normal=0", "at least one point"},
	{"point_loss_maexchen=1", NULL}, {"point_loss_maexchen=0", "at least one point"},
	{"point_loss_hamburger=1", NULL}, {"point_loss_hamburger=0", "at least one point"},
	{"play_order=-1", NULL}, {"play_order=3", NULL}, {"play_order=2", "play_order must be odd"},
	{"play_order=0", "play_order must be odd"},
};

START_TEST(rules_are_checked)
{
	const struct rules rules = rules_with((const char *const[]){rules_to_check[_i].setting, NULL});
	struct err err = {0};
	int failed = maexchen_values_check(&rules, &err);
	ck_assert_int_eq(failed != 0, rules_to_check[_i].complaint != NULL);
	if (failed)
		ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, rules_to_check[_i].complaint), "%s", err.text);
}
END_TEST

/* ---- best responses --------------------------------------------------------------------- */

enum { POINTS = 3 };

static double draw(uint64_t *random)
{
	return (double)(rng_next(random) >> 11) / (double)(UINT64_C(1) << 53);
}

/* One that does everything now and then, also what is not allowed. */
static void make_random(struct maexchen_policy *policy, int n, uint64_t *random)
{
	memset(policy, 0, sizeof *policy);
	for (int last = -1; last < n - 1; last++)
		for (int i = 0; i < n; i++) {
			double sum = 0;
			policy->believes[last + 1][i] = 0.8 * draw(random);
			policy->answers_illegally[last + 1][i] = 0.1 * draw(random);
			policy->answer_fails[last + 1][i] = 0.05 * draw(random);
			policy->claims_illegally[last + 1][i] = 0.1 * draw(random);
			policy->claim_fails[last + 1][i] = 0.05 * draw(random);
			double left = 1 - policy->claims_illegally[last + 1][i] - policy->claim_fails[last + 1][i];
			for (int claim = last + 1; claim < n; claim++)
				sum += policy->claims[last + 1][i][claim] = draw(random);
			for (int claim = last + 1; claim < n; claim++)
				policy->claims[last + 1][i][claim] *= left / sum;
		}
}

/* A response, and what counting says at certain points of both. */
struct counting {
	const struct maexchen_response *response;
	const struct maexchen_policy *policy;
	int opponent, own;                            /* points */
	double to_roll[2][MAEXCHEN_MAX_VALUES + 2];   /* chance to win: [who rolls][claim to beat + 1] */
};

/* The chance to win after somebody loses so many points. */
static double after(const struct counting *counting, int loser, int loss, int starter)
{
	int opponent = counting->opponent - (loser == MAEXCHEN_OPPONENT ? loss : 0);
	int own = counting->own - (loser == MAEXCHEN_RESPONDER ? loss : 0);
	return opponent < 1 ? 1 : own < 1 ? 0 : counting->response->win[opponent][own][starter];
}

/* Of a claim that is believed: nothing beats the highest one, so the other begins a new hand. */
static double if_believed(const struct counting *counting, int claimer, int claim)
{
	return claim == counting->response->values->n - 1 ? after(counting, 0, 0, !claimer)
							  : counting->to_roll[!claimer][claim + 1];
}

static double if_doubted(const struct counting *counting, int claimer, int roll, int claim)
{
	return after(counting, roll < claim ? claimer : !claimer, counting->response->values->loss[roll], !claimer);
}

static double worth_of_claim(const struct counting *counting, int last, int roll, int claim)
{
	const struct maexchen_policy *policy = counting->policy;
	double believes = policy->believes[last + 1][claim], illegal = policy->answers_illegally[last + 1][claim];
	double fails = policy->answer_fails[last + 1][claim];
	return believes * if_believed(counting, MAEXCHEN_RESPONDER, claim) + fails +
	       illegal * after(counting, MAEXCHEN_OPPONENT, counting->response->values->illegal_loss,
			       MAEXCHEN_RESPONDER) +
	       (1 - believes - illegal - fails) * if_doubted(counting, MAEXCHEN_RESPONDER, roll, claim);
}

/* Of equally good claims it makes the lowest. */
static void count_own(struct counting *counting, int last)
{
	const struct maexchen_values *values = counting->response->values;
	const struct maexchen_choices *choices = &counting->response->choices[counting->opponent][counting->own];
	double sum = 0;
	for (int roll = 0; roll < values->n; roll++) {
		int made = choices->claim[last + 1][roll];
		ck_assert(made > last && made < values->n);
		double worth = worth_of_claim(counting, last, roll, made);
		for (int claim = last + 1; claim < values->n; claim++)
			ck_assert_double_le(worth_of_claim(counting, last, roll, claim),
					    worth + (claim < made ? -1e-13 : 2e-12));
		sum += values->chance[roll] * worth;
	}
	counting->to_roll[MAEXCHEN_RESPONDER][last + 1] = sum;
}

/* It believes what is worth more than a doubt. */
static void count_opponent(struct counting *counting, int last)
{
	const struct maexchen_values *values = counting->response->values;
	const struct maexchen_choices *choices = &counting->response->choices[counting->opponent][counting->own];
	const struct maexchen_policy *policy = counting->policy;
	double sum = 0;
	for (int roll = 0; roll < values->n; roll++)
		sum += values->chance[roll] * (policy->claim_fails[last + 1][roll] +
					       policy->claims_illegally[last + 1][roll] *
					       after(counting, MAEXCHEN_OPPONENT, values->loss[roll],
						     MAEXCHEN_RESPONDER));
	for (int claim = last + 1; claim < values->n; claim++) {
		double believed = 0, doubted = 0;
		for (int roll = 0; roll < values->n; roll++) {
			double chance = values->chance[roll] * policy->claims[last + 1][roll][claim];
			believed += chance * if_believed(counting, MAEXCHEN_OPPONENT, claim);
			doubted += chance * if_doubted(counting, MAEXCHEN_OPPONENT, roll, claim);
		}
		ck_assert_int_eq(choices->believes[last + 1][claim], believed > doubted + 1e-12);
		sum += believed > doubted ? believed : doubted;
	}
	counting->to_roll[MAEXCHEN_OPPONENT][last + 1] = sum;
}

START_TEST(a_response_is_the_best_by_counting)
{
	const struct rules rules = rules_with((const char *const[]){"points_to_start=3", NULL});
	struct maexchen_values values;
	struct maexchen_policy *policy = NEW(struct maexchen_policy), *chosen = NEW(struct maexchen_policy);
	struct maexchen_response *response = NEW(struct maexchen_response);
	uint64_t random = 1;
	maexchen_values_list(&values, &rules);
	response->values = &values;
	for (int opponent = 1; opponent <= POINTS; opponent++)
		for (int own = 1; own <= POINTS; own++) {
			struct counting counting = {response, policy, opponent, own, {{0}}};
			make_random(policy, values.n, &random);
			maexchen_response_at(response, policy, opponent, own);
			for (int last = values.n - 2; last >= -1; last--) {
				count_own(&counting, last);
				count_opponent(&counting, last);
			}
			for (int who = 0; who < 2; who++)
				ck_assert_double_eq_tol(counting.to_roll[who][0], response->win[opponent][own][who],
							1e-12);
			maexchen_response_policy(response, opponent, own, chosen);
			for (int last = -1; last < values.n - 1; last++)
				for (int i = 0; i < values.n; i++) {
					const struct maexchen_choices *choices = &response->choices[opponent][own];
					ck_assert_double_eq(chosen->believes[last + 1][i],
							    choices->believes[last + 1][i]);
					for (int claim = 0; claim < values.n; claim++)
						ck_assert_double_eq(chosen->claims[last + 1][i][claim],
								    claim == choices->claim[last + 1][i]);
				}
		}
	free(policy);
	free(chosen);
	free(response);
}
END_TEST

/* The robot claims the highest value with any roll, and believes nothing else. The response makes the lowest claim,
 * which is always true and always doubted; the robot's claim it believes, and then it begins. */
START_TEST(a_response_found_by_hand)
{
	const struct rules rules = rules_with((const char *const[]){"points_to_start=1", NULL});
	struct maexchen_values values;
	struct maexchen_policy *policy = NEW(struct maexchen_policy);
	struct maexchen_response *response = NEW(struct maexchen_response);
	maexchen_values_list(&values, &rules);
	response->values = &values;
	for (int last = -1; last < values.n - 1; last++) {
		policy->believes[last + 1][values.n - 1] = 1;
		for (int roll = 0; roll < values.n; roll++)
			policy->claims[last + 1][roll][values.n - 1] = 1;
	}
	maexchen_response_at(response, policy, 1, 1);
	ck_assert_double_eq_tol(response->win[1][1][MAEXCHEN_RESPONDER], 1, 1e-12);
	ck_assert_double_eq_tol(response->win[1][1][MAEXCHEN_OPPONENT], 1, 1e-12);
	for (int roll = 0; roll < values.n; roll++)
		ck_assert_int_eq(response->choices[1][1].claim[0][roll], 0);
	ck_assert(response->choices[1][1].believes[0][values.n - 1]);
	free(policy);
	free(response);
}
END_TEST

/* ---- turns ------------------------------------------------------------------------------ */

/* Two rolls, equally likely, and a claim for each. The low claim is worth a half; the high one .75 when it is believed,
 * and when it is doubted 1 if it is true and 0 if not. A lie must be worth a half: .75 (1 - d) = .5, so d = 1/3 are
 * doubted. A doubt must be worth as much as belief: with l lies for each true claim .75 (1 + l) = 1, so l = 1/3. */
START_TEST(a_turn_solved_by_hand)
{
	struct turn turn = {
		.n_rolls = 2, .n_claims = 2, .stride = VEC, .claim_stride = VEC, .chance = {0.5F, 0.5F},
		.believed = {0.5F, 0.75F}, .doubted = {{0.5F, 0.5F}, {0, 1}},
	};
	turn_solve(&turn, 1e-6, 100000);
	ck_assert_double_le(turn.gap, 1e-5);
	ck_assert_double_eq_tol((double)turn.answers[TURN_DOUBT][1], 1.0 / 3, 1e-2);
	ck_assert_double_eq_tol((double)turn.claims[1][0], 1.0 / 3, 1e-2);
	ck_assert_double_eq_tol(turn.value, 0.5 * 0.5 + 0.5 * (0.75 * 2 / 3 + 1.0 / 3), 1e-5);
}
END_TEST

static void begin(struct rules *rules, struct maexchen_values *values)
{
	ck_assert_int_eq(rules_init(rules, "maexchen", NULL), 0);
	ck_assert_int_eq(rules_set(rules, "points_to_start=1", NULL), 0);
	maexchen_values_list(values, rules);
}

/* A policy that claims the highest value and believes only that one. */
static void make_bytes(struct str *bytes)
{
	struct rules rules;
	struct maexchen_values values;
	AUTO_MAEXCHEN_BOOK struct maexchen_book book = {0};
	struct maexchen_policy *policy = calloc(1, sizeof *policy);
	begin(&rules, &values);
	for (int last = -1; last < values.n - 1; last++) {
		policy->believes[last + 1][values.n - 1] = 1;
		for (int roll = 0; roll < values.n; roll++)
			policy->claims[last + 1][roll][values.n - 1] = 1;
	}
	maexchen_book_begin(&book, &values, &rules);
	maexchen_book_add(&book, policy);
	char folder[] = "/tmp/test_maexchen_solver.XXXXXX", path[sizeof folder + 8];
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/book", folder);
	ck_assert_int_eq(maexchen_book_save(&book, path, NULL), 0);
	ck_assert_int_eq(str_read_file(bytes, path, 1 << 20, NULL), 0);
	unlink(path);
	rmdir(folder);
	free(policy);
}

static struct solution solution_of(const struct str *bytes)
{
	return (struct solution){(const unsigned char *)bytes->text, bytes->length};
}

static int play_of(const struct solution *solution, const char *rules, const char *hands, const char *history)
{
	struct maex_game game;
	struct maex_view view;
	memset(&game, 0, sizeof game);
	maex_read_rules(&game, rules, 2);
	maex_read(&view, &game, "A", hands, history);
	return maex_solution_play(solution, &game, &view, 0.5);
}

START_TEST(a_book_can_be_read)
{
	AUTO_STR struct str bytes = {0};
	make_bytes(&bytes);
	struct solution solution = solution_of(&bytes);
	static const char rules[] = "maexchen points_to_start=1";
	ck_assert_ptr_null(maex_solution_check(&solution));
	ck_assert_int_eq(play_of(&solution, rules, "A:65@1,B:xx@1", ""), 42);
	ck_assert_int_eq(play_of(&solution, rules, "A:xx@1,B:xx@1", "B:42"), ARENA_BELIEVE);
	ck_assert_int_eq(play_of(&solution, rules, "A:xx@1,B:xx@1", "B:65"), ARENA_CALL);
	ck_assert_int_eq(play_of(&solution, rules, "A:65@2,B:xx@1", ""), -1);
	ck_assert_int_eq(play_of(&solution, rules, "A:65@1,B:xx@1,C:xx@1", ""), -1);
	ck_assert_int_eq(play_of(&solution, "maexchen hamburger=43", "A:65@1,B:xx@1", ""), -1);
	ck_assert_int_eq(play_of(&solution, "maexchen point_loss_hamburger=4", "A:65@1,B:xx@1", ""), -1);
	ck_assert_int_eq(play_of(&solution, "maexchen order_digits=false", "A:65@1,B:xx@1", ""), -1);
}
END_TEST

START_TEST(a_damaged_book_is_refused)
{
	AUTO_STR struct str bytes = {0};
	make_bytes(&bytes);
	struct solution solution = solution_of(&bytes);
	for (size_t i = 0; i < bytes.length; i += i < 120 ? 1 : 97) {
		bytes.text[i] ^= 1;
		ck_assert_msg(maex_solution_check(&solution), "byte %zu", i);
		bytes.text[i] ^= 1;
	}
	solution.size--;
	ck_assert_ptr_nonnull(maex_solution_check(&solution));
	solution.size = 20;
	ck_assert_ptr_nonnull(maex_solution_check(&solution));
	ck_assert_str_eq(maex_solution_open(&solution, "no/such/file"), solution_missing);
}
END_TEST

START_TEST(a_solver_can_be_stopped)
{
	static const volatile sig_atomic_t stop = 1;
	struct rules rules;
	struct maexchen_values values;
	struct maexchen_solver solver = {.accuracy = 1e-3, .most_iterations = 100, .stop = &stop};
	begin(&rules, &values);
	maexchen_solve(&solver, &rules);
	ck_assert(solver.is_cut_short);
	maexchen_solver_release(&solver);
}
END_TEST

static void note_points(int points, void *context)
{
	int *seen = context;
	ck_assert_int_eq(points, ++*seen);
}

/* Nobody wins more from a policy of the equilibrium, at any points of both, than its values say. */
START_TEST(an_equilibrium_is_found)
{
	const struct rules rules = rules_with((const char *const[]){"points_to_start=2", NULL});
	int seen = 0;
	struct maexchen_solver solver = {.accuracy = 1e-2, .most_iterations = 3000, .progress = note_points,
		.context = &seen};
	struct maexchen_response *response = NEW(struct maexchen_response);
	maexchen_solve(&solver, &rules);
	ck_assert(!solver.is_cut_short && seen == 2 && solver.values.points == 2);
	ck_assert(solver.exploitability >= 0 && solver.exploitability < solver.accuracy);
	ck_assert_double_eq_tol(solver.win[1][1], 0.6465003, 2e-3); /* by an independent linear program */
	ck_assert_double_eq_tol(solver.win[2][2], 0.5862387, 2e-3);
	response->values = &solver.values;
	for (int opponent = 1; opponent <= 2; opponent++)
		for (int own = 1; own <= 2; own++) {
			maexchen_response_at(response, solver.policy[opponent][own], opponent, own);
			const double *win = response->win[opponent][own];
			ck_assert_double_eq_tol(win[MAEXCHEN_OPPONENT], 1 - solver.win[opponent][own], 5e-3);
			ck_assert_double_eq_tol(win[MAEXCHEN_RESPONDER], solver.win[own][opponent], 5e-3);
		}
	double of_both = response->win[2][2][MAEXCHEN_OPPONENT] + response->win[2][2][MAEXCHEN_RESPONDER];
	ck_assert_double_eq_tol(solver.exploitability, of_both - 1, 1e-12);
	free(response);
	maexchen_solver_release(&solver);
}
END_TEST

SUITE(0,
	TEST(values_have_an_order_chances_and_losses),
	TEST(dice_as_rolled_have_more_values),
	LOOP(rules_are_checked, 0, COUNT(rules_to_check)),
	TEST(a_response_is_the_best_by_counting),
	TEST(a_response_found_by_hand),
	TEST(a_turn_solved_by_hand),
	TEST(a_book_can_be_read),
	TEST(a_damaged_book_is_refused),
	TEST(a_solver_can_be_stopped),
	TEST(an_equilibrium_is_found))
