/* game_testing.h - dice of one's choice, for the suites. */
#ifndef ARENA_TESTS_GAME_TESTING_H
#define ARENA_TESTS_GAME_TESTING_H

#include "game/dice.h"
#include "game/game.h"
#include "game/liars/liars.h"
#include "game/maexchen/maexchen.h"
#include "game/view.h"

/* Replaces the dice of a seat before the first play of a hand; dice[k] for k < n_dice, which
 * must be the number it has, faces 1.. in any order. All views are built anew. */
static inline void game_set_dice(struct game *game, int seat, const uint8_t *dice, int n_dice)
{
	const int *value = game->rules->value;
	bug_if(game->rules->family != &family_common);
	bug_if(game->need != GAME_NEED_PLAY || game->history_length);
	bug_if(n_dice != game->seat[seat].n_dice);
	uint64_t packed = 0;
	for (int k = 0; k < n_dice; k++) {
		bug_if(dice[k] < 1 || dice[k] > value[COMMON_FACES]);
		packed += dice_pack(dice[k]);
	}
	game->seat[seat].dice = packed;
	view_deal(game, value[COMMON_LOSS] == LOSS_POINT);
}

/* Replaces the roll of the seat that is asked for a claim now; faces 1..6, in the order rolled. */
static inline void maexchen_set_roll(struct game *game, int first, int second)
{
	bug_if(game->rules->family != &family_maexchen || game->need != GAME_NEED_PLAY);
	bug_if(game->u.maexchen.is_believing);
	bug_if(first < 1 || first > MAEXCHEN_FACES || second < 1 || second > MAEXCHEN_FACES);
	maexchen_hold(game, first, second);
}

#endif
