/* dice.h - the dice of a hand. They are a function only of (key, block, hand, seat, die), so that every rotation of a
 * block deals the same dice to the same seats. */
#pragma once

#include "base/rng.h"

/* Returns the word from which all dice of a hand are computed. The key cannot be computed from it. */
static inline uint64_t dice_hand_word(const struct rng_block *block, uint32_t hand)
{
	return rng_block_word(block, hand);
}

/* Returns the word for a seat with more than DICE_WORD dice. If these dice came from the word of the hand, the seat
 * could compute that word, and with it all other dice. The key cannot be computed from the result. */
uint64_t dice_seat_word(const struct rng_block *block, uint32_t hand, int seat);

/* Returns the word for the dice 8k..8k+7 of a seat. With eight dice from one 64-bit word the bias is below 9^8/2^64 <
 * 3e-12, and for a seat that knows its own dice there are still at least 2^38 candidates for the word of the others. */
static inline uint64_t dice_word(uint64_t hand_word, int seat, int k)
{
	return rng_mix(hand_word + RNG_GOLDEN * (uint64_t)(1 + seat * 4 + k));
}

/* Takes the next die, 0..faces-1, from *word. */
static inline unsigned dice_next(uint64_t *word, uint64_t faces)
{
	unsigned __int128 product = (unsigned __int128)*word * faces;
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
		dice[die] = (uint8_t)(1 + dice_next(&word, (uint64_t)faces));
	}
}

/* The dice of a seat packed in one word, without their order: lane f-1, five bits wide, has the number of dice that
 * show f or more. So lane 0 is the number of dice, and the difference of two neighbouring lanes is the number of dice
 * that show a face. */
enum { DICE_LANE = 5, DICE_LANE_MASK = 31 };

static inline int dice_at_least(uint64_t packed, int face)
{
	return (int)(packed >> (DICE_LANE * (face - 1)) & DICE_LANE_MASK);
}

static inline int dice_showing(uint64_t packed, int face)
{
	return dice_at_least(packed, face) - dice_at_least(packed, face + 1);
}

/* Packs one die, as a one in each lane up to its face. */
#define DICE_LANES UINT64_C(0x10842108421) /* nine ones, five bits apart */
#define DICE_PACK(face) (DICE_LANES & ((UINT64_C(1) << (DICE_LANE * (face))) - 1))

static inline uint64_t dice_pack(int face)
{
	return DICE_PACK(face);
}

enum { DICE_FACES = 9, DICE_WORD = 8, DICE_PAIRS = DICE_FACES * DICE_FACES };

/* Two successive dice come from one product, first * faces + second. dice_packed[dice_pair_at[faces][n][i] + product]
 * has those dice of pair i, packed, that are among the first n: both, the first or none. */
extern const uint64_t dice_packed[2 * (DICE_FACES + 1) * DICE_PAIRS];
extern const uint16_t dice_pair_at[DICE_FACES + 1][DICE_WORD + 1][DICE_WORD / 2];

/* Returns the first n of the next `most` dice of the word, packed. The loop always has the same number of iterations,
 * because the number of dice changes from hand to hand, and a loop that stopped at n would be mispredicted. */
__attribute__((always_inline)) static inline uint64_t dice_roll_most(uint64_t word, int n, int faces, int most)
{
	const uint16_t *at = dice_pair_at[faces][n];
	const uint64_t n_pairs = (uint64_t)(faces * faces);
	uint64_t packed = 0;
#pragma GCC unroll 4
	for (int i = 0; i < most / 2; i++)
		packed += dice_packed[at[i] + (uint64_t)dice_next(&word, n_pairs)];
	return packed;
}

/* Does the same as dice_roll_packed for any number of dice. */
uint64_t dice_roll_many(uint64_t hand_word, int seat, int n_dice, int faces);

/* Rolls the same dice as dice_roll, packed. */
static inline uint64_t dice_roll_packed(uint64_t hand_word, int seat, int n_dice, int faces)
{
	enum { USUAL = 6 };
	if (n_dice > USUAL)
		return dice_roll_many(hand_word, seat, n_dice, faces);
	return dice_roll_most(dice_word(hand_word, seat, 0), n_dice, faces, USUAL);
}
