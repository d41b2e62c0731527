/* menu.c - the answers before the questions are asked, and the command after them (menu.h). */
#include "terminal/menu/menu.h"

#include <stdio.h>
#include <sys/random.h>

#include "base/text.h"
#include "match/tournament.h"
#include "robot/find.h"
#include "robot/spec.h"
#include "terminal/series.h"

struct robot_search {
	struct menu *menu;
	bool is_trusted, allows_weak;
};

/* Adds a robot to the list, unless it cannot be loaded. */
static void add_robot(const char *name, const char *path, void *context)
{
	const struct robot_search *search = context;
	struct menu *menu = search->menu;
	struct err err = {0};
	struct robot robot;
	if (!text_is_clean(name))
		return;
	if (tournament_try(path, search->is_trusted, search->allows_weak, &robot, &err) == 0) {
		*MEM_APPEND(menu->robots, menu->n_robots) = (struct menu_robot){
			.name = mem_strdup(name), .summary = mem_strdup(robot.manifest.summary),
			.variants = mem_strdup(robot.manifest.variants), .is_program = robot.kind == ROBOT_PROGRAM,
		};
	}
	robot_release(&robot);
}

/* Finds the robots that play by these rules. */
static void find_players(struct menu *menu)
{
	for (int i = 0; i < menu->n_robots; i++) {
		struct robot robot = {0};
		snprintf(robot.manifest.variants, sizeof robot.manifest.variants, "%s", menu->robots[i].variants);
		menu->robots[i].plays = tournament_suits(&robot, &menu->rules);
	}
}

void menu_set_variant(struct menu *menu, const char *variant)
{
	struct err err = {0};
	if (rules_init(&menu->rules, variant, &err))
		bug("%s", err.text);
	menu->has_opponents = false;
	menu->setting = 0;
	if (maexchen_cheat_check(&menu->rules, menu->cheat, &err))
		menu->cheat = MAEXCHEN_CHEAT_NONE;
	find_players(menu);
}

void menu_set_rules(struct menu *menu, const struct rules *rules)
{
	menu->rules = *rules;
	find_players(menu);
}

void menu_init(struct menu *menu, bool is_trusted, bool allows_weak)
{
	struct robot_search search = {.menu = menu, .is_trusted = is_trusted, .allows_weak = allows_weak};
	*menu = (struct menu){.n_people = 1, .n_opponents = 1};
	menu->people[0] = mem_strdup("");
	menu_set_variant(menu, game_variants[0].name);
	find_all(add_robot, &search);
	menu_set_variant(menu, game_variants[0].name);
}

static void add_opponent(struct menu *menu, const char *spec)
{
	for (int i = 0; i < menu->n_robots; i++)
		if (menu->robots[i].plays && strcmp(menu->robots[i].name, spec_after_name(spec)) == 0)
			menu->opponent[menu->n_opponents++] = i;
}

void menu_set_table(struct menu *menu, const struct rules *rules, char *const *specs, int n)
{
	AUTO_STR struct str people = {0}, ignored = {0};
	if (!rules_find_variant(rules->name) || n > MENU_MAX_SEATS)
		return;
	menu_set_variant(menu, rules->name);
	menu_set_rules(menu, rules);
	menu->n_opponents = 0;
	for (int i = 0; i < n; i++) {
		AUTO_SPEC struct spec spec = {0};
		struct err err = {0};
		if (!seating_has_people(&specs[i], 1))
			add_opponent(menu, specs[i]);
		else if (spec_read(&spec, specs[i], &err) == 0 && spec.name)
			str_addf(&people, "%s%s", people.length ? ", " : "", spec.name);
	}
	menu->has_opponents = menu->is_recalled = true;
	menu_questions[QUESTION_PEOPLE].take(menu, str_text(&people), &ignored);
}

void menu_release(struct menu *menu)
{
	for (int i = 0; i < menu->n_people; i++)
		free(menu->people[i]);
	for (int i = 0; i < menu->n_robots; i++)
		FREE_ALL(menu->robots[i].name, menu->robots[i].summary, menu->robots[i].variants);
	free(menu->robots);
	*menu = (struct menu){0};
}

int menu_humans(const struct menu *menu)
{
	return COUNT_IF(i, menu->n_people, !menu->is_robot[i]);
}

int menu_usual_robot(const struct menu *menu)
{
	const char *const names[] = {"computer", menu->rules.name};
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < menu->n_robots; i++)
			if (menu->robots[i].plays && strcmp(menu->robots[i].name, names[k]) == 0)
				return i;
	return MENU_AT_RANDOM;
}

void menu_add_settings(const struct rules *rules, struct words *words)
{
	struct rules plain;
	struct err err = {0};
	if (rules_init(&plain, rules->name, &err))
		bug("%s", err.text);
	for (int i = 0; rules->family->options[i].name; i++) {
		AUTO_STR struct str setting = {0};
		if (plain.value[i] == rules->value[i])
			continue;
		rules_add_setting(rules, i, &setting);
		WORDS_ADD(words, "-r", setting.text);
	}
}

static bool is_for_chance(const struct menu_robot *robot)
{
	return robot->plays && !robot->is_program;
}

/* Returns a random robot that plays the variant, but not a program, which may need something else. */
static const char *robot_at_random(const struct menu *menu)
{
	uint64_t bits = 0;
	uint32_t n = 0;
	for (int i = 0; i < menu->n_robots; i++)
		n += is_for_chance(&menu->robots[i]);
	if (getrandom(&bits, sizeof bits, 0) != sizeof bits)
		bits = 0; /* then the first robot is used */
	uint32_t wanted = rng_below(bits, n);
	for (int i = 0; i < menu->n_robots; i++)
		if (is_for_chance(&menu->robots[i]) && wanted-- == 0)
			return menu->robots[i].name;
	bug("no robot to choose from");
}

static const char *robot_name(const struct menu *menu, int robot)
{
	return robot == MENU_AT_RANDOM ? robot_at_random(menu) : menu->robots[robot].name;
}

/* Adds "human:name=Ann", "GodKing:human" or "computer:name=Oli#207". */
static void add_named(const struct menu *menu, int i, struct words *words)
{
	AUTO_STR struct str word = {0};
	if (menu->cheat && menu->cheater == i)
		str_addf(&word, "%s:", maexchen_cheat_code(menu->cheat));
	str_add(&word, menu->is_robot[i] ? robot_name(menu, menu_usual_robot(menu)) : "human");
	if (*menu->people[i])
		str_addf(&word, ":name=%s", menu->people[i]);
	words_add(words, word.text);
}

void menu_command(const struct menu *menu, struct words *words)
{
	if (strcmp(menu->rules.name, game_variants[0].name) != 0)
		WORDS_ADD(words, "-v", menu->rules.name);
	menu_add_settings(&menu->rules, words);
	for (int i = 0; i < menu->n_people; i++)
		add_named(menu, i, words);
	for (int i = 0; i < menu->n_opponents; i++)
		words_add(words, robot_name(menu, menu->opponent[i]));
}
