/* cmd_solve.c - `arena solve`: the best play of small hands between two players. */
#include "cli/command.h"
#include "cli/families/families.h"
#include "run/progress.h"
#include "run/setup.h"

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
	OPTIONS_PROGRESS,
	OPTION_OUTPUT("Text, or a format for programs."),
	{0},
};

static int run(const struct args *args, struct err *err)
{
	struct rules rules;
	if (args_limit(args, 0, "solve takes none; the rules are options: -v VARIANT -r OPTION=VALUE", err))
		return -1;
	if (setup_rules(args, &rules, err) || rules_check(&rules, 2, err))
		return -1;
	const struct family_commands *family = family_commands_of(&rules, "solve", err);
	return family ? family->solve(args, &rules, err) : -1;
}

const struct command command_solve = {
	COMMAND_TEXTS(solve),
	.options = options,
	.run = run,
};
