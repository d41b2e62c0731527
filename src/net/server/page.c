/* page.c - the JSON of the server's page, from the database (docs/rules.md section 5, docs/tourney.md) (page.h). */
#include "net/server/page.h"

#include <time.h>

#include "net/server/in_progress.h"
#include "net/server/record.h"
#include "net/server/viewer.h"
#include "stats/interval.h"
#include "store/tourney.h"

enum { ROBOTS = 500, SEASONS = 20, TOURNEYS = 10, GAMES = 50, TABLES = 20, NAME_MOST = 100, LOOKED_AT = 2000, LOGS = 50 };

/* {name: list}, or NULL when there is no list. Takes over object and list. */
static json_t *with(json_t *object, const char *name, json_t *list)
{
	if (!object || !list) {
		json_decref(object);
		json_decref(list);
		return NULL;
	}
	json_object_set_new(object, name, list);
	return object;
}

/* Games won or not, as units of an interval. */
static void add_interval(json_t *robot)
{
	json_int_t games = json_integer_value(json_object_get(robot, "games")), wins = json_integer_value(json_object_get(robot, "wins"));
	struct histogram shares = {0};
	if (games < 1 || wins < 0 || wins > games)
		return;
	histogram_add(&shares, 1, (uint64_t)wins);
	histogram_add(&shares, 0, (uint64_t)(games - wins));
	struct interval interval = interval_of_shares(&shares);
	histogram_release(&shares);
	json_object_set_new(robot, "win_rate", json_real(interval.mean));
	json_object_set_new(robot, "win_low", json_real(interval.low));
	json_object_set_new(robot, "win_high", json_real(interval.high));
}

static json_t *standings(struct database *database)
{
	json_t *list = tourney_standings(database, ROBOTS, NULL), *robot;
	size_t i;
	json_array_foreach(list, i, robot)
		add_interval(robot);
	return list;
}

/* The UTC offset of the times in the logs: "+0100". */
static json_t *zone(void)
{
	char text[8] = "";
	time_t now = time(NULL);
	struct tm local;
	localtime_r(&now, &local);
	strftime(text, sizeof text, "%z", &local);
	return json_string(text);
}

static json_t *robot_logs(const struct serve_page *page, const char *title)
{
	json_t *logs = tourney_logs_of(page->database, title, LOOKED_AT, LOGS, NULL);
	if (json_array_size(logs) == 0) {
		json_decref(logs);
		return NULL;
	}
	return with(json_object(), "games", logs);
}

static json_t *record(const struct serve_page *page, const char *title)
{
	return server_record(page->database, title);
}

static json_t *game(const struct serve_page *page, const char *uuid)
{
	json_t *log = tourney_game(page->database, uuid, NULL);
	if (!json_is_object(log)) {
		json_decref(log);
		return NULL;
	}
	json_t *replay = viewer_of_log(log);
	return with(with(json_object(), "log", log), "replay", replay ? replay : json_null());
}

static json_t *table(const struct serve_page *page, const char *uuid)
{
	json_t *replay = page->server ? in_progress_game(page->server, uuid) : NULL;
	return with(json_object(), "replay", replay ? replay : json_null()); /* a game that has just ended is no error */
}

static json_t *all_standings(const struct serve_page *page)
{
	struct database *database = page->database;
	return with(with(with(with(json_object(), "standings", standings(database)), "tourneys", tourney_list(database, TOURNEYS, NULL)),
			 "seasons", tourney_seasons(database, SEASONS, NULL)), "zone", zone());
}

static json_t *all_games(const struct serve_page *page)
{
	return with(json_object(), "games", tourney_games(page->database, GAMES, NULL));
}

static json_t *all_tables(const struct serve_page *page)
{
	return with(json_object(), "tables", page->server ? in_progress_list(page->server, TABLES) : json_array());
}

static json_t *all_ratings(const struct serve_page *page)
{
	return server_ratings_json(page->ratings);
}

/* Paths without a name, and those with one before ".json". */
static const struct {
	const char *path;
	json_t *(*answer)(const struct serve_page *page);
	json_t *(*answer_of)(const struct serve_page *page, const char *name);
} paths[] = {
	{"/api/standings.json", all_standings, NULL}, {"/api/games.json", all_games, NULL}, {"/api/tables.json", all_tables, NULL},
	{"/api/ratings.json", all_ratings, NULL}, {"/api/robots/", NULL, robot_logs}, {"/api/records/", NULL, record},
	{"/api/games/", NULL, game}, {"/api/tables/", NULL, table},
};

/* "X" of "X.json"; false when there is no such name. */
static bool read_name(const char *text, char name[NAME_MOST + 1])
{
	static const char end[] = ".json";
	size_t n = strlen(text), n_end = strlen(end);
	if (n <= n_end || strcmp(text + n - n_end, end) != 0 || n - n_end > NAME_MOST)
		return false;
	memcpy(name, text, n - n_end);
	name[n - n_end] = '\0';
	return true;
}

json_t *serve_page_answer(const struct serve_page *page, const char *path)
{
	char name[NAME_MOST + 1];
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		size_t n = strlen(paths[i].path);
		if (paths[i].answer && strcmp(path, paths[i].path) == 0)
			return paths[i].answer(page);
		if (paths[i].answer_of && strncmp(path, paths[i].path, n) == 0)
			return read_name(path + n, name) ? paths[i].answer_of(page, name) : NULL;
	}
	return NULL;
}
