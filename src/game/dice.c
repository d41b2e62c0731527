/* dice.c - the table from which dice are read two at a time (dice.h). */
#include "game/dice.h"

#define BOTH(faces, i) ((i) < (faces) * (faces) ? DICE_PACK((i) / (faces) + 1) + DICE_PACK((i) % (faces) + 1) : 0)
#define FIRST(faces, i) ((i) < (faces) * (faces) ? DICE_PACK((i) / (faces) + 1) : 0)
#define NINE(what, faces, i) \
	what(faces, i), what(faces, i + 1), what(faces, i + 2), what(faces, i + 3), what(faces, i + 4), what(faces, i + 5), \
	what(faces, i + 6), what(faces, i + 7), what(faces, i + 8)
#define PAIRS(what, faces) \
	{NINE(what, faces, 0), NINE(what, faces, 9), NINE(what, faces, 18), NINE(what, faces, 27), NINE(what, faces, 36), \
	 NINE(what, faces, 45), NINE(what, faces, 54), NINE(what, faces, 63), NINE(what, faces, 72)}
#define ALL(what) \
	{{0}, {0}, PAIRS(what, 2), PAIRS(what, 3), PAIRS(what, 4), PAIRS(what, 5), PAIRS(what, 6), PAIRS(what, 7), PAIRS(what, 8), \
	 PAIRS(what, 9)}

const uint64_t dice_packed[2][9 + 1][9 * 9] = {ALL(FIRST), ALL(BOTH)};
