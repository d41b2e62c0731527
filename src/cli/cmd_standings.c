/* cmd_standings.c - `arena standings`: what the database says of the robots, in one run or in all runs of a
 * variant; and the files of a run made again. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/command.h"
#include "cli/league_list.h"
#include "cli/recorded.h"
#include "cli/regress.h"
#include "cli/results.h"
#include "cli/setup.h"
#include "cli/show.h"
#include "store/json.h"

static const char *const outputs[] = {"table", "csv", "json", NULL};
enum output { OUTPUT_TABLE, OUTPUT_CSV, OUTPUT_JSON };

static const struct opt options[] = {
	{.name = "variant", .letter = 'v', .type = OPT_TEXT, .value = "VARIANT|FILE", .names = NAMES_VARIANTS,
	 .help = "All runs with these rules; without it, those with the rules of the latest run."},
	OPTION_RULE,
	{.name = "reference", .type = OPT_TEXT, .value = "ROBOT", .names = NAMES_ROBOTS,
	 .help = "The robot whose rating is 0; without it their mean is."},
	{.name = "matrix", .type = OPT_FLAG,
	 .help = "Also who finished before whom how often, and how likely each robot is to be better than each other."},
	{.name = "output", .type = OPT_WORD, .value = "FORM", .fallback = "table", .words = outputs,
	 .help = "For people, or for programs."},
	{.name = "files", .type = OPT_TEXT, .value = "DIR", .names = NAMES_FOLDERS,
	 .help = "Write the files of the run (table.txt and its like) into this folder, byte for byte as the tournament does, "
		 "and print nothing."},
	OPTION_RESULTS,
	OPTION_DB,
	{0},
};

/* ---- which runs ------------------------------------------------------------------------- */

struct selection {
	struct database *database;
	int64_t *runs;    /* the latest first; owned */
	int n_runs;
	char *rules;      /* of all of them, as text; owned */
	char *name;       /* of the run, when one was named; owned */
	struct rules of;
};

static int rules_of_run(struct database *database, int64_t run, struct rules *rules, bool *is_test, struct err *err)
{
	struct info info;
	if (database_info(database, run, &info, err))
		return -1;
	*rules = info.rules;
	*is_test = info.test.is_set;
	info_release(&info);
	return 0;
}

static char *text_of_rules(const struct rules *rules)
{
	AUTO_STR struct str text = {0};
	rules_to_text(rules, &text);
	return mem_strdup(str_text(&text));
}

/* Keeps the tournaments with the wanted rules, turned round. A test counts only when it is asked for by name: it
 * ended when its games said enough, which makes them no fair sample. */
static int select_by_rules(struct selection *selection, int64_t *all, int n_all, struct err *err)
{
	selection->runs = NEW_ARRAY(int64_t, (size_t)n_all);
	for (int i = n_all - 1; i >= 0; i--) {
		struct rules rules;
		bool is_test;
		if (rules_of_run(selection->database, all[i], &rules, &is_test, err))
			return -1;
		AUTO_FREE char *text = text_of_rules(&rules);
		if (!is_test && strcmp(text, selection->rules) == 0)
			selection->runs[selection->n_runs++] = all[i];
	}
	if (selection->n_runs)
		return 0;
	return err_set(err, EXIT_USAGE, "there is no run of %s in the database (%s); tests of `arena regress` "
		       "are shown when they are named", selection->of.name, selection->rules);
}

static int select_runs(struct selection *selection, const struct args *args, struct err *err)
{
	AUTO_FREE int64_t *all = NULL;
	int n_all;
	int64_t latest;
	bool has_rules = args_value(args, "variant")->is_set, is_test;
	if (args_value(args, "rule")->n_list && !has_rules)
		return err_set(err, EXIT_USAGE, "--rule changes a rule of the --variant, which must be given too");
	if (args->n_operands && has_rules)
		return err_set(err, EXIT_USAGE, "a run has rules of its own: --variant cannot be given with it");
	if (database_find_run(selection->database, args->n_operands ? args->operands[0] : NULL, &latest, err) ||
	    (has_rules ? setup_rules(args, &selection->of, err)
		       : rules_of_run(selection->database, latest, &selection->of, &is_test, err)))
		return -1;
	selection->rules = text_of_rules(&selection->of);
	if (!args->n_operands && !args_text(args, "files")) {
		if (database_runs(selection->database, &all, &n_all, err))
			return -1;
		return select_by_rules(selection, all, n_all, err);
	}
	selection->runs = NEW_ARRAY(int64_t, 1);
	selection->runs[selection->n_runs++] = latest;
	selection->name = database_name(selection->database, latest, err);
	return selection->name ? 0 : -1;
}

