/* rules.c - makes sets of rules from names, settings and files, and converts them back to text.
 *
 * Everything is driven by the option tables of the families; nothing here depends on the meaning of an option. */
#include "game/rules.h"

#include <limits.h>
#include <stdio.h>

#include "base/nearest.h"
#include "base/typed.h"
#include "game/game.h"

enum { LARGEST_FILE = 64 * 1024, LONGEST_WORD = 200 };
static const char BLANKS[] = " \t\r\n";

const struct variant *rules_find_variant(const char *name)
{
	for (const struct variant *v = game_variants; v->name; v++)
		if (strcmp(v->name, name) == 0)
			return v;
	return NULL;
}

static void set_fallbacks(struct rules *rules, const struct family *family)
{
	*rules = (struct rules){.family = family};
	for (int i = 0; family->options[i].name; i++) {
		bug_if(i >= RULES_MAX_OPTIONS);
		rules->value[i] = family->options[i].fallback;
	}
}

static int parse_value(const struct rule_option *option, const char *text, int *value, struct err *err)
{
	struct typed_key key = {.name = option->name, .kind = option->type == RULE_WORD ? TYPED_WORD : TYPED_INT,
		.min = option->min, .max = option->max, .words = option->words};
	long long number;
	if (!typed_parse(&key, &number, text))
		return typed_refuse(&key, option->name, text, err);
	*value = (int)number;
	return 0;
}

static int find_option(const struct family *family, const char *name)
{
	for (int i = 0; family->options[i].name; i++)
		if (strcmp(family->options[i].name, name) == 0)
			return i;
	return -1;
}

int rules_set(struct rules *rules, const char *setting, struct err *err)
{
	char name[LONGEST_WORD];
	const char *equals = strchr(setting, '=');
	if (!equals || equals == setting || equals - setting >= LONGEST_WORD)
		return err_set(err, EXIT_USAGE, "'%.60s' is not a setting; write OPTION=VALUE, such as dice=6",
			       setting);
	snprintf(name, sizeof name, "%.*s", (int)(equals - setting), setting);
	int i = find_option(rules->family, name);
	if (i < 0)
		return nearest_refuse(&(struct nearest_table){rules->family->options, sizeof *rules->family->options,
			RULES_MAX_OPTIONS}, name, "unknown option", "the options are", err);
	return parse_value(&rules->family->options[i], equals + 1, &rules->value[i], err);
}

/* Takes the next word, separated by spaces, from *text. Returns false at the end. A word that does not fit is cut; no
 * valid word is that long. */
static bool next_word(const char **text, char word[LONGEST_WORD])
{
	*text += strspn(*text, BLANKS);
	size_t length = strcspn(*text, BLANKS);
	if (!length)
		return false;
	size_t kept = length < LONGEST_WORD ? length : LONGEST_WORD - 1;
	memcpy(word, *text, kept);
	word[kept] = '\0';
	*text += length;
	return true;
}

int rules_init(struct rules *rules, const char *variant, struct err *err)
{
	const struct variant *v = rules_find_variant(variant);
	if (!v)
		return nearest_refuse(&(struct nearest_table){game_variants, sizeof *game_variants, INT_MAX}, variant,
			"unknown variant", "a file is named by its path, such as ./NAME; the variants are", err);
	struct rules made;
	set_fallbacks(&made, v->family);
	snprintf(made.name, sizeof made.name, "%s", v->name);
	char setting[LONGEST_WORD];
	struct err bad;
	for (const char *rest = v->settings; next_word(&rest, setting);)
		if (rules_set(&made, setting, &bad))
			bug("variant %s: %s", v->name, bad.text);
	*rules = made;
	return 0;
}

int rules_open(struct rules *rules, const char *name_or_path, struct err *err)
{
	if (!rules_find_variant(name_or_path) && strpbrk(name_or_path, "/."))
		return rules_load(rules, name_or_path, err);
	return rules_init(rules, name_or_path, err);
}

