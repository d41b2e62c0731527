/* setup.c - the menu as a page (view.h). */

#include "base/json.h"
#include "terminal/browser/view.h"

struct setup {
	struct site *site;
	struct menu *menu;
	struct str message; /* the answer to the last change */
	enum setup_end end;
};

/* Returns the named players, people and robots, as they may be typed. */
static json_t *people_json(const struct menu *menu)
{
	AUTO_STR struct str text = {0};
	for (int i = 0; i < menu->n_people; i++)
		str_addf(&text, "%s%s%s", i ? ", " : "",
			 menu->cheat && menu->cheater == i ? maexchen_cheat_code(menu->cheat) : "", menu->people[i]);
	return json_clean(str_text(&text));
}

static json_t *robots_json(const struct menu *menu)
{
	json_t *list = json_array();
	for (int i = 0; i < menu->n_robots; i++)
		if (menu->robots[i].plays)
			json_array_append_new(list, json_pack("{s:o, s:o}", "name", json_clean(menu->robots[i].name),
							      "summary", json_clean(menu->robots[i].summary)));
	return list;
}

static json_t *opponents_json(const struct menu *menu)
{
	json_t *list = json_array();
	for (int i = 0; i < menu->n_opponents; i++) {
		int robot = menu->has_opponents ? menu->opponent[i] : menu_usual_robot(menu);
		json_array_append_new(list, json_clean(robot < 0 ? "random" : menu->robots[robot].name));
	}
	return list;
}

static json_t *rules_json(const struct rules *rules)
{
	json_t *list = json_array();
	for (int i = 0; rules->family->options[i].name; i++) {
		const struct rule_option *option = &rules->family->options[i];
		json_t *rule = json_pack("{s:s, s:o}", "name", option->name, "help", json_clean(option->help));
		if (option->type == RULE_WORD) {
			json_object_set_new(rule, "words", json_words(option->words));
			json_object_set_new(rule, "value", json_string(option->words[rules->value[i]]));
		} else {
			json_add(rule, "{s:i, s:i, s:i}", "min", option->min, "max", option->max,
				 "value", rules->value[i]);
		}
		json_array_append_new(list, rule);
	}
	return list;
}

static const struct site_person *chooser_of(const struct setup *setup)
{
	return site_chooser(setup->site, ~0U);
}

static json_t *view(void *context, struct site_person *person)
{
	const struct setup *setup = context;
	const struct menu *menu = setup->menu;
	AUTO_STR struct str reminder = {0};
	const struct site_person *chooser = chooser_of(setup);
	bool chooses = person == chooser;
	json_t *view = json_pack("{s:s, s:o, s:b}", "stage", "menu", "chooser", json_clean(chooser->name),
				 "chooses", chooses);
	if (!chooses)
		return view;
	game_reminder(&menu->rules, menu->n_people + menu->n_opponents, &reminder);
	json_add(view, "{s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "variant", menu->rules.name, "people", people_json(menu),
		"robots", robots_json(menu), "opponents", opponents_json(menu), "rules", rules_json(&menu->rules),
		"reminder", json_lines(str_text(&reminder)), "message", json_clean(str_text(&setup->message)));
	return view;
}

/* Takes an answer to a question of the menu. Returns false if it is refused. */
static bool take(struct setup *setup, int question, const char *text)
{
	return *text && menu_questions[question].take(setup->menu, text, &setup->message);
}

/* Sets the names of all opponents, separated by spaces; "-" for none. */
static bool set_robots(struct setup *setup, const char *text)
{
	struct menu *menu = setup->menu;
	int n = 0, before = menu->n_opponents;
	for (const char *at = text + strspn(text, " -"); *at; at += strspn(at, " ")) {
		at += strcspn(at, " ");
		n++;
	}
	if (menu->n_people + n < 2 || menu->n_people + n > MENU_MAX_SEATS) {
		str_addf(&setup->message, "A game has 2 to %d players. Choose a robot, or add a name.\n",
			 MENU_MAX_SEATS);
		return false;
	}
	menu->n_opponents = n;
	if (n == 0 || take(setup, QUESTION_ROBOTS, text))
		return true;
	menu->n_opponents = before;
	return false;
}

/* Sets a rule such as "dice=3". */
static bool set_rule(struct setup *setup, const char *text)
{
	struct err err = {0};
	if (rules_set(&setup->menu->rules, text, &err) == 0)
		return true;
	str_addf(&setup->message, "%s\n", err.text);
	return false;
}