/* ---- the files of a run ----------------------------------------------------------------- */

struct rewriting {
	struct database *database;
	int64_t run;
	struct results results;
	struct regress regress; /* of a test */
};

static int add_match(const struct stored_match *match, void *context, struct err *err)
{
	struct rewriting *rewriting = context;
	const struct results *results = &rewriting->results;
	struct match_plan plan;
	struct match_result result = {0};
	if (match->number >= results->schedule.n_matches)
		return database_damaged(rewriting->database, match->number, err);
	schedule_match(&results->schedule, match->number, &plan);
	int found = database_get_match(rewriting->database, rewriting->run, &plan, results->info->n_seats, &result, err);
	int failed = found < 0 || (found == 1 && results_add(&rewriting->results, &result, err));
	if (found == 1 && results->info->test.is_set)
		regress_add(&rewriting->regress, &result);
	match_result_release(&result);
	return failed ? -1 : 0;
}

static int write_files(const struct selection *selection, const char *folder, struct err *err)
{
	struct rewriting rewriting = {.database = selection->database, .run = selection->runs[0]};
	struct info info;
	struct schedule schedule;
	AUTO_FREE char *path = mem_strdup(folder);
	const struct run run = {.folder = path};
	if (database_info(rewriting.database, rewriting.run, &info, err))
		return -1;
	struct robot *robots = recorded_names(&info);
	int failed = results_open_folder(&info, folder, err) || info_schedule(&info, &schedule, err);
	const char *complaint = info.test.is_set ? regress_init(&rewriting.regress, &info) : NULL;
	if (!failed && complaint)
		failed = err_set(err, EXIT_WORLD, "the test of the run %s cannot be run: %s", selection->name, complaint);
	if (!failed) {
		results_init(&rewriting.results, &info, &schedule, robots);
		results_keep(&rewriting.results, &run, rewriting.database, rewriting.run);
		failed = database_each_match(rewriting.database, rewriting.run, add_match, &rewriting, err) ||
			 results_write(&rewriting.results, err);
		rewriting.regress.is_interrupted = !results_are_complete(&rewriting.results);
		if (!failed && info.test.is_set)
			failed = regress_write(&rewriting.regress, &run, err);
		results_release(&rewriting.results);
	}
	regress_release(&rewriting.regress);
	setup_close(robots, info.n_robots);
	info_release(&info);
	return failed ? -1 : EXIT_OK;
}

/* ---- the list --------------------------------------------------------------------------- */

static void add_title(const struct selection *selection, const struct league *league, struct str *out)
{
	if (selection->name)
		str_addf(out, "Run %s: ", selection->name);
	str_add(out, selection->of.name);
	results_changes(&selection->of, out);
	if (!selection->name)
		str_addf(out, ", %d run%s", league->n_runs, league->n_runs == 1 ? "" : "s");
	str_addf(out, ", %" PRIu64 " games in %" PRIu64 " block%s", league->games, league->n_blocks, league->n_blocks == 1 ? "" : "s");
	if (league->most_seats && league->most_seats == league->fewest_seats)
		str_addf(out, " at tables of %d", league->most_seats);
	else if (league->most_seats)
		str_addf(out, " at tables of %d to %d", league->fewest_seats, league->most_seats);
}

