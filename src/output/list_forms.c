/* list_forms.c - the variants with their options, and the robots, as text and JSON (list_forms.h). */
#include "output/list_forms.h"

#include "base/json.h"
#include "base/text.h"
#include "game/game.h"
#include "match/tournament.h"
#include "output/show.h"
#include "robot/find.h"

/* Adds the values that an option may have. The value `marked` is bold or, without colours, in brackets. */
static void add_values(const struct rule_option *option, int marked, bool has_colour, struct str *out)
{
	AUTO_STR struct str value = {0};
	rules_add_value(option, marked, &value);
	AUTO_STR struct str shown = {0};
	if (has_colour)
		show_add_styled(&shown, true, SHOW_BOLD, value.text);
	else
		str_addf(&shown, "[%s]", value.text);
	if (option->type == RULE_INT) {
		/* A range that only prevents overflow is not printed. */
		if (option->min < -10000 || option->max > 100000)
			str_addf(out, "any number %s", shown.text);
		else
			str_addf(out, "%d..%d %s", option->min, option->max, shown.text);
		return;
	}
	for (int i = 0; option->words[i]; i++)
		str_addf(out, "%s%s", i ? " " : "", i == marked ? shown.text : option->words[i]);
}

static void add_rules(const struct rules *rules, bool has_colour, struct str *out)
{
	AUTO_TABLE struct table table = {.max_width = show_room()};
	table_columns(&table, "<option\t<values\t<meaning");
	for (int i = 0; rules->family->options[i].name; i++) {
		const struct rule_option *option = &rules->family->options[i];
		AUTO_STR struct str values = {0};
		add_values(option, rules->value[i], has_colour, &values);
		table_cells(&table, "%s\t%s\t%s", option->name, values.text, option->help);
	}
	table_text(&table, has_colour, out);
}

static json_t *rules_json(const struct rules *rules)
{
	json_t *list = json_array();
	for (int i = 0; rules->family->options[i].name; i++) {
		const struct rule_option *option = &rules->family->options[i];
		AUTO_STR struct str value = {0}, fallback = {0};
		rules_add_value(option, rules->value[i], &value);
		rules_add_value(option, option->fallback, &fallback);
		json_t *row = json_pack("{s:s, s:s, s:s, s:s}", "option", option->name, "value", value.text, "default",
					fallback.text, "meaning", option->help);
		if (option->type == RULE_INT) {
			json_object_set_new(row, "min", json_integer(option->min));
			json_object_set_new(row, "max", json_integer(option->max));
		} else {
			json_object_set_new(row, "values", json_words(option->words));
		}
		json_array_append_new(list, row);
	}
	return list;
}

json_t *variants_json_of(const struct variant *variant)
{
	struct rules rules;
	bug_if(rules_init(&rules, variant->name, NULL));
	return json_pack("{s:s, s:s, s:s, s:s, s:o}", "variant", variant->name, "family", variant->family->name,
			 "summary", variant->summary, "settings", variant->settings, "rules", rules_json(&rules));
}

/* Adds the options of each family, with its defaults. */
static void add_families(bool has_colour, struct str *out)
{
	for (int i = 0; game_families[i]; i++) {
		struct rules rules = {.family = game_families[i]};
		for (int k = 0; rules.family->options[k].name; k++)
			rules.value[k] = rules.family->options[k].fallback;
		str_addf(out, "\nOptions of the %s games (-r OPTION=VALUE), the default %s:\n\n", rules.family->name,
			 has_colour ? "bold" : "in brackets");
		add_rules(&rules, has_colour, out);
	}
}

json_t *variants_json(void)
{
	json_t *list = json_array();
	for (const struct variant *variant = game_variants; variant->name; variant++)
		json_array_append_new(list, variants_json_of(variant));
	return list;
}

