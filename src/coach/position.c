/* position.c - decisions in one hand of two players (position.h). */
#include "coach/position.h"

#include <math.h>

void position_hand_init(struct position_hand *hand, const struct subgame *game)
{
	*hand = (struct position_hand){.game = *game};
	hand->game.limit = game->n_dice[0] + game->n_dice[1];
	for (int player = 0; player < 2; player++)
		holdings_init(&hand->holdings[player], &hand->game, player);
}

void position_hand_release(struct position_hand *hand)
{
	for (int player = 0; player < 2; player++)
		holdings_release(&hand->holdings[player]);
}

int position_hand_holding(const struct position_hand *hand, int player, const uint8_t *count)
{
	const struct holdings *holdings = &hand->holdings[player];
	return FIND_IF(h, holdings->n, memcmp(holdings->count[h] + 1, count + 1, (size_t)hand->game.faces) == 0);
}

double position_hand_worth(const struct position_hand *hand, int player, int caller, int loser)
{
	return hand->game.worth[caller][loser] * (player == 0 ? 1 : -1);
}

bool position_hand_is_plain(const struct position_hand *hand, const uint8_t *bids, int n_bids)
{
	bool is_plain = false;
	for (int i = 0; i < n_bids; i++)
		is_plain = subgame_is_plain(&hand->game, is_plain, i, bids[i]);
	return is_plain;
}

void valuation_clear(struct valuation *valuation, const struct position_hand *hand)
{
	*valuation = (struct valuation){.n_plays = subgame_n_bids(&hand->game) + 1};
	for (int play = 0; play < valuation->n_plays; play++)
		valuation->value[play] = -HUGE_VAL;
}

int valuation_best(const struct valuation *valuation)
{
	int best = 0;
	for (int play = 1; play < valuation->n_plays; play++)
		if (valuation->value[play] > valuation->value[best])
			best = play;
	return best;
}
