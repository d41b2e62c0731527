/* options_help.c - prints the help of a table of options, the limits of a value in words, and a parsed command line as
 * text; see options.h. */
#include "base/options.h"
#include "base/text.h"

void opt_describe_limits(const struct opt *opt, struct str *out)
{
	AUTO_STR struct str limits = {0};
	struct typed_key key = opt_key(opt);
	typed_add_limits(&key, &limits);
	if (opt->fallback)
		str_addf(&limits, "%sdefault %s", limits.length ? "; " : "", opt->fallback);
	if (limits.length)
		str_addf(out, "[%s]", limits.text);
}

static void add_option(const struct opt *opt, int width, struct str *out)
{
	enum { COLUMN = 26 };
	AUTO_STR struct str head = {0}, tail = {0}, limits = {0};
	if (opt->letter)
		str_addf(&head, "  -%c, --%s", opt->letter, opt->name);
	else
		str_addf(&head, "      --%s", opt->name);
	if (opt->type != OPT_FLAG)
		str_addf(&head, " %s", opt->value);
	opt_describe_limits(opt, &limits);
	str_addf(&tail, "%s %s", opt->help, str_text(&limits));
	str_add(out, head.text);
	int at = (int)head.length;
	if (at + 2 > COLUMN) {
		str_add(out, "\n");
		at = 0;
	}
	text_add_wrapped(out, tail.text, at, COLUMN, width);
	str_add(out, "\n");
}

void opts_help(const struct opt *options, int width, struct str *out)
{
	for (; options->type != OPT_NONE; options++)
		add_option(options, width, out);
	add_option(&opt_help, width, out);
}

void args_canonical(const struct args *args, struct str *out)
{
	for (int i = 0; args->options[i].type != OPT_NONE; i++) {
		const struct opt *opt = &args->options[i];
		const struct opt_value *value = &args->value[i];
		if (!value->is_set || opt->is_neutral)
			continue;
		if (opt->type == OPT_FLAG)
			str_addf(out, " --%s", opt->name);
		for (int k = 0; opt->type != OPT_FLAG && k < (value->n_list ? value->n_list : 1); k++) {
			str_addf(out, " --%s=", opt->name);
			text_add_shell_word(out, value->n_list ? value->list[k] : value->text);
		}
	}
}
