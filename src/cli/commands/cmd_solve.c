/* cmd_solve.c - `arena solve`: the best play of small hands between two players. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "cli/command.h"
#include "cli/dice.h"
#include "output/show.h"
#include "output/solve_forms.h"
#include "run/setup.h"
#include "run/solution_robot.h"

static const struct opt options[] = {
	OPTION_VARIANT,
	OPTION_RULE,
	{.name = "dice", .type = OPT_LIST, .value = "NvM",
	 .help = "Solve single hands in which the opener has N dice and the other player M, as in 2v1; may be given "
		 "several times. Default: solve all hands of a match by the rules."},
	{.name = "accuracy", .type = OPT_DOUBLE, .value = "X", .fallback = "0.0001", .min = 0, .max = 1,
	 .help = "Stop when a perfect opponent can win at most X per hand; 0: only after all iterations."},
	{.name = "iterations", .letter = 'i', .type = OPT_INT, .value = "N", .fallback = "20000", .min = 1, .max = 100000000,
	 .help = "Stop after N iterations of a hand."},
	{.name = "memory", .type = OPT_SIZE, .value = "SIZE", .fallback = "2G", .min = 1 << 20, .max = 1LL << 42,
	 .help = "A hand that needs more is solved on states that remember fewer bids, which is less exact."},
	{.name = "save", .type = OPT_TEXT, .value = "FILE.so", .names = NAMES_FOLDERS,
	 .help = "Make a robot that plays the solution: a copy of nash, with the solution in the folder FILE.data."},
	{.name = "quiet", .letter = 'q', .type = OPT_FLAG, .is_neutral = true, .help = "No progress on stderr."},
	OPTION_OUTPUT("Text, or a format for programs."),
	{0},
};

static void show_progress(const struct solved_hand *solved, void *context)
{
	(void)context;
	fprintf(stderr, "\r%dv%d: %d iterations, exploitability %.6f\033[K", solved->n_first, solved->n_second, solved->n_iterations,
		solved->exploitability);
}

static void print(const struct args *args, const struct hands *hands)
{
	AUTO_STR struct str text = {0};
	enum form form = command_form(args);
	if (form == FORM_TABLE)
		solve_add_table(hands, show_has_colour(STDOUT_FILENO), &text);
	else if (form == FORM_CSV)
		solve_add_csv(hands, &text);
	else
		json_add_text(&text, solve_json(hands));
	fputs(text.text, stdout);
}

static int solve_all(const struct args *args, struct hands *hands, struct err *err)
{
	const struct opt_value *given = args_value(args, "dice");
	int n_first, n_second;
	for (int i = 0; i < given->n_list && !*hands->stop; i++)
		if (dice_read(given->list[i], &n_first, &n_second, err) || hands_solve_one(hands, n_first, n_second, err))
			return -1;
	return given->n_list ? 0 : hands_solve_match(hands, err);
}

/* Checks all hands before hours of work. */
static int check(const struct args *args, const struct hands *hands, struct err *err)
{
	const struct opt_value *given = args_value(args, "dice");
	const char *path = args_text(args, "save");
	int n_first, n_second, most = hands->rules->value[COMMON_DICE];
	if ((path && solution_robot_check(path, err)) || subgame_check(hands->rules, 1, 1, err))
		return -1;
	for (int i = 0; i < given->n_list; i++)
		if (dice_read(given->list[i], &n_first, &n_second, err) || hands_check(hands, n_first, n_second, err))
			return -1;
	return given->n_list ? 0 : hands_check(hands, most, most, err);
}

static void show_points(int points, void *context)
{
	(void)context;
	fprintf(stderr, "\r%d points each \033[K", points);
}

static void print_maexchen(const struct args *args, const struct maexchen_solver *solver, const struct rules *rules)
{
	AUTO_STR struct str text = {0};
	enum form form = command_form(args);
	if (form == FORM_TABLE)
		maexchen_solve_add_table(solver, rules, show_has_colour(STDOUT_FILENO), &text);
	else if (form == FORM_CSV)
		maexchen_solve_add_csv(solver, &text);
	else
		json_add_text(&text, maexchen_solve_json(solver, rules));
	fputs(text.text, stdout);
}

