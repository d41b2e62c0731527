/* tourneys.c - the games of the tourney server for standings, export and replay (tourneys.h). */
#include "cli/tourneys.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/mem.h"
#include "cli/network.h"
#include "net/client/watch_words.h"
#include "output/pool_forms.h"
#include "output/show.h"
#include "run/setup.h"
#include "store/tourney.h"

enum { UNWRAPPED = 100000 };

bool tourneys_are_meant(const struct args *args)
{
	return args->n_operands > 0 && strcmp(args->operands[0], "tourneys") == 0;
}

static struct database *open_database(const struct args *args, struct err *err)
{
	AUTO_FREE char *path = setup_database(args, args_text(args, "results"));
	return database_open(path, DATABASE_READ, err);
}

/* ---- standings -------------------------------------------------------------------------- */

/* By seat; false when the log says no such thing. */
static bool read_places(const json_t *rankings, int n, uint8_t *places)
{
	memset(places, 0, (size_t)n);
	for (int i = 0; i < n; i++) {
		json_int_t seat = json_integer_value(json_array_get(rankings, (size_t)i));
		if (seat < 0 || seat >= n || places[seat])
			return false;
		places[seat] = (uint8_t)(i + 1);
	}
	return json_array_size(rankings) == (size_t)n;
}

static bool take_end(const json_t *titles, const json_t *rankings, void *context)
{
	const char *names[SCHEDULE_MAX_SEATS];
	uint8_t places[SCHEDULE_MAX_SEATS];
	size_t n = json_array_size(titles);
	bool is_whole = n >= 2 && n <= SCHEDULE_MAX_SEATS && read_places(rankings, (int)n, places);
	for (size_t i = 0; is_whole && i < n; i++)
		is_whole = (names[i] = json_string_value(json_array_get(titles, i))) != NULL;
	return !is_whole || pool_add_game(context, (int)n, names, places);
}

static void print_pool(const struct pool *pool, const struct args *args)
{
	AUTO_STR struct str text = {0}, title = {0};
	struct pool_list list;
	pool_list_init(&list, pool, -1, args_flag(args, "matrix") && pool->n_robots <= POOL_WIDEST_MATRIX);
	if (strcmp(args_text(args, "output"), "csv") == 0) {
		pool_list_csv(&list, &text);
	} else if (strcmp(args_text(args, "output"), "json") == 0) {
		json_t *object = json_pack("{s:s, s:s, s:I}", "arena", ARENA_VERSION, "run", "tourneys", "games",
					   (json_int_t)pool->games);
		pool_list_json(&list, object);
		json_add_text(&text, object);
	} else {
		str_addf(&title, "Tourneys of this season: %s games whose logs are kept", show_count(pool->games).text);
		pool_list_table(&list, title.text, show_has_colour(STDOUT_FILENO), &text);
	}
	fputs(str_text(&text), stdout);
	pool_list_release(&list);
}

/* What runs are chosen by, and pictures. */
static int refuse_others(const struct args *args, struct err *err)
{
	static const char *const others[] = {"variant", "rule", "match-length", "as-given", "reference", "files", "plot"};
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (args_value(args, others[i])->is_set)
			return err_set(err, EXIT_USAGE, "--%s is not available for tourneys", others[i]);
	return 0;
}

int tourneys_standings(const struct args *args, struct err *err)
{
	if (refuse_others(args, err))
		return -1;
	struct pool pool = {.by = (enum rating_by)args_number(args, "by")};
	struct database *database = open_database(args, err);
	int failed = database ? tourney_each_end(database, take_end, &pool, err) : -1;
	database_close(database);
	if (!failed && pool.games == 0)
		failed = err_set(err, EXIT_USAGE, "no game of a tourney is stored in this season; `arena serve` plays them");
	if (!failed) {
		pool_finish(&pool);
		print_pool(&pool, args);
	}
	pool_release(&pool);
	return failed ? -1 : EXIT_OK;
}

/* ---- export ----------------------------------------------------------------------------- */

struct exporter {
	struct watch_names *names;
	struct output output;
	const char *robot;
	bool is_json, has_failed;
	int64_t n_games;
};

/* Called by its title, or the name that the title begins with. */
static bool has_robot(const json_t *log, const char *robot)
{
	const json_t *titles = json_object_get(log, "bot_titles");
	size_t n = strlen(robot);
	for (size_t i = 0; i < json_array_size(titles); i++) {
		const char *title = json_string_value(json_array_get(titles, i));
		if (title && strncmp(title, robot, n) == 0 && (title[n] == '\0' || title[n] == '_'))
			return true;
	}
	return false;
}

