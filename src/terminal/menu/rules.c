/* rules.c - a list of choices with numbers, and the menu's questions about the rules (menu.h). */
#include "terminal/menu/menu.h"

#include <strings.h>

#include "base/nearest.h"
#include "game/game.h"
#include "output/show.h"

/* Returns the option for wild dice, or -1 if the family has none. */
static int wild_option(const struct rules *rules)
{
	const struct rule_option *options = rules->family->options;
	const char *wild = rules->family->wild_option;
	for (int i = 0; wild && options[i].name; i++)
		if (strcmp(options[i].name, wild) == 0)
			return i;
	return -1;
}

bool menu_has_wild(const struct menu *menu)
{
	return wild_option(&menu->rules) >= 0;
}

static const char *const wild_words[][2] = {{"yes", "ones"}, {"no", "none"}};

void menu_same_wild(const struct menu *menu, struct str *out)
{
	int option = wild_option(&menu->rules);
	const char *word = menu->rules.family->options[option].words[menu->rules.value[option]];
	for (int i = 0; i < 2; i++)
		if (strcmp(wild_words[i][1], word) == 0)
			word = wild_words[i][0];
	str_add(out, word);
}

bool menu_take_wild(struct menu *menu, const char *answer, struct str *message)
{
	struct err err = {0};
	if (!*answer)
		return true;
	for (int i = 0; i < 2; i++)
		if (strncasecmp(wild_words[i][0], answer, strlen(answer)) == 0)
			answer = wild_words[i][1];
	AUTO_STR struct str setting = str_of("wild=%s", answer);
	if (rules_set(&menu->rules, setting.text, &err) == 0)
		return true;
	str_addf(message, "Type yes or no: %s\n", err.text);
	return false;
}

void menu_show_rules(const struct menu *menu, int width, struct str *out)
{
	struct list list = {0};
	for (int i = 0; !menu->setting && menu->rules.family->options[i].name; i++) {
		AUTO_STR struct str setting = {0};
		rules_add_setting(&menu->rules, i, &setting);
		list_add(&list, setting.text, menu->rules.family->options[i].help);
	}
	list_show(&list, width, out);
}

const char *menu_hint_rules(const struct menu *menu)
{
	return menu->setting ? "the value" : "a number, or a number and a value, such as 1 3";
}

void menu_same_rules(const struct menu *menu, struct str *out)
{
	if (!menu->setting) {
		str_add(out, "start");
		return;
	}
	str_add(out, "keep ");
	rules_add_setting(&menu->rules, menu->setting - 1, out);
}

/* Adds the possible values of the option menu->setting. */
static void explain_option(const struct menu *menu, struct str *message)
{
	const struct rule_option *of = &menu->rules.family->options[menu->setting - 1];
	str_addf(message, "%s: %s. Now ", of->name, of->help);
	rules_add_value(of, menu->rules.value[menu->setting - 1], message);
	str_add(message, "; it can be ");
	if (of->type == RULE_INT)
		str_addf(message, "%d to %d", of->min, of->max);
	else
		nearest_add_all(of->words, "", " or ", message);
	str_add(message, ".\n");
}

static void set_value(struct menu *menu, int option, const char *value, struct str *message)
{
	struct err err = {0};
	AUTO_STR struct str setting = str_of("%s=%s", menu->rules.family->options[option].name, value);
	if (rules_set(&menu->rules, setting.text, &err)) {
		str_addf(message, "%s\n", err.text);
		return;
	}
	menu->setting = 0;
	str_addf(message, "Set %s.\n", setting.text);
}

/* Takes an answer with a value for the option menu->setting, which the answer before it has chosen. Enter keeps the old
 * value. */
static void take_value(struct menu *menu, const char *answer, struct str *message)
{
	if (*answer) {
		set_value(menu, menu->setting - 1, answer, message);
		return;
	}
	rules_add_setting(&menu->rules, menu->setting - 1, message);
	str_add(message, " stays.\n");
	menu->setting = 0;
}

/* Returns true if the settings are consistent with each other and with the number of players. */
static bool are_good(const struct menu *menu, struct str *message)
{
	struct err err = {0};
	if (rules_check(&menu->rules, menu->n_people + menu->n_opponents, &err) == 0 &&
	    maexchen_cheat_check(&menu->rules, menu->cheat, &err) == 0)
		return true;
	str_addf(message, "These settings contradict each other: %s\n", err.text);
	return false;
}

bool menu_take_rule(struct menu *menu, const char *answer, struct str *message)
{
	const char *names[RULES_MAX_OPTIONS + 1] = {0};
	AUTO_STR struct str name = {0};
	bool is_value = menu->setting && !strpbrk(answer, " =");
	int n = 0;
	if (is_value) {
		take_value(menu, answer, message);
		return false;
	}
	if (!*answer)
		return are_good(menu, message);
	for (; menu->rules.family->options[n].name && n < RULES_MAX_OPTIONS; n++)
		names[n] = menu->rules.family->options[n].name;
	str_add_n(&name, answer, strcspn(answer, " ="));
	const char *value = answer + name.length + strspn(answer + name.length, " =");
	int option = list_pick(name.text, names, n, message);
	if (option < 0)
		return false;
	menu->setting = *value ? 0 : option + 1;
	if (*value)
		set_value(menu, option, value, message);
	else
		explain_option(menu, message);
	return false;
}

void list_add(struct list *list, const char *name, const char *text)
{
	if (list->n == MOST_CHOICES)
		return;
	if (text_width(name) > list->name_width)
		list->name_width = text_width(name);
	list->name[list->n] = mem_strdup(name);
	list->text[list->n++] = text;
}

void list_show(struct list *list, int width, struct str *out)
{
	for (int i = 0; i < list->n; i++) {
		int text_at = 8 + list->name_width;
		str_addf(out, "  %2d  %s%*s", i + 1, list->name[i], list->name_width - text_width(list->name[i]), "");
		text_add_wrapped(out, list->text[i], text_at - 2, text_at, width);
		str_add(out, "\n");
		free(list->name[i]);
	}
}

int list_pick(const char *answer, const char *const *names, int n, struct str *message)
{
	long long number;
	int found = -1, n_found = 0;
	if (str_to_int(answer, 1, n, &number))
		return (int)number - 1;
	for (int i = 0; i < n; i++) {
		if (strcasecmp(names[i], answer) == 0)
			return i;
		if (strncasecmp(names[i], answer, strlen(answer)) == 0) {
			found = i;
			n_found++;
		}
	}
	if (n_found == 1)
		return found;
	str_addf(message, "'%s' is not in the list%s. Type a number from 1 to %d, or a name.\n", answer,
		 nearest_hint(answer, names).text, n);
	return -1;
}
