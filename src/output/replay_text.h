/* replay_text.h - prints a watched game ask by ask on stdout, as text or as a JSON object per line. */
#ifndef ARENA_OUTPUT_REPLAY_TEXT_H
#define ARENA_OUTPUT_REPLAY_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "match/tournament.h"

struct replay_printer {
	const struct tournament *tournament; /* borrowed */
	uint64_t number;                     /* of the game, from 0 */
	bool is_json, has_colour;
	struct match_plan plan;              /* the robots at the table */
	int rotation;
	int hand;                            /* in progress, from 1 */
	int label_width;
	char *hands, *history;               /* of the ask in progress; owned */
	bool is_failing;                     /* a play has just failed, and its cost is not yet printed */
	uint32_t failed_looking;             /* likewise: bit per seat that failed at the showdown */
};

void replay_printer_init(struct replay_printer *replay_printer, const struct tournament *tournament, uint64_t number, bool is_json);
void replay_printer_release(struct replay_printer *replay_printer);

/* For tournament_watch; context is the replay printer. False when stdout cannot be written to. */
bool replay_printer_watch(const struct spectacle *spectacle, void *context);

#endif