/* If the name of the person who starts the game is not among the players, gives this person the name of the first
 * person among them. Other people keep their names and addresses. */
static void rename_chooser(const struct setup *setup)
{
	struct site *site = setup->site;
	const struct menu *menu = setup->menu;
	struct site_person *chooser = &site->person[chooser_of(setup) - site->person];
	const char *first = NULL;
	for (int i = 0; i < menu->n_people; i++) {
		if (menu->is_robot[i])
			continue;
		if (strcmp(menu->people[i], chooser->name) == 0)
			return;
		first = first ? first : menu->people[i];
	}
	for (int i = 0; i < site->n_persons; i++) {
		if (strcmp(site->person[i].name, first) != 0)
			continue;
		char *other = site->person[i].name;
		site->person[i].name = chooser->name;
		chooser->name = other;
		return;
	}
	free(chooser->name);
	chooser->name = mem_strdup(first);
}

static bool start(struct setup *setup, const char *text)
{
	if (menu_humans(setup->menu) == 0) {
		str_add(&setup->message, "At least one person must play on a page: type a name.\n");
		return false;
	}
	if (menu_take_rest(setup->menu, QUESTION_VARIANT, &setup->message) >= 0)
		return false;
	rename_chooser(setup);
	setup->end = SETUP_PLAY;
	return true;
}

static bool leave(struct setup *setup, const char *text)
{
	setup->end = SETUP_LEAVE;
	return true;
}

/* Handles "WORD/TEXT" from the person who chooses. If a change is refused, the next view has the reason. */
static json_t *act(void *context, struct site_person *person, const char *path)
{
	static const struct action {
		const char *word;
		bool (*act)(struct setup *setup, const char *text); /* NULL: the text answers `question` */
		int question;
	} actions[] = {
		{"variant", NULL, QUESTION_VARIANT}, {"people", NULL, QUESTION_PEOPLE}, {"robots", set_robots, 0},
		{"rule", set_rule, 0},
		{"start", start, 0}, {"leave", leave, 0},
	};
	struct setup *setup = context;
	size_t n = strcspn(path, "/");
	if (person != chooser_of(setup))
		return site_refuse("Only the person who chooses the games can do this.");
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
		if (strlen(actions[i].word) != n || strncmp(path, actions[i].word, n) != 0 || path[n] != '/')
			continue;
		str_clear(&setup->message);
		const char *text = path + n + 1;
		bool is_done = actions[i].act ? actions[i].act(setup, text) : take(setup, actions[i].question, text);
		site_change(setup->site);
		return json_pack("{s:b, s:o}", "done", is_done, "why", json_clean(str_text(&setup->message)));
	}
	return NULL;
}

static json_t *page_data(void)
{
	json_t *variants = json_array();
	for (const struct variant *variant = game_variants; variant->name; variant++) {
		AUTO_STR struct str title = rules_title(variant->family, variant->name);
		json_array_append_new(variants, json_pack("{s:s, s:s, s:s}", "name", variant->name,
							  "title", title.text, "summary", variant->summary));
	}
	return json_pack("{s:s, s:o, s:[], s:[]}", "arena", ARENA_VERSION, "variants", variants, "robots", "games");
}

int browser_setup_open(struct site *site, struct menu *menu, struct err *err)
{
	if (!*menu->people[0]) {
		free(menu->people[0]);
		menu->people[0] = mem_strdup("Player");
	}
	return site_person(site, menu->people[0], "chooses the game", err) ? 0 : -1;
}

enum setup_end browser_setup_ask(struct site *site, struct menu *menu, const char *why)
{
	static const struct site_handler handler = {view, NULL, act};
	struct setup setup = {.site = site, .menu = menu};
	AUTO_JSON json_t *data = page_data();
	str_add(&setup.message, why);
	site_show(site, PAGE_MENU, data, &handler, &setup);
	while (!setup.end) {
		const struct site_person *chooser = chooser_of(&setup);
		site_serve(site, -1);
		if (chooser_of(&setup) != chooser)
			site_change(site);
		if (terminal_is_interrupted())
			setup.end = SETUP_INTERRUPTED;
	}
	site->handler = NULL;
	str_release(&setup.message);
	return setup.end;
}
