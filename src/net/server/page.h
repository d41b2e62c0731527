/* page.h - the JSON of the server's page, from the database (docs/rules.md section 5, docs/tourney.md):
 *
 *   /api/standings.json    {"standings": [robots, best first], "tourneys": [the latest ten], "zone": "+0100"}:
 *                          store/tourney.h; of each robot also win_rate, with its interval win_low, win_high; zone: of times
 *   /api/games.json        {"games": [the latest fifty]}
 *   /api/robots/TITLE.json {"games": [the latest GameLogs of that robot]}
 *   /api/games/UUID.json   {"log": GameLog, "replay": the GameLog converted by net/server/viewer.h} */
#ifndef ARENA_NET_SERVER_PAGE_H
#define ARENA_NET_SERVER_PAGE_H

#include <jansson.h>

#include "store/database.h"

/* The caller's; NULL when the path does not exist, or the database cannot be read. */
json_t *serve_page_answer(struct database *database, const char *path);

#endif
