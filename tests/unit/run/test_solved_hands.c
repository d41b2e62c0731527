/* test_solved_hands.c - robots that are made of solved hands, where solved hands are looked for, and the work of a
 * coach divided among processes. */
#include <check.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "run/coaching.h"
#include "temporary_folder.h"

/* ---- robots ----------------------------------------------------------------------------- */

/* The only robots that are found are in the folder "robots". */
static void find_nash(void)
{
	ck_assert_int_eq(mkdir("robots", 0755), 0);
	write_file("robots/nash.so", "the robot");
	ck_assert_int_eq(setenv("ARENA_PATH", "robots", 1), 0);
}

START_TEST(a_robot_is_saved_where_it_may_be)
{
	static const struct {
		const char *path, *says; /* NULL: it may */
		int code;
	} cases[] = {
		{"mine.so", NULL, 0}, {"robots/mine.so", NULL, 0}, {"robots/nash.so", NULL, 0},
		{"mine", "--save must name a file that ends in .so, not 'mine'", EXIT_USAGE},
		{"a.so/mine", "--save must name a file that ends in .so, not 'a.so/mine'", EXIT_USAGE},
		{".so", "--save must name a file that ends in .so, not '.so'", EXIT_USAGE},
		{"robots/.so", "--save must name a file that ends in .so, not 'robots/.so'", EXIT_USAGE},
		{"nowhere/mine.so", "nowhere/mine.so", EXIT_WORLD},
	};
	struct err err = {0};
	find_nash();
	ck_assert_int_eq(solution_robot_check(cases[_i].path, &err), cases[_i].says ? -1 : 0);
	ck_assert_msg(!cases[_i].says || strstr(err.text, cases[_i].says), "%s", err.text);
	ck_assert_int_eq(err.code, cases[_i].code);
}
END_TEST

/* The robot is a copy of nash, with the hands in its data; a second solution goes beside the first. */
START_TEST(a_robot_has_its_solution_beside_it)
{
	struct solution_draft draft = {.faces = 4, .wild = WILD_ONES, .form = SOLUTION_FORM_NEXT};
	struct stat before, after;
	struct err err = {0};
	find_nash();
	solution_draft_hand(&draft, 1, 2, SOLUTION_ALL_BIDS);
	ck_assert_msg(solution_robot_save(&draft, "mine.so", &err) == 0, "%s", err.text);
	check_file("mine.so", "the robot");
	AUTO_STR struct str bytes = {0}, saved = {0};
	solution_draft_bytes(&draft, &bytes);
	ck_assert_int_eq(str_read_file(&saved, "mine.data/ones-4-next.solution", 1 << 20, NULL), 0);
	ck_assert(saved.length == bytes.length && memcmp(saved.text, bytes.text, bytes.length) == 0);
	draft.faces = 3;
	ck_assert_int_eq(solution_robot_save(&draft, "mine.so", &err), 0);
	ck_assert(access("mine.data/ones-4-next.solution", F_OK) == 0 &&
		  access("mine.data/ones-3-next.solution", F_OK) == 0);

	ck_assert_int_eq(stat("robots/nash.so", &before), 0);
	ck_assert_int_eq(solution_robot_save(&draft, "robots/nash.so", &err), 0); /* itself: the file stays */
	ck_assert_int_eq(stat("robots/nash.so", &after), 0);
	ck_assert(before.st_ino == after.st_ino && access("robots/nash.data/ones-3-next.solution", F_OK) == 0);

	write_file("other.data", "no folder");
	ck_assert_int_eq(solution_robot_save(&draft, "other.so", &err), -1);
	ck_assert_int_eq(solution_robot_save(&draft, "nowhere/other.so", &err), -1);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_int_eq(mkdir("there", 0755), 0);
	write_file("there.so", "x");
	ck_assert_int_eq(solution_robot_save(&draft, "there/it.so", &err), 0);
	check_file("there/it.so", "the robot");
	ck_assert_int_eq(mkdir("file.data", 0755) || mkdir("file.so", 0755), 0);
	ck_assert_int_eq(solution_robot_save(&draft, "file.so", &err), -1);
	solution_draft_release(&draft);
}
END_TEST

