/* cmd_standings.c - `arena standings`: ratings of the robots from the database, for one run or all runs of a variant;
 * rewrites the files of a run. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "cli/command.h"
#include "cli/tourneys.h"
#include "output/pictures.h"
#include "output/show.h"
#include "run/run_files.h"
#include "run/run_robots.h"
#include "run/setup.h"
#include "output/pool_forms.h"
#include "standings/regression.h"

static const char *const measures[] = {"wins", "places", NULL}; /* as enum rating_by */
static const char *const outputs[] = {"table", "csv", "json", NULL};
enum output { OUTPUT_TABLE, OUTPUT_CSV, OUTPUT_JSON };

static const struct opt options[] = {
	{.name = "variant", .letter = 'v', .type = OPT_TEXT, .value = "VARIANT|FILE", .names = NAMES_VARIANTS,
	 .help = "All runs with these rules; default: those with the rules of the latest run."},
	OPTION_RULE,
	{.name = "match-length", .type = OPT_INT, .value = "BLOCKS", .min = 0, .max = SCHEDULE_MAX_LENGTH,
	 .help = "All runs with matches of this length (0: runs of older arenas); default: those with the match length "
		 "of the latest run."},
	{.name = "as-given", .type = OPT_FLAG,
	 .help = "At tables of three and more, runs with --as-given; default: as in the latest run."},
	{.name = "by", .type = OPT_WORD, .value = "WHAT", .fallback = "wins", .words = measures,
	 .help = "Rank and rate the robots by wins, or by all places."},
	{.name = "reference", .type = OPT_TEXT, .value = "ROBOT", .names = NAMES_ROBOTS,
	 .help = "The robot whose rating is 0; default: the mean of all is 0."},
	{.name = "matrix", .type = OPT_FLAG,
	 .help = "Also print how often each robot finished before each other robot, and how likely it is to be better."},
	{.name = "output", .type = OPT_WORD, .value = "FORM", .fallback = "table", .words = outputs,
	 .help = "Text, or a format for programs."},
	OPTION_PLOT,
	{.name = "files", .type = OPT_TEXT, .value = "DIR", .names = NAMES_FOLDERS,
	 .help = "Write the files of the run (table.txt and so on) into this folder, byte for byte as the tournament does, "
		 "and print nothing."},
	OPTION_RESULTS,
	OPTION_DB,
	{0},
};

/* ---- which runs ------------------------------------------------------------------------- */

/* What runs must have in common to be counted together. */
struct selection_kind {
	struct rules rules;
	uint32_t match_length;
	bool is_as_given; /* where it matters: from three seats on */
	bool has_circle;  /* it does */
};

struct selection {
	struct database *database;
	int64_t *runs;    /* the latest first; owned */
	int n_runs;
	struct selection_kind kind;
	char *rules;      /* as text; owned */
	char *name;       /* of the run, when one was named; owned */
	int n_others;     /* runs with the same rules but another match length or circle */
};

static int kind_of_run(struct database *database, int64_t run, struct selection_kind *kind, bool *is_test, struct err *err)
{
	struct run_config info;
	if (database_info(database, run, &info, err))
		return -1;
	*kind = (struct selection_kind){
		.rules = info.rules, .match_length = info.match_length, .is_as_given = info.is_as_given || !info.match_length,
		.has_circle = info.n_seats > 2,
	};
	*is_test = info.test.is_set;
	run_config_release(&info);
	return 0;
}

static char *text_of_rules(const struct rules *rules)
{
	AUTO_STR struct str text = {0};
	rules_to_text(rules, &text);
	return mem_strdup(str_text(&text));
}

static bool has_rules(const struct selection *selection, const struct selection_kind *kind)
{
	AUTO_FREE char *text = text_of_rules(&kind->rules);
	return strcmp(text, selection->rules) == 0;
}

static bool is_alike(const struct selection_kind *a, const struct selection_kind *b)
{
	return a->match_length == b->match_length &&
	       (!a->has_circle || !b->has_circle || a->is_as_given == b->is_as_given);
}

/* Takes what the options do not set from the latest tournament with the rules. */
static int complete_kind(struct selection *selection, const struct args *args, const int64_t *all, int n_all, struct err *err)
{
	const struct opt_value *length = args_value(args, "match-length");
	bool is_as_given = args_flag(args, "as-given"), is_open = !length->is_set;
	selection->kind.match_length = length->is_set ? (uint32_t)length->number : 1;
	selection->kind.is_as_given = is_as_given;
	selection->kind.has_circle = is_as_given;
	for (int i = n_all - 1; i >= 0 && is_open; i--) {
		struct selection_kind kind;
		bool is_test;
		if (kind_of_run(selection->database, all[i], &kind, &is_test, err))
			return -1;
		if (is_test || !has_rules(selection, &kind) || (is_as_given && kind.has_circle && !kind.is_as_given))
			continue;
		selection->kind.match_length = kind.match_length;
		selection->kind.is_as_given |= kind.is_as_given;
		selection->kind.has_circle |= kind.has_circle;
		is_open = false;
	}
	return 0;
}

