/* robots_forms.c - the robots as a table and as JSON (robots_forms.h). */
#include "output/robots_forms.h"

#include <jansson.h>

#include "base/json.h"
#include "base/text.h"
#include "match/tournament.h"
#include "output/show.h"
#include "robot/find.h"

struct robot_list {
	bool is_trusted, allows_weak;
	struct table table;
	json_t *json;
	int n_found;
};

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
	struct robot robot;
	struct err err = {0};
	AUTO_STR struct str clean = {0}, summary = {0}, plays = {0}, variants = {0};
	bool is_loaded = tournament_try(path, list->is_trusted, list->allows_weak, &robot, &err) == 0;
	text_add_clean(&clean, name);
	list->n_found++;
	if (!is_loaded)
		str_add(&summary, "cannot be loaded: ");
	text_add_clean(&summary, !is_loaded ? err.text : robot.manifest.summary[0] ? robot.manifest.summary : "(no description)");
	if (is_loaded)
		add_plays(&robot, &plays);
	if (robot.manifest.variants[0])
		tournament_add_variants(&robot, " ", &variants);
	table_cells(&list->table, "%s\t%s\t%s", clean.text, str_text(&plays), summary.text);
	json_t *row = json_pack("{s:o, s:o, s:s, s:s, s:s, s:s, s:s, s:o}", "robot", json_clean(name), "path", json_clean(path),
		"summary", robot.manifest.summary, "version", robot.manifest.version, "author", robot.manifest.author,
		"variants", str_text(&variants), "options", robot.manifest.options, "problem", is_loaded ? json_null() : json_clean(err.text));
	bug_if(!row); /* the manifest is not UTF-8 */
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
