/* menu_questions.c - see menu.h: what is asked, and how an answer is taken. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/json.h"
#include "base/mem.h"
#include "game/game.h"
#include "output/show.h"
#include "terminal/menu.h"
#include "terminal/menu_list.h"
#include "terminal/menu_rules.h"

enum { LONGEST_NAME = 30 };

/* ---- what is played ----------------------------------------------------------------------- */

static void show_variants(const struct menu *menu, int width, int rows, struct str *out)
{
	struct list list = {0};
	(void)menu;
	for (int i = 0; game_variants[i].name; i++)
		list_add(&list, game_variants[i].name, game_variants[i].summary);
	list_show(&list, width, rows, out);
}

static void same_variant(const struct menu *menu, struct str *out)
{
	str_add(out, menu->rules.name);
}

static bool take_variant(struct menu *menu, const char *answer, struct str *message)
{
	const char *names[MOST_CHOICES + 1] = {0};
	int n = 0;
	if (!*answer)
		return true;
	for (; game_variants[n].name && n < MOST_CHOICES; n++)
		names[n] = game_variants[n].name;
	int variant = list_pick(answer, names, n, message);
	if (variant < 0)
		return false;
	menu_set_variant(menu, names[variant]);
	return true;
}

/* ---- who plays ---------------------------------------------------------------------------- */

static void same_people(const struct menu *menu, struct str *out)
{
	for (int i = 0; i < menu->n_people; i++)
		str_addf(out, "%s%s", i ? ", " : "", *menu->people[i] ? menu->people[i] : "one person without a name");
	if (!menu->n_people)
		str_add(out, "none (you watch)");
}

static bool is_good_name(const char *name)
{
	return *name && json_is_clean(name) && text_width(name) <= LONGEST_NAME;
}

/* With so many people, as few robots as make a game, or as many as were asked for. */
static void fit_opponents(struct menu *menu)
{
	int least = menu->n_people < 2 ? 2 - menu->n_people : 0, most = MENU_MAX_SEATS - menu->n_people;
	int n = menu->n_opponents < least ? least : menu->n_opponents > most ? most : menu->n_opponents;
	if (n != menu->n_opponents)
		menu->has_opponents = false;
	menu->n_opponents = n;
}

static bool take_people(struct menu *menu, const char *answer, struct str *message)
{
	AUTO_FREE char *copy = mem_strdup(answer);
	const char *names[MENU_MAX_SEATS];
	int n = 0;
	if (!*answer)
		return true;
	char *rest = strcmp(answer, "0") == 0 ? NULL : copy;
	for (char *name; (name = strsep(&rest, ",")) != NULL;) {
		name += strspn(name, " ");
		for (size_t length = strlen(name); length && name[length - 1] == ' ';)
			name[--length] = '\0';
		if (n == MENU_MAX_SEATS || !is_good_name(name)) {
			str_addf(message, "Type names of up to %d characters, separated by commas; or 0 for no human player.\n",
				 LONGEST_NAME);
			return false;
		}
		names[n++] = name;
	}
	for (int i = 0; i < menu->n_people; i++)
		free(menu->people[i]);
	for (int i = 0; i < n; i++)
		menu->people[i] = mem_strdup(names[i]);
	menu->n_people = n;
	fit_opponents(menu);
	return true;
}

/* ---- against whom ------------------------------------------------------------------------- */

static void same_count(const struct menu *menu, struct str *out)
{
	str_addf(out, "%d", menu->n_opponents);
}

static bool take_count(struct menu *menu, const char *answer, struct str *message)
{
	int least = menu->n_people < 2 ? 2 - menu->n_people : 0, most = MENU_MAX_SEATS - menu->n_people;
	long long number;
	if (!*answer)
		return true;
	if (!str_to_int(answer, least, most, &number)) {
		str_addf(message, "Type a number from %d to %d.\n", least, most);
		return false;
	}
	menu->has_opponents &= number == menu->n_opponents;
	menu->n_opponents = (int)number;
	return true;
}

/* The robots that play the variant, in the order of the list: their index in menu->robots. */
static int eligible(const struct menu *menu, int *robot, const char **names)
{
	int n = 0;
	for (int i = 0; i < menu->n_robots && n < MOST_CHOICES; i++) {
		if (menu->robots[i].plays) {
			robot[n] = i;
			names[n++] = menu->robots[i].name;
		}
	}
	names[n] = NULL;
	return n;
}