/* Keeps the tournaments of the wanted kind, in reverse order. A test counts only when it is named: it ended because of
 * its results, so its games are not a fair sample. */
static int select_by_kind(struct selection *selection, const int64_t *all, int n_all, struct err *err)
{
	selection->runs = NEW_ARRAY(int64_t, (size_t)n_all + 1);
	for (int i = n_all - 1; i >= 0; i--) {
		struct selection_kind kind;
		bool is_test;
		if (kind_of_run(selection->database, all[i], &kind, &is_test, err))
			return -1;
		if (is_test || !has_rules(selection, &kind))
			continue;
		if (is_alike(&kind, &selection->kind)) {
			selection->runs[selection->n_runs++] = all[i];
			/* A run at a larger table determines the circle, which runs at tables of two leave open. */
			if (kind.has_circle && !selection->kind.has_circle) {
				selection->kind.has_circle = true;
				selection->kind.is_as_given = kind.is_as_given;
			}
		} else {
			selection->n_others++;
		}
	}
	if (selection->n_runs)
		return 0;
	if (selection->n_others)
		return err_set(err, EXIT_USAGE, "the database has %d run%s of %s, but none with matches of %" PRIu32 " block%s%s",
			       selection->n_others, selection->n_others == 1 ? "" : "s", selection->kind.rules.name,
			       selection->kind.match_length, selection->kind.match_length == 1 ? "" : "s",
			       selection->kind.is_as_given ? " and the seats as given" : "");
	return err_set(err, EXIT_USAGE, "there is no run of %s in the database (%s); tests of `arena regress` "
		       "are shown when they are named", selection->kind.rules.name, selection->rules);
}

static bool has_selecting_option(const struct args *args)
{
	return args_value(args, "variant")->is_set || args_value(args, "match-length")->is_set || args_flag(args, "as-given");
}

static int select_runs(struct selection *selection, const struct args *args, struct err *err)
{
	AUTO_FREE int64_t *all = NULL;
	int n_all;
	int64_t latest;
	bool names_rules = args_value(args, "variant")->is_set, is_test;
	if (args_value(args, "rule")->n_list && !names_rules)
		return err_set(err, EXIT_USAGE, "--rule changes a rule of the --variant, which must be given too");
	if (args->n_operands && has_selecting_option(args))
		return err_set(err, EXIT_USAGE, "a run has its own rules, match length and seats: --variant, --match-length and "
			       "--as-given cannot be given with it");
	if (database_find_run(selection->database, args->n_operands ? args->operands[0] : NULL, &latest, err) ||
	    (names_rules ? setup_rules(args, &selection->kind.rules, err)
			 : kind_of_run(selection->database, latest, &selection->kind, &is_test, err)))
		return -1;
	selection->rules = text_of_rules(&selection->kind.rules);
	if (!args->n_operands && !args_text(args, "files"))
		return database_runs(selection->database, &all, &n_all, err) ||
		       complete_kind(selection, args, all, n_all, err) ? -1 : select_by_kind(selection, all, n_all, err);
	selection->runs = NEW_ARRAY(int64_t, 1);
	selection->runs[selection->n_runs++] = latest;
	selection->name = database_name(selection->database, latest, err);
	return selection->name ? 0 : -1;
}

/* ---- the files of a run ----------------------------------------------------------------- */

struct rewriting {
	struct database *database;
	int64_t run;
	struct run_files results;
	struct regress regress; /* of a test */
};

/* In an unfinished test only the matches before the first missing one count, as when it was played. */
static int add_chunk(const struct chunk *chunk, void *context, struct err *err)
{
	struct rewriting *rewriting = context;
	const struct run_config *info = rewriting->results.info;
	struct chunk head;
	if (!info->test.is_set)
		return run_files_add(&rewriting->results, chunk, err);
	if (!chunk->has_details)
		return err_set(err, EXIT_WORLD, "the run is a test stored by an older arena, without the data that "
			       "its files need");
	chunk_head(chunk, regress_add(&rewriting->regress, chunk), &rewriting->results.schedule, &head);
	int failed = run_files_add(&rewriting->results, &head, err);
	chunk_head_release(&head);
	return failed;
}