void variants_add_table(bool has_colour, struct str *out)
{
	for (const struct variant *variant = game_variants; variant->name; variant++) {
		show_add_styled(out, has_colour, SHOW_BOLD, variant->name);
		str_addf(out, "%s: %s\n", variant == game_variants ? " (default)" : "", variant->summary);
		if (*variant->settings)
			str_addf(out, "    %s\n", variant->settings);
	}
	add_families(has_colour, out);
}

void variants_add_one(const struct variant *variant, bool has_colour, struct str *out)
{
	struct rules rules;
	bug_if(rules_init(&rules, variant->name, NULL));
	str_addf(out, "%s: %s\n\nIts options, with its value %s:\n\n", variant->name, variant->summary,
		 has_colour ? "bold" : "in brackets");
	add_rules(&rules, has_colour, out);
}

struct robot_list {
	bool is_trusted, allows_weak;
	struct table table;
	json_t *json;
	int n_found;
};

/* Adds a short list of the variants that a robot plays: "all", "all except perudo", "maexchen". */
static void add_plays(const struct robot *robot, struct str *out)
{
	AUTO_STR struct str yes = {0}, no = {0};
	for (const struct variant *variant = game_variants; variant->name; variant++) {
		struct rules rules;
		bug_if(rules_init(&rules, variant->name, NULL));
		struct str *list = tournament_suits(robot, &rules) ? &yes : &no;
		str_addf(list, "%s%s", list->length ? " " : "", variant->name);
	}
	if (!no.length)
		str_add(out, "all");
	else if (no.length < yes.length)
		str_addf(out, "all except %s", no.text);
	else
		str_add(out, str_text(&yes));
}

static void add_robot(const char *name, const char *path, void *context)
{
	struct robot_list *list = context;
	struct robot robot;
	struct err err = {0};
	AUTO_STR struct str clean = {0}, summary = {0}, plays = {0}, variants = {0};
	bool is_loaded = tournament_try(path, list->is_trusted, list->allows_weak, &robot, &err) == 0;
	text_add_clean(&clean, name);
	list->n_found++;
	if (!is_loaded)
		str_add(&summary, "cannot be loaded: ");
	text_add_clean(&summary,
		       !is_loaded ? err.text : robot.manifest.summary[0] ? robot.manifest.summary : "(no description)");
	if (is_loaded)
		add_plays(&robot, &plays);
	if (robot.manifest.variants[0])
		tournament_add_variants(&robot, " ", &variants);
	table_cells(&list->table, "%s\t%s\t%s", clean.text, str_text(&plays), summary.text);
	json_t *row = json_pack("{s:o, s:o, s:s, s:s, s:s, s:s, s:s, s:o}", "robot", json_clean(name),
		"path", json_clean(path), "summary", robot.manifest.summary, "version", robot.manifest.version,
		"author", robot.manifest.author, "variants", str_text(&variants), "options", robot.manifest.options,
		"problem", is_loaded ? json_null() : json_clean(err.text));
	bug_if(!row); /* only a manifest that is not UTF-8 could cause this */
	json_array_append_new(list->json, row);
	robot_release(&robot);
}

static struct robot_list list_of(bool is_trusted, bool allows_weak)
{
	struct robot_list list = {.is_trusted = is_trusted, .allows_weak = allows_weak, .json = json_array()};
	table_columns(&list.table, "<robot\t<plays\t<what it does");
	find_all(add_robot, &list);
	return list;
}

void robots_add_table(bool is_trusted, bool allows_weak, bool has_colour, int max_width, struct str *out)
{
	struct robot_list list = list_of(is_trusted, allows_weak);
	list.table.max_width = max_width;
	table_text(&list.table, has_colour, out);
	if (list.n_found == 0)
		str_add(out, "(no robots in this folder, in $ARENA_PATH, or among the bundled ones)\n");
	table_release(&list.table);
	json_decref(list.json);
}

void robots_add_json(bool is_trusted, bool allows_weak, struct str *out)
{
	struct robot_list list = list_of(is_trusted, allows_weak);
	json_add_text(out, list.json);
	table_release(&list.table);
}
