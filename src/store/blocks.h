/* blocks.h - the outcomes of a match's blocks as a short string of bytes.
 *
 * A block is n_seats games, a game the places of its players. Which block was played when is not
 * kept: equal blocks are counted, and the rest is sorted, which is what makes it short. With two
 * seats a match of any length takes a few bytes, with six about eight bytes a block.
 *
 * Format; all numbers are varints (7 bits to a byte, low first, the high bit set on all but the last):
 *
 *   N              the games have numbers below this: N orders of the players are listed; 0 none,
 *                  when nobody ever shared a place: a game is then the rank of its order among all
 *                  n_seats! in lexicographic order of places
 *   N orders       ascending, n_seats bytes each: the place of each player
 *   for each distinct block, ascending:
 *     first word less that of the block before, times 2, plus 1 if a count follows
 *     the other words of the block
 *     its count less 2, if there is one
 *
 * A block's games are digits of its words, the first game the highest digit; a word takes as many
 * games as stay below 2^62. */
#ifndef ARENA_STORE_BLOCKS_H
#define ARENA_STORE_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* places: as in match_result. Appends to out. */
void blocks_encode(const uint8_t *places, uint32_t n_blocks, int n_seats, struct str *out);

/* Calls visit for each distinct block: places[rotation * n_seats + player] and its count. The
 * bytes may be damaged: returns -1 then, or when the counts do not add up to n_blocks; 0 when
 * all is well. Whatever visit sees are places that a game can end with. */
int blocks_decode(const void *bytes, size_t size, uint32_t n_blocks, int n_seats,
		  void (*visit)(const uint8_t *places, uint32_t count, void *context), void *context);

/* All blocks of a match, sorted, into places (n_blocks * n_seats * n_seats bytes). -1 as above. */
int blocks_places(const void *bytes, size_t size, uint32_t n_blocks, int n_seats, uint8_t *places);

/* For games that are compared block by block the order matters too: adds, for each block of places, where among the
 * sorted ones (of blocks_places) its like first stands, as a varint. */
void blocks_encode_order(const uint8_t *places, const uint8_t *sorted, uint32_t n_blocks, int n_seats, struct str *out);

/* Puts the sorted blocks into the order in which they were played. -1 when the bytes are damaged. */
int blocks_restore_order(const void *bytes, size_t size, uint32_t n_blocks, int n_seats, uint8_t *places);

#endif
