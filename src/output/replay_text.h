/* replay_text.h - a game ask by ask, as text or as an object of JSON to a line. */
#pragma once

#include "record/game_record.h"

/* Of a game that is over, with the names of its robots (game_record.h: has_words, tournament). */
void replay_add_text(const struct game_record *log, bool has_colour, struct str *out);
void replay_add_json(const struct game_record *log, struct str *out);
