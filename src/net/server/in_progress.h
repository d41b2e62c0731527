/* in_progress.h - the games in progress, for spectators: who plays, and the hands that are over. Of the hand that is played
 * only what everybody at its table knows (viewer.h). */
#pragma once

#include <jansson.h>

struct server;

/* [{"game_uuid", "tourney_index", "match_index", "start_time", "bot_titles", "dice_counts", "hand" (from 1)}, ...]: those that began
 * first come first, at most `most`. The caller's. */
json_t *in_progress_list(const struct server *server, int most);

/* The game as viewer_in_progress gives it. The caller's; NULL: there is none, or it is over. */
json_t *in_progress_game(const struct server *server, const char *uuid);
