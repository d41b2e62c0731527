/* truth.c - the truth and the chances of a bid, and the rules, for a drawn table (truth.h). */
#include "output/truth.h"

#include <math.h>

#include "base/json.h"
#include "game/dice.h"

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

json_t *truth_end(const struct rules *rules, const struct hand_result *last, int n_seats, const char *words,
	const char *shown, int wild)
{
	bool has_count = rules->family->counts_dice && (last->end == HAND_CALL || last->end == HAND_EXACT);
	return json_pack("{s:o, s:i, s:o, s:s, s:i, s:i}", "words", json_clean(words), "loser", last->loser, "delta",
			 JSON_LIST(seat, n_seats, json_integer(last->delta[seat])), "shown", shown, "face",
			 has_count ? last->bid % 10 : 0, "wild", has_count ? wild : 0);
}

json_t *truth_dice(uint64_t packed)
{
	char digits[GAME_MAX_DICE + 1] = {0};
	int n = 0;
	for (int face = GAME_MAX_FACES; face >= 1; face--)
		for (int k = dice_showing(packed, face); k > 0 && n < GAME_MAX_DICE; k--)
			digits[n++] = (char)('0' + face);
	return json_string(digits);
}

void truth_add_rules(json_t *data, const struct rules *rules)
{
	const struct family *family = rules->family;
	json_add(data, "{s:b, s:i}", "asks_everyone", family->asks_everyone && family->asks_everyone(rules),
		"faces", family->highest_face ? family->highest_face(rules) : 0);
	if (!family->next_claim)
		return;
	json_t *ladder = json_array();
	for (int claim = family->next_claim(rules, 0); claim; claim = family->next_claim(rules, claim))
		json_array_append_new(ladder, json_integer(claim));
	json_object_set_new(data, "ladder", ladder);
}
