/* odds.c - see odds.h. */
#include "game/odds.h"

#include "game/dice.h"
#include "game/liars/liars.h"
#include "game/maexchen/maexchen.h"

double stake_tail(int n, int wanted, double p)
{
	if (wanted <= 0)
		return 1;
	if (wanted > n)
		return 0;
	if (p >= 1)
		return 1;
	/* P(exactly k) by its recurrence, k upwards; nothing underflows at 26 seats of 20 dice. */
	double exactly = 1, tail = 0, odds = p / (1 - p);
	for (int i = 0; i < n; i++)
		exactly *= 1 - p;
	for (int k = 0; k <= n; k++) {
		if (k >= wanted)
			tail += exactly;
		exactly *= odds * (n - k) / (k + 1);
	}
	return tail < 1 ? tail : 1;
}

static void common_stake(const struct game *game, int seat, struct stake *stake)
{
	const struct common_state *state = &game->u.common;
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
	stake->bid = state->bid;
	stake->bidder = state->bidder;
	stake->chance = stake_tail(n_unknown, wanted - own, (1.0 + is_wild_too) / game->rules->value[COMMON_FACES]);
	stake->is_true = common_count(game, face, &n_wild) >= wanted;
	stake->is_backed = own > 0;
}

/* The claimer knows; for everybody else a roll is one of 36. */
static void maexchen_stake(const struct game *game, int seat, struct stake *stake)
{
	const int *setting = game->rules->value;
	const struct maexchen_state *state = &game->u.maexchen;
	int claimed = maexchen_rank(setting, state->claim), n_good = 0;
	for (int first = 1; first <= MAEXCHEN_FACES; first++)
		for (int second = 1; second <= MAEXCHEN_FACES; second++)
			n_good += maexchen_rank(setting, maexchen_value_of(setting, first, second)) >= claimed;
	stake->bid = state->claim;
	stake->bidder = state->claimer;
	stake->is_true = maexchen_rank(setting, state->roll) >= claimed;
	stake->chance = n_good / (double)(MAEXCHEN_FACES * MAEXCHEN_FACES);
	if (seat == state->claimer) {
		stake->chance = stake->is_true;
		stake->is_backed = stake->is_true;
	}
}

void stake_of(const struct game *game, int seat, struct stake *stake)
{
	bug_if(game->need != GAME_NEED_PLAY);
	*stake = (struct stake){0};
	if (game->rules->family == &family_common && game->u.common.bid)
		common_stake(game, seat, stake);
	else if (game->rules->family == &family_maexchen && game->u.maexchen.is_believing)
		maexchen_stake(game, seat, stake);
}
