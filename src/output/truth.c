/* truth.c - the truth and the chances of a bid, for a drawn table (truth.h). */
#include "output/truth.h"

#include <math.h>

#include "game/maexchen/maexchen.h"

/* Four decimals: a page shows whole percents. */
static json_t *chance_json(double chance)
{
	return json_real(round(chance * 1e4) / 1e4);
}

json_t *truth_of_odds(const struct odds *own, const struct odds *next)
{
	return json_pack("{s:i, s:i, s:b, s:i, s:i, s:o, s:o}", "seat", next->bidder, "bid", next->bid, "true", (int)next->is_true,
			 "count", next->count, "wild", next->wild, "own", chance_json(own->chance), "next", chance_json(next->chance));
}

json_t *truth_json(const struct game *game)
{
	struct odds own, next;
	if (game->need != GAME_NEED_PLAY)
		return NULL;
	odds_of(game, game->turn, &next);
	if (!next.bid)
		return NULL;
	odds_of(game, next.bidder, &own);
	return truth_of_odds(&own, &next);
}

/* The lowest value above one of rank `above`; 0 when there is none. */
static int next_value(const int *setting, int above)
{
	int found = 0;
	for (int value = 11; value <= 66; value++)
		if (maexchen_is_value(setting, value) && maexchen_rank(setting, value) > above &&
		    (!found || maexchen_rank(setting, value) < maexchen_rank(setting, found)))
			found = value;
	return found;
}

json_t *truth_ladder(const struct rules *rules)
{
	if (rules->family != &family_maexchen)
		return NULL;
	json_t *list = json_array();
	for (int value = next_value(rules->value, 0); value; value = next_value(rules->value, maexchen_rank(rules->value, value)))
		json_array_append_new(list, json_integer(value));
	return list;
}
