/* settle.h - common-hand Liar's Dice: losses and gains at the end of a hand, eliminated seats, and whether the game is
 * decided. In this order: begin, one of loss, exact and expel, finish. */
#pragma once

#include "game/game.h"

/* Records in game->last how the hand ended, without losses so far. */
void settle_begin(struct game *game, enum hand_end end, int actor, int play);

/* One loser, and on points a winner; winner -1 when nobody gains. */
void settle_loss(struct game *game, int loser, int winner);

/* The seat was exactly right. */
void settle_exact(struct game *game, int seat);

/* The seat leaves the game with the worst place still open. */
void settle_expel(struct game *game, int seat);

/* Ends the hand; all seats must observe. */
void settle_finish(struct game *game);

/* For faults, outside the order above. Each seat of the set (bit per seat) loses a die or a point; seats without dice are
 * out. */
void settle_take(struct game *game, uint32_t seats);

/* If the game is decided, assigns all open places and sets is_decided. */
void settle_decide(struct game *game);
