/* options.c - sets the values of a table of options from a command line; see options.h. getopt_long parses the
 * arguments, but the messages are the arena's own. */
#include "base/options.h"

#include <ctype.h>
#include <getopt.h>

#include "base/nearest.h"

const struct opt opt_help = {.name = "help", .letter = 'h', .type = OPT_FLAG, .help = "Show this help."};

enum { FIRST_CODE = 256, CODE_HELP = FIRST_CODE + OPTS_MAX };

static int count_options(const struct opt *options)
{
	int n = 0;
	while (options[n].type != OPT_NONE)
		n++;
	bug_if(n > OPTS_MAX);
	return n;
}

/* Tables in the format of getopt. Each option has its own code, independent of its letter. */
struct getopt_tables {
	char letters[2 * OPTS_MAX + 8];
	struct option longs[OPTS_MAX + 2];
	int n_options;
};

static void make_tables(const struct opt *options, struct getopt_tables *tables)
{
	char *at = tables->letters;
	*at++ = ':'; /* distinguishes a missing value from an unknown option */
	*at++ = 'h';
	int n = tables->n_options = count_options(options);
	for (int i = 0; i < n; i++) {
		bool has_value = options[i].type != OPT_FLAG;
		tables->longs[i] = (struct option){options[i].name, has_value ? required_argument : no_argument,
						   NULL, FIRST_CODE + i};
		if (options[i].letter) {
			*at++ = options[i].letter;
			if (has_value)
				*at++ = ':';
		}
	}
	*at = '\0';
	tables->longs[n] = (struct option){"help", no_argument, NULL, CODE_HELP};
	tables->longs[n + 1] = (struct option){0};
}

/* Returns the index in the table of the option with this code or letter, or -1. */
static int index_of_code(const struct opt *options, int n, int code)
{
	if (code >= FIRST_CODE)
		return code - FIRST_CODE < n ? code - FIRST_CODE : -1;
	return FIND_IF(i, n, code && options[i].letter == code);
}

struct typed_key opt_key(const struct opt *opt)
{
	static const enum typed_kind kinds[] = {
		[OPT_FLAG] = TYPED_BOOL, [OPT_INT] = TYPED_INT, [OPT_DOUBLE] = TYPED_REAL,
		[OPT_DURATION] = TYPED_DURATION, [OPT_SIZE] = TYPED_SIZE, [OPT_WORD] = TYPED_WORD,
		[OPT_TEXT] = TYPED_BORROWED, [OPT_LIST] = TYPED_BORROWED,
	};
	struct typed_key key = {.name = opt->name, .kind = kinds[opt->type], .at = offsetof(struct opt_value, number),
		.min = (double)opt->min, .max = (double)opt->max, .words = opt->words};
	if (key.kind == TYPED_REAL)
		key.at = offsetof(struct opt_value, real);
	else if (key.kind == TYPED_BORROWED)
		key.at = offsetof(struct opt_value, text);
	return key;
}

int opt_parse(const struct opt *opt, const char *text, struct opt_value *value, struct err *err)
{
	struct typed_key key = opt_key(opt);
	bug_if(opt->type == OPT_NONE || opt->type == OPT_FLAG);
	AUTO_STR struct str subject = str_of("option '--%s'", opt->name);
	for (const char *const *alias = opt->aliases; alias && *alias; alias += 2)
		if (strcmp(*alias, text) == 0)
			text = alias[1];
	if (!typed_parse(&key, value, text))
		return typed_refuse(&key, subject.text, text, err);
	value->text = text;
	return 0;
}

/* Reports a long option that is not in the table, or that is a prefix of several options. `argument` is without the
 * dashes. */
static int unknown_long(const struct opt *options, int n, const char *argument, struct err *err)
{
	const char *names[OPTS_MAX + 2] = {0};
	const char *matching[2] = {0};
	int n_matching = 0;
	AUTO_STR struct str name = {0};
	str_add_n(&name, argument, strcspn(argument, "="));
	for (int i = 0; i <= n; i++) {
		names[i] = i < n ? options[i].name : opt_help.name;
		if (strncmp(names[i], name.text, name.length) == 0)
			matching[n_matching++ > 0] = names[i];
	}
	if (n_matching > 1)
		return err_set(err, EXIT_USAGE, "option '--%s' is ambiguous: '--%s' or '--%s'", name.text, matching[0],
			       matching[1]);
	const char *nearest = nearest_of(name.text, names);
	return err_set(err, EXIT_USAGE, nearest ? "unknown option '--%s' (did you mean '--%s'?)"
						: "unknown option '--%s'", name.text, nearest);
}

/* Reports an option for which getopt returned '?': unknown, ambiguous, or a flag with a value. `argument` is the word
 * that holds a long option. */
static int bad_option(const struct opt *options, int n, const char *argument, struct err *err)
{
	int index = index_of_code(options, n, optopt);
	if (optopt == CODE_HELP || (index >= 0 && optopt >= FIRST_CODE))
		return err_set(err, EXIT_USAGE, "option '--%s' takes no value ('%s')",
			       optopt == CODE_HELP ? "help" : options[index].name, argument);
	if (optopt == 0)
		return unknown_long(options, n, argument + 2, err);
	if (isdigit(optopt))
		return err_set(err, EXIT_USAGE, "unknown option '-%c' (negative numbers are not allowed here)", optopt);
	return err_set(err, EXIT_USAGE, "unknown option '-%c'", optopt);
}

