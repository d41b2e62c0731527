/* maexchen.c - `solve` and `exploit` in Mäxchen: whole games between two players (families.h). */
#include <unistd.h>

#include "base/json.h"
#include "cli/families/families.h"
#include "output/show.h"
#include "output/solve_forms.h"
#include "run/progress.h"
#include "run/setup.h"
#include "run/coaching.h"

static void show_points(int points, void *context)
{
	progress_say(context, "%d points each", points);
}

static int save_solved(const struct maexchen_solver *solver, const struct rules *rules, const char *path,
		       struct err *err)
{
	AUTO_MAEXCHEN_BOOK struct maexchen_book book = {0};
	maexchen_book_begin(&book, &solver->values, rules);
	for (int own = 1; own <= solver->values.points; own++)
		for (int other = 1; other <= solver->values.points; other++)
			maexchen_book_add(&book, solver->policy[own][other]);
	return solution_robot_save_maexchen(&book, path, err);
}

static int solve(const struct args *args, const struct request *request, struct err *err)
{
	const struct rules *rules = &request->rules;
	const char *path = args_text(args, "save");
	struct progress progress;
	struct maexchen_solver solver = {
		.accuracy = args_double(args, "accuracy"), .most_iterations = (int)args_number(args, "iterations"),
		.stop = setup_stop(), .progress = show_points, .context = &progress,
	};
	if (args_value(args, "dice")->n_list)
		return err_set(err, EXIT_USAGE, "--dice does not apply to Mäxchen");
	if (args_value(args, "memory")->is_set)
		return err_set(err, EXIT_USAGE, "--memory does not apply to Mäxchen");
	if ((path && solution_robot_check(path, err)) || maexchen_values_check(rules, err))
		return -1;
	progress_init(&progress, request, 0, false);
	maexchen_solve(&solver, rules);
	progress_end(&progress);
	int code = solver.is_cut_short ? EXIT_INTERRUPTED : path ? save_solved(&solver, rules, path, err) : EXIT_OK;
	if (!code)
		COMMAND_PRINT(args, maexchen_solve_add_table(&solver, rules, show_has_colour(STDOUT_FILENO), &text),
			maexchen_solve_add_csv(&solver, &text), maexchen_solve_json(&solver, rules));
	maexchen_solver_release(&solver);
	return code;
}

static void show_asks(uint64_t n_asked, void *context)
{
	progress_say(context, "%s asks", show_count(n_asked).text);
}

static int save_response(const struct maexchen_exploit *exploit, const char *path, struct err *err)
{
	AUTO_MAEXCHEN_BOOK struct maexchen_book book = {0};
	AUTO_FREE struct maexchen_policy *policy = NEW(struct maexchen_policy);
	maexchen_book_begin(&book, &exploit->values, &exploit->tournament->rules);
	for (int own = 1; own <= exploit->values.points; own++)
		for (int other = 1; other <= exploit->values.points; other++) {
			maexchen_response_policy(exploit->response, other, own, policy);
			maexchen_book_add(&book, policy);
		}
	return solution_robot_save_maexchen(&book, path, err);
}

static int exploit(const struct args *args, const struct request *request, struct tournament *tournament,
		   struct err *err)
{
	struct progress progress;
	const char *path = args_text(args, "save");
	struct maexchen_exploit measured = {
		.tournament = tournament, .n_points = (int)args_number(args, "samples"), .stop = setup_stop(),
		.keeps_instances = args_flag(args, "keep"), .progress = show_asks, .context = &progress,
	};
	if (path && solution_robot_check(path, err))
		return -1;
	progress_init(&progress, request, 0, false);
	int code = maexchen_exploit_run(&measured, err);
	progress_end(&progress);
	if (!code && measured.is_cut_short)
		code = EXIT_INTERRUPTED;
	if (!code && path)
		code = save_response(&measured, path, err);
	if (!code)
		COMMAND_PRINT(args, maexchen_exploit_add_table(&measured, show_has_colour(STDOUT_FILENO), &text),
			maexchen_exploit_add_csv(&measured, &text), maexchen_exploit_json(&measured));
	maexchen_exploit_release(&measured);
	return code;
}

static int check_exploit(const struct args *args, const struct rules *rules, struct err *err)
{
	static const char *const of_liars[] = {"dice", "adaptive", "matches", "match-length", "replay", NULL};
	if (family_refuse(args, of_liars, "Mäxchen", err))
		return -1;
	return maexchen_values_check(rules, err);
}

const struct family_commands family_commands_maexchen = {
	.family = &family_maexchen, .solve = solve, .check_exploit = check_exploit, .exploit = exploit,
};
