/* encode.c - Mäxchen as numbers and bits (encoding.h). Claims are ordered by rank. */
#include "game/encoding.h"

#include "game/maexchen/maexchen.h"

enum { N_OTHERS = 2, POINT_BITS = 32 };

static void maexchen_init(struct encoding *encoding)
{
	int n = encoding->n_seats;
	for (int claim = 0; (claim = maexchen_next_claim(encoding->rules, claim));) {
		encoding->claim_at[claim] = (uint8_t)encoding->n_bids;
		encoding->bid[encoding->n_bids++] = (int16_t)claim;
	}
	encoding->n_bits = (size_t)(2 * encoding->n_bids + n + n + 2 + n * POINT_BITS);
}

static int maexchen_bid_at(const struct encoding *encoding, int play)
{
	return maexchen_is_value(encoding->rules->value, play) ? encoding->claim_at[play] : -1;
}

static int maexchen_bid_on_table(const struct encoding *encoding, const struct game *game)
{
	return game->u.maexchen.claim ? encoding->claim_at[game->u.maexchen.claim] : -1;
}

static void maexchen_mask(const struct encoding *encoding, const struct game *game, uint8_t *mask)
{
	const struct maexchen_state *state = &game->u.maexchen;
	int first = state->is_believing ? encoding->n_bids : state->claim ? encoding->claim_at[state->claim] + 1 : 0;
	mask[MAEXCHEN_DOUBT] = mask[MAEXCHEN_BELIEVE] = state->is_believing;
	memset(mask + N_OTHERS, 0, (size_t)first);
	memset(mask + N_OTHERS + first, 1, (size_t)(encoding->n_bids - first));
}

static void maexchen_observe(const struct encoding *encoding, const struct game *game, int seat, const uint64_t *bids,
			     uint8_t *bits)
{
	const struct maexchen_state *state = &game->u.maexchen;
	int n = encoding->n_seats, player = 0;
	uint8_t *claims = bits + encoding->n_bids;
	uint8_t *are_in = claims + encoding->n_bids, *starter = are_in + n, *points = starter + n + 2;
	memset(bits, 0, encoding->n_bits);
	if (seat == game->turn && !state->is_believing)
		bits[encoding->claim_at[state->roll]] = 1;
	encoding_put_set(claims, bids, encoding->n_bids);
	for (int i = 0, other = seat; i < n; i++, other = other + 1 < n ? other + 1 : 0) {
		if (i && !game_is_in(game, other))
			continue;
		are_in[player] = game_is_in(game, other);
		starter[player] = other == state->starter;
		encoding_put_number(points + player * POINT_BITS, (uint32_t)game->seat[other].points, POINT_BITS);
		player++;
	}
	starter[n] = state->is_believing;
	starter[n + 1] = state->direction > 0;
}

/* Returns the player who claims after this one, by play_order among the players still in the game. */
static int next_claimer(const struct encoding *encoding, int claimer, int n_players, bool is_out, int direction)
{
	int n = n_players - is_out;
	int64_t step = (int64_t)encoding->rules->value[MAEXCHEN_PLAY_ORDER] * direction % n;
	return is_out + (int)((claimer - is_out + step + n) % n);
}

static bool maexchen_strings(const struct encoding *encoding, const uint8_t *bits, struct str *hands,
			     struct str *history)
{
	int n = encoding->n_seats, n_claims = encoding->n_bids;
	const uint8_t *claims = bits + n_claims;
	const uint8_t *are_in = claims + n_claims, *starter = are_in + n, *points = starter + n + 2;
	int roll = encoding_place(bits, n_claims), claimer = encoding_place(starter, n);
	bool is_out = !are_in[0], is_believing = starter[n];
	int n_players = is_out ? 1 + encoding_count(are_in + 1, n - 1) : encoding_count(are_in, n);
	if (n_players - is_out < 1 || claimer < is_out || claimer >= n_players ||
	    (roll < 0 && encoding_count(bits, n_claims)) || (is_believing && roll >= 0))
		return false;
	for (int i = is_out; i < n_players; i++) {
		str_addf(hands, "%s%c:", hands->length ? "," : "", 'A' + i);
		if (i == 0 && roll >= 0)
			str_addf(hands, "%d", encoding->bid[roll]);
		else
			str_add(hands, "xx");
		str_addf(hands, "@%d", (int32_t)encoding_number(points + i * POINT_BITS, POINT_BITS));
	}
	for (int bid = 0, k = 0; bid < n_claims; bid++) {
		if (!claims[bid])
			continue;
		if (k++) {
			claimer = next_claimer(encoding, claimer, n_players, is_out, starter[n + 1] ? 1 : -1);
			str_addf(history, ",%c:1,", 'A' + claimer);
		}
		str_addf(history, "%c:%d", 'A' + claimer, encoding->bid[bid]);
	}
	if (history->length && !is_believing) /* the observer has believed and has rolled */
		str_addf(history, ",%c:1",
			 'A' + next_claimer(encoding, claimer, n_players, is_out, starter[n + 1] ? 1 : -1));
	return true;
}

const struct encoding_ops maexchen_encoding = {
	.n_others = N_OTHERS, .init = maexchen_init, .bid_at = maexchen_bid_at, .bid_on_table = maexchen_bid_on_table,
	.mask = maexchen_mask, .observe = maexchen_observe, .strings = maexchen_strings,
};
