/* cmd_help.c - `arena help [COMMAND]` (also `arena --help`), and the texts of help.h. */
#include <stdio.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/help.h"
#include "output/show.h"

void help_overview(struct str *out)
{
	str_add(out,
		"Arena: robots that bluff at dice, against each other and against you.\n"
		"\n"
		"Try:\n"
		"  ./arena play human computer               play against a robot\n"
		"  ./arena tournament 1000 prober computer   let two robots play 1000 games\n"
		"  ./arena new myrobot                       write a robot of your own\n"
		"\n"
		"`./arena help` lists the commands, `./arena list variants` the variants.\n");
}

static void help_commands(struct str *out)
{
	str_add(out, "Usage: arena COMMAND [OPTIONS] [ARGUMENTS]\n\nCommands:\n");
	for (int i = 0; i < n_commands; i++)
		str_addf(out, "  %-12s%s\n", commands[i]->name, commands[i]->summary);
	str_add(out,
		"\n"
		"`arena help COMMAND` or `arena COMMAND --help` describes one;\n"
		"`arena --version` prints the version.\n"
		"\n"
		"Examples:\n"
		"  arena help tournament\n"
		"  arena tournament 1000 prober computer\n");
}

/* Adds a description: paragraphs of lines that are joined, and rows "  name   meaning" of a list. */
static void add_description(const char *text, int width, struct str *out)
{
	while (*text) {
		AUTO_STR struct str joined = {0};
		int indent = 0;
		if (*text == ' ') {
			indent = (int)strspn(text, " ");
			indent += (int)(strstr(text + indent, "  ") - (text + indent));
			str_add_n(out, text, (size_t)indent);
			text += indent;
			int blanks = (int)strspn(text, " ");
			str_add_n(&joined, text + blanks, strcspn(text + blanks, "\n"));
			text_add_wrapped(out, joined.text, indent, indent + blanks, width);
			text += strcspn(text, "\n") + 1;
		} else if (*text == '\n') {
			text++;
		} else {
			for (; *text && *text != ' ' && *text != '\n'; text += strcspn(text, "\n") + 1) {
				str_add_n(&joined, text, strcspn(text, "\n"));
				str_add(&joined, " ");
			}
			text_add_wrapped(out, joined.text, 0, 0, width);
		}
		str_add(out, "\n");
	}
}

void help_command(const struct command *command, struct str *out)
{
	int columns, rows;
	show_terminal_size(STDOUT_FILENO, &columns, &rows);
	int width = columns < 60 ? 60 : columns > 100 ? 100 : columns;
	str_addf(out, "Usage: arena %s [OPTIONS]%s%s\n\n", command->name, *command->arguments ? " " : "",
		 command->arguments);
	add_description(command->description, width, out);
	str_add(out, "\nOptions:\n");
	opts_help(command->options, width, out);
	str_add(out, "\nExamples:\n");
	AUTO_STR struct str line = {0};
	for (const char *rest = command->examples; str_next_line(&line, &rest);)
		str_addf(out, "  %s\n", line.text);
}

static int run(const struct args *args, struct err *err)
{
	AUTO_STR struct str text = {0};
	if (args_limit(args, 1, "help takes one command", err))
		return -1;
	if (args->n_operands == 0) {
		help_commands(&text);
	} else {
		const struct command *command = command_find(args->operands[0], err);
		if (!command)
			return -1;
		help_command(command, &text);
	}
	fputs(text.text, stdout);
	return EXIT_OK;
}

COMMAND(help, NAMES_COMMANDS, run);
