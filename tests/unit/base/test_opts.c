/* test_opts.c - the option parser: what it accepts, what it refuses, and the messages. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "base/options.h"
#include "base/typed.h"
#include "cli/command.h"
#include "cli/help.h"
#include "output/show.h"

static const char *const colours[] = {"red", "green", "blue", NULL};

static const struct opt table[] = {
	{.name = "quiet", .letter = 'q', .type = OPT_FLAG, .is_neutral = true, .help = "Say nothing."},
	{.name = "count", .letter = 'c', .type = OPT_INT, .value = "N", .fallback = "3", .min = -2, .max = 10,
	 .help = "A number."},
	{.name = "any", .type = OPT_INT, .value = "N", .help = "Any number."},
	{.name = "share", .type = OPT_DOUBLE, .value = "X", .min = 0, .max = 1, .help = "A share."},
	{.name = "time", .type = OPT_DURATION, .value = "TIME", .fallback = "100ms", .min = 1000000,
	 .max = 3600000000000, .help = "A time."},
	{.name = "memory", .type = OPT_SIZE, .value = "SIZE", .min = 1 << 20, .max = 1LL << 40, .help = "A size."},
	{.name = "colour", .type = OPT_WORD, .value = "WORD", .fallback = "green", .words = colours,
	 .help = "A colour."},
	{.name = "seed", .letter = 's', .type = OPT_TEXT, .value = "TEXT", .help = "A text."},
	{.name = "rule", .letter = 'r', .type = OPT_LIST, .value = "K=V", .help = "A rule."},
	{0},
};

enum { MOST_WORDS = 16 };

/* Parses a line split at blanks; '~' is an empty word. */
static int parse(struct args *args, const char *line, struct err *err)
{
	static char copy[400];
	static char empty[] = "";
	char *words[MOST_WORDS + 1] = {NULL};
	int n = 0;
	ck_assert(strlen(line) < sizeof copy - 5);
	snprintf(copy, sizeof copy, "cmd %s", line);
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
		ck_assert(n < MOST_WORDS);
		words[n++] = strcmp(word, "~") == 0 ? empty : word;
	}
	return args_parse(args, table, n, words, err);
}

static void good(struct args *args, const char *line)
{
	struct err err = {0};
	ck_assert_msg(parse(args, line, &err) == 0, "'%s': %s", line, err.text);
}

START_TEST(defaults_hold)
{
	struct args args;
	good(&args, "");
	ck_assert(!args_flag(&args, "quiet"));
	ck_assert_int_eq(args_number(&args, "count"), 3);
	ck_assert_int_eq(args_number(&args, "time"), 100000000);
	ck_assert_int_eq(args_number(&args, "colour"), 1);
	ck_assert_str_eq(args_text(&args, "colour"), "green");
	ck_assert_ptr_null(args_text(&args, "seed"));
	ck_assert_int_eq(args_value(&args, "rule")->n_list, 0);
	ck_assert_int_eq(args.n_operands, 0);
	args_release(&args);
}
END_TEST

START_TEST(every_way_of_writing_is_accepted)
{
	static const char *const lines[] = {
		"-q -c 7 --seed=x -ra=1 -r b=2 one two", "one -qc7 --seed x --rule a=1 two --rule=b=2",
		"-qc 7 one two -sx -ra=1 -rb=2", "--count=7 -q -s x -r a=1 -r b=2 -- one two",
		"--cou 7 --qui one --se x -ra=1 two -rb=2"};
	struct args args;
	good(&args, lines[_i]);
	ck_assert(args_flag(&args, "quiet"));
	ck_assert_int_eq(args_number(&args, "count"), 7);
	ck_assert_str_eq(args_text(&args, "seed"), "x");
	const struct opt_value *rules = args_value(&args, "rule");
	ck_assert_int_eq(rules->n_list, 2);
	ck_assert_str_eq(rules->list[0], "a=1");
	ck_assert_str_eq(rules->list[1], "b=2");
	ck_assert_int_eq(args.n_operands, 2);
	ck_assert_str_eq(args.operands[0], "one");
	ck_assert_str_eq(args.operands[1], "two");
	ck_assert_ptr_null(args.operands[2]);
	args_release(&args);
}
END_TEST

