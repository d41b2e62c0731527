/* encoding.h - plays as numbers from 0, and positions as bits, for programs that learn. docs/research.md has the tables.
 *
 * Players are counted from the observer in turn order: 0 is the observer, then come the players who are still in the game. An
 * observation has what the strings of an ask have, and what a robot must remember from earlier hands (palifico, the direction of
 * Mäxchen): encoding_strings recovers the strings. */
#pragma once

#include "game/game.h"

struct encoding {
	const struct rules *rules; /* borrowed */
	int n_seats;
	int n_actions;  /* actions are 0 .. n_actions - 1; below n_actions - n_bids an action is the play of the same number */
	int n_bids;     /* bids or claims, ordered: bid b is the action n_actions - n_bids + b */
	size_t n_bits;  /* of an observation: a byte each, 0 or 1 */
	int16_t bid[GAME_MAX_SEATS * GAME_MAX_DICE * GAME_MAX_FACES]; /* bid[b] is the play of bid b */
	uint8_t claim_at[67]; /* Maexchen: the claim of a play */
};

/* The bids of a hand as a set of bits: bid b is bit b % 64 of word b / 64. */
static inline size_t encoding_bid_words(const struct encoding *encoding)
{
	return ((size_t)encoding->n_bids + 63) / 64;
}

void encoding_init(struct encoding *encoding, const struct rules *rules, int n_seats);

/* Returns the play of an action. */
int encoding_play(const struct encoding *encoding, int action);

/* Returns the action of a play; -1 if no action means it. */
int encoding_action(const struct encoding *encoding, int play);

/* Returns the bid on the table; -1 if there is none. */
int encoding_bid_on_table(const struct encoding *encoding, const struct game *game);

/* Writes for each action whether it is legal now, 1 or 0, into mask[n_actions]. The game waits for a play. */
void encoding_mask(const struct encoding *encoding, const struct game *game, uint8_t *mask);

/* Writes what a seat knows into bits[n_bits]. bids: those of the hand in progress. The game waits for a play. */
void encoding_observe(const struct encoding *encoding, const struct game *game, int seat, const uint64_t *bids, uint8_t *bits);

/* Appends the strings of the ask in which these bits are observed, with the letters A, B, ... in turn order from the observer.
 * Returns false if the bits are not an observation; then part of the strings may be there. */
bool encoding_strings(const struct encoding *encoding, const uint8_t *bits, struct str *hands, struct str *history);

/* The functions of a family. */
struct encoding_ops {
	int n_others; /* actions that are not bids */
	void (*init)(struct encoding *encoding); /* sets all but rules, n_seats and n_actions */
	int (*bid_at)(const struct encoding *encoding, int play);  /* the bid of a play above n_others; -1: none */
	int (*bid_on_table)(const struct encoding *encoding, const struct game *game);
	void (*mask)(const struct encoding *encoding, const struct game *game, uint8_t *mask);
	void (*observe)(const struct encoding *encoding, const struct game *game, int seat, const uint64_t *bids, uint8_t *bits);
	bool (*strings)(const struct encoding *encoding, const uint8_t *bits, struct str *hands, struct str *history);
};
extern const struct encoding_ops liars_encoding, maexchen_encoding;

/* Parts that families share. */

/* Writes n (at most `most`) as that many ones among `most` bits. Up to 7 bytes behind them may be overwritten. */
static inline uint8_t *encoding_put_count(uint8_t *at, int n, int most)
{
	for (int word = 0; word < most; word += 8, n -= 8) {
		uint64_t ones = UINT64_C(0x0101010101010101);
		if (n < 8)
			ones &= (UINT64_C(1) << 8 * (n > 0 ? n : 0)) - 1;
		memcpy(at + word, &ones, 8);
	}
	return at + most;
}

/* Writes a set of n bits. */
uint8_t *encoding_put_set(uint8_t *at, const uint64_t *set, int n);

/* Writes the low n bits of a number, lowest first. */
uint8_t *encoding_put_number(uint8_t *at, uint32_t number, int n);

/* Read the same. A count whose ones are not the first bits is -1. */
int encoding_count(const uint8_t *at, int most);
uint32_t encoding_number(const uint8_t *at, int n);

/* Returns the index of the only 1 among n bits; -1 if there is none, or more than one. */
int encoding_place(const uint8_t *at, int n);
