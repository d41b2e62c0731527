/* settle.h - common-hand Liar's Dice: what the end of a hand costs and gains, who is eliminated,
 * and whether the game is decided. In this order: begin, one of loss, exact and expel, finish. */
#ifndef ARENA_GAME_LIARS_SETTLE_H
#define ARENA_GAME_LIARS_SETTLE_H

#include "game/game.h"

/* Notes in game->last how the hand ended, and that nothing has been lost yet. */
void settle_begin(struct game *game, enum hand_end end, int actor, int play);

/* One loser, and on points a winner; winner -1 when nobody gains by it. */
void settle_loss(struct game *game, int loser, int winner);

/* The seat was exactly right. */
void settle_exact(struct game *game, int seat);

/* The seat leaves the game with the worst place still open. */
void settle_expel(struct game *game, int seat);

/* The hand is over and everybody is to observe. */
void settle_finish(struct game *game);

/* Beside the order above, for faults. Each seat of the set (a bit each) loses a die or a point;
 * those without dice are out. */
void settle_take(struct game *game, uint32_t seats);

/* If the game is decided, gives all places still open and says so in is_decided. */
void settle_decide(struct game *game);

#endif
