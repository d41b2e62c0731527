/* game_testing.c - for tests alone (game_testing.h). */
#include "game/game_testing.h"

#include "game/dice.h"
#include "game/liars/liars.h"
#include "game/view.h"

void game_set_dice(struct game *game, int seat, const uint8_t *dice, int n_dice)
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
