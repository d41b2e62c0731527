/* command.h - the commands of the program. To add one, add a file cmd_NAME.c with its COMMAND, a file NAME.txt beside
 * it with its texts and options, and its name to COMMANDS. */
#pragma once

#include "cli/request_args.h"

/* The generated headers have the options that commands share, OPTIONS_NAME (options.txt), and the texts and options of
 * each command. */
#include "cli/options.inc"
#include "cli/texts.inc"

extern const char *const deals_words[], *const progress_words[]; /* the words of --deals and --progress */

struct command {
	const char *name;
	const char *arguments;     /* the part of the usage line after the options: "GAMES ROBOT ROBOT..." */
	const char *summary;       /* a few words for the list of commands */
	const char *description;   /* for its help: lines that end in '\n' */
	const struct opt *options;
	const char *examples;      /* at least one line "arena ...", each with '\n' at its end */
	enum opt_names operands;   /* what its arguments name, for completion */
	/* Runs the command. Results go to stdout. Returns EXIT_OK or another exit code, or -1 with err. */
	int (*run)(const struct args *args, struct err *err);
};

/* Defines the command of a file; `completes` sets its operands. NAME.txt has the rest: a line NAME ARGUMENTS, the
 * summary, an empty line, the description, a line OPTIONS and the options (options.awk), a line EXAMPLES and the
 * examples. */
#define COMMAND(name_of, completes, function) \
	const struct command command_##name_of = { \
		.name = #name_of, .arguments = TEXT_##name_of##_arguments, .summary = TEXT_##name_of##_summary, \
		.description = TEXT_##name_of##_description, \
		.options = (const struct opt[]){TEXT_##name_of##_options {0}}, \
		.examples = TEXT_##name_of##_examples, .operands = completes, .run = function, \
	}

/* The values of --output for results that are printed as text, CSV or JSON. */
enum form { FORM_TABLE, FORM_CSV, FORM_JSON };
extern const char *const command_forms[];
extern const char *const command_table_json[], *const command_text_json[]; /* for commands without CSV */
enum form command_form(const struct args *args);

/* Prints a line of progress, cleaned, and flushes it. */
void command_say(const char *line);

/* Prints the result in the form of --output. add_table and add_csv are statements that add it to `text`; json is an
 * expression whose value is the JSON. */
#define COMMAND_PRINT(args, add_table, add_csv, json) \
	do { \
		AUTO_STR struct str text = {0}; \
		switch (command_form(args)) { \
		case FORM_TABLE: add_table; show_wrap(&text); break; \
		case FORM_CSV: add_csv; break; \
		case FORM_JSON: json_add_text(&text, json); \
		} \
		fputs(str_text(&text), stdout); \
	} while (0)

extern const struct command *const commands[];
extern const int n_commands;

/* Finds a command by its name. Returns NULL with EXIT_USAGE and the nearest name when there is none. */
const struct command *command_find(const char *name, struct err *err);

/* All commands, in the order in which help lists them. */
#define COMMANDS(do) \
	do(play) do(menu) do(tournament) do(regress) do(doctor) do(merge) do(standings) do(replay) do(export) \
	do(analyse) do(coach) do(exploit) do(solve) do(report) do(puzzles) do(contest) do(serve) do(admin) do(join) \
	do(watch) do(keygen) do(list) do(new) do(help)
#define COMMAND_DECLARED(name) extern const struct command command_##name;
COMMANDS(COMMAND_DECLARED)
