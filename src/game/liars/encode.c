/* encode.c - common-hand Liar's Dice as numbers and bits (encoding.h). Bids are ordered by quantity, then by face. */
#include "game/encoding.h"

#include "game/dice.h"
#include "game/liars/liars.h"
#include "game/view.h"

enum { N_OTHERS = 3, POINT_BITS = 16, MOST_BIDS = GAME_MAX_SEATS * GAME_MAX_DICE * GAME_MAX_FACES };

/* Zeros followed by ones, from which the mask of all bids from a given one upwards is copied. */
static const uint8_t step_up[2 * MOST_BIDS] = {[MOST_BIDS ... 2 * MOST_BIDS - 1] = 1};

static bool has_points(const struct encoding *encoding)
{
	return encoding->rules->value[LIARS_LOSS] == LOSS_POINT;
}

static void liars_init(struct encoding *encoding)
{
	int n = encoding->n_seats;
	int dice = encoding->rules->value[LIARS_DICE], faces = encoding->rules->value[LIARS_FACES];
	for (int quantity = 1; quantity <= dice * n; quantity++)
		for (int face = 1; face <= faces; face++)
			encoding->bid[encoding->n_bids++] = (int16_t)(10 * quantity + face);
	encoding->n_bits = (size_t)(faces * dice + n * dice + n + encoding->n_bids + 2 +
				    (has_points(encoding) ? n * POINT_BITS : 0));
}

static int liars_bid_at(const struct encoding *encoding, int play)
{
	int faces = encoding->rules->value[LIARS_FACES], face = play % 10, bid = (play / 10 - 1) * faces + face - 1;
	return play > 10 && face >= 1 && face <= faces && bid < encoding->n_bids ? bid : -1;
}

/* Needs no checks, unlike liars_bid_at, because the bid is legal. */
static int liars_bid_on_table(const struct encoding *encoding, const struct game *game)
{
	int play = game->u.liars.bid, faces = encoding->rules->value[LIARS_FACES];
	return play ? (play / 10 - 1) * faces + play % 10 - 1 : -1;
}

static void liars_mask(const struct encoding *encoding, const struct game *game, uint8_t *mask)
{
	const struct liars_state *state = &game->u.liars;
	uint8_t *bids = mask + N_OTHERS;
	int n = encoding->n_bids;
	bool is_aside = liars_is_asked_aside(game);
	mask[PLAY_CALL] = state->bid != 0;
	mask[PLAY_BELIEVE] = is_aside;
	mask[PLAY_EXACT] = !is_aside && liars_judge(game, PLAY_EXACT) == LIARS_LEGAL;
	if (is_aside) {
		memset(bids, 0, (size_t)n);
	} else if (state->is_plain) {
		int first = liars_bid_on_table(encoding, game) + 1;
		int end = state->limit * encoding->rules->value[LIARS_FACES];
		memcpy(bids, step_up + MOST_BIDS - first, (size_t)n);
		if (end < n)
			memset(bids + end, 0, (size_t)(n - end));
	} else {
		for (int bid = 0; bid < n; bid++)
			bids[bid] = liars_judge(game, encoding->bid[bid]) == LIARS_LEGAL;
	}
}

static void liars_observe(const struct encoding *encoding, const struct game *game, int seat, const uint64_t *bids,
			  uint8_t *bits)
{
	int n = encoding->n_seats;
	int dice = encoding->rules->value[LIARS_DICE], faces = encoding->rules->value[LIARS_FACES];
	bool is_in = game_is_in(game, seat);
	uint8_t *at = bits, *points = NULL;
	for (int face = 1; face <= faces; face++)
		at = encoding_put_count(at, is_in ? dice_showing(game->seat[seat].dice, face) : 0, dice);
	uint8_t *opener = at + n * dice;
	if (has_points(encoding))
		points = bits + encoding->n_bits - n * POINT_BITS;
	int player = 0;
	for (int i = 0, other = seat; i < n; i++, other = other + 1 < n ? other + 1 : 0) {
		if (i && !game_is_in(game, other))
			continue;
		at = encoding_put_count(at, game->seat[other].n_dice, dice);
		if (points)
			encoding_put_number(points + player * POINT_BITS, (uint32_t)game->seat[other].points,
					    POINT_BITS);
		player++;
	}
	memset(at, 0, (size_t)(opener - at) + (size_t)n);
	if (points)
		memset(points + player * POINT_BITS, 0, (size_t)((n - player) * POINT_BITS));
	/* The opener is still in the game, so it has a place among the players. */
	int place = 0;
	for (int other = seat; other != game->u.liars.opener; other = places_next(game->in, other))
		place++;
	opener[place] = 1;
	at = encoding_put_set(opener + n, bids, encoding->n_bids);
	at[0] = game->u.liars.is_palifico;
	at[1] = liars_is_asked_aside(game) && game->turn == seat;
}

