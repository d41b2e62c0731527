/* odds.c - how likely a claim is. */
#include "game/odds.h"

#include "game/maexchen/maexchen.h"

/* Fills in the odds of a claim. The claimer knows the roll; for all others, it may be any of the 36. */
void maexchen_judge_claim(const struct game *game, int seat, struct odds *odds)
{
	const int *setting = game->rules->value;
	const struct maexchen_state *state = &game->u.maexchen;
	if (!state->is_believing)
		return;
	int claimed = maexchen_rank(setting, state->claim), n_good = 0;
	for (int first = 1; first <= MAEXCHEN_FACES; first++)
		for (int second = 1; second <= MAEXCHEN_FACES; second++)
			n_good += maexchen_rank(setting, maexchen_value_of(setting, first, second)) >= claimed;
	odds->bid = state->claim;
	odds->bidder = state->claimer;
	odds->count = state->roll;
	odds->is_true = maexchen_rank(setting, state->roll) >= claimed;
	odds->chance = n_good / (double)(MAEXCHEN_FACES * MAEXCHEN_FACES);
	if (seat == state->claimer) {
		odds->chance = odds->is_true;
		odds->is_backed = odds->is_true;
	}
}
