/* page.h - the JSON for the server's page, from the database and the games in progress (docs/rules.md section 5,
 * docs/tourney.md):
 *
 *   /api/standings.json    {"standings": [robots, best first], "tourneys": [the latest ten], "zone": "+0100"}:
 *                          see store/tourney.h; each robot also has win_rate, with the interval win_low, win_high; zone
 *                          is the time zone of all times
 *   /api/games.json        {"games": [the latest fifty]}
 *   /api/robots/TITLE.json {"games": [the latest GameLogs of that robot]}
 *   /api/records/TITLE.json statistics of that robot: record() of page.c
 *   /api/ratings.json      the robots' ratings over time: server_ratings_json
 *   /api/tables.json       {"tables": [games in progress]}: in_progress_list
 *   /api/tables/UUID.json  {"replay": a game in progress, without the dice of this hand; null when it is over}
 *   /api/games/UUID.json   {"log": GameLog, "replay": the GameLog converted by viewer_of_log} */
#pragma once

#include <jansson.h>

#include "net/server/tourney_game.h"
#include "store/database.h"

struct server;
struct tourney_ratings;

struct serve_page {
	struct database *database;       /* borrowed, like the rest */
	struct tourney_ratings *ratings;
	const struct server *server;     /* NULL: the server is not running, so no game is in progress */
};

/* Returns the JSON at a path, or NULL when the path does not exist or the database cannot be read. The caller owns
 * it. */
json_t *serve_page_answer(const struct serve_page *page, const char *path);

/* Returns the ratings of the robots over time, tourney by tourney. The ratings are strengths from the wins at each
 * table (stats/strength.h), with intervals that are valid at all times (stats/anytime.h). Only games of this season
 * whose logs are kept count. A robot is identified by its title. */
struct tourney_ratings *server_ratings_new(struct database *database);
void server_ratings_free(struct tourney_ratings *ratings); /* NULL is allowed */

/* Returns {"titles": [...], "tourneys": [{"tourney_index", "end_time", "ratings": [[robot (index in titles), elo, low,
 * high, games], ...]}, ...]}, for the latest RATINGS_SHOWN tourneys, oldest first. Each point is the rating after that
 * tourney. Reads the tourneys that have ended since the last call, but for at most a twentieth of a second, so that
 * games do not wait; the next call continues. The caller owns the result. Returns NULL when the database cannot be
 * read. */
json_t *server_ratings_json(struct tourney_ratings *ratings);

/* Only the first RATINGS_ROBOTS robots that have played are rated. Games with other robots do not count. */
enum { RATINGS_SHOWN = 100, RATINGS_ROBOTS = 200 };

/* Returns a GameLog of the tourney (docs/rules.md section 5) converted for the replay viewer of src/page/web: the game
 * as in output/viewer.c, except that seats have a `name` instead of the number of a robot, and `number` is the number
 * of the game in its tourney. An inconsistent hand has no steps. The caller owns the result. Returns NULL when the log
 * contains no game. */
json_t *viewer_of_log(const json_t *log);

/* Returns the same for a game in progress, for spectators: without "places", and with "turn", the seat whose turn it is
 * (-1: between two hands). The hand in progress has neither dice nor data that depends on them: dice are "x", and of a
 * bid ("truth") only the seat and the play are known. titles[seat] is the title of the robot in a seat. */
json_t *viewer_in_progress(const struct tourney_game *played, const json_t *titles, int number, int64_t tourney);

struct server;

/* Returns [{"game_uuid", "tourney_index", "match_index", "start_time", "bot_titles", "dice_counts", "hand" (from 1)},
 * ...], earliest game first, at most `most` games. The caller owns the result. */
json_t *in_progress_list(const struct server *server, int most);

/* Returns the result of viewer_in_progress for a game; the caller owns it. Returns NULL if there is no such game, or it
 * is over. */
json_t *in_progress_game(const struct server *server, const char *uuid);
