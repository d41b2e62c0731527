/* record.h - a watched game as an object of JSON, from which the page of `arena report` plays it
 * back; what a key means is said in record.c. */
#ifndef ARENA_PAGE_RECORD_H
#define ARENA_PAGE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "match/tournament.h"

/* A game that was recorded. */
struct record {
	uint64_t number;  /* from 0, in the run */
	json_t *json;     /* owned */
	int n_plays;
	int margin;       /* how far the winner was ahead, in dice or points; -1 when that says nothing */
	bool has_illegal;
};

void record_release(struct record *record);

/* A recording in progress, of one game after the other. */
struct recorder {
	const struct tournament *tournament; /* borrowed */
	int (*finished)(struct record *record, void *context); /* takes the record; 0 to go on */
	void *context;
	struct record record;
	struct match_plan plan;
	int rotation;
	json_t *hands, *hand, *steps;        /* belong to the record */
};

/* For tournament_watch and tournament_watch_match; context is the recorder. */
bool recorder_watch(const struct spectacle *spectacle, void *context);
void recorder_release(struct recorder *recorder);

#endif
