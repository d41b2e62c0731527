/* record.h - what a robot did at the server, for its part of the live page. */
#pragma once

#include <jansson.h>

#include "store/database.h"

/* {"title", "tourneys": [the latest fifty: store/tourney.h], "games": [{"game_uuid", "tourney_index", "match_index", "end_time", "place",
 * "bot_titles", "bot_rankings"}, ...] (the latest fifty), "hands": {result: number} (hands of these games that it ended), "faults":
 * [{"game_uuid", "tourney_index", "match_index", "hand" (from 1), "result"}, ...] (of them, its errors, the latest twenty)}. The
 * caller's; NULL when no game of a robot with this title is stored. */
json_t *server_record(struct database *database, const char *title);
