/* truth.c - the truth and the chances of a bid, and the rules, for a drawn table (truth.h). */
#include "output/truth.h"

#include <math.h>

#include "base/json.h"

/* Four decimals: a page shows whole percents. */
static json_t *chance_json(double chance)
{
	return json_number(round(chance * 1e4) / 1e4);
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

void truth_add_rules(json_t *data, const struct rules *rules)
{
	const struct family *family = rules->family;
	json_object_set_new(data, "asks_everyone", json_boolean(family->asks_everyone && family->asks_everyone(rules)));
	json_object_set_new(data, "faces", json_integer(family->highest_face ? family->highest_face(rules) : 0));
	if (!family->next_claim)
		return;
	json_t *ladder = json_array();
	for (int claim = family->next_claim(rules, 0); claim; claim = family->next_claim(rules, claim))
		json_array_append_new(ladder, json_integer(claim));
	json_object_set_new(data, "ladder", ladder);
}
