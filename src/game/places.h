/* places.h - which players are eliminated, and their places. Places are given from the bottom as seats go out,
 * and to all that are left when the game is decided. */
#ifndef ARENA_GAME_PLACES_H
#define ARENA_GAME_PLACES_H

#include "game/game.h"

/* The seats of the set (a bit each, all still in) go out at once and share the places at the
 * bottom of those still open. An empty set is fine. */
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

#endif
