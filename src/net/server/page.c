/* page.c - the JSON of the server's page, from the database (docs/rules.md section 5, docs/tourney.md) (page.h). */
#include "net/server/page.h"

#include <string.h>

#include "net/server/viewer.h"
#include "store/tourney.h"

enum { ROBOTS = 500, SEASONS = 20, TOURNEYS = 10, GAMES = 50, UUID_MOST = 64 };

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
	static const char games[] = "/api/games/";
	if (strcmp(path, "/api/standings.json") == 0)
		return with(with(with(json_object(), "standings", tourney_standings(database, ROBOTS, NULL)), "tourneys",
				 tourney_list(database, TOURNEYS, NULL)), "seasons", tourney_seasons(database, SEASONS, NULL));
	if (strcmp(path, "/api/games.json") == 0)
		return with(json_object(), "games", tourney_games(database, GAMES, NULL));
	return strncmp(path, games, strlen(games)) == 0 ? game(database, path + strlen(games)) : NULL;
}