START_TEST(values_are_converted)
{
	struct args args;
	good(&args, "--time 1.5s --memory 2048k --memory 2G --share 0.25 --count -2 --any -123456789012");
	ck_assert_int_eq(args_number(&args, "time"), 1500000000);
	ck_assert_int_eq(args_number(&args, "memory"), 2LL << 30);
	ck_assert_double_eq(args_double(&args, "share"), 0.25);
	ck_assert_int_eq(args_number(&args, "count"), -2);
	ck_assert_int_eq(args_number(&args, "any"), -123456789012);
	args_release(&args);
}
END_TEST

START_TEST(after_two_dashes_nothing_is_an_option)
{
	struct args args;
	good(&args, "-- --count 99 -q");
	ck_assert(!args_flag(&args, "quiet"));
	ck_assert_int_eq(args.n_operands, 3);
	ck_assert_str_eq(args.operands[0], "--count");
	args_release(&args);
}
END_TEST

START_TEST(every_command_accepts_help)
{
	struct args args;
	good(&args, "one --help");
	ck_assert(args.wants_help);
	args_release(&args);
	good(&args, "-h");
	ck_assert(args.wants_help);
	args_release(&args);
}
END_TEST

/* As many options as there may be, each with a letter and a value. */
START_TEST(a_table_may_be_full)
{
	static const char letters[] = "abcdefgijklmnopqrstuvwxyzABCDEFGHIJKLMNO",
		*const lines[] = {"--o0=first", "--o39=last", "-afirst", "-Olast"};
	static char names[OPTS_MAX][16];
	static struct opt full[OPTS_MAX + 1];
	static char help[] = "--help", unknown[] = "--o99", ambiguous[] = "--o", value[] = "--help=me";
	char command[] = "cmd", word[16], *words[] = {command, word, NULL};
	struct args args;
	struct err err = {0};
	for (int i = 0; i < OPTS_MAX; i++) {
		snprintf(names[i], sizeof names[i], "o%d", i);
		full[i] = (struct opt){.name = names[i], .letter = letters[i], .type = OPT_TEXT, .value = "TEXT",
			.help = "Any."};
	}
	for (int i = 0; i < COUNT(lines); i++) {
		snprintf(word, sizeof word, "%s", lines[i]);
		ck_assert_msg(args_parse(&args, full, 2, words, &err) == 0, "%s", err.text);
		ck_assert_str_eq(args_text(&args, i % 2 ? "o39" : "o0"), i % 2 ? "last" : "first");
		ck_assert(!args.wants_help && args.n_operands == 0);
		args_release(&args);
	}
	words[1] = help;
	ck_assert_int_eq(args_parse(&args, full, 2, words, &err), 0);
	ck_assert(args.wants_help);
	args_release(&args);
	words[1] = value;
	ck_assert_int_ne(args_parse(&args, full, 2, words, &err), 0);
	ck_assert_str_eq(err.text, "option '--help' takes no value ('--help=me')");
	words[1] = unknown;
	ck_assert_int_ne(args_parse(&args, full, 2, words, &err), 0);
	ck_assert_str_eq(err.text, "unknown option '--o99' (did you mean '--o9'?)");
	words[1] = ambiguous;
	ck_assert_int_ne(args_parse(&args, full, 2, words, &err), 0);
	ck_assert_str_eq(err.text, "option '--o' is ambiguous: '--o0' or '--o39'");
}
END_TEST