static void add_json(const struct selection *selection, const struct league_list *list, struct str *out)
{
	const struct league *league = list->league;
	json_t *object = json_pack("{s:s, s:o, s:o, s:i, s:I, s:I}", "arena", ARENA_VERSION, "rules", json_clean(selection->rules),
		"run", selection->name ? json_clean(selection->name) : json_null(), "runs", league->n_runs,
		"games", (json_int_t)league->games, "blocks", (json_int_t)league->n_blocks);
	league_list_json(list, object);
	json_add_text(out, object);
}

static int find_reference(const struct league *league, const char *name, int *reference, struct err *err)
{
	*reference = -1;
	if (!name)
		return 0;
	const char **labels = NEW_ARRAY(const char *, (size_t)league->n_robots + 1);
	for (int i = 0; i < league->n_robots; i++) {
		labels[i] = league->robots[i].label;
		if (strcmp(labels[i], name) == 0)
			*reference = i;
	}
	const char *nearest = opts_nearest(name, labels);
	free(labels);
	if (*reference >= 0)
		return 0;
	return err_set(err, EXIT_USAGE, "the reference '%s' is no robot of the list%s%s%s", name,
		       nearest ? " (did you mean '" : "", nearest ? nearest : "", nearest ? "'?)" : "");
}

static int print_list(const struct selection *selection, const struct league *league, const struct args *args,
		      struct err *err)
{
	enum { MOST_PAIRED = 1000 };
	AUTO_STR struct str text = {0}, title = {0};
	int reference;
	bool has_matrix = args_flag(args, "matrix");
	enum output output = (enum output)args_number(args, "output");
	int most = output == OUTPUT_TABLE ? LEAGUE_WIDEST_MATRIX : MOST_PAIRED;
	if (has_matrix && league->n_robots > most)
		return err_set(err, EXIT_USAGE, "--matrix is for at most %d robots, and there are %d%s", most, league->n_robots,
			       output == OUTPUT_TABLE ? "; --output csv holds more" : "");
	if (find_reference(league, args_text(args, "reference"), &reference, err))
		return -1;
	struct league_list list;
	league_list_init(&list, league, reference, has_matrix);
	add_title(selection, league, &title);
	if (output == OUTPUT_TABLE)
		league_list_table(&list, title.text, show_has_colour(STDOUT_FILENO), &text);
	else if (output == OUTPUT_CSV)
		league_list_csv(&list, &text);
	else
		add_json(selection, &list, &text);
	fputs(text.text, stdout);
	league_list_release(&list);
	return EXIT_OK;
}

static int standings(struct selection *selection, const struct args *args, struct err *err)
{
	const char *files = args_text(args, "files");
	AUTO_FREE char *path = setup_database(args, args_text(args, "results"));
	selection->database = database_open(path, DATABASE_READ, err);
	if (!selection->database || select_runs(selection, args, err))
		return -1;
	if (files)
		return write_files(selection, files, err);
	struct league league = {0};
	int code = 0;
	for (int i = 0; i < selection->n_runs && !code; i++)
		code = league_add(&league, selection->database, selection->runs[i], err);
	if (!code) {
		league_finish(&league);
		code = print_list(selection, &league, args, err);
	}
	league_release(&league);
	return code;
}

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands > 1)
		return err_set(err, EXIT_USAGE, "standings takes one run, not also '%s'", args->operands[1]);
	struct selection selection = {0};
	int code = standings(&selection, args, err);
	database_close(selection.database);
	free(selection.runs);
	free(selection.rules);
	free(selection.name);
	return code;
}

const struct command command_standings = {
	.name = "standings",
	.arguments = "[RUN]",
	.summary = "tell how good the robots are, from all that is stored",
	.description =
		"Scores and ratings of the robots, from the database: in the run RUN, or in all runs of a\n"
		"variant. The score is the mean of (n - place) / (n - 1); ratings are Plackett-Luce, with two at\n"
		"a table Bradley-Terry, in Elo. A robot is its file with its options: another build of it is\n"
		"another robot.\n",
	.options = options,
	.examples =
		"arena standings\n"
		"arena standings 7 --matrix\n"
		"arena standings -v wild --reference computer --output csv\n"
		"arena standings 7 --files tables\n",
	.operands = NAMES_FOLDERS,
	.run = run,
};
