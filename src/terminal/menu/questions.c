/* questions.c - the questions, and reading the answers (menu.h). */
#include <strings.h>

#include "game/game.h"
#include "robot/spec.h"
#include "terminal/menu/menu.h"

static void show_variants(const struct menu *menu, int width, struct str *out)
{
	struct list list = {0};
	for (const struct variant *variant = game_variants; variant->name; variant++) {
		bool is_first = variant == game_variants || variant[-1].family != variant->family;
		list_add(&list, is_first ? variant->family->title : variant->name, variant->summary);
	}
	list_show(&list, width, out);
}

static void same_variant(const struct menu *menu, struct str *out)
{
	AUTO_STR struct str title = rules_title(menu->rules.family, menu->rules.name);
	str_add(out, title.text);
}

static bool take_variant(struct menu *menu, const char *answer, struct str *message)
{
	const char *names[MOST_CHOICES + 1] = {0};
	int n = 0;
	if (!*answer)
		return true;
	for (; game_variants[n].name && n < MOST_CHOICES; n++) {
		AUTO_STR struct str title = rules_title(game_variants[n].family, game_variants[n].name);
		names[n] = game_variants[n].name;
		if (strcasecmp(answer, title.text) == 0)
			answer = names[n];
	}
	int variant = list_pick(answer, names, n, message);
	if (variant < 0)
		return false;
	menu_set_variant(menu, names[variant]);
	return true;
}

static void same_people(const struct menu *menu, struct str *out)
{
	for (int i = 0; i < menu->n_people; i++)
		str_addf(out, "%s%s%s", i ? ", " : "", *menu->people[i] ? menu->people[i] : "one person without a name",
			 menu->is_robot[i] ? " (a robot)" : "");
	if (!menu->n_people)
		str_add(out, "none (you watch)");
}

/* Returns true for a name such as "Oli#207". */
static bool is_name_of_robot(const char *name)
{
	const char *mark = strrchr(name, '#');
	return mark && mark > name && mark[1] && !mark[1 + strspn(mark + 1, "0123456789")];
}

/* Adjusts the number of robots to the number of people, so that there are enough players for a game. */
static void fit_opponents(struct menu *menu)
{
	int least = menu->n_people < 2 ? 2 - menu->n_people : 0, most = MENU_MAX_SEATS - menu->n_people;
	bool has_named = menu_humans(menu) < menu->n_people;
	int n = menu->n_opponents < least || has_named ? least : menu->n_opponents > most ? most : menu->n_opponents;
	if (n != menu->n_opponents)
		menu->has_opponents = false;
	menu->n_opponents = n;
}

/* The names in an answer, which is used only if all of them are valid. */
struct people {
	int n;
	const char *name[MENU_MAX_SEATS];
	bool is_robot[MENU_MAX_SEATS];
	enum maexchen_cheat cheat;
	int cheater;
};

/* Takes one name, which may follow the code of a cheat. Returns false with a message. */
static bool take_name(const struct menu *menu, struct people *people, const char *word, struct str *message)
{
	const char *name;
	struct err err = {0};
	enum maexchen_cheat cheat = maexchen_cheat_parse(word, &name);
	bool is_robot = is_name_of_robot(name);
	if (cheat && (is_robot || people->cheat || maexchen_cheat_check(&menu->rules, cheat, &err))) {
		str_addf(message, "%s: %s.\n", word,
			 is_robot ? "only people can cheat"
				  : people->cheat ? "a game can have only one cheat" : err.text);
		return false;
	}
	if (people->n == MENU_MAX_SEATS || (spec_check_name(name, NULL) && !(cheat && !*name))) {
		str_addf(message, "Type names of up to %d characters, separated by commas; or 0 for no human player.\n",
			 SPEC_LONGEST_NAME);
		return false;
	}
	if (cheat) {
		people->cheat = cheat;
		people->cheater = people->n;
	}
	people->is_robot[people->n] = is_robot;
	people->name[people->n++] = name;
	return true;
}

static void welcome(struct menu *menu, const struct people *people)
{
	for (int i = 0; i < menu->n_people; i++)
		free(menu->people[i]);
	for (int i = 0; i < people->n; i++) {
		menu->people[i] = mem_strdup(people->name[i]);
		menu->is_robot[i] = people->is_robot[i];
	}
	menu->n_people = people->n;
	menu->cheat = people->cheat;
	menu->cheater = people->cheater;
	fit_opponents(menu);
}