/* Refused command lines, and the words that the message must contain. */
static const struct {
	const char *line, *says[3];
} refused[] = {
	{"--count", {"--count", "needs a value"}},
	{"-c", {"--count", "needs a value"}},
	{"--count=", {"--count", "''"}},
	{"--count ~", {"--count", "''"}},
	{"--count x", {"--count", "'x'", "from -2 to 10"}},
	{"--count 11", {"--count", "'11'", "from -2 to 10"}},
	{"--count -3", {"'-3'", "from -2 to 10"}},
	{"--count 1e1", {"'1e1'"}},
	{"--count 0x1", {"'0x1'"}},
	{"--count +1", {"'+1'"}},
	{"--count 5five", {"'5five'"}},
	{"--count 99999999999999999999", {"'99999999999999999999'"}},
	{"--any 99999999999999999999", {"--any", "whole number"}},
	{"--share 1.01", {"--share", "from 0 to 1"}},
	{"--share nan", {"'nan'"}},
	{"--share inf", {"'inf'"}},
	{"--time 5", {"--time", "unit", "'5'"}},
	{"--time 5parsecs", {"'5parsecs'"}},
	{"--time 2h", {"'2h'", "from 1ms to 1h"}},
	{"--time -5s", {"'-5s'"}},
	{"--time s", {"'s'"}},
	{"--time 1.2.3s", {"'1.2.3s'"}},
	{"--time 99999999999999999999h", {"--time"}},
	{"--memory 1K", {"--memory", "from 1M to 1T"}},
	{"--memory 5X", {"'5X'"}},
	{"--memory 999999999999999999T", {"--memory"}},
	{"--colour gren", {"red, green or blue", "'gren'", "did you mean 'green'"}},
	{"--colour zzzzzz", {"red, green or blue", "'zzzzzz'"}},
	{"--colour gree", {"did you mean 'green'"}},
	{"--seed ~", {"--seed", "not empty"}},
	{"--seed=", {"--seed", "not empty"}},
	{"--rule ~", {"--rule", "not empty"}},
	{"--seed --quiet", {"--seed", "'--quiet'", "--seed=--quiet"}},
	{"--seed -q", {"--seed", "'-q'"}},
	{"-s --count=3", {"--seed", "'--count=3'"}},
	{"--quiet=yes", {"--quiet", "takes no value"}},
	{"--help=me", {"--help", "takes no value"}},
	{"--qiet", {"'--qiet'", "did you mean '--quiet'"}},
	{"--cuont=4", {"'--cuont'", "did you mean '--count'"}},
	{"--hlep", {"did you mean '--help'"}},
	{"--zzzzzzzz", {"unknown option '--zzzzzzzz'"}},
	{"--", {NULL}},
	{"--co 1", {"'--co'", "--count", "--colour"}},
	{"-z", {"unknown option '-z'"}},
	{"-qz", {"unknown option '-z'"}},
	{"-5", {"unknown option '-5'", "negative"}},
	{"--=3", {"is ambiguous"}},
};
enum { N_REFUSED = sizeof refused / sizeof refused[0] };

START_TEST(usage_errors_are_described)
{
	struct args args;
	struct err err = {0};
	int failed = parse(&args, refused[_i].line, &err);
	if (!refused[_i].says[0]) { /* a lone "--" is not an error */
		ck_assert_int_eq(failed, 0);
		args_release(&args);
		return;
	}
	ck_assert_msg(failed, "'%s' was taken", refused[_i].line);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	for (int i = 0; i < 3 && refused[_i].says[i]; i++)
		ck_assert_msg(strstr(err.text, refused[_i].says[i]), "'%s' gives \"%s\", without \"%s\"",
			      refused[_i].line, err.text, refused[_i].says[i]);
}
END_TEST

START_TEST(canonical_form_has_what_matters)
{
	struct args args;
	AUTO_STR struct str text = {0};
	good(&args, "-q -r b=2 -s it's --time 1s -r a=1 one");
	args_canonical(&args, &text);
	ck_assert_str_eq(text.text, " --time=1s --seed='it'\\''s' --rule=b=2 --rule=a=1");
	args_release(&args);
}
END_TEST

