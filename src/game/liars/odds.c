/* odds.c - the chance of a bid given one seat's dice, and facts about the rules that other rooms need. */
#include "game/odds.h"

#include "game/dice.h"
#include "game/liars/liars.h"

void liars_judge_bid(const struct game *game, int seat, struct odds *odds)
{
	const struct liars_state *state = &game->u.liars;
	if (!state->bid)
		return;
	int face = state->bid % 10, wanted = state->bid / 10, wild = state->wild_face, own = 0, n_unknown = 0, n_wild;
	bool is_wild_too = wild && wild != face;
	for (int i = 0; i < game->n_seats; i++) {
		if (!game_is_in(game, i))
			continue;
		uint64_t dice = game->seat[i].dice;
		if (i != seat)
			n_unknown += game->seat[i].n_dice;
		else
			own = dice_showing(dice, face) + (is_wild_too ? dice_showing(dice, wild) : 0);
	}
	odds->bid = state->bid;
	odds->bidder = state->bidder;
	odds->chance = odds_tail(n_unknown, wanted - own, (1.0 + is_wild_too) / game->rules->value[LIARS_FACES]);
	odds->count = liars_count(game, face, &n_wild);
	odds->wild = is_wild_too ? wild : 0;
	odds->is_true = odds->count >= wanted;
	odds->is_backed = own > 0;
}

int liars_wild_face(const struct game *game)
{
	if (game->last.n_wild == 0)
		return 0;
	return game->rules->value[LIARS_WILD] == WILD_HIGH ? game->rules->value[LIARS_FACES] : 1;
}

bool liars_has_last_hand(const struct rules *rules)
{
	return rules->value[LIARS_LOSS] != LOSS_POINT;
}

bool liars_fits_tourney(const struct rules *rules)
{
	const int *value = rules->value;
	return value[LIARS_FACES] == 6 && value[LIARS_CALLER] == CALLER_NEXT && value[LIARS_LOSS] == LOSS_DIE &&
		!value[LIARS_PALIFICO];
}

bool liars_has_margin(const struct rules *rules)
{
	return rules->value[LIARS_LOSS] != LOSS_GAME;
}

bool liars_asks_everyone(const struct rules *rules)
{
	return rules->value[LIARS_CALLER] == CALLER_ANYONE;
}

int liars_highest_face(const struct rules *rules)
{
	return rules->value[LIARS_FACES];
}
