/* testing.h - for tests alone: rolls of one's choice. Nothing in the program includes it. */
#ifndef ARENA_GAME_MAEXCHEN_TESTING_H
#define ARENA_GAME_MAEXCHEN_TESTING_H

#include "game/game.h"

/* Replaces the roll of the seat that is asked for a claim now; faces 1..6, in the order rolled. */
void maexchen_set_roll(struct game *game, int first, int second);

#endif