START_TEST(help_has_every_option_and_fits)
{
	AUTO_STR struct str text = {0};
	opts_help(table, 72, &text);
	for (const struct opt *opt = table; opt->type != OPT_NONE; opt++)
		ck_assert_msg(strstr(text.text, opt->name) && strstr(text.text, opt->help), "--%s", opt->name);
	ck_assert(strstr(text.text, "[from 1ms to 1h; default 100ms]"));
	ck_assert(strstr(text.text, "[red, green or blue; default green]"));
	ck_assert(strstr(text.text, "-h, --help"));
	for (const char *line = text.text; *line; line += strcspn(line, "\n") + 1)
		ck_assert_msg(strcspn(line, "\n") <= 72, "%.80s", line);
}
END_TEST

/* ---- the program's own tables ----------------------------------------------------------- */

/* Each option is complete, and no two options of a command can be confused. */
START_TEST(option_tables_are_consistent)
{
	const struct command *command = commands[_i];
	ck_assert(*command->summary && *command->description && *command->examples && command->run);
	ck_assert_msg(strncmp(command->examples, "arena ", 6) == 0, "%s", command->name);
	for (const struct opt *opt = command->options; opt->type != OPT_NONE; opt++) {
		ck_assert_msg(*opt->help && opt->help[strlen(opt->help) - 1] == '.', "%s --%s", command->name,
			      opt->name);
		ck_assert_msg((opt->type == OPT_FLAG) == (opt->value == NULL), "%s --%s", command->name, opt->name);
		ck_assert_msg((opt->type == OPT_WORD) == (opt->words != NULL), "%s --%s", command->name, opt->name);
		ck_assert_str_ne(opt->name, opt_help.name);
		ck_assert_int_ne(opt->letter, opt_help.letter);
		for (const struct opt *other = command->options; other != opt; other++) {
			ck_assert_str_ne(opt->name, other->name);
			ck_assert(!opt->letter || opt->letter != other->letter);
		}
	}
	/* Parsing an empty command line checks the defaults. */
	char *const words[] = {NULL, NULL};
	struct args args;
	ck_assert_int_eq(args_parse(&args, command->options, 1, words, NULL), 0);
	args_release(&args);
}
END_TEST

START_TEST(help_manual_and_completion_describe_the_same)
{
	const struct command *command = commands[_i];
	AUTO_STR struct str help = {0}, page = {0}, offers = {0}, name = {0};
	str_add(&name, command->name);
	char dashes[] = "--";
	char *const words[] = {name.text, dashes, NULL};
	help_command(command, &help);
	manual(&page);
	complete(words, &offers);
	for (const struct opt *opt = command->options; opt->type != OPT_NONE; opt++) {
		AUTO_STR struct str option = {0}, entry = {0}, offer = {0};
		str_addf(&option, "--%s", opt->name);
		str_addf(&entry, "Fl \\-");
		for (const char *c = opt->name; *c; c++)
			str_addf(&entry, "%s%c", *c == '-' ? "\\" : "", *c);
		str_addf(&offer, "--%s%s\t", opt->name, opt->type == OPT_FLAG ? "" : "=");
		ck_assert_msg(strstr(help.text, option.text), "help %s: no %s", command->name, option.text);
		ck_assert_msg(strstr(page.text, entry.text), "manual: no %s", entry.text);
		ck_assert_msg(strstr(offers.text, offer.text), "completion %s: no %s", command->name, offer.text);
	}
}
END_TEST

