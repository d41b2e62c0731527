/* replay_text.h - tells a watched game ask by ask on stdout, as text or as an object of JSON to a line. */
#ifndef ARENA_OUTPUT_REPLAY_TEXT_H
#define ARENA_OUTPUT_REPLAY_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "match/tournament.h"

struct tale {
	const struct tournament *tournament; /* borrowed */
	uint64_t number;                     /* of the game, from 0 */
	bool is_json, has_colour;
	struct match_plan plan;              /* who sits at the table */
	int rotation;
	int hand;                            /* in progress, from 1 */
	int label_width;
	char *hands, *history;               /* of the ask in progress; owned */
};

void tale_init(struct tale *tale, const struct tournament *tournament, uint64_t number, bool is_json);
void tale_release(struct tale *tale);

/* For tournament_watch; context is the tale. False when stdout cannot be written to. */
bool tale_watch(const struct spectacle *spectacle, void *context);

#endif
