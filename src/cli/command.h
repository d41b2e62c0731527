/* command.h - the commands of the program. A new one is a file cmd_NAME.c that defines its struct command, its text in
 * NAME.txt beside it, and one line in the table of commands.c. */
#pragma once

#include "base/options.h"

#include "cli/texts.inc"

struct command {
	const char *name;
	const char *arguments;     /* after the options, for the usage line: "GAMES ROBOT ROBOT..." */
	const char *summary;       /* a few words for the list of commands */
	const char *description;   /* for its help: lines, each ended by '\n' */
	const struct opt *options;
	const char *examples;      /* at least one line "arena ...", each ended by '\n' */
	enum opt_names operands;   /* for completion: what its arguments name */
	/* Does it. Results go to stdout. EXIT_OK or another exit code; -1 when err was filled.
	 * NULL: the build lacks the network (network.h). */
	int (*run)(const struct args *args, struct err *err);
};

/* The text members, from NAME.txt: a line NAME ARGUMENTS, the summary, a blank line, the description, a line EXAMPLES,
 * the examples. */
#define COMMAND_TEXTS(name_of) \
	.name = #name_of, .arguments = TEXT_##name_of##_arguments, .summary = TEXT_##name_of##_summary, \
	.description = TEXT_##name_of##_description, .examples = TEXT_##name_of##_examples

/* What --output takes where a result is printed as text, CSV or JSON. */
enum form { FORM_TABLE, FORM_CSV, FORM_JSON };
extern const char *const command_forms[];
#define OPTION_OUTPUT(meaning) \
	{.name = "output", .type = OPT_WORD, .value = "FORM", .fallback = "table", .words = command_forms, .is_neutral = true, \
	 .help = meaning}
enum form command_form(const struct args *args);

extern const struct command *const commands[];
extern const int n_commands;

/* NULL with EXIT_USAGE and the nearest name when there is none. */
const struct command *command_find(const char *name, struct err *err);

extern const struct command command_admin, command_analyse, command_coach, command_contest, command_doctor, command_exploit,
	command_export, command_help, command_join, command_keygen, command_list, command_menu, command_merge, command_new, command_play,
	command_regress, command_replay, command_report, command_serve, command_solve, command_standings, command_tournament,
	command_watch;
