/* encoding.c - code shared by the encodings of all families (encoding.h). */
#include "game/encoding.h"

void encoding_init(struct encoding *encoding, const struct rules *rules, int n_seats)
{
	*encoding = (struct encoding){.rules = rules, .n_seats = n_seats};
	rules->family->encoding->init(encoding);
	encoding->n_actions = rules->family->encoding->n_others + encoding->n_bids;
}

int encoding_play(const struct encoding *encoding, int action)
{
	int n_others = encoding->n_actions - encoding->n_bids;
	return action < n_others ? action : encoding->bid[action - n_others];
}

int encoding_action(const struct encoding *encoding, int play)
{
	const struct encoding_ops *ops = encoding->rules->family->encoding;
	if (play >= 0 && play < ops->n_others)
		return play;
	int bid = ops->bid_at(encoding, play);
	return bid < 0 ? -1 : ops->n_others + bid;
}

int encoding_bid_on_table(const struct encoding *encoding, const struct game *game)
{
	return encoding->rules->family->encoding->bid_on_table(encoding, game);
}

void encoding_mask(const struct encoding *encoding, const struct game *game, uint8_t *mask)
{
	encoding->rules->family->encoding->mask(encoding, game, mask);
}

void encoding_observe(const struct encoding *encoding, const struct game *game, int seat, const uint64_t *bids,
		      uint8_t *bits)
{
	encoding->rules->family->encoding->observe(encoding, game, seat, bids, bits);
}

bool encoding_strings(const struct encoding *encoding, const uint8_t *bits, struct str *hands, struct str *history)
{
	for (size_t i = 0; i < encoding->n_bits; i++)
		if (bits[i] > 1)
			return false;
	return encoding->rules->family->encoding->strings(encoding, bits, hands, history);
}

/* Returns eight bits as eight bytes. */
static inline uint64_t spread(uint64_t bits)
{
	/* Each byte gets a copy and keeps one of its bits. */
	uint64_t kept = (bits & 0xff) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
	return (kept + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
}

uint8_t *encoding_put_set(uint8_t *at, const uint64_t *set, int n)
{
	int i = 0;
	for (; i + 8 <= n; i += 8) {
		uint64_t bytes = spread(set[i / 64] >> i % 64);
		memcpy(at + i, &bytes, 8);
	}
	for (; i < n; i++)
		at[i] = set[i / 64] >> i % 64 & 1;
	return at + n;
}

uint8_t *encoding_put_number(uint8_t *at, uint32_t number, int n)
{
	for (int i = 0; i < n; i++)
		at[i] = number >> i & 1;
	return at + n;
}

int encoding_count(const uint8_t *at, int most)
{
	int n = 0;
	while (n < most && at[n])
		n++;
	for (int i = n; i < most; i++)
		if (at[i])
			return -1;
	return n;
}

uint32_t encoding_number(const uint8_t *at, int n)
{
	uint32_t number = 0;
	for (int i = 0; i < n; i++)
		number |= (uint32_t)at[i] << i;
	return number;
}

int encoding_place(const uint8_t *at, int n)
{
	int place = -1;
	for (int i = 0; i < n; i++) {
		if (at[i] && place >= 0)
			return -1;
		if (at[i])
			place = i;
	}
	return place;
}
