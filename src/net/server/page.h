/* page.h - the JSON of the server's page, from the database and the games in progress (docs/rules.md section 5,
 * docs/tourney.md):
 *
 *   /api/standings.json    {"standings": [robots, best first], "tourneys": [the latest ten], "zone": "+0100"}:
 *                          store/tourney.h; of each robot also win_rate, with its interval win_low, win_high; zone: of times
 *   /api/games.json        {"games": [the latest fifty]}
 *   /api/robots/TITLE.json {"games": [the latest GameLogs of that robot]}
 *   /api/records/TITLE.json what it did: record.h
 *   /api/ratings.json      the robots' ratings over time: ratings.h
 *   /api/tables.json       {"tables": [games in progress]}: in_progress.h
 *   /api/tables/UUID.json  {"replay": such a game, without the dice of the hand that is played; null when it is over}
 *   /api/games/UUID.json   {"log": GameLog, "replay": the GameLog converted by net/server/viewer.h} */
#pragma once

#include <jansson.h>

#include "net/server/ratings.h"
#include "store/database.h"

struct server;

struct serve_page {
	struct database *database;       /* borrowed, like the rest */
	struct tourney_ratings *ratings;
	const struct server *server;     /* NULL: it does not run, and no game is in progress */
};

/* The caller's; NULL when the path does not exist, or the database cannot be read. */
json_t *serve_page_answer(const struct serve_page *page, const char *path);
