/* cmd_list.c - `arena list`: the robots that can be found, the variants and their rules. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/json.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/command.h"
#include "game/game.h"
#include "game/rules.h"
#include "match/tournament.h"
#include "output/show.h"
#include "robot/find.h"
#include "run/setup.h"

static const char *const outputs[] = {"table", "json", NULL};

static const struct opt options[] = {
	{.name = "output", .type = OPT_WORD, .value = "FORM", .fallback = "table", .words = outputs,
	 .help = "Text, or JSON for programs."},
	OPTION_TRUST,
	OPTION_WEAK_SANDBOX,
	{0},
};

/* ---- robots ----------------------------------------------------------------------------- */

struct robot_list {
	const struct args *args;
	struct table table;
	json_t *json;
	int n_found;
};

/* Loads the robot as a tournament would. `why` gets the reason when it cannot be loaded, else stays empty. */
static void meet(const struct args *args, const char *path, struct robot *robot, struct str *why)
{
	struct err err = {0};
	struct tournament tournament = {
		.robots = robot,
		.schedule = {.n_robots = 1, .n_seats = 2},
		.is_trusted = args_flag(args, "trust"),
		.allows_weak_sandbox = args_flag(args, "weak-sandbox"),
		.limits = {.move_time_ns = 100000000, .memory = 512u << 20},
	};
	if (robot_open(robot, path, &err) || rules_init(&tournament.rules, game_variants[0].name, &err) ||
	    tournament_probe(&tournament, &err))
		text_add_clean(why, err.text);
	else if (robot->fault.verdict != VERDICT_OK)
		text_add_clean(why, robot->fault.cause);
}

/* The variants of a robot in short: "all", "all except perudo", "maexchen". */
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
	struct robot robot = {0};
	AUTO_STR struct str why = {0}, clean = {0}, summary = {0}, plays = {0}, variants = {0};
	meet(list->args, path, &robot, &why);
	text_add_clean(&clean, name);
	list->n_found++;
	if (why.length)
		str_add(&summary, "cannot be loaded: ");
	if (why.length)
		text_add_clean(&summary, why.text);
	else
		str_add(&summary, robot.manifest.summary[0] ? robot.manifest.summary : "(no description)");
	if (!why.length)
		add_plays(&robot, &plays);
	if (robot.manifest.variants[0])
		tournament_add_variants(&robot, &variants);
	table_cell(&list->table, "%s", clean.text);
	table_cell(&list->table, "%s", str_text(&plays));
	table_cell(&list->table, "%s", summary.text);
	json_t *row = json_pack("{s:o, s:o, s:s, s:s, s:s, s:s, s:s}", "robot", json_clean(name), "path", json_clean(path),
		"summary", robot.manifest.summary, "version", robot.manifest.version, "author", robot.manifest.author,
		"variants", str_text(&variants), "options", robot.manifest.options);
	bug_if(!row); /* the manifest is not UTF-8 */
	json_object_set_new(row, "problem", why.length ? json_clean(why.text) : json_null());
	json_array_append_new(list->json, row);
	robot_release(&robot);
}

static void list_robots(const struct args *args, struct str *out)
{
	struct robot_list list = {.args = args, .json = json_array()};
	table_column(&list.table, "robot", false);
	table_column(&list.table, "plays", false);
	table_column(&list.table, "what it does", false);
	list.table.max_width = show_room();
	find_all(add_robot, &list);
	if (args_number(args, "output") == 1) {
		json_add_text(out, list.json);
	} else {
		json_decref(list.json);
		table_text(&list.table, show_has_colour(STDOUT_FILENO), out);
		if (list.n_found == 0)
			str_add(out, "(no robots in this folder, in $ARENA_PATH, or among the bundled ones)\n");
	}
	table_release(&list.table);
}

/* ---- variants --------------------------------------------------------------------------- */

static void add_value(const struct rule_option *option, int value, struct str *out)
{
	if (option->type == RULE_WORD)
		str_add(out, option->words[value]);
	else
		str_addf(out, "%d", value);
}