/* Sets the name of rules that come from a file. The name appears in one-line texts, so spaces are removed. */
static void name_of_path(char name[sizeof ((struct rules *)0)->name], const char *path)
{
	static const char plain[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.+";
	const char *base = basename(path), *dot = strrchr(base, '.');
	size_t length = dot && dot != base ? (size_t)(dot - base) : strlen(base);
	snprintf(name, sizeof ((struct rules *)0)->name, "%.*s", (int)length, base);
	for (char *c = name; *(c += strspn(c, plain)); c++)
		*c = '_';
}

static int apply_line(struct rules *rules, const char *line, bool *is_first, struct err *err)
{
	char setting[LONGEST_WORD];
	while (next_word(&line, setting)) {
		if (strncmp(setting, "variant=", 8) == 0) {
			if (!*is_first)
				return err_set(err, EXIT_USAGE, "variant= must come before all options");
			if (rules_init(rules, setting + 8, err))
				return -1;
		} else if (rules_set(rules, setting, err)) {
			return -1;
		}
		*is_first = false;
	}
	return 0;
}

int rules_load(struct rules *rules, const char *path, struct err *err)
{
	AUTO_STR struct str text = {0};
	struct err cause = {0};
	if (str_read_text(&text, path, LARGEST_FILE, &cause))
		return err_set(err, EXIT_USAGE, "variant file: %s", cause.text);
	if (strlen(str_text(&text)) != text.length)
		return err_set(err, EXIT_USAGE, "'%s' is not a variant file: it contains binary data", path);
	struct rules made;
	if (rules_init(&made, game_variants[0].name, err))
		return -1;
	bool is_first = true;
	AUTO_STR struct str line = {0};
	const char *rest = str_text(&text);
	for (int number = 1; str_next_line(&line, &rest); number++) {
		line.text[strcspn(line.text, "#")] = '\0';
		if (apply_line(&made, line.text, &is_first, &cause))
			return err_set(err, EXIT_USAGE, "%s:%d: %s", path, number, cause.text);
	}
	name_of_path(made.name, path);
	*rules = made;
	return 0;
}

int rules_check(const struct rules *rules, int n_seats, struct err *err)
{
	if (n_seats < 2 || n_seats > GAME_MAX_SEATS)
		return err_set(err, EXIT_USAGE, "a game is for 2 to %d players, not %d", GAME_MAX_SEATS, n_seats);
	return rules->family->check(rules, n_seats, err);
}

void rules_add_value(const struct rule_option *option, int value, struct str *out)
{
	if (option->type == RULE_WORD)
		str_add(out, option->words[value]);
	else
		str_addf(out, "%d", value);
}

void rules_add_setting(const struct rules *rules, int i, struct str *out)
{
	const struct rule_option *option = &rules->family->options[i];
	str_addf(out, "%s=", option->name);
	rules_add_value(option, rules->value[i], out);
}

struct str rules_title(const struct family *family, const char *name)
{
	const struct variant *first = game_variants;
	while (first->family != family)
		first++;
	return strcmp(name, first->name) == 0 ? str_of("%s", family->title) : str_of("%s (%s)", family->title, name);
}

void rules_to_text(const struct rules *rules, struct str *out)
{
	str_add(out, rules->name);
	for (int i = 0; rules->family->options[i].name; i++) {
		str_add(out, " ");
		rules_add_setting(rules, i, out);
	}
}

struct str rules_text(const struct rules *rules)
{
	struct str text = {0};
	rules_to_text(rules, &text);
	return text;
}

/* Finds the family of a text by its first option, because the name may be that of a file, and the file may have the
 * name of a variant of another family. */
static const struct family *family_of_text(const char *name, const char *settings)
{
	for (const struct family *const *f = game_families; *f; f++) {
		size_t length = strlen((*f)->options[0].name);
		if (strncmp(settings, (*f)->options[0].name, length) == 0 && settings[length] == '=')
			return *f;
	}
	const struct variant *v = rules_find_variant(name);
	return v ? v->family : NULL;
}

int rules_from_text(struct rules *rules, const char *text, struct err *err)
{
	char word[LONGEST_WORD];
	if (!next_word(&text, word) || strlen(word) >= sizeof rules->name)
		return err_set(err, EXIT_USAGE, "the text of the rules must begin with a name of up to %zu "
			"letters", sizeof rules->name - 1);
	const struct family *family = family_of_text(word, text + strspn(text, BLANKS));
	if (!family)
		return err_set(err, EXIT_USAGE,
			"the rules '%s' are neither the name of a variant nor a complete list of options", word);
	struct rules made;
	set_fallbacks(&made, family);
	memcpy(made.name, word, strlen(word) + 1); /* checked above */
	while (next_word(&text, word))
		if (rules_set(&made, word, err))
			return -1;
	*rules = made;
	return 0;
}
