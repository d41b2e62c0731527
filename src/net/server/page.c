/* page.c - the JSON of the server's page, from the database (docs/rules.md section 5, docs/tourney.md) (page.h). */
#include "net/server/page.h"

#include <string.h>
#include <time.h>

#include "net/server/viewer.h"
#include "stats/interval.h"
#include "store/tourney.h"

enum { ROBOTS = 500, SEASONS = 20, TOURNEYS = 10, GAMES = 50, UUID_MOST = 64, TITLE_MOST = 100, LOOKED_AT = 2000, LOGS = 50 };

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

/* "+0100": what the times of the logs are in. */
static json_t *zone(void)
{
	char text[8] = "";
	time_t now = time(NULL);
	struct tm local;
	localtime_r(&now, &local);
	strftime(text, sizeof text, "%z", &local);
	return json_string(text);
}

/* The name between `/api/robots/` and `.json`. */
static json_t *robot(struct database *database, const char *name)
{
	static const char end[] = ".json";
	size_t n = strlen(name), n_end = strlen(end);
	char title[TITLE_MOST + 1] = {0};
	if (n <= n_end || strcmp(name + n - n_end, end) != 0 || n - n_end > TITLE_MOST)
		return NULL;
	memcpy(title, name, n - n_end);
	json_t *logs = tourney_logs_of(database, title, LOOKED_AT, LOGS, NULL);
	if (json_array_size(logs) == 0) {
		json_decref(logs);
		return NULL;
	}
	return with(json_object(), "games", logs);
}

static json_t *game(struct database *database, const char *name)
{
	static const char end[] = ".json";
	size_t n = strlen(name);
	char uuid[UUID_MOST + 1] = {0};
	if (n <= strlen(end) || strcmp(name + n - strlen(end), end) != 0 || n - strlen(end) > UUID_MOST)
		return NULL;
	memcpy(uuid, name, n - strlen(end));
	json_t *log = tourney_game(database, uuid, NULL);
	if (!json_is_object(log)) {
		json_decref(log);
		return NULL;
	}
	json_t *replay = replay_of_log(log);
	return with(with(json_object(), "log", log), "replay", replay ? replay : json_null());
}

json_t *serve_page_answer(struct database *database, const char *path)
{
	static const char games[] = "/api/games/", robots[] = "/api/robots/";
	if (strcmp(path, "/api/standings.json") == 0)
		return with(with(with(with(json_object(), "standings", standings(database)), "tourneys",
				      tourney_list(database, TOURNEYS, NULL)), "seasons", tourney_seasons(database, SEASONS, NULL)),
			    "zone", zone());
	if (strncmp(path, robots, strlen(robots)) == 0)
		return robot(database, path + strlen(robots));
	if (strcmp(path, "/api/games.json") == 0)
		return with(json_object(), "games", tourney_games(database, GAMES, NULL));
	return strncmp(path, games, strlen(games)) == 0 ? game(database, path + strlen(games)) : NULL;
}