static void add_game(const struct watch_names *names, const json_t *log, bool is_json, struct str *out)
{
	if (is_json) {
		json_add_line(out, json_incref((json_t *)(uintptr_t)log), 0);
		str_add(out, "\n");
		return;
	}
#ifdef ARENA_HAS_LIBZMQ
	watch_add_game(names, log, false, UNWRAPPED, out);
#else
	(void)names;
#endif
}

static bool take_log(int64_t number, const json_t *log, void *context)
{
	struct exporter *exporter = context;
	AUTO_STR struct str text = {0};
	(void)number;
	if (exporter->robot && !has_robot(log, exporter->robot))
		return true;
	add_game(exporter->names, log, exporter->is_json, &text);
	exporter->has_failed = !output_add(&exporter->output, str_text(&text), text.length);
	exporter->n_games++;
	return !exporter->has_failed;
}

/* "17", "17-20" or nothing: all. */
static int read_numbers(const char *text, int64_t *first, int64_t *last, struct err *err)
{
	long long from, to;
	*first = 1;
	*last = INT64_MAX;
	if (!text)
		return 0;
	AUTO_FREE char *copy = mem_strdup(text);
	char *dash = strchr(copy, '-');
	if (dash)
		*dash = '\0';
	if (!str_to_int(copy, 1, INT64_MAX, &from) || !str_to_int(dash ? dash + 1 : copy, from, INT64_MAX, &to))
		return err_set(err, EXIT_USAGE, "--games takes the number of a game or of the first and last one (7, 1-100), not '%s'",
			       text);
	*first = from;
	*last = to;
	return 0;
}

/* Text is made by what reads logs from a network. */
static int check_text(bool is_json, struct err *err)
{
#ifdef ARENA_HAS_LIBZMQ
	(void)is_json;
	(void)err;
	return 0;
#else
	return is_json ? 0 : network_missing("replay of tourneys", err);
#endif
}

int tourneys_export(const struct args *args, struct err *err)
{
	int64_t first, last;
	const char *form = args_text(args, "format");
	struct exporter exporter = {.robot = args_text(args, "robot"), .is_json = strcmp(form, "jsonl") == 0};
	if (args->n_operands > 1)
		return err_set(err, EXIT_USAGE, "export takes one run, not also '%s'", args->operands[1]);
	if (strcmp(form, "csv") == 0)
		return err_set(err, EXIT_USAGE, "--format csv is not available for tourneys; use text or jsonl");
	if (read_numbers(args_text(args, "games"), &first, &last, err) || check_text(exporter.is_json, err))
		return -1;
	struct database *database = open_database(args, err);
	if (!database || output_open(&exporter.output, args_text(args, "output"), err)) {
		database_close(database);
		return -1;
	}
	exporter.names = NEW(struct watch_names);
	int failed = tourney_each_log(database, first, last, take_log, &exporter, err);
	if (!failed && !exporter.has_failed && exporter.n_games == 0)
		failed = err_set(err, EXIT_USAGE, "no such game of a tourney is stored");
	free(exporter.names);
	database_close(database);
	if (failed)
		output_discard(&exporter.output);
	return failed || output_close(&exporter.output, err) ? -1 : EXIT_OK;
}

/* ---- replay ----------------------------------------------------------------------------- */

struct player {
	struct watch_names *names;
	bool is_json, is_found;
};

static bool show_log(int64_t number, const json_t *log, void *context)
{
	struct player *player = context;
	AUTO_STR struct str text = {0};
	(void)number;
	add_game(player->names, log, player->is_json, &text);
	fputs(str_text(&text), stdout);
	player->is_found = true;
	return false;
}

/* By its number, or its uuid. */
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
	if (check_text(player.is_json, err))
		return -1;
	struct database *database = open_database(args, err);
	player.names = NEW(struct watch_names);
	int failed = !database || find_game(database, args->operands[1], &number, err) ||
		tourney_each_log(database, number, number, show_log, &player, err);
	database_close(database);
	free(player.names);
	if (failed)
		return -1;
	return player.is_found ? EXIT_OK : err_set(err, EXIT_USAGE, "no log of a game '%s' of the tourneys is stored", args->operands[1]);
}
