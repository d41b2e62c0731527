/* dice.c - the table from which dice are read two at a time (dice.h). */
#include "game/dice.h"

#define BOTH(faces, i) \
	((i) < (faces) * (faces) ? DICE_PACK((i) / (faces) % DICE_FACES + 1) + DICE_PACK((i) % (faces) + 1) : 0)
#define FIRST(faces, i) ((i) < (faces) * (faces) ? DICE_PACK((i) / (faces) % DICE_FACES + 1) : 0)
#define NINE(what, faces, i) \
	what(faces, i), what(faces, i + 1), what(faces, i + 2), what(faces, i + 3), what(faces, i + 4), \
	what(faces, i + 5), what(faces, i + 6), what(faces, i + 7), what(faces, i + 8)
#define PAIRS(what, faces) \
	NINE(what, faces, 0), NINE(what, faces, 9), NINE(what, faces, 18), NINE(what, faces, 27), \
	NINE(what, faces, 36), NINE(what, faces, 45), NINE(what, faces, 54), NINE(what, faces, 63), \
	NINE(what, faces, 72)
#define NONE(faces, i) 0
#define ALL(what) \
	PAIRS(NONE, 0), PAIRS(NONE, 1), PAIRS(what, 2), PAIRS(what, 3), PAIRS(what, 4), PAIRS(what, 5), \
	PAIRS(what, 6), PAIRS(what, 7), PAIRS(what, 8), PAIRS(what, 9)

const uint64_t dice_packed[2 * (DICE_FACES + 1) * DICE_PAIRS] = {ALL(FIRST), ALL(BOTH)};

/* The rows of no faces are zero. */
#define AT(faces, n, i) \
	((n) > 2 * (i) + 1 ? (DICE_FACES + 1 + (faces)) * DICE_PAIRS : (n) == 2 * (i) + 1 ? (faces) * DICE_PAIRS : 0)
#define OF_N(faces, n) {AT(faces, n, 0), AT(faces, n, 1), AT(faces, n, 2), AT(faces, n, 3)}
#define OF_FACES(faces) \
	{OF_N(faces, 0), OF_N(faces, 1), OF_N(faces, 2), OF_N(faces, 3), OF_N(faces, 4), OF_N(faces, 5), \
	 OF_N(faces, 6), OF_N(faces, 7), OF_N(faces, 8)}

const uint16_t dice_pair_at[DICE_FACES + 1][DICE_WORD + 1][DICE_WORD / 2] = {
	OF_FACES(0), OF_FACES(1), OF_FACES(2), OF_FACES(3), OF_FACES(4), OF_FACES(5), OF_FACES(6), OF_FACES(7),
	OF_FACES(8), OF_FACES(9),
};

uint64_t dice_seat_word(const struct rng_block *block, uint32_t hand, int seat)
{
	return rng_block_word(block, hand | (uint64_t)(1 + seat) << 32);
}

uint64_t dice_roll_many(uint64_t hand_word, int seat, int n_dice, int faces)
{
	uint64_t packed = 0;
	for (int die = 0; die < n_dice; die += DICE_WORD) {
		int n = n_dice - die < DICE_WORD ? n_dice - die : DICE_WORD;
		packed += dice_roll_most(dice_word(hand_word, seat, die / DICE_WORD), n, faces, DICE_WORD);
	}
	return packed;
}
