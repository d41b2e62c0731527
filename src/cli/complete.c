/* complete.c - the hidden command that prints for a shell which words may come next, using the same tables as the other
 * texts (help.h). */
#include "cli/help.h"

#include "base/text.h"
#include "game/game.h"
#include "robot/find.h"
#include "robot/spec.h"

/* A word is offered as a completion if it begins with the typed text. */
struct offer {
	const char *typed;
	struct str *out;
};

static void offer(const struct offer *to, const char *word, const char *meaning)
{
	if (strncmp(word, to->typed, strlen(to->typed)) != 0)
		return;
	text_add_clean(to->out, word);
	str_addf(to->out, "\t%s\n", meaning);
}

/* Offers a robot, also after a name: "old=prober" for "old=pro". */
static void offer_robot(const char *name, const char *path, void *context)
{
	const struct offer *to = context;
	AUTO_STR struct str word = str_of("%.*s", (int)(spec_after_name(to->typed) - to->typed), to->typed);
	str_add(&word, name);
	offer(to, word.text, "robot");
}

/* Offers "dice=" and, once that is typed, the words of an option. */
static void offer_rules(const struct offer *to, const struct family *family)
{
	for (const struct rule_option *option = family->options; option->name; option++) {
		AUTO_STR struct str setting = str_of("%s=", option->name);
		if (option->type == RULE_INT || strncmp(setting.text, to->typed, setting.length) != 0) {
			offer(to, setting.text, option->help);
			continue;
		}
		for (int i = 0; option->words[i]; i++) {
			AUTO_STR struct str full = str_of("%s%s", setting.text, option->words[i]);
			offer(to, full.text, option->help);
		}
	}
}

static void offer_names(const struct offer *to, enum opt_names names)
{
	static const char *const topics[] = {"robots", "variants"};
	struct offer copy = *to; /* because the context of find_all is not const */
	switch (names) {
	case NAMES_VARIANTS:
		for (const struct variant *variant = game_variants; variant->name; variant++)
			offer(to, variant->name, variant->summary);
		break;
	case NAMES_RULES:
		for (int i = 0; game_families[i]; i++)
			offer_rules(to, game_families[i]);
		break;
	case NAMES_PLAYERS:
		offer(to, "human", "the person at the terminal");
		find_all(offer_robot, &copy);
		break;
	case NAMES_ROBOTS: find_all(offer_robot, &copy); break;
	case NAMES_COMMANDS:
		for (int i = 0; i < n_commands; i++)
			offer(to, commands[i]->name, commands[i]->summary);
		break;
	case NAMES_TOPICS:
		for (int i = 0; i < 2; i++)
			offer(to, topics[i], "list");
		break;
	case NAMES_FOLDERS: /* the shell completes the names of files itself */
	case NAMES_NOTHING:
		break;
	}
}

static void offer_options(const struct offer *to, const struct opt *options)
{
	for (const struct opt *opt = options;; opt++) {
		const struct opt *one = opt->type == OPT_NONE ? &opt_help : opt;
		AUTO_STR struct str word = str_of("--%s%s", one->name, one->type == OPT_FLAG ? "" : "=");
		offer(to, word.text, one->help);
		if (one == &opt_help)
			return;
	}
}

/* Returns the option if `word` is "--name" or "-n" of an option that takes a value, else NULL. */
static const struct opt *option_with_value(const struct opt *options, const char *word, size_t length)
{
	for (const struct opt *opt = options; opt->type != OPT_NONE; opt++) {
		bool is_long = length > 2 && strlen(opt->name) == length - 2 &&
			strncmp(word + 2, opt->name, length - 2) == 0;
		bool is_short = length == 2 && word[1] == opt->letter;
		if (word[0] == '-' && (is_long || is_short))
			return opt->type == OPT_FLAG ? NULL : opt;
	}
	return NULL;
}

static void offer_value(const struct offer *to, const struct opt *opt)
{
	if (opt->type == OPT_WORD)
		for (int i = 0; opt->words[i]; i++)
			offer(to, opt->words[i], opt->help);
	offer_names(to, opt->names);
}

static void complete_command(const struct command *command, const char *before, const struct offer *to)
{
	const char *typed = to->typed;
	const struct opt *opt = option_with_value(command->options, before, strlen(before));
	if (opt) {
		offer_value(to, opt);
		return;
	}
	const char *equals = strncmp(typed, "--", 2) == 0 ? strchr(typed, '=') : NULL;
	if (equals) {
		/* In "--format=ta" only the value is completed. */
		struct offer value = {equals + 1, to->out};
		opt = option_with_value(command->options, typed, (size_t)(equals - typed));
		if (opt)
			offer_value(&value, opt);
		return;
	}
	if (typed[0] == '-')
		offer_options(to, command->options);
	else
		offer_names(to, command->operands);
}

void complete(char *const *words, struct str *out)
{
	int n = 0;
	while (words[n])
		n++;
	if (n == 0)
		return;
	struct offer to = {words[n - 1], out};
	if (n == 1) {
		offer_names(&to, NAMES_COMMANDS);
		offer(&to, "--help", "list the commands");
		offer(&to, "--version", "print the version");
		return;
	}
	const struct command *command = command_find(words[0], NULL);
	if (command)
		complete_command(command, n > 2 ? words[n - 2] : "", &to);
}
