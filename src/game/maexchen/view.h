/* view.h - the strings of an ask in Mäxchen, beside those of view.h: two dice each, all masked except those of the seat
 * that has just rolled.
 *
 * A roll is in its own seat's `hands` from the roll to the claim, and in `shown` after a doubt, and nowhere else. The
 * buffers are written and never read back. */
#pragma once

#include "game/game.h"

/* A new hand: the history is empty, all dice are masked. */
void maexchen_view_deal(struct game *game);

/* The seat sees its roll, a value of two digits. */
void maexchen_view_roll(struct game *game, int seat, int value);

/* The seat sees it no longer. */
void maexchen_view_mask(struct game *game, int seat);

/* The hands with the dice of one seat (-1: of none) open, into text: for `shown` and records. */
void maexchen_view_open(const struct game *game, int seat, int value, char *text);
