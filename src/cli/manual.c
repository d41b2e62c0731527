/* manual.c - the hidden command that prints the commands and their options for the manual page (help.h). */
#include "cli/help.h"

/* Adds text escaped for mdoc, so that dashes can be copied and backslashes are literal. */
static void add_plain(struct str *out, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (text[i] == '-')
			str_add(out, "\\-");
		else if (text[i] == '\\')
			str_add(out, "\\e");
		else
			str_add_n(out, text + i, 1);
	}
}

/* Adds literal lines. Escapes lines that would begin with a roff request. */
static void add_literal(struct str *out, const char *text)
{
	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		if (*text == '.' || *text == '\'')
			str_add(out, "\\&");
		add_plain(out, text, strcspn(text, "\n"));
		str_add(out, "\n");
	}
}

/* Adds lines of moderate length, with each sentence on a new line, as mdoc requires. */
static void add_prose(struct str *out, const char *text)
{
	enum { WIDTH = 72 };
	size_t at = 0;
	for (text += strspn(text, " \n"); *text; text += strspn(text, " \n")) {
		size_t n = strcspn(text, " \n");
		if (at && at + 1 + n > WIDTH) {
			str_add(out, "\n");
			at = 0;
		}
		str_add(out, at ? " " : *text == '.' || *text == '\'' ? "\\&" : "");
		add_plain(out, text, n);
		at += 1 + n;
		if (text[n - 1] == '.' || text[n - 1] == '?') {
			str_add(out, "\n");
			at = 0;
		}
		text += n;
	}
	if (at)
		str_add(out, "\n");
}

/* Adds prose. Lists, whose lines begin with spaces, are added unchanged. */
static void add_description(struct str *out, const char *text)
{
	while (*text) {
		AUTO_STR struct str part = {0};
		const bool is_list = *text == ' ';
		for (size_t n; *text && (*text == ' ') == is_list; text += n) {
			n = strcspn(text, "\n");
			n += text[n] == '\n';
			str_add_n(&part, text, n);
		}
		str_add(out, is_list ? ".Bd -literal -offset indent\n" : "");
		(is_list ? add_literal : add_prose)(out, part.text);
		str_add(out, is_list ? ".Ed\n" : "");
		str_add(out, is_list && *text ? ".Pp\n" : "");
	}
}

static void add_option(struct str *out, const struct opt *opt)
{
	AUTO_STR struct str limits = {0};
	str_add(out, ".It ");
	if (opt->letter)
		str_addf(out, "Fl %c , ", opt->letter);
	str_add(out, "Fl \\-");
	add_plain(out, opt->name, strlen(opt->name));
	if (opt->type != OPT_FLAG)
		str_addf(out, " Ar %s", opt->value);
	str_add(out, "\n");
	add_prose(out, opt->help);
	opt_describe_limits(opt, &limits);
	add_prose(out, str_text(&limits));
}

static void add_command(struct str *out, const struct command *command)
{
	AUTO_STR struct str usage = str_of("arena %s [OPTIONS]%s%s", command->name, *command->arguments ? " " : "",
					   command->arguments);
	str_addf(out, ".Ss %s\n.Bd -literal -offset indent\n", command->name);
	add_literal(out, usage.text);
	str_add(out, ".Ed\n.Pp\n");
	add_description(out, command->description);
	str_add(out, ".Bl -tag -width Ds\n");
	for (const struct opt *opt = command->options; opt->type != OPT_NONE; opt++)
		add_option(out, opt);
	add_option(out, &opt_help);
	str_add(out, ".El\n.Pp\nExamples:\n.Bd -literal -offset indent\n");
	add_literal(out, command->examples);
	str_add(out, ".Ed\n");
}

void manual(struct str *out)
{
	for (int i = 0; i < n_commands; i++)
		add_command(out, commands[i]);
}