/* Returns true if a value is missing and getopt took the next option for it, as in `--seed --output csv`. */
static bool is_swallowed_option(const struct opt *options, int n, const char *value)
{
	if (value[0] != '-' || !value[1])
		return false;
	if (value[1] != '-')
		return !value[2] && index_of_code(options, n, value[1]) >= 0;
	size_t length = strcspn(value + 2, "=");
	for (int i = 0; i < n; i++)
		if (strlen(options[i].name) == length && strncmp(options[i].name, value + 2, length) == 0)
			return true;
	return false;
}

static int take_option(struct args *args, int n, int index, char *const *argv, struct err *err)
{
	const struct opt *opt = &args->options[index];
	struct opt_value *value = &args->value[index];
	if (opt->type == OPT_FLAG) {
		value->is_set = true;
		value->number = 1;
		return 0;
	}
	if (optarg == argv[optind - 1] && is_swallowed_option(args->options, n, optarg))
		return err_set(err, EXIT_USAGE, "option '--%s' needs a value, and '%s' is an option (write --%s=%s to "
			       "use it as the value)", opt->name, optarg, opt->name, optarg);
	if (opt_parse(opt, optarg, value, err))
		return -1;
	value->is_set = true;
	if (opt->type == OPT_LIST)
		*MEM_APPEND(value->list, value->n_list) = optarg;
	return 0;
}

static void set_defaults(struct args *args, int n)
{
	for (int i = 0; i < n; i++) {
		struct err err = {0};
		const struct opt *opt = &args->options[i];
		if (opt->fallback && opt_parse(opt, opt->fallback, &args->value[i], &err))
			bug("default of --%s: %s", opt->name, err.text);
	}
}

static int walk(struct args *args, int argc, char **argv, struct err *err)
{
	struct getopt_tables tables;
	make_tables(args->options, &tables);
	optind = 0; /* makes getopt_long of glibc start at the first argument */
	opterr = 0;
	for (;;) {
		int code = getopt_long(argc, argv, tables.letters, tables.longs, NULL);
		int index = index_of_code(args->options, tables.n_options, code);
		if (code == -1)
			return 0;
		if (code == ':') {
			index = index_of_code(args->options, tables.n_options, optopt);
			bug_if(index < 0);
			return err_set(err, EXIT_USAGE, "option '--%s' needs a value (%s)", args->options[index].name,
				       args->options[index].value);
		}
		if (code == '?')
			return bad_option(args->options, tables.n_options, argv[optind - 1], err);
		if (code == 'h' || code == CODE_HELP)
			args->wants_help = true;
		else if (take_option(args, tables.n_options, index, argv, err))
			return -1;
	}
}

int args_parse(struct args *args, const struct opt *options, int argc, char *const *argv, struct err *err)
{
	struct args parsed = {.options = options};
	set_defaults(&parsed, count_options(options));
	/* getopt reorders its argument; the caller's argv stays as it was typed. */
	AUTO_FREE char **copy = NEW_ARRAY(char *, (size_t)argc + 1);
	memcpy(copy, argv, (size_t)argc * sizeof *copy);
	if (walk(&parsed, argc, copy, err)) {
		args_release(&parsed);
		return -1;
	}
	parsed.n_operands = argc - optind;
	parsed.operands = NEW_ARRAY(char *, (size_t)parsed.n_operands + 1);
	memcpy(parsed.operands, copy + optind, (size_t)parsed.n_operands * sizeof *copy);
	*args = parsed;
	return 0;
}

void args_release(struct args *args)
{
	for (int i = 0; i < OPTS_MAX; i++)
		free(args->value[i].list);
	free(args->operands);
	*args = (struct args){0};
}

int args_limit(const struct args *args, int most, const char *takes, struct err *err)
{
	return args->n_operands > most
		? err_set(err, EXIT_USAGE, "unexpected argument '%s': %s", args->operands[most], takes) : 0;
}

static int find_option(const struct args *args, const char *name)
{
	for (int i = 0; args->options[i].type != OPT_NONE; i++)
		if (strcmp(args->options[i].name, name) == 0)
			return i;
	return -1;
}

bool args_has(const struct args *args, const char *name)
{
	return find_option(args, name) >= 0;
}

const struct opt_value *args_value(const struct args *args, const char *name)
{
	int i = find_option(args, name);
	if (i < 0)
		bug("no option '%s' in this table", name);
	return &args->value[i];
}

bool args_flag(const struct args *args, const char *name)
{
	return args_value(args, name)->is_set;
}

long long args_number(const struct args *args, const char *name)
{
	return args_value(args, name)->number;
}

double args_double(const struct args *args, const char *name)
{
	return args_value(args, name)->real;
}

const char *args_text(const struct args *args, const char *name)
{
	return args_value(args, name)->text;
}

void args_set_text(struct args *args, const char *name, const char *text)
{
	struct opt_value *value = &args->value[args_value(args, name) - args->value];
	value->is_set = true;
	value->text = text;
}