static bool take_people(struct menu *menu, const char *answer, struct str *message)
{
	AUTO_FREE char *copy = mem_strdup(answer);
	struct people people = {0};
	if (!*answer)
		return true;
	char *rest = strcmp(answer, "0") == 0 ? NULL : copy;
	for (char *name; (name = strsep(&rest, ",")) != NULL;) {
		name += strspn(name, " ");
		for (size_t length = strlen(name); length && name[length - 1] == ' ';)
			name[--length] = '\0';
		if (!take_name(menu, &people, name, message))
			return false;
	}
	welcome(menu, &people);
	return true;
}

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

/* Lists the names and the indices in menu->robots of the robots that play the variant, in the order in which they are
 * shown. Returns their number. */
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

static void show_robots(const struct menu *menu, int width, struct str *out)
{
	const char *names[MOST_CHOICES + 1];
	int robot[MOST_CHOICES], n = eligible(menu, robot, names);
	struct list list = {0};
	for (int i = 0; i < n; i++)
		list_add(&list, names[i], menu->robots[robot[i]].summary);
	list_show(&list, width, out);
	if (n == 0)
		str_add(out, "  No robot plays this variant: see `arena list robots`.\n");
}

static void same_robots(const struct menu *menu, struct str *out)
{
	if (!menu->has_opponents) {
		int robot = menu_usual_robot(menu);
		str_add(out, robot < 0 ? "random" : menu->robots[robot].name);
		return;
	}
	for (int i = 0; i < menu->n_opponents; i++)
		str_addf(out, "%s%s", i ? " " : "",
			 menu->opponent[i] < 0 ? "random" : menu->robots[menu->opponent[i]].name);
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
			set_all(menu, menu_usual_robot(menu));
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
		str_addf(message, "You chose %d; type one for all robots, or %d.\n", n_chosen, menu->n_opponents);
		return false;
	}
	for (int i = 0; i < menu->n_opponents; i++)
		menu->opponent[i] = chosen[n_chosen == 1 ? 0 : i];
	menu->has_opponents = true;
	return true;
}

static const char *hint_count(const struct menu *menu)
{
	return menu_humans(menu) < menu->n_people ? "the number of robots, besides those with a name" : "a number";
}

const struct menu_question menu_questions[] = {
	{"what is played?", show_variants, same_variant, take_variant, NULL, "a number or a name",
	 "Each line is a variant of the game. The next questions can change its rules, which are shown when the game "
		 "starts.\n"},
	{"which people play at this terminal?", NULL, same_people, take_people, NULL,
		"your name; or several, separated by commas; 0 for none",
	 "With several people the screen is cleared before the next person takes the keyboard.\n"
	 "Without people, you watch the robots play. A name that ends in # and a number, such as Oli#207, is a robot.\n"
	 "The order of the seats is drawn at random when the game starts.\n"},
	{"how many robots play?", NULL, same_count, take_count, hint_count, NULL, "Up to 26 can sit at a table.\n"},
	{"which robots?", show_robots, same_robots, take_robots, NULL, "one for all, or one for each: 1 3 3; or random",
	 "Numbers or names from the list, with spaces between them. 'random' chooses for you.\n"
	 "`arena list robots` describes each of them.\n"},
	{"are ones wild?", NULL, menu_same_wild, menu_take_wild, NULL, "yes or no",
	 "Yes: a one counts as any face, except in a bid on ones. Other answers are joker: "
	 "ones are wild and cannot be bid;\n"
	 "drop: ones are wild until someone bids ones in the first round; high: the highest face is wild instead.\n"},
	{"any other rules?", menu_show_rules, menu_same_rules, menu_take_rule, menu_hint_rules, NULL,
	 "A number alone asks for the value of that setting; with a value it sets it at once: 1 3, or name=3.\n"
	 "Enter starts the game.\n"},
};
const int n_menu_questions = sizeof menu_questions / sizeof menu_questions[0];

bool menu_asks(const struct menu *menu, const struct menu_question *question)
{
	if (question->take == menu_take_wild)
		return menu_has_wild(menu);
	return question->take != take_robots || menu->n_opponents > 0;
}

int menu_take_rest(struct menu *menu, int number, struct str *message)
{
	for (; number < n_menu_questions; number++)
		if (menu_asks(menu, &menu_questions[number]) && !menu_questions[number].take(menu, "", message))
			return number;
	return -1;
}
