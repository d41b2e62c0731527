/* tourneys.c - the games of the tourney server for standings, analyse, export and replay (tourneys.h). */
#include "cli/tourneys.h"

#include <stdio.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/command.h"
#include "net/logs/log_game.h"
#include "net/logs/log_study.h"
#include "output/pictures.h"
#include "output/show.h"
#include "output/standings_forms.h"
#include "run/setup.h"
#include "store/tourney.h"

enum { UNWRAPPED = 100000 };

bool tourneys_are_meant(const struct args *args, int operand)
{
	return args->n_operands > operand && strcmp(args->operands[operand], "tourneys") == 0;
}

static struct database *open_database(const struct args *args, struct err *err)
{
	const struct request request = {.database = args_text(args, "db")};
	AUTO_FREE char *path = request_database(&request, args_text(args, "results"));
	return database_open(path, DATABASE_READ, err);
}

static void print_pool(const struct pool *pool, const struct args *args)
{
	AUTO_STR struct str text = {0}, title = {0};
	struct pool_list list;
	pool_list_init(&list, pool, -1, args_flag(args, "matrix") && pool->n_robots <= POOL_WIDEST_MATRIX);
	if (command_form(args) == FORM_CSV) {
		pool_list_csv(&list, &text);
	} else if (command_form(args) == FORM_JSON) {
		json_t *object = json_pack("{s:s, s:s, s:I}", "arena", ARENA_VERSION, "run", "tourneys", "games",
					   (json_int_t)pool->games);
		pool_list_json(&list, object);
		json_add_text(&text, object);
	} else {
		str_addf(&title, "Tourneys of this season: %s games whose logs are kept", show_count(pool->games).text);
		pool_list_table(&list, title.text, show_has_colour(STDOUT_FILENO), &text);
		show_wrap(&text);
	}
	fputs(str_text(&text), stdout);
	pool_list_release(&list);
}

/* Refuses the options `others`, which need the robots of a run. */
static int refuse_others(const struct args *args, const char *const *others, struct err *err)
{
	for (int i = 0; others[i]; i++)
		if (args_value(args, others[i])->is_set)
			return err_set(err, EXIT_USAGE, "--%s is not available for tourneys", others[i]);
	return 0;
}

int tourneys_standings(const struct args *args, struct err *err)
{
	static const char *const others[] = {"variant", "rule", "match-length", "as-given", "reference", "files",
		"plot", NULL};
	if (refuse_others(args, others, err))
		return -1;
	struct pool pool = {.by = (enum rating_by)args_number(args, "by")};
	struct database *database = open_database(args, err);
	int failed = database ? tourney_each_end(database, log_study_add_end, &pool, err) : -1;
	database_close(database);
	if (!failed && pool.games == 0)
		failed = err_set(err, EXIT_USAGE,
				 "this season has no stored game of a tourney; `arena serve` plays them");
	if (!failed) {
		pool_finish(&pool);
		print_pool(&pool, args);
	}
	pool_release(&pool);
	return failed ? -1 : EXIT_OK;
}

void tourneys_print_analysis(const struct args *args, const struct analysis_report *report, const char *run)
{
	AUTO_STR struct str text = {0};
	bool has_colour = show_has_colour(STDOUT_FILENO);
	if (args_number(args, "output") == 1) {
		json_add_text(&text, analysis_json(report));
	} else {
		analysis_add_table(report, has_colour, &text);
		if (pictures_are_wanted((enum pictures)args_number(args, "plot")))
			pictures_of_analysis(report, show_room(), has_colour, &text);
		analysis_add_worst(report, run, has_colour, &text);
		show_wrap(&text);
	}
	fputs(str_text(&text), stdout);
}

static int analyse(struct log_study *study, const struct args *args, struct err *err)
{
	int robot = log_study_find(study, args->operands[0], err);
	if (robot < 0)
		return -1;
	log_study_wish(study, robot, (uint64_t)args_number(args, "games"));
	study->robots[robot].worst.n_wanted = (int)args_number(args, "worst");
	if (log_study_play(study, err))
		return -1;
	if (study->n_unread)
		fprintf(stderr, "arena: games left out because their logs are inconsistent: %" PRIu64 "\n",
			study->n_unread);
	struct analysis_report report = log_study_report(study, robot);
	tourneys_print_analysis(args, &report, "tourneys");
	return EXIT_OK;
}