/* Paragraphs are joined and wrapped; rows of a list are wrapped below their meanings. */
START_TEST(a_command_is_described)
{
	static const struct opt options[] = {{0}};
	static const struct command command = {
		.name = "deal", .arguments = "[DICE]", .options = options, .examples = "arena deal\narena deal 5\n",
		.description = "Deals dice to all players, and shows them to each of the players\nwho has paid.\n"
			"  one        a die for each player, which is shown to all the others at the table\n"
			"  several x  more\n"
			"\n"
			"The end.\n",
	};
	AUTO_STR struct str out = {0};
	FILE *file = tmpfile(); /* not a terminal: 80 columns */
	ck_assert(file != NULL && dup2(fileno(file), STDOUT_FILENO) >= 0);
	help_command(&command, &out);
	ck_assert_str_eq(out.text,
		"Usage: arena deal [OPTIONS] [DICE]\n\n"
		"Deals dice to all players, and shows them to each of the players who has paid.\n"
		"  one        a die for each player, which is shown to all the others at the\n"
		"             table\n"
		"  several x  more\n"
		"\n"
		"The end.\n"
		"\nOptions:\n"
		"  -h, --help              Show this help.\n"
		"\nExamples:\n"
		"  arena deal\n"
		"  arena deal 5\n");
	fclose(file);
}
END_TEST

START_TEST(nearest_name_is_near)
{
	static const char *const names[] = {"tournament", "play", "replay", "list", "new", NULL};
	ck_assert_str_eq(nearest_of("tournamnt", names), "tournament");
	ck_assert_str_eq(nearest_of("to", names), "tournament");
	ck_assert_str_eq(nearest_of("paly", names), "play");
	ck_assert_str_eq(nearest_of("nwe", names), "new");
	ck_assert_str_eq(nearest_of("lst", names), "list");
	ck_assert_ptr_null(nearest_of("frobnicate", names));
	ck_assert_ptr_null(nearest_of("", names));
	ck_assert_ptr_null(nearest_of("x", names));
}
END_TEST

/* ---- show ------------------------------------------------------------------------------- */

START_TEST(csv_fields_are_quoted)
{
	static const char *const fields[][2] = {
		{"plain", "plain"}, {"a,b", "\"a,b\""}, {"say \"x\"", "\"say \"\"x\"\"\""}, {"", ""},
		{"two\nlines", "\"two\nlines\""}, {"=1+1", "\"'=1+1\""}, {"-2,\"x\"", "\"'-2,\"\"x\"\"\""},
		{"@SUM(A1)", "\"'@SUM(A1)\""}, {"+1", "\"'+1\""},
		{"\t=1", "\"'?=1\""}, {"a=1", "a=1"}, {"\033[1m", "?[1m"}, {"a\302\233b", "a??b"},
		{"\342\200\256x", "???x"},
		{"\303\251", "\303\251"}};
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		AUTO_STR struct str out = {0};
		show_add_csv(&out, fields[i][0]);
		ck_assert_str_eq(str_text(&out), fields[i][1]);
	}
}
END_TEST

START_TEST(numbers_are_brief)
{
	static const struct {
		double number;
		const char *text;
	} cases[] = {{0, "0"}, {12, "12"}, {0.5, "0.5"}, {1.0 / 3, "0.333333333333333"}, {1e12, "1000000000000"},
		{-2.5, "-2.5"}};
	for (int i = 0; i < 6; i++) {
		AUTO_STR struct str out = {0};
		show_add_number(&out, cases[i].number);
		ck_assert_str_eq(out.text, cases[i].text);
	}
}
END_TEST

START_TEST(tables_are_aligned)
{
	AUTO_TABLE struct table small = {.max_width = 40};
	AUTO_STR struct str out = {0};
	table_column(&small, "name", false);
	table_column(&small, "n", true);
	table_column(&small, "meaning", false);
	table_cells(&small, "\033[1mb\303\266b\033[0m");
	table_cells(&small, "%d", 123);
	table_cells(&small, "quite a lot of words that do not fit");
	table_text(&small, false, &out);
	ck_assert_str_eq(out.text,
		"name    n  meaning\n"
		"\033[1mb\303\266b\033[0m   123  quite a lot of words that do\n"
		"           not fit\n");
}
END_TEST