static int save_maexchen(const struct maexchen_solver *solver, const struct rules *rules, const char *path, struct err *err)
{
	AUTO_MAEXCHEN_BOOK struct maexchen_book book = {0};
	maexchen_book_begin(&book, &solver->values, rules);
	for (int own = 1; own <= solver->values.points; own++)
		for (int other = 1; other <= solver->values.points; other++)
			maexchen_book_add(&book, solver->policy[own][other]);
	return solution_robot_save_maexchen(&book, path, err);
}

static int solve_maexchen(const struct args *args, const struct rules *rules, struct err *err)
{
	const char *path = args_text(args, "save");
	bool is_shown = show_can_redraw(STDERR_FILENO) && !args_flag(args, "quiet");
	struct maexchen_solver solver = {
		.accuracy = args_double(args, "accuracy"), .most_iterations = (int)args_number(args, "iterations"), .stop = setup_stop(),
		.progress = is_shown ? show_points : NULL,
	};
	if (args_value(args, "dice")->n_list)
		return err_set(err, EXIT_USAGE, "--dice does not apply to Mäxchen");
	if (args_value(args, "memory")->is_set)
		return err_set(err, EXIT_USAGE, "--memory does not apply to Mäxchen");
	if ((path && solution_robot_check(path, err)) || maexchen_values_check(rules, err))
		return -1;
	maexchen_solve(&solver, rules);
	if (is_shown)
		fputs("\r\033[K", stderr);
	int code = solver.is_cut_short ? EXIT_INTERRUPTED : path ? save_maexchen(&solver, rules, path, err) : EXIT_OK;
	if (!code)
		print_maexchen(args, &solver, rules);
	maexchen_solver_release(&solver);
	return code;
}

static int solve(const struct args *args, struct hands *hands, struct err *err)
{
	const char *path = args_text(args, "save");
	bool is_shown = show_can_redraw(STDERR_FILENO) && !args_flag(args, "quiet");
	hands->accuracy = args_double(args, "accuracy");
	hands->most_iterations = (int)args_number(args, "iterations");
	hands->most_bytes = (double)args_number(args, "memory");
	hands->stop = setup_stop();
	hands->progress = is_shown ? show_progress : NULL;
	int failed = solve_all(args, hands, err);
	if (is_shown)
		fputs("\r\033[K", stderr);
	if (failed || *hands->stop)
		return failed ? -1 : EXIT_INTERRUPTED;
	if (path && solution_robot_save(&hands->draft, path, err))
		return -1;
	print(args, hands);
	return EXIT_OK;
}

static int run(const struct args *args, struct err *err)
{
	struct rules rules;
	struct hands hands = {.rules = &rules};
	if (args->n_operands)
		return err_set(err, EXIT_USAGE, "solve takes no names; the rules are options: -v VARIANT -r OPTION=VALUE");
	if (setup_rules(args, &rules, err) || rules_check(&rules, 2, err))
		return -1;
	if (rules.family == &family_maexchen)
		return solve_maexchen(args, &rules, err);
	if (check(args, &hands, err))
		return -1;
	int code = solve(args, &hands, err);
	hands_release(&hands);
	return code;
}

const struct command command_solve = {
	.name = "solve",
	.arguments = "",
	.summary = "compute perfect play of small hands between two players",
	.description =
		"Computes an equilibrium of hands between two players by regret minimisation, for single hands or\n"
		"for all hands of a match; in Mäxchen of whole games with up to 10 points. Prints the value of each\n"
		"hand, and how much a perfect opponent could still win from the solution. --save makes a robot that\n"
		"plays it.\n"
		"docs/solve.md explains the numbers and how large a hand can be.\n",
	.options = options,
	.examples =
		"arena solve -v one-hand\n"
		"arena solve -r wild=joker --dice 2v1 --dice 1v2\n"
		"arena solve -r dice=2 -r wild=joker --save ./two.so\n"
		"arena solve -v maexchen\n",
	.run = run,
};
