/* known.h - rebuilds a hand that is played elsewhere from the known dice and plays, so that the code that plays games
 * writes the strings of an ask and checks plays. */
#pragma once

#include "game/game.h"

struct liars_known {
	int n_seats;                     /* 2..26 */
	int opener;                      /* the seat that moves first; it has dice */
	uint8_t n_dice[GAME_MAX_SEATS];  /* when the hand was dealt, at most `dice` of the rules; 0: eliminated; two seats have dice */
	uint64_t dice[GAME_MAX_SEATS];   /* packed (dice.h); 0 when unknown */
};

/* Sets up the game before the first play of that hand; seats have the letters A, B, ... in turn order. `rules` is of
 * the common-hand family and borrowed, as the buffers of view are. Continue with game_play; with unknown dice, no
 * further than to a call. */
void liars_enter(struct game *game, const struct rules *rules, const struct liars_known *known,
		  const struct game_view *view);
