/* places.h - eliminated players and their places. Places are assigned from the last upwards as seats go out, and to the
 * rest when the game is decided. */
#pragma once

#include "game/game.h"

/* The seats of the set (bit per seat, all still in) go out together and share the lowest open places. The set may be
 * empty. */
void places_out(struct game *game, uint32_t seats);

/* Gives every seat still in its place by score[seat], highest first; equal scores share. */
void places_rank(struct game *game, const int32_t *score);

/* The next seat in set after this one in turn order; itself when it alone is in the set, which
 * must not be empty. */
static inline int places_next(uint32_t set, int seat)
{
	uint32_t after = set & -(UINT32_C(2) << seat);
	return __builtin_ctz(after ? after : set);
}
