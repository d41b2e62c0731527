/* cmd_standings.c - `arena standings`: ratings of the robots from the database, for one run or all runs of a variant;
 * rewrites the files of a run. */
#include <stdio.h>
#include <unistd.h>

#include "base/nearest.h"
#include "cli/command.h"
#include "cli/tourneys.h"
#include "output/pictures.h"
#include "output/show.h"
#include "output/standings_forms.h"
#include "run/run_files.h"
#include "run/selection.h"
#include "standings/misfit.h"

static const char *const measures[] = {"wins", "places", NULL}; /* in the order of enum rating_by */

static void add_title(const struct selection *selection, const struct pool *pool, struct str *out)
{
	if (selection->name)
		str_addf(out, "Run %s: ", selection->name);
	str_add(out, selection->kind.rules.name);
	run_files_changes(&selection->kind.rules, out);
	if (!selection->name)
		str_addf(out, ", %d run%s", pool->n_runs, pool->n_runs == 1 ? "" : "s");
	str_addf(out, ", %s games in %s match%s", show_count(pool->games).text, show_count(pool->n_matches).text,
		 pool->n_matches == 1 ? "" : "es");
	str_addf(out, " of %" PRIu32 " block%s", selection->kind.match_length,
		 selection->kind.match_length == 1 ? "" : "s");
	if (pool->most_seats && pool->most_seats == pool->fewest_seats)
		str_addf(out, " at tables of %d", pool->most_seats);
	else if (pool->most_seats)
		str_addf(out, " at tables of %d to %d", pool->fewest_seats, pool->most_seats);
	if (selection->kind.has_circle && selection->kind.is_as_given)
		str_add(out, ", seats as given");
}

static int find_reference(const struct pool *pool, const char *name, int *reference, struct err *err)
{
	*reference = -1;
	if (!name)
		return 0;
	AUTO_FREE const char **labels = NEW_ARRAY(const char *, (size_t)pool->n_robots + 1);
	for (int i = 0; i < pool->n_robots; i++)
		labels[i] = pool->robots[i].label;
	*reference = nearest_exact(name, labels);
	return *reference >= 0 ? 0 : err_set(err, EXIT_USAGE, "the list has no robot '%s' (--reference)%s", name,
					     nearest_hint(name, labels).text);
}

static void add_others(const struct selection *selection, struct str *out)
{
	if (selection->n_repeats)
		str_addf(out, "\nNot counted: %d run%s with the same seed, robots and settings as another run, "
			 "and so the same games.\n", selection->n_repeats, selection->n_repeats == 1 ? "" : "s");
	if (selection->n_others)
		str_addf(out, "\nNot counted: %d run%s with these rules, but a different match length or seating "
			 "(--match-length, --as-given).\n", selection->n_others, selection->n_others == 1 ? "" : "s");
}

static int print_list(const struct selection *selection, const struct pool *pool, const struct args *args,
		      struct err *err)
{
	enum { MOST_PAIRED = 1000 };
	AUTO_STR struct str text = {0}, title = {0};
	int reference;
	bool has_matrix = args_flag(args, "matrix");
	enum form form = command_form(args);
	int most = form == FORM_TABLE ? POOL_WIDEST_MATRIX : MOST_PAIRED;
	if (has_matrix && pool->n_robots > most)
		return err_set(err, EXIT_USAGE, "--matrix works for at most %d robots; there are %d%s", most,
			       pool->n_robots, form == FORM_TABLE ? "; --output csv supports more" : "");
	if (find_reference(pool, args_text(args, "reference"), &reference, err))
		return -1;
	struct pool_list list;
	pool_list_init(&list, pool, reference, has_matrix);
	if (args_flag(args, "nash") && !misfit_nash(&list)) {
		pool_list_release(&list);
		return err_set(err, EXIT_USAGE,
			       "--nash supports at most %d robots, and needs a decided game between each pair "
			       "of them; play --format round-robin", POOL_LIST_PAIRED);
	}
	add_title(selection, pool, &title);
	if (form == FORM_TABLE) {
		pool_list_table(&list, title.text, show_has_colour(STDOUT_FILENO), &text);
		if (pictures_are_wanted((enum pictures)args_number(args, "plot")))
			pictures_of_pool(&list, show_room(), show_has_colour(STDOUT_FILENO), &text);
		add_others(selection, &text);
		show_wrap(&text);
	} else if (form == FORM_CSV) {
		pool_list_csv(&list, &text);
	} else {
		selection_json(selection, &list, &text);
	}
	fputs(text.text, stdout);
	pool_list_release(&list);
	return EXIT_OK;
}

static int read_wish(const struct args *args, const struct request *request, struct selection_wish *wish,
		     struct err *err)
{
	*wish = (struct selection_wish){
		.run = args->n_operands ? args->operands[0] : NULL, .is_one = args_text(args, "files"),
		.has_rules = args_value(args, "variant")->is_set, .rules = request->rules,
		.match_length = args_value(args, "match-length")->is_set ? args_number(args, "match-length") : -1,
		.is_as_given = request->matches.is_as_given,
	};
	if (args_value(args, "rule")->n_list && !wish->has_rules)
		return err_set(err, EXIT_USAGE, "--rule changes a rule of a variant: give --variant too");
	if (wish->run && (wish->has_rules || wish->match_length >= 0 || wish->is_as_given))
		return err_set(err, EXIT_USAGE,
			       "a run has its own rules, match length and seats: --variant, --match-length and "
			       "--as-given cannot be given with it");
	return 0;
}

static int standings(struct selection *selection, const struct args *args, struct err *err)
{
	const char *files = args_text(args, "files");
	struct request request;
	struct selection_wish wish;
	if (request_args_read(args, &request, err) || read_wish(args, &request, &wish, err))
		return -1;
	AUTO_FREE char *path = request_database(&request, request.results);
	selection->database = database_open(path, DATABASE_READ, err);
	if (!selection->database || selection_find(selection, &wish, err))
		return -1;
	if (files)
		return rewrite_files(selection->database, selection->runs[0], selection->name, files, err)
			? -1 : EXIT_OK;
	struct pool pool = {.by = (enum rating_by)args_number(args, "by")};
	int code = 0;
	for (int i = 0; i < selection->n_runs && !code; i++)
		code = pool_add(&pool, selection->database, selection->runs[i], err);
	if (!code) {
		pool_finish(&pool);
		code = print_list(selection, &pool, args, err);
	}
	pool_release(&pool);
	return code;
}

static int run(const struct args *args, struct err *err)
{
	if (tourneys_are_meant(args, 0) && args->n_operands == 1)
		return tourneys_standings(args, err);
	if (args_limit(args, 1, "standings takes one run", err))
		return -1;
	struct selection selection = {0};
	int code = standings(&selection, args, err);
	database_close(selection.database);
	selection_release(&selection);
	return code;
}

COMMAND(standings, NAMES_FOLDERS, run);