/* A part of a wide table begins with the key columns. It does not end between a value and its interval. */
START_TEST(wide_tables_are_split)
{
	static const struct {
		int max_width;
		const char *text;
	} cases[] = {
		{0, "key  b  a   interval\n  x  2  1  0.1 - 1.9\n"},
		{20, "key  b  a   interval\n  x  2  1  0.1 - 1.9\n"},
		{19, "key  b\n  x  2\n\nkey  a   interval\n  x  1  0.1 - 1.9\n"},
		{17, "key  b\n  x  2\n\nkey  a   interval\n  x  1  0.1 - 1.9\n"},
		{16, "key  b\n  x  2\n\nkey  a\n  x  1\n\nkey   interval\n  x  0.1 - 1.9\n"},
		{1, "key  b\n  x  2\n\nkey  a\n  x  1\n\nkey   interval\n  x  0.1 - 1.9\n"},
	};
	AUTO_TABLE struct table wide = {.max_width = cases[_i].max_width, .n_keys = 1, .is_joined = {[3] = true}};
	AUTO_STR struct str out = {0};
	table_column(&wide, "key", true);
	table_column(&wide, "b", true);
	table_column(&wide, "a", true);
	table_column(&wide, "interval", true);
	table_cells(&wide, "x");
	table_cells(&wide, "2");
	table_cells(&wide, "1");
	table_cells(&wide, "0.1 - 1.9");
	table_text(&wide, false, &out);
	ck_assert_str_eq(out.text, cases[_i].text);
}
END_TEST

/* ---- typed.h ---------------------------------------------------------------------------- */

struct fields {
	long long count, word, range[2], time, size;
	double real;
	bool flag;
	char text[9];
	char *token;
};

static const char *const field_words[] = {"one", "two", NULL};
static const struct typed_key fields[] = {
	{.name = "count", .kind = TYPED_INT, .at = offsetof(struct fields, count), .min = -2, .max = 7,
	 .fallback = "3"},
	{.name = "word", .kind = TYPED_WORD, .at = offsetof(struct fields, word), .words = field_words,
	 .fallback = "two"},
	{.name = "range", .kind = TYPED_RANGE, .at = offsetof(struct fields, range), .min = 1, .max = 9,
	 .fallback = "[2, 5]"},
	{.name = "real", .kind = TYPED_REAL, .at = offsetof(struct fields, real), .max = 1, .fallback = ".5"},
	{.name = "flag", .kind = TYPED_BOOL, .at = offsetof(struct fields, flag), .fallback = "true"},
	{.name = "text", .kind = TYPED_TEXT, .at = offsetof(struct fields, text), .max = 8, .fallback = "a b"},
	{.name = "token", .kind = TYPED_TOKEN, .at = offsetof(struct fields, token)},
	{.name = "time", .kind = TYPED_DURATION, .at = offsetof(struct fields, time), .min = 1e6, .max = 36e11},
	{.name = "size", .kind = TYPED_SIZE, .at = offsetof(struct fields, size), .min = 1 << 10, .max = 1 << 20},
};
enum { N_FIELDS = sizeof fields / sizeof *fields };

START_TEST(settings_have_types)
{
	struct fields to = {0};
	struct err err = {0};
	typed_set_fallbacks(fields, N_FIELDS, &to);
	ck_assert(to.count == 3 && to.word == 1 && to.range[0] == 2 && to.range[1] == 5 && to.real == 0.5 && to.flag &&
		  !to.token);
	ck_assert_str_eq(to.text, "a b");
	ck_assert_int_eq(typed_set(fields, N_FIELDS, &to, "token=first", "here", &err), 0);
	ck_assert_int_eq(typed_set(fields, N_FIELDS, &to, "token=second=3", "here", &err), 0);
	ck_assert_str_eq(to.token, "second=3");
	ck_assert_int_eq(typed_set(fields, N_FIELDS, &to, "time=2s", "here", &err), 0);
	ck_assert_int_eq(to.time, 2000000000);
	free(to.token);
}
END_TEST

