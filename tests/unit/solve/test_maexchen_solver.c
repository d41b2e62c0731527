/* test_maexchen_solver.c - Mäxchen solved: turns with known values, and files of solutions, whole and damaged. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena_maexchen_solution.h"
#include "solve/maexchen/book.h"
#include "solve/maexchen/solver.h"
#include "solve/maexchen/turn.h"

/* Two rolls, equally likely, and a claim for each. The low claim is worth a half; the high one .75 when it is believed, and when
 * it is doubted 1 if it is true and 0 if not. A lie must be worth a half: .75 (1 - d) = .5, so d = 1/3 are doubted. A doubt must be
 * worth as much as belief: with l lies for each true claim .75 (1 + l) = 1, so l = 1/3. */
START_TEST(a_turn_solved_by_hand)
{
	struct turn turn = {
		.n_rolls = 2, .n_claims = 2, .stride = VEC, .claim_stride = VEC, .chance = {0.5F, 0.5F}, .believed = {0.5F, 0.75F},
		.doubted = {{0.5F, 0.5F}, {0, 1}},
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

SUITE(0,
	TEST(a_turn_solved_by_hand),
	TEST(a_book_can_be_read),
	TEST(a_damaged_book_is_refused),
	TEST(a_solver_can_be_stopped))
