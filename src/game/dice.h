/* dice.h - the dice of a hand: a function of (key, block, hand, seat, die) and nothing else,
 * so that every rotation of a block deals the same dice to the same seats. */
#ifndef ARENA_GAME_DICE_H
#define ARENA_GAME_DICE_H

#include <stdint.h>

#include "base/rng.h"

/* The word all dice of one hand come from; one-way in the key. */
static inline uint64_t dice_hand_word(struct rng_key key, uint64_t block, uint32_t hand)
{
	return rng_word(key, block, hand);
}

/* The word dice 8k..8k+7 of a seat come from. Eight dice from one 64-bit word: the bias is
 * below 9^8/2^64 < 3e-12, and a seat that knows its own dice still has 2^38 or more candidates
 * for the word of the others. */
static inline uint64_t dice_word(uint64_t hand_word, int seat, int k)
{
	return rng_mix(hand_word + RNG_GOLDEN * (uint64_t)(1 + seat * 4 + k));
}

/* Takes the next die, 0..faces-1, out of *word. */
static inline unsigned dice_next(uint64_t *word, int faces)
{
	unsigned __int128 product = (unsigned __int128)*word * (unsigned)faces;
	*word = (uint64_t)product;
	return (unsigned)(product >> 64);
}

/* Rolls n_dice dice (1..20) with faces 1..faces (2..9) of one seat into dice[], unsorted. */
static inline void dice_roll(uint64_t hand_word, int seat, int n_dice, int faces, uint8_t *dice)
{
	uint64_t word = 0;
	for (int die = 0; die < n_dice; die++) {
		if (die % 8 == 0)
			word = dice_word(hand_word, seat, die / 8);
		dice[die] = (uint8_t)(1 + dice_next(&word, faces));
	}
}

/* The dice of a seat in one word, where order does not matter: lane f-1, five bits wide, holds
 * how many show f or more. Lane 0 is thus the number of dice, the difference of two neighbours
 * the number that show a face, and the dice sorted highest first can be read off by columns. */
enum { DICE_LANE = 5, DICE_LANE_MASK = 31 };

static inline int dice_at_least(uint64_t packed, int face)
{
	return (int)(packed >> (DICE_LANE * (face - 1)) & DICE_LANE_MASK);
}

static inline int dice_showing(uint64_t packed, int face)
{
	return dice_at_least(packed, face) - dice_at_least(packed, face + 1);
}

/* One die: a one in each lane up to its face. */
static inline uint64_t dice_pack(int face)
{
	static const uint64_t LANES = UINT64_C(0x10842108421); /* nine ones, five bits apart */
	return LANES & ((UINT64_C(1) << (DICE_LANE * face)) - 1);
}

/* As dice_roll, packed. */
static inline uint64_t dice_roll_packed(uint64_t hand_word, int seat, int n_dice, int faces)
{
	uint64_t packed = 0;
	for (int k = 0; n_dice > 0; k++, n_dice -= 8) {
		uint64_t word = dice_word(hand_word, seat, k);
		for (int die = 0; die < n_dice && die < 8; die++)
			packed += dice_pack(1 + (int)dice_next(&word, faces));
	}
	return packed;
}

#endif
