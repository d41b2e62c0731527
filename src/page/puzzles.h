/* puzzles.h - "Would you call?": bids from the games of a page, which the reader judges in place of the player who had
 * to answer. */
#pragma once

#include <jansson.h>

#include "game/rules.h"

enum { PUZZLES_MOST = 10, PUZZLES_LEAST = 3 };

/* Returns up to PUZZLES_MOST positions of an array of games (output/viewer.c): the game's number, the hand and the step
 * of the bid. The caller owns them. The chance of each bid is between 15 % and 85 % for the player that answers it.
 * True and false bids alternate as long as there are both. There are at most two bids from a game, and one from a hand.
 * With seed 0 these are the positions nearest to 50 %; other seeds give a random selection. */
json_t *puzzles_choose(const json_t *games, uint64_t seed);

/* Returns a non-zero seed that depends only on the text. */
uint64_t puzzles_seed(const char *text);

/* Adds "puzzles" to the page's data: {game, hand, step, champion} for each of these positions. If seed is not 0, the
 * puzzles have a page of their own, and "description" is added, too. "champion" is what the bundled robot of this name
 * plays in the player's place when asked several times: it called `calls` times out of `of`, and `words` is its raise,
 * if all raises are the same. It is left out if the robot is missing, does not play these rules or fails. */
void puzzles_add(json_t *data, uint64_t seed, const struct rules *rules, bool is_trusted, bool allows_weak_sandbox);
