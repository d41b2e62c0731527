/* lane_book.h - the books of a lane: what a game, a leg and a match add up to. */
#ifndef ARENA_MATCH_LANE_BOOK_H
#define ARENA_MATCH_LANE_BOOK_H

#include "match/lane.h"

/* At most so many faults of one robot are kept of a match, the first ones. */
enum { BOOK_FAULTS_KEPT = 10 };

/* The player in `seat` failed at the ask in progress. */
void book_fault(struct lane *lane, int player, int seat, const struct fault *fault);

/* The game in progress is over. */
void book_game(struct lane *lane);

/* The leg is complete: its sums join those of the match. */
void book_leg(struct lane *lane);

/* All legs are complete: the result. */
void book_match(struct lane *lane);

/* Forgets the faults, and the plays kept, of the leg in progress (it starts again). */
void book_drop_faults(struct lane *lane);
void book_drop_plays(struct lane *lane);

#endif