START_TEST(solutions_are_in_the_data_of_nash)
{
	AUTO_FREE char *folder_of_nash = NULL;
	find_nash();
	folder_of_nash = coaching_solutions();
	ck_assert_str_eq(folder_of_nash, "robots/nash.data");
}
END_TEST

/* ---- coaching --------------------------------------------------------------------------- */

/* Games of two dice each: a decision in each kind of hand. */
static void make_coach(struct coach *coach, const struct rules *rules)
{
	static const int kinds[][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}};
	struct decisions *all = &coach->decisions;
	coach_init(coach, rules, NULL);
	all->list = NEW_ARRAY(struct decision, COUNT(kinds));
	for (int i = 0; i < COUNT(kinds); i++) {
		struct decision decision = {.game = all->n, .n_dice = {kinds[i][0], kinds[i][1]}, .play = 23,
			.verdict = VERDICT_OK};
		decision.count[3] = (uint8_t)kinds[i][0];
		all->list[all->n] = decision;
		decisions_add_match(all, all->n, 1);
		all->n++;
		all->n_games++;
	}
	decisions_sort(all);
}

struct notes {
	int n;
	double first, last;
};

static void note(double done, void *context)
{
	struct notes *notes = context;
	ck_assert(done > notes->last && done <= 1);
	if (notes->n++ == 0)
		notes->first = done;
	notes->last = done;
}

START_TEST(any_number_of_processes_finds_the_same)
{
	struct rules rules;
	struct coach wanted, coach;
	struct err err = {0};
	ck_assert(rules_init(&rules, "liars-dice", NULL) == 0 && rules_set(&rules, "dice=2", NULL) == 0);
	ck_assert(rules_set(&rules, "faces=3", NULL) == 0);
	make_coach(&wanted, &rules);
	int n_hands = 0;
	double all = 0, first = 0;
	for (int sum = 2; sum <= coach_most_sum(&wanted); sum++) {
		int n_first[GAME_MAX_DICE], n = coach_hands(&wanted, sum, n_first);
		n_hands += n;
		for (int i = 0; i < n; i++) {
			AUTO_STR struct str bytes = {0};
			coach_look(&wanted, n_first[i], sum - n_first[i], &bytes);
			coach_take(&wanted, n_first[i], sum - n_first[i], bytes.text, bytes.length);
			all += coach_work(&wanted, n_first[i], sum - n_first[i]);
			first = first > 0 ? first : all;
		}
	}
	ck_assert_int_eq(n_hands, 4);
	for (int n_jobs = 1; n_jobs <= 3; n_jobs++) {
		struct notes notes = {0};
		make_coach(&coach, &rules);
		const struct coaching coaching = {.coach = &coach, .n_jobs = n_jobs, .progress = note,
			.context = &notes};
		ck_assert_msg(coaching_run(&coaching, &err) == 0, "%s", err.text);
		ck_assert_int_eq(notes.n, n_hands);
		ck_assert_double_eq_tol(notes.first, first / all, 1e-12);
		ck_assert_double_eq_tol(notes.last, 1, 1e-12);
		for (size_t i = 0; i < wanted.decisions.n; i++) {
			const struct finding *a = &wanted.decisions.list[i].finding,
				*b = &coach.decisions.list[i].finding;
			ck_assert(a->best > 0 && a->best == b->best && a->made == b->made && a->kind == b->kind);
		}
		coach_release(&coach);
	}
	make_coach(&coach, &rules);
	const struct coaching silent = {.coach = &coach, .n_jobs = 1};
	ck_assert_int_eq(coaching_run(&silent, &err), 0);
	coach_release(&coach);
	coach_release(&wanted);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	LOOP(a_robot_is_saved_where_it_may_be, 0, 8),
	TEST(a_robot_has_its_solution_beside_it),
	TEST(solutions_are_in_the_data_of_nash),
	TEST(any_number_of_processes_finds_the_same))
