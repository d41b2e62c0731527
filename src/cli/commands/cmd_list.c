/* cmd_list.c - `arena list`: the robots that can be found, the variants and their rules. */
#include <stdio.h>
#include <unistd.h>

#include "base/json.h"
#include "base/nearest.h"
#include "cli/command.h"
#include "output/show.h"
#include "output/list_forms.h"

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
		return err_set(err, EXIT_USAGE, "list needs an argument: `arena list robots` or `arena list variants`");
	bool is_variants = strcmp(topic, "variants") == 0;
	if (nearest_exact(topic, topics) < 0)
		return err_set(err, EXIT_USAGE, "list supports only 'robots' and 'variants', not '%s'%s", topic,
			       nearest_hint(topic, topics).text);
	int n_most = is_variants ? 2 : 1;
	if (args->n_operands > n_most)
		return err_set(err, EXIT_USAGE, "`arena list %s` does not take '%s'", topic, args->operands[n_most]);
	bool is_trusted = args_flag(args, "trust"), allows_weak = args_flag(args, "weak-sandbox");
	if (!is_variants && is_json)
		robots_add_json(is_trusted, allows_weak, &text);
	else if (!is_variants)
		robots_add_table(is_trusted, allows_weak, show_has_colour(STDOUT_FILENO), show_room(), &text);
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
