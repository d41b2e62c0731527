/* viewer.h - a GameLog of the tourney (docs/rules.md section 5), and the games in progress, converted for the replay viewer of
 * src/page/web. */
#pragma once

#include <jansson.h>

#include "net/server/tourney_game.h"

/* The game as in output/viewer.c, except that seats have `name`s instead of robots' numbers, and `number` is that of the
 * game in its tourney. An inconsistent hand has no steps. The caller's; NULL when the log holds no game. */
json_t *viewer_of_log(const json_t *log);

/* The same of a game in progress, for spectators: no "places", and "turn", the seat whose turn it is (-1: between two hands).
 * The hand in progress has neither dice nor anything that depends on them: dice are "x", and what is known of a bid
 * ("truth") is its seat and play. titles[seat]. */
json_t *viewer_in_progress(const struct tourney_game *played, const json_t *titles, int number, int64_t tourney);

struct server;

/* [{"game_uuid", "tourney_index", "match_index", "start_time", "bot_titles", "dice_counts", "hand" (from 1)}, ...]: those that began
 * first come first, at most `most`. The caller's. */
json_t *in_progress_list(const struct server *server, int most);

/* The game as viewer_in_progress gives it. The caller's; NULL: there is none, or it is over. */
json_t *in_progress_game(const struct server *server, const char *uuid);
