/* truth.h - the truth and the chances of a bid, for a drawn table: only for display; nothing in a game depends on it. */
#ifndef ARENA_OUTPUT_TRUTH_H
#define ARENA_OUTPUT_TRUTH_H

#include <jansson.h>

#include "game/game.h"
#include "game/odds.h"

/* The bid (in Mäxchen: the claim) that may be called now, judged by all dice:
 *   seat, bid   whose it is; as a play
 *   true        would a call be wrong?
 *   count       dice that count for it (in Mäxchen: the value rolled)
 *   wild        the face that counts as every other, 0 for none
 *   own, next   the chance that it is true given only the dice of the bidder; of the seat that is asked next
 * The caller's; NULL when there is nothing to call. It reveals hidden dice, so players must not see it. */
json_t *truth_json(const struct game *game);

/* The same of odds that were noted: as the bidder saw it, and as the seat that is asked next does. */
json_t *truth_of_odds(const struct odds *own, const struct odds *next);

/* All claims of the rules from the lowest to the highest, for a family whose claims are values of two dice; else NULL. The caller's. */
json_t *truth_ladder(const struct rules *rules);

#endif
