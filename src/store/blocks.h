/* blocks.h - the outcomes of a match's blocks as a short string of bytes.
 *
 * A block is n_seats games, a game the places of its players. Equal blocks are counted, not
 * repeated: with two seats there are four outcomes of a block and so a few bytes for a match of any
 * length. Format: for each distinct block in ascending order a count, then n_seats games; all
 * numbers are varints (7 bits to a byte, low first, the high bit set on all but the last byte). A
 * game is one number, the places less one as digits in base n_seats, player 0 the highest digit;
 * above 10 seats, where that would not fit 64 bits, it is n_seats numbers. */
#ifndef ARENA_STORE_BLOCKS_H
#define ARENA_STORE_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* places: as in match_result. Appends to out. */
void blocks_encode(const uint8_t *places, uint32_t n_blocks, int n_seats, struct str *out);

/* Calls visit for each distinct block: places[rotation * n_seats + player] and its count. The
 * bytes may be damaged: returns -1 then, or when the counts do not add up to n_blocks; 0 when
 * all is well. */
int blocks_decode(const void *bytes, size_t size, uint32_t n_blocks, int n_seats,
		  void (*visit)(const uint8_t *places, uint32_t count, void *context), void *context);

/* All blocks of a match, sorted, into places (n_blocks * n_seats * n_seats bytes). -1 as above. */
int blocks_places(const void *bytes, size_t size, uint32_t n_blocks, int n_seats, uint8_t *places);

#endif
