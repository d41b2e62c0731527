/* encoding.h - plays as numbers from 0, and positions as bits, for programs that learn. docs/research.md has the
 * tables.
 *
 * Players are numbered from the observer, who is 0, in turn order; players who have been eliminated are skipped. An
 * observation contains the same information as the strings of an ask, which encoding_strings recovers, and also what a
 * robot must remember from earlier hands (palifico, the direction of play in Mäxchen). */
#pragma once

#include "game/game.h"

struct encoding {
	const struct rules *rules; /* borrowed */
	int n_seats;
	int n_actions;  /* actions are 0 .. n_actions - 1; an action below n_actions - n_bids is the play with the same
	                 * number */
	int n_bids;     /* bids or claims, ordered: bid b is the action n_actions - n_bids + b */
	size_t n_bits;  /* size of an observation; each bit is a byte, 0 or 1 */
	int16_t bid[GAME_MAX_SEATS * GAME_MAX_DICE * GAME_MAX_FACES]; /* bid[b] is the play of bid b */
	uint8_t claim_at[67]; /* Maexchen: claim_at[play] is the number of the claim */
};

/* Returns how many 64-bit words are needed for the bids of a hand as a set of bits. Bid b is bit b % 64 of word b /
 * 64. */
static inline size_t encoding_bid_words(const struct encoding *encoding)
{
	return ((size_t)encoding->n_bids + 63) / 64;
}

void encoding_init(struct encoding *encoding, const struct rules *rules, int n_seats);

/* Returns the play of an action. */
int encoding_play(const struct encoding *encoding, int action);

/* Returns the action for a play, or -1 if there is none. */
int encoding_action(const struct encoding *encoding, int play);

/* Returns the bid on the table, or -1 if there is none. */
int encoding_bid_on_table(const struct encoding *encoding, const struct game *game);

/* Sets mask[action] to 1 if the action is legal now, else to 0. The game must be waiting for a play. */
void encoding_mask(const struct encoding *encoding, const struct game *game, uint8_t *mask);

/* Writes what a seat knows into bits[n_bits]. `bids` is the set of bids in the hand in progress. The game must be
 * waiting for a play. */
void encoding_observe(const struct encoding *encoding, const struct game *game, int seat, const uint64_t *bids,
		      uint8_t *bits);

/* Appends the strings of the ask for which these bits are the observation, with the letters A, B, ... in turn order
 * from the observer. Returns false if the bits are not an observation; a part of the strings may then have been
 * appended. */
bool encoding_strings(const struct encoding *encoding, const uint8_t *bits, struct str *hands, struct str *history);

/* The functions of a family. */
struct encoding_ops {
	int n_others; /* number of actions that are not bids */
	void (*init)(struct encoding *encoding); /* sets all fields except rules, n_seats and n_actions */
	int (*bid_at)(const struct encoding *encoding, int play);  /* the number of the bid for a play above n_others;
	                                                            * -1: none */
	int (*bid_on_table)(const struct encoding *encoding, const struct game *game);
	void (*mask)(const struct encoding *encoding, const struct game *game, uint8_t *mask);
	void (*observe)(const struct encoding *encoding, const struct game *game, int seat, const uint64_t *bids,
			uint8_t *bits);
	bool (*strings)(const struct encoding *encoding, const uint8_t *bits, struct str *hands, struct str *history);
};
extern const struct encoding_ops liars_encoding, maexchen_encoding;

/* The parts of an observation that families share. */

/* Writes n (at most `most`) as n ones followed by zeros, `most` bits in total. Up to 7 bytes after them may be
 * overwritten. */
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

/* Writes the n low bits of a number, lowest first. */
uint8_t *encoding_put_number(uint8_t *at, uint32_t number, int n);

/* Read what the functions above have written. encoding_count returns -1 if the ones are not the first bits. */
int encoding_count(const uint8_t *at, int most);
uint32_t encoding_number(const uint8_t *at, int n);

/* Returns the index of the only 1 among n bits, or -1 if there is none or more than one. */
int encoding_place(const uint8_t *at, int n);