int tourneys_analyse(const struct args *args, struct err *err)
{
	static const char *const others[] = {"clock", "anyway", NULL};
	const char *baseline = args_text(args, "baseline");
	if (refuse_others(args, others, err))
		return -1;
	if (baseline && strcmp(baseline, "none") != 0)
		return err_set(err, EXIT_USAGE, "--baseline is not available for tourneys");
	struct log_study study = {.pool.by = RATING_BY_WINS};
	struct database *database = open_database(args, err);
	int code = !database || log_study_open(&study, database, err) ? -1 : analyse(&study, args, err);
	log_study_release(&study);
	database_close(database);
	return code;
}

struct exporter {
	struct out_file output;
	const char *robot;
	bool is_json, has_failed;
	int64_t n_games;
};

static struct watch_names none; /* left empty, because stored logs contain all names */

static void add_game(const json_t *log, bool is_json, struct str *out)
{
	if (is_json) {
		json_add_line(out, json_incref((json_t *)(uintptr_t)log), 0);
		str_add(out, "\n");
		return;
	}
	watch_add_game(&none, log, false, UNWRAPPED, out);
}

static bool take_log(int64_t number, const json_t *log, void *context)
{
	struct exporter *exporter = context;
	AUTO_STR struct str text = {0};
	if (exporter->robot && !watch_concerns(&none, log, exporter->robot))
		return true;
	add_game(log, exporter->is_json, &text);
	exporter->has_failed = !file_add(&exporter->output, str_text(&text), text.length);
	exporter->n_games++;
	return !exporter->has_failed;
}

int tourneys_export(const struct args *args, struct err *err)
{
	uint64_t first = 1, last = INT64_MAX;
	const char *form = args_text(args, "format"), *games = args_text(args, "games");
	struct exporter exporter = {.robot = args_text(args, "robot"), .is_json = strcmp(form, "jsonl") == 0};
	if (args_limit(args, 1, "export takes one run", err))
		return -1;
	if (strcmp(form, "csv") == 0)
		return err_set(err, EXIT_USAGE, "--format csv is not available for tourneys; use text or jsonl");
	if (games && setup_numbers(games, INT64_MAX, &first, &last, err))
		return -1;
	struct database *database = open_database(args, err);
	if (!database || file_open(&exporter.output, args_text(args, "output"), err)) {
		database_close(database);
		return -1;
	}
	int failed = tourney_each_log(database, (int64_t)first, (int64_t)last, take_log, &exporter, err);
	if (!failed && !exporter.has_failed && exporter.n_games == 0)
		failed = err_set(err, EXIT_USAGE, "no such game of a tourney is stored");
	database_close(database);
	if (failed)
		file_discard(&exporter.output);
	return failed || file_close(&exporter.output, err) ? -1 : EXIT_OK;
}

struct player {
	bool is_json, is_found;
};

static bool show_log(int64_t number, const json_t *log, void *context)
{
	struct player *player = context;
	AUTO_STR struct str text = {0};
	add_game(log, player->is_json, &text);
	fputs(str_text(&text), stdout);
	player->is_found = true;
	return false;
}

/* Finds a game by its number or its UUID. */
static int find_game(struct database *database, const char *game, int64_t *number, struct err *err)
{
	long long asked;
	if (!str_to_int(game, 1, INT64_MAX, &asked))
		return tourney_find_game(database, game, number, err);
	*number = asked;
	return 0;
}

int tourneys_replay(const struct args *args, struct err *err)
{
	struct player player = {.is_json = strcmp(args_text(args, "output"), "json") == 0};
	int64_t number = 0;
	if (args->n_operands != 2)
		return err_set(err, EXIT_USAGE, "replay tourneys needs one game: its number or its game_uuid");
	struct database *database = open_database(args, err);
	int failed = !database || find_game(database, args->operands[1], &number, err) ||
		tourney_each_log(database, number, number, show_log, &player, err);
	database_close(database);
	if (failed)
		return -1;
	return player.is_found ? EXIT_OK
		: err_set(err, EXIT_USAGE, "the tourneys have no stored log of a game '%s'", args->operands[1]);
}
