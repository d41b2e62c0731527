/* watch_words.h - the text for spectators of a tourney: GameLog and TourneyLog (docs/rules.md section 5). The input is
 * untrusted: names are cleaned and cut, numbers are checked, and an inconsistent log is reported as such. */
#pragma once

#include <jansson.h>

#include "base/base.h"

/* Names of robots by session_uuid, for logs that lack them. A zeroed struct is empty. */
struct watch_names {
	int next; /* the entry to replace next */
	struct {
		char uuid[64], title[96];
	} known[512];
};

/* A META. */
void watch_remember(struct watch_names *names, const json_t *meta);

/* Adds the title that a META gives, cleaned and cut. */
void watch_add_title(const json_t *meta, struct str *out);

/* Does this message (META, GameLog or TourneyLog) name the robot, by its title or the name in it? */
bool watch_concerns(const struct watch_names *names, const json_t *message, const char *robot);

/* Adds a whole game: a line to each bid, how each hand ended in words, the places; sentences wrapped to so many columns. */
void watch_add_game(const struct watch_names *names, const json_t *log, bool has_colour, int columns, struct str *out);

/* Adds the scores as a table. */
void watch_add_tourney(const struct watch_names *names, const json_t *log, bool has_colour, struct str *out);
