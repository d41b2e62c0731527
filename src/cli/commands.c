/* commands.c - the table of commands, and finding one by its name. */

#include <stdio.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/command.h"
#include "store/run.h"

#define COMMAND_ADDRESS(name) &command_##name,
const struct command *const commands[] = {COMMANDS(COMMAND_ADDRESS)};
const int n_commands = sizeof commands / sizeof commands[0];

/* Other names that people type for a command. */
static const char *const aliases[][2] = {{"compare", "regress"}, {"analyze", "analyse"}, {"--help", "help"},
	{"-h", "help"}};

const char *const command_forms[] = {"table", "csv", "json", NULL};
const char *const command_table_json[] = {"table", "json", NULL}, *const command_text_json[] = {"text", "json", NULL};

void command_say(const char *line)
{
	AUTO_STR struct str clean = text_cleaned(line);
	puts(str_text(&clean));
	fflush(stdout);
}

enum form command_form(const struct args *args)
{
	return (enum form)args_number(args, "output");
}

const struct command *command_find(const char *name, struct err *err)
{
	for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
		if (strcmp(aliases[i][0], name) == 0)
			name = aliases[i][1];
	const char *names[sizeof commands / sizeof commands[0] + 1] = {0};
	for (int i = 0; i < n_commands; i++) {
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
		names[i] = commands[i]->name;
	}
	static const char *const words[] = {"--help", "--version", NULL};
	bool is_option = name[0] == '-';
	const char *nearest = nearest_of(name, is_option ? words : names);
	if (is_option && !nearest)
		err_set(err, EXIT_USAGE,
			"the first argument must be a command, not the option '%s' (`arena help` lists them)", name);
	else if (is_option)
		err_set(err, EXIT_USAGE, "unknown option '%s' (did you mean '%s'?)", name, nearest);
	else if (nearest)
		err_set(err, EXIT_USAGE, "there is no command '%s' (did you mean '%s'? `arena help` lists them)", name,
			nearest);
	else
		err_set(err, EXIT_USAGE, "there is no command '%s' (`arena help` lists them)%s", name, run_hint(name));
	return NULL;
}
