/* viewer.h - data for pages that draw a table: games to be replayed, as JSON objects (viewer.c describes the keys), the
 * truth and the chances of a bid, and the rules. */
#pragma once

#include <jansson.h>

#include "game/game.h"
#include "game/odds.h"
#include "record/game_record.h"

struct record {
	uint64_t number;  /* from 0, in the run */
	json_t *json;     /* owned */
	int n_plays;
	int margin;       /* the winner's lead in dice or points; -1 when the game has no such lead */
	bool has_illegal;
};

/* Converts a finished game, with the names of its robots (game_record.h: has_words, tournament). */
void record_of(const struct game_record *log, struct record *record);
void record_release(struct record *record);

/* Returns one hand of a game, which the caller owns. */
json_t *viewer_hand(const struct game_record *log, const struct game_record_hand *hand);

/* Returns how a hand ended: words, loser, delta, shown (the dice), and face and wild (the faces that counted for the
 * bid; 0 for none). `wild` is the face that counted as every other face. */
json_t *truth_end(const struct rules *rules, const struct hand_result *last, int n_seats, const char *words,
	const char *shown, int wild);

/* Returns packed dice (game/dice.h) as digits, highest first. */
json_t *truth_dice(uint64_t packed);

/* Adds the rules that a page needs:
 *   title           the name of the game for people
 *   asks_everyone   true if every player may call a bid
 *   faces           the highest face that may be bid, 0 when bids have no face
 *   ladder          all claims from the lowest to the highest; only if the family has such a list */
void truth_add_rules(json_t *data, const struct rules *rules);
