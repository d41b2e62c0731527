/* game_testing.h - for tests alone: dice of one's choice. Nothing in the program includes it. */
#ifndef ARENA_GAME_TESTING_H
#define ARENA_GAME_TESTING_H

#include "game/game.h"

/* Replaces the dice of a seat before the first play of a hand; dice[k] for k < n_dice, which
 * must be the number it has, faces 1.. in any order. All views are built anew. */
void game_set_dice(struct game *game, int seat, const uint8_t *dice, int n_dice);

#endif
