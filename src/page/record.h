/* record.h - a game as a JSON object, which the page of `arena report` replays; record.c describes the keys. */
#pragma once

#include <jansson.h>

#include "record/game_record.h"

struct record {
	uint64_t number;  /* from 0, in the run */
	json_t *json;     /* owned */
	int n_plays;
	int margin;       /* the winner's lead in dice or points; -1 when not meaningful */
	bool has_illegal;
};

/* Converts a finished game, with the names of its robots (game_record.h: has_words, tournament). */
void record_of(const struct game_record *log, struct record *record);
void record_release(struct record *record);
