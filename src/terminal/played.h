/* played.h - the games that people have played, as a page that shows them turn by turn with all dice, as `arena report --only-game`
 * does for games of robots. */
#pragma once

#include <jansson.h>

#include "record/game_record.h"

/* A zeroed one is empty, and may be released. */
struct played {
	struct game_record record; /* of the game in progress */
	json_t *games;             /* those that are over, as output/viewer.h makes them; owned */
	char *path;                /* of the page; NULL: it has not been written; owned */
};

void played_release(struct played *played);

/* Takes the next event of a game of this tournament. */
void played_watch(struct played *played, const struct tournament *tournament, const struct watch_event *watch_event);

/* Adds the page. names[player]. */
void played_page(const struct played *played, const struct tournament *tournament, char *const *names, struct str *out);

/* Writes the page to the folder `played` in the results folder, which only this user may read: at first to a new file, then
 * to the same one. */
int played_keep(struct played *played, const struct tournament *tournament, char *const *names, const char *results, struct err *err);
