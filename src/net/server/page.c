/* page.c - makes the JSON of the server's page from the database (page.h). */
#include "net/server/page.h"

#include <time.h>

#include "base/json.h"
#include "net/logs/log_game.h"
#include "store/tourney.h"

enum { ROBOTS = 500, SEASONS = 20, TOURNEYS = 10, GAMES = 50, TABLES = 20, NAME_MOST = 100, LOOKED_AT = 2000, LOGS = 50,
       RECORD_TOURNEYS = 50, FAULTS = 20 };

/* Adds the list to the object under this name, and returns the object, or NULL if one of the two is NULL. Takes over
 * both. */
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

/* Adds the interval of the win rate, in which each game counts as independent. */
static void add_interval(json_t *robot)
{
	json_int_t games = json_integer_at(robot, "games"), wins = json_integer_at(robot, "wins");
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
	json_t *list = tourney_standings(database, ROBOTS, NULL);
	JSON_EACH(i, robot, list)
		add_interval(robot);
	return list;
}

/* Returns the UTC offset of the times in the logs: "+0100". */
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

/* Returns the seat of the robot with this title, or -1 if it is not at the table. */
static int seat_of(const json_t *log, const char *title)
{
	const json_t *titles = json_object_get(log, "bot_titles");
	for (size_t seat = 0; seat < json_array_size(titles); seat++) {
		const char *other = json_string_value(json_array_get(titles, seat));
		if (other && strcmp(other, title) == 0)
			return (int)seat;
	}
	return -1;
}

/* Returns an object with the members of the log that identify the game. */
static json_t *named(const json_t *log)
{
	static const char *const keys[] = {"game_uuid", "tourney_index", "match_index"};
	json_t *game = json_object();
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		json_object_set(game, keys[i], json_object_get(log, keys[i]));
	return game;
}

static json_t *game_of(const json_t *log, int seat)
{
	static const char *const keys[] = {"end_time", "bot_titles", "bot_rankings"};
	uint8_t places[GAME_MAX_SEATS];
	int n = (int)json_array_size(json_object_get(log, "bot_titles"));
	json_t *game = named(log);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		json_object_set(game, keys[i], json_object_get(log, keys[i]));
	bool is_ranked = n <= GAME_MAX_SEATS && log_places(json_object_get(log, "bot_rankings"), n, places);
	json_object_set_new(game, "place", is_ranked ? json_integer(places[seat]) : json_null());
	return game;
}

/* Counts the hands that the seat ended, by result, and adds its errors to `faults`. */
static void add_hands(const json_t *log, int seat, json_t *hands, json_t *faults)
{
	const json_t *history = json_object_get(log, "game_history");
	JSON_EACH(i, hand, history) {
		const json_t *caller = json_object_get(hand, "calling_player");
		const char *result = json_string_value(json_object_get(hand, "result"));
		if (!result || !json_is_integer(caller) || json_integer_value(caller) != seat)
			continue;
		json_object_set_new(hands, result,
				    json_integer(json_integer_value(json_object_get(hands, result)) + 1));
		if (strncmp(result, "error_", 6) != 0 || json_array_size(faults) >= FAULTS)
			continue;
		json_t *fault = named(log);
		json_object_set_new(fault, "hand", json_integer((json_int_t)i + 1));
		json_object_set_new(fault, "result", json_clean(result));
		json_array_append_new(faults, fault);
	}
}

/* Returns {"title", "tourneys": [the latest fifty: store/tourney.h], "games": [{"game_uuid", "tourney_index",
 * "match_index", "end_time", "place", "bot_titles", "bot_rankings"}, ...] (the latest fifty), "hands": {result: number}
 * (hands of these games that the robot ended), "faults": [{"game_uuid", "tourney_index", "match_index", "hand" (from
 * 1), "result"}, ...] (the latest twenty of the robot's errors in these hands)}. Returns NULL if no game of a robot
 * with this title is stored. */
static json_t *record(const struct serve_page *page, const char *title)
{
	AUTO_JSON json_t *logs = tourney_logs_of(page->database, title, LOOKED_AT, GAMES, NULL);
	json_t *tourneys = json_array_size(logs) ? tourney_entries_of(page->database, title, RECORD_TOURNEYS, NULL)
						 : NULL;
	if (!tourneys)
		return NULL;
	json_t *games = json_array(), *hands = json_object(), *faults = json_array();
	JSON_EACH(i, log, logs) {
		int seat = seat_of(log, title);
		if (seat < 0)
			continue;
		json_array_append_new(games, game_of(log, seat));
		add_hands(log, seat, hands, faults);
	}
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "title", json_clean(title), "tourneys", tourneys, "games", games,
			 "hands", hands, "faults", faults);
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
	return with(json_object(), "replay", replay ? replay : json_null()); /* null, not an error, because the game may
	                                                                      * have just ended */
}

static json_t *all_standings(const struct serve_page *page)
{
	struct database *database = page->database;
	return with(with(with(with(json_object(), "standings", standings(database)), "tourneys",
			      tourney_list(database, TOURNEYS, NULL)),
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

/* The paths. Those with `answer_of` continue with a name and ".json". */
static const struct {
	const char *path;
	json_t *(*answer)(const struct serve_page *page);
	json_t *(*answer_of)(const struct serve_page *page, const char *name);
} paths[] = {
	{"/api/standings.json", all_standings, NULL}, {"/api/games.json", all_games, NULL},
	{"/api/tables.json", all_tables, NULL},
	{"/api/ratings.json", all_ratings, NULL}, {"/api/robots/", NULL, robot_logs}, {"/api/records/", NULL, record},
	{"/api/games/", NULL, game}, {"/api/tables/", NULL, table},
};

/* Reads "X" from "X.json". Returns false when there is no such name. */
static bool read_name(const char *text, char name[NAME_MOST + 1])
{
	int n = (int)strlen(text) - (int)strlen(".json");
	return str_ends(text, ".json") && snprintf(name, NAME_MOST + 1, "%.*s", n, text) <= NAME_MOST;
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