/* Returns the rank of a bid. In Perudo q ones are between 2q of the highest face and 2q + 1 of the lowest one. */
static int order_of(const struct encoding *encoding, int play, bool is_palifico)
{
	bool is_perudo = encoding->rules->value[LIARS_ONES_RULE] == ONES_PERUDO && !is_palifico;
	return is_perudo && play % 10 == 1 ? 20 * (play / 10) + GAME_MAX_FACES + 1 : play;
}

static void add_dice(const uint8_t *own, int dice, int faces, struct str *hands)
{
	for (int face = faces; face >= 1; face--)
		for (int k = encoding_count(own + (face - 1) * dice, dice); k > 0; k--)
			str_addf(hands, "%d", face);
}

static bool add_hands(const struct encoding *encoding, const uint8_t *bits, int *n_players, struct str *hands)
{
	int n = encoding->n_seats;
	int dice = encoding->rules->value[LIARS_DICE], faces = encoding->rules->value[LIARS_FACES], n_own = 0;
	const uint8_t *counts = bits + faces * dice, *points = bits + encoding->n_bits - n * POINT_BITS;
	for (int face = 0; face < faces; face++) {
		int k = encoding_count(bits + face * dice, dice);
		if (k < 0)
			return false;
		n_own += k;
	}
	*n_players = 0;
	for (int i = 0; i < n; i++) {
		int k = encoding_count(counts + i * dice, dice);
		if (k < 0 || (i == 0 && k != n_own) || (i > 1 && k > 0 && *n_players < i))
			return false;
		if (i == 0 || k > 0)
			*n_players = i + 1;
		if (k == 0)
			continue;
		str_addf(hands, "%s%c:", hands->length ? "," : "", 'A' + i);
		if (i == 0)
			add_dice(bits, dice, faces, hands);
		for (int die = 0; i && die < k; die++)
			str_add(hands, "x");
		if (has_points(encoding))
			str_addf(hands, "@%d", (int16_t)encoding_number(points + i * POINT_BITS, POINT_BITS));
	}
	return true;
}

/* Writes the strings. The bids were made in ascending order by the players in turn. */
static bool liars_strings(const struct encoding *encoding, const uint8_t *bits, struct str *hands, struct str *history)
{
	int n = encoding->n_seats;
	int dice = encoding->rules->value[LIARS_DICE], faces = encoding->rules->value[LIARS_FACES], n_players;
	const uint8_t *opener = bits + (faces + n) * dice, *bids = opener + n;
	bool is_palifico = bids[encoding->n_bids], is_out = !encoding_count(bits + faces * dice, dice);
	int bidder = encoding_place(opener, n);
	if (!add_hands(encoding, bits, &n_players, hands) || bidder < 0 || bidder >= n_players ||
	    (is_out && bidder == 0))
		return false;
	for (int last = 0;;) {
		int next = 0, least = 0;
		for (int bid = 0; bid < encoding->n_bids; bid++) {
			int play = encoding->bid[bid], order = order_of(encoding, play, is_palifico);
			if (bids[bid] && order > last && (!next || order < least)) {
				next = play;
				least = order;
			}
		}
		if (!next)
			return true;
		str_addf(history, "%s%c:%d", history->length ? "," : "", 'A' + bidder, next);
		last = least;
		bidder = bidder + 1 < n_players ? bidder + 1 : is_out;
	}
}

const struct encoding_ops liars_encoding = {
	.n_others = N_OTHERS, .init = liars_init, .bid_at = liars_bid_at, .bid_on_table = liars_bid_on_table,
	.mask = liars_mask, .observe = liars_observe, .strings = liars_strings,
};
