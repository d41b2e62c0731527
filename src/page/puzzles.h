/* puzzles.h - "Would you call?": bids of a page's games that a reader judges in place of the player that had to answer. */
#pragma once

#include <jansson.h>

#include "game/rules.h"

enum { PUZZLES_MOST = 10, PUZZLES_LEAST = 3 };

/* Returns up to PUZZLES_MOST positions of an array of games (output/viewer.c): the game's number, the hand and the step of the bid. The
 * caller owns them. The chance of each bid is between 15 % and 85 % for the player that answers it. True and false bids are taken in
 * turn while there are both; at most two bids of a game, and one of a hand. seed: 0: those nearest to 50 %; else a random choice. */
json_t *puzzles_choose(const json_t *games, uint64_t seed);

/* Returns a seed, not 0, that depends only on the text. */
uint64_t puzzles_seed(const char *text);

/* Adds "puzzles" to the page's data: {game, hand, step, champion} for each of these positions; and "description" if seed is
 * not 0, for a page of their own. champion is what the bundled robot of this name would do in the player's place, asked
 * several times: it called in `calls` of `of` cases, and `words` is its raise, if all raises are the same. champion is left
 * out if the robot is missing, does not play these rules or fails. */
void puzzles_add(json_t *data, uint64_t seed, const struct rules *rules, bool is_trusted, bool allows_weak_sandbox);