static void show_robots(const struct menu *menu, int width, int rows, struct str *out)
{
	const char *names[MOST_CHOICES + 1];
	int robot[MOST_CHOICES], n = eligible(menu, robot, names);
	struct list list = {0};
	for (int i = 0; i < n; i++)
		list_add(&list, names[i], menu->robots[robot[i]].summary);
	list_show(&list, width, rows, out);
	if (n == 0)
		str_add(out, "  No robot plays this variant: see `arena list robots`.\n");
}

/* Who plays if nothing is said: the everyday opponent where it plays, else the robot that has the name
 * of the game, else anybody. */
static int usual_robot(const struct menu *menu)
{
	const char *const names[] = {"computer", menu->rules.name};
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < menu->n_robots; i++)
			if (menu->robots[i].plays && strcmp(menu->robots[i].name, names[k]) == 0)
				return i;
	return MENU_AT_RANDOM;
}

static void same_robots(const struct menu *menu, struct str *out)
{
	if (!menu->has_opponents) {
		int robot = usual_robot(menu);
		str_add(out, robot < 0 ? "random" : menu->robots[robot].name);
		return;
	}
	for (int i = 0; i < menu->n_opponents; i++)
		str_addf(out, "%s%s", i ? " " : "", menu->opponent[i] < 0 ? "random" : menu->robots[menu->opponent[i]].name);
}

static void set_all(struct menu *menu, int robot)
{
	for (int i = 0; i < menu->n_opponents; i++)
		menu->opponent[i] = robot;
	menu->has_opponents = true;
}

static bool take_robots(struct menu *menu, const char *answer, struct str *message)
{
	const char *names[MOST_CHOICES + 1];
	int robot[MOST_CHOICES], chosen[MENU_MAX_SEATS], n = eligible(menu, robot, names), n_chosen = 0;
	AUTO_FREE char *copy = mem_strdup(answer);
	char *rest = copy;
	if (n == 0) {
		str_add(message, "No robot can play this game; go back and choose another one.\n");
		return false;
	}
	if (!*answer) {
		if (!menu->has_opponents)
			set_all(menu, usual_robot(menu));
		return true;
	}
	for (char *word; (word = strsep(&rest, " ,")) != NULL;) {
		if (!*word)
			continue;
		bool is_random = strcasecmp(word, "random") == 0;
		int index = is_random ? 0 : list_pick(word, names, n, message);
		if (index < 0)
			return false;
		if (n_chosen < MENU_MAX_SEATS)
			chosen[n_chosen] = is_random ? MENU_AT_RANDOM : robot[index];
		n_chosen++;
	}
	if (n_chosen != 1 && n_chosen != menu->n_opponents) {
		str_addf(message, "Those are %d; type one for all of them, or %d.\n", n_chosen, menu->n_opponents);
		return false;
	}
	for (int i = 0; i < menu->n_opponents; i++)
		menu->opponent[i] = chosen[n_chosen == 1 ? 0 : i];
	menu->has_opponents = true;
	return true;
}

static void start(const struct menu *menu, struct str *out)
{
	(void)menu;
	str_add(out, "start");
}

const struct question menu_questions[] = {
	{"what is played?", show_variants, same_variant, take_variant, "a number or a name",
	 "Each line is a variant of the game. Its rules are told when the game starts, and can be changed below.\n"},
	{"who plays at this terminal?", NULL, same_people, take_people, "your name; or several, separated by commas; 0 for none",
	 "With several people the screen is cleared before the next one takes the keyboard.\n"
	 "With none, you watch the robots play.\n"},
	{"how many robots play?", NULL, same_count, take_count, "a number", "Up to 26 can sit at a table.\n"},
	{"which robots?", show_robots, same_robots, take_robots, "one for all, or one for each: 1 3 3; or random",
	 "Numbers or names from the list, with blanks between them. 'random' chooses for you.\n"
	 "`arena list robots` describes each of them.\n"},
	{"are ones wild?", NULL, menu_same_wild, menu_take_wild, "yes or no",
	 "Yes: a one counts as any face, except in a bid on ones. Other words are joker, when ones cannot be bid at all;\n"
	 "drop, when they are wild until someone bids ones in the first round; high, when the highest face is wild instead.\n"},
	{"any other rules?", menu_show_rules, start, menu_take_rule, "a number and a value, as 1 3",
	 "A number alone shows what a setting can be; with a value it sets it: 1 3, or name=3.\n"
	 "Enter starts the game.\n"},
};
const int n_menu_questions = sizeof menu_questions / sizeof menu_questions[0];

bool menu_asks(const struct menu *menu, const struct question *question)
{
	if (question->take == menu_take_wild)
		return menu_has_wild(menu);
	return question->take != take_robots || menu->n_opponents > 0;
}
