/* cmd_list.c - `arena list`: the robots that can be found, the variants and their rules. */
#include <stdio.h>
#include <unistd.h>

#include <jansson.h>

#include "base/json.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/command.h"
#include "game/rules.h"
#include "match/tournament.h"
#include "output/show.h"
#include "output/variants_forms.h"
#include "robot/find.h"
#include "run/setup.h"

static const char *const outputs[] = {"table", "json", NULL};

struct robot_list {
	const struct args *args;
	struct table table;
	json_t *json;
	int n_found;
};

/* Loads the robot as a tournament would. `why` gets the reason when it cannot be loaded, else stays empty. */
static void probe(const struct args *args, const char *path, struct robot *robot, struct str *why)
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
	probe(list->args, path, &robot, &why);
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
		tournament_add_variants(&robot, " ", &variants);
	table_cells(&list->table, "%s\t%s\t%s", clean.text, str_text(&plays), summary.text);
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
	table_columns(&list.table, "<robot\t<plays\t<what it does");
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

static int list_variant(const char *name, bool is_json, struct str *out, struct err *err)
{
	struct rules rules;
	if (rules_init(&rules, name, err))
		return -1;
	const struct variant *variant = game_variants;
	while (strcmp(variant->name, name) != 0)
		variant++;
	if (is_json)
		json_add_text(out, variants_json_of(variant));
	else
		variants_add_one(variant, show_has_colour(STDOUT_FILENO), out);
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
		variants_add_table(show_has_colour(STDOUT_FILENO), &text);
	else if (list_variant(args->operands[1], is_json, &text, err))
		return -1;
	fputs(str_text(&text), stdout);
	return EXIT_OK;
}

COMMAND(list, NAMES_TOPICS, run);