static const struct {
	const char *setting, *said;
} refused_settings[] = {
	{"range", "here takes KEY=VALUE, not 'range'"},
	{"rnage=[2, 3]", "here: there is no key 'rnage' (did you mean 'range'?)"},
	{"col\033ur=1",
	 "here: there is no key 'col?ur'; the keys are count, word, range, real, flag, text, token, time, size"},
	{"=1", "here: there is no key ''; the keys are count, word, range, real, flag, text, token, time, size"},
	{"count=99", "here: 'count' must be a whole number from -2 to 7, not '99'"},
	{"word=tow", "here: 'word' must be one or two, not 'tow' (did you mean 'two'?)"},
	{"time=5", "here: 'time' must be a time with its unit, like 100ms or 2s, from 1ms to 1h, not '5'"},
	{"size=2M", "here: 'size' must be a size like 512M from 1K to 1M, not '2M'"},
	{"token=my secret", "here: 'token' must be printable characters without spaces"},
};

START_TEST(settings_refuse_keys)
{
	struct fields to = {0}, zero = {0};
	struct err err = {0};
	ck_assert_int_ne(typed_set(fields, N_FIELDS, &to, refused_settings[_i].setting, "here", &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_str_eq(err.text, refused_settings[_i].said);
	ck_assert_int_eq(memcmp(&to, &zero, sizeof to), 0);
}
END_TEST

static const struct {
	int field;
	const char *text, *said;
} refused_fields[] = {
	{0, "8", "here: 'count' must be a whole number from -2 to 7"}, {0, "1.5", "whole number"},
	{0, "", "whole number"},
	{1, "three", "here: 'word' must be one or two, not 'three'"}, {1, "", "one or two"},
	{2, "[5, 2]", "a list [minimum, maximum]"}, {2, "[0, 2]", "from 1 to 9"}, {2, "3", "a list"},
	{3, "nan", "a number from 0 to 1"}, {3, "2", "a number"}, {4, "1", "true or false"},
	{5, "", "text of 1 to 8 bytes"}, {5, "123456789", "text of 1 to 8 bytes"}, {5, "\033", "text"},
	{6, "", "printable"}, {6, "a b", "printable"},
};

START_TEST(settings_refuse)
{
	struct fields to = {0}, zero = {0};
	struct err err = {0};
	const struct typed_key *key = &fields[refused_fields[_i].field];
	ck_assert_int_ne(typed_set_text(key, &to, refused_fields[_i].text, "here", &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_msg(strstr(err.text, refused_fields[_i].said) != NULL, "%s", err.text);
	ck_assert_int_eq(memcmp(&to, &zero, sizeof to), 0);
}
END_TEST

SUITE(0,
	TEST(defaults_hold),
	LOOP(every_way_of_writing_is_accepted, 0, 5),
	TEST(values_are_converted),
	TEST(after_two_dashes_nothing_is_an_option),
	TEST(every_command_accepts_help),
	TEST(a_table_may_be_full),
	LOOP(usage_errors_are_described, 0, N_REFUSED),
	TEST(canonical_form_has_what_matters),
	TEST(help_has_every_option_and_fits),
	LOOP(option_tables_are_consistent, 0, n_commands),
	LOOP(help_manual_and_completion_describe_the_same, 0, n_commands),
	TEST(settings_have_types),
	LOOP(settings_refuse_keys, 0, COUNT(refused_settings)),
	LOOP(settings_refuse, 0, COUNT(refused_fields)),
	TEST(a_command_is_described),
	TEST(nearest_name_is_near),
	TEST(csv_fields_are_quoted),
	TEST(numbers_are_brief),
	TEST(tables_are_aligned),
	LOOP(wide_tables_are_split, 0, 6))