/* The values an option may have, the one at `marked` bold, or in brackets where nothing is. */
static void add_values(const struct rule_option *option, int marked, bool has_colour, struct str *out)
{
	AUTO_STR struct str value = {0};
	add_value(option, marked, &value);
	AUTO_STR struct str shown = {0};
	if (has_colour)
		show_add_styled(&shown, true, SHOW_BOLD, value.text);
	else
		str_addf(&shown, "[%s]", value.text);
	if (option->type == RULE_INT) {
		/* A range that only prevents overflow is not worth printing. */
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
	table_column(&table, "option", false);
	table_column(&table, "values", false);
	table_column(&table, "meaning", false);
	for (int i = 0; rules->family->options[i].name; i++) {
		const struct rule_option *option = &rules->family->options[i];
		AUTO_STR struct str values = {0};
		add_values(option, rules->value[i], has_colour, &values);
		table_cell(&table, "%s", option->name);
		table_cell(&table, "%s", values.text);
		table_cell(&table, "%s", option->help);
	}
	table_text(&table, has_colour, out);
}

static json_t *rules_json(const struct rules *rules)
{
	json_t *list = json_array();
	for (int i = 0; rules->family->options[i].name; i++) {
		const struct rule_option *option = &rules->family->options[i];
		AUTO_STR struct str value = {0}, fallback = {0};
		add_value(option, rules->value[i], &value);
		add_value(option, option->fallback, &fallback);
		json_t *row = json_pack("{s:s, s:s, s:s, s:s}", "option", option->name, "value", value.text, "default",
					fallback.text, "meaning", option->help);
		if (option->type == RULE_INT) {
			json_object_set_new(row, "min", json_integer(option->min));
			json_object_set_new(row, "max", json_integer(option->max));
		} else {
			json_t *words = json_array();
			for (int k = 0; option->words[k]; k++)
				json_array_append_new(words, json_string(option->words[k]));
			json_object_set_new(row, "values", words);
		}
		json_array_append_new(list, row);
	}
	return list;
}

static json_t *variant_json(const struct variant *variant)
{
	struct rules rules;
	struct err err = {0};
	if (rules_init(&rules, variant->name, &err))
		bug("%s", err.text);
	return json_pack("{s:s, s:s, s:s, s:s, s:o}", "variant", variant->name, "family", variant->family->name, "summary",
			 variant->summary, "settings", variant->settings, "rules", rules_json(&rules));
}

/* The options of each family, with its defaults. */
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

static json_t *variants_json(void)
{
	json_t *list = json_array();
	for (const struct variant *variant = game_variants; variant->name; variant++)
		json_array_append_new(list, variant_json(variant));
	return list;
}

static void list_variants(struct str *out)
{
	bool has_colour = show_has_colour(STDOUT_FILENO);
	for (const struct variant *variant = game_variants; variant->name; variant++) {
		show_add_styled(out, has_colour, SHOW_BOLD, variant->name);
		str_addf(out, "%s: %s\n", variant == game_variants ? " (default)" : "", variant->summary);
		if (*variant->settings)
			str_addf(out, "    %s\n", variant->settings);
	}
	add_families(has_colour, out);
}

static int list_variant(const char *name, bool is_json, struct str *out, struct err *err)
{
	struct rules rules;
	if (rules_init(&rules, name, err))
		return -1;
	const struct variant *variant = game_variants;
	while (strcmp(variant->name, name) != 0)
		variant++;
	if (is_json) {
		json_add_text(out, variant_json(variant));
		return 0;
	}
	bool has_colour = show_has_colour(STDOUT_FILENO);
	str_addf(out, "%s: %s\n\nIts options, with its value %s:\n\n", variant->name, variant->summary,
		 has_colour ? "bold" : "in brackets");
	add_rules(&rules, has_colour, out);
	return 0;
}

static int run(const struct args *args, struct err *err)
{
	static const char *const topics[] = {"robots", "variants", NULL};
	AUTO_STR struct str text = {0};
	bool is_json = args_number(args, "output") == 1;
	const char *topic = args->n_operands ? args->operands[0] : NULL;
	if (!topic)
		return err_set(err, EXIT_USAGE, "list needs a word: `arena list robots` or `arena list variants`");
	bool is_variants = strcmp(topic, "variants") == 0;
	if (nearest_exact(topic, topics) < 0)
		return err_set(err, EXIT_USAGE, "list supports only 'robots' and 'variants', not '%s'%s", topic,
			       nearest_hint(topic, topics).text);
	int n_most = is_variants ? 2 : 1;
	if (args->n_operands > n_most)
		return err_set(err, EXIT_USAGE, "`arena list %s` does not take '%s'", topic, args->operands[n_most]);
	if (!is_variants)
		list_robots(args, &text);
	else if (args->n_operands == 1 && is_json)
		json_add_text(&text, variants_json());
	else if (args->n_operands == 1)
		list_variants(&text);
	else if (list_variant(args->operands[1], is_json, &text, err))
		return -1;
	fputs(str_text(&text), stdout);
	return EXIT_OK;
}

const struct command command_list = {
	.name = "list",
	.arguments = "robots | variants [VARIANT]",
	.summary = "list the robots, or the variants and their rules",
	.description =
		"'robots' lists every robot that can be named in a command: those in the current folder, in the\n"
		"folders of $ARENA_PATH, and the bundled ones. 'variants' lists all variants and options;\n"
		"'variants VARIANT' lists the values of one variant.\n",
	.options = options,
	.examples =
		"arena list robots\n"
		"arena list variants\n"
		"arena list variants perudo --output json\n",
	.operands = NAMES_TOPICS,
	.run = run,
};