static int write_files(const struct selection *selection, const char *folder, struct err *err)
{
	struct rewriting rewriting = {.database = selection->database, .run = selection->runs[0]};
	struct run_config info;
	struct schedule schedule;
	AUTO_FREE char *path = mem_strdup(folder);
	const struct run run = {.folder = path};
	if (database_info(rewriting.database, rewriting.run, &info, err))
		return -1;
	struct robot *robots = run_robots_names(&info);
	int failed = run_files_open_folder(&info, folder, err) || run_config_schedule(&info, &schedule, err);
	const char *complaint = info.test.is_set ? regress_init(&rewriting.regress, &info) : NULL;
	if (!failed && complaint)
		failed = err_set(err, EXIT_WORLD, "the test of the run %s cannot be run: %s", selection->name, complaint);
	if (!failed) {
		run_files_init(&rewriting.results, &info, &schedule, robots);
		run_files_keep(&rewriting.results, &run, rewriting.database, rewriting.run);
		failed = database_each_chunk(rewriting.database, rewriting.run, &schedule, add_chunk, &rewriting, err) ||
			 run_files_write(&rewriting.results, err);
		rewriting.regress.is_interrupted = !run_files_are_complete(&rewriting.results);
		if (!failed && info.test.is_set)
			failed = regress_write(&rewriting.regress, &run, err);
		run_files_release(&rewriting.results);
	}
	regress_release(&rewriting.regress);
	setup_close(robots, info.n_robots);
	run_config_release(&info);
	return failed ? -1 : EXIT_OK;
}

/* ---- the list --------------------------------------------------------------------------- */

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
	if (selection->kind.match_length)
		str_addf(out, " of %" PRIu32 " block%s", selection->kind.match_length, selection->kind.match_length == 1 ? "" : "s");
	if (pool->most_seats && pool->most_seats == pool->fewest_seats)
		str_addf(out, " at tables of %d", pool->most_seats);
	else if (pool->most_seats)
		str_addf(out, " at tables of %d to %d", pool->fewest_seats, pool->most_seats);
	if (selection->kind.has_circle && selection->kind.is_as_given)
		str_add(out, ", seats as given");
}

static void add_json(const struct selection *selection, const struct pool_list *list, struct str *out)
{
	const struct pool *pool = list->pool;
	json_t *object = json_pack("{s:s, s:o, s:I, s:b, s:o, s:i, s:I, s:I, s:I}", "arena", ARENA_VERSION,
		"rules", json_clean(selection->rules), "match_length", (json_int_t)selection->kind.match_length,
		"as_given", selection->kind.is_as_given, "run", selection->name ? json_clean(selection->name) : json_null(),
		"runs", pool->n_runs, "games", (json_int_t)pool->games, "blocks", (json_int_t)pool->n_blocks,
		"matches", (json_int_t)pool->n_matches);
	pool_list_json(list, object);
	json_add_text(out, object);
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
	if (selection->n_others)
		str_addf(out, "\nNot counted: %d run%s with these rules, but another match length or other seats (--match-length, "
			 "--as-given).\n", selection->n_others, selection->n_others == 1 ? "" : "s");
}

static int print_list(const struct selection *selection, const struct pool *pool, const struct args *args,
		      struct err *err)
{
	enum { MOST_PAIRED = 1000 };
	AUTO_STR struct str text = {0}, title = {0};
	int reference;
	bool has_matrix = args_flag(args, "matrix");
	enum output output = (enum output)args_number(args, "output");
	int most = output == OUTPUT_TABLE ? POOL_WIDEST_MATRIX : MOST_PAIRED;
	if (has_matrix && pool->n_robots > most)
		return err_set(err, EXIT_USAGE, "--matrix works for at most %d robots; there are %d%s", most, pool->n_robots,
			       output == OUTPUT_TABLE ? "; --output csv holds more" : "");
	if (find_reference(pool, args_text(args, "reference"), &reference, err))
		return -1;
	struct pool_list list;
	pool_list_init(&list, pool, reference, has_matrix);
	add_title(selection, pool, &title);
	if (output == OUTPUT_TABLE) {
		pool_list_table(&list, title.text, show_has_colour(STDOUT_FILENO), &text);
		if (pictures_are_wanted(args))
			pictures_of_pool(&list, show_room(), show_has_colour(STDOUT_FILENO), &text);
		add_others(selection, &text);
	} else if (output == OUTPUT_CSV) {
		pool_list_csv(&list, &text);
	} else {
		add_json(selection, &list, &text);
	}
	fputs(text.text, stdout);
	pool_list_release(&list);
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
	if (tourneys_are_meant(args) && args->n_operands == 1)
		return tourneys_standings(args, err);
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
	.summary = "rate the robots from all stored results",
	.description =
		"Prints win rates and ratings of the robots from the database: of the run RUN, or of all runs with\n"
		"the same rules and the same match length. The win rate is the share of games won; a shared\n"
		"first place counts as that share of a win. Ratings come from a model of who wins at a table\n"
		"(Bradley-Terry at tables of two), in Elo. --by places rates by all places instead. The score\n"
		"is the mean of (n - place) / (n - 1). A robot is its file with its options, so another build of\n"
		"it is another robot. Robots share a range of ranks (1-2) if it is uncertain which is better.\n"
		"The RUN `tourneys` is the games of the tourney server (arena serve) in this season.\n",
	.options = options,
	.examples =
		"arena standings\n"
		"arena standings 7 --matrix\n"
		"arena standings --by places\n"
		"arena standings -v wild --reference computer --output csv\n"
		"arena standings 7 --files tables\n"
		"arena standings tourneys\n",
	.operands = NAMES_FOLDERS,
	.run = run,
};
