/* settle.c - the end of a hand of Liar's Dice: losses, and the opener of the next hand (liars.h). */

#include "game/liars/liars.h"

void settle_begin(struct game *game, enum hand_end end, int actor, int play)
{
	game->last.end = end;
	game->last.actor = actor;
	game->last.play = play;
	game->last.bidder = game->u.liars.bidder;
	game->last.bid = game->u.liars.bid;
	game->last.count = game->last.n_wild = 0;
	game->last.loser = -1;
	/* The size is a constant, so that the compiler need not call a function. */
	if (game->n_seats <= 8)
		memset(game->last.delta, 0, 8 * sizeof *game->last.delta);
	else
		memset(game->last.delta, 0, sizeof game->last.delta);
}

void settle_take(struct game *game, uint32_t seats)
{
	struct liars_state *state = &game->u.liars;
	bool is_dice = game->rules->value[LIARS_LOSS] == LOSS_DIE;
	uint32_t out = 0;
	for (uint32_t left = seats; left; left &= left - 1) {
		int seat = __builtin_ctz(left);
		struct game_seat *player = &game->seat[seat];
		game->last.delta[seat]--;
		if (!is_dice) {
			player->points--;
			continue;
		}
		uint32_t bit = UINT32_C(1) << seat;
		player->n_dice--;
		if (player->n_dice == 0)
			out |= bit;
		if (player->n_dice == 1 && !(state->had_palifico & bit))
			state->fallen |= bit;
	}
	state->had_palifico |= state->fallen;
	if (out)
		places_out(game, out);
}

static void give_point(struct game *game, int seat)
{
	game->seat[seat].points++;
	game->last.delta[seat]++;
}

void settle_loss(struct game *game, int loser, int winner)
{
	game->last.loser = loser;
	if (game->rules->value[LIARS_LOSS] != LOSS_DIE && winner >= 0)
		give_point(game, winner);
	settle_take(game, UINT32_C(1) << loser);
}

void settle_exact(struct game *game, int seat)
{
	const int *value = game->rules->value;
	if (value[LIARS_EXACT] == EXACT_OTHERS)
		settle_take(game, game->in & ~(UINT32_C(1) << seat));
	if (value[LIARS_LOSS] != LOSS_DIE) {
		give_point(game, seat);
	} else if (value[LIARS_EXACT] == EXACT_GAIN && game->seat[seat].n_dice < value[LIARS_DICE]) {
		game->seat[seat].n_dice++;
		game->last.delta[seat]++;
	}
}

void settle_expel(struct game *game, int seat)
{
	if (game->rules->value[LIARS_LOSS] == LOSS_DIE)
		game->last.delta[seat] -= game->seat[seat].n_dice;
	game->seat[seat].n_dice = 0;
	game->last.loser = seat;
	places_out(game, UINT32_C(1) << seat);
}

void settle_decide(struct game *game)
{
	const int *value = game->rules->value;
	int32_t score[GAME_MAX_SEATS];
	bool is_target_reached = false;
	for (uint32_t left = value[LIARS_TARGET] ? game->in : 0; left; left &= left - 1)
		is_target_reached |= game->seat[__builtin_ctz(left)].points >= value[LIARS_TARGET];
	int n_hands = value[LIARS_LOSS] == LOSS_GAME ? 1 : value[LIARS_ROUNDS];
	bool are_hands_over = n_hands && game->u.liars.n_done >= n_hands;
	bool is_alone = !(game->in & (game->in - 1));
	game->u.liars.is_decided = is_alone || is_target_reached || are_hands_over ||
		game->hand >= LIARS_MAX_HANDS;
	if (!game->u.liars.is_decided)
		return;
	for (int seat = 0; seat < game->n_seats; seat++) {
		const struct game_seat *player = &game->seat[seat];
		score[seat] = value[LIARS_LOSS] == LOSS_DIE ? player->n_dice : player->points;
	}
	places_rank(game, score);
}

void settle_finish(struct game *game)
{
	game->u.liars.n_done++;
	settle_decide(game);
	game->need = GAME_NEED_OBSERVE;
}
