/* blocks.h - the outcomes of many blocks as a short string of bytes.
 *
 * A block is n_seats games, and a game is given by the places of its players. Equal blocks are counted and sorted,
 * which makes the string short. If the order of play is needed, it is stored separately. With two seats any number of
 * blocks takes a few bytes; with six seats each block takes about eight bytes.
 *
 * The format, in which all numbers are varints (7 bits in each byte, low bits first, the high bit set in all bytes but
 * the last):
 *
 *   N              the number of distinct games that follow; a game is represented by its number in that list. 0: there
 *                  is no list, because no place was shared; a game is then the rank of its order among all n_seats! in
 *                  the lexicographic order of places
 *   N orders       ascending, n_seats bytes each: the place of each player
 *   for each distinct block, ascending:
 *     first word minus that of the previous block, times 2, plus 1 if a count follows
 *     the other words of the block
 *     its count minus 2, if there is one
 *
 * The games of a block are the digits of its words, with the first game as the highest digit. A word has as many games
 * as fit below 2^62. */
#pragma once

#include "base/varint.h"

/* Encodes places[(block * n_seats + rotation) * n_seats + player]. Appends to `out`. If `order` is not NULL, appends to
 * it a varint for each block in turn: the index of the first equal block among the sorted blocks, as
 * stored_blocks_places writes them. */
void stored_blocks_encode(const uint8_t *places, uint32_t n_blocks, int n_seats, struct str *out, struct str *order);

/* Reads exactly n_blocks blocks. Calls visit for each distinct block, with places[rotation * n_seats + player] and the
 * count. Returns -1 when the bytes are damaged or the counts do not add up to n_blocks. All places passed to visit are
 * possible results of a game. */
int stored_blocks_decode(struct varints *from, uint32_t n_blocks, int n_seats,
		  void (*visit)(const uint8_t *places, uint32_t count, void *context), void *context);

/* Writes all blocks, sorted, into places (n_blocks * n_seats * n_seats bytes). Returns -1 when the bytes are
 * damaged. */
int stored_blocks_places(struct varints *from, uint32_t n_blocks, int n_seats, uint8_t *places);

/* Puts the sorted blocks into the order in which they were played. Returns -1 when the bytes are damaged. */
int stored_blocks_restore_order(struct varints *from, uint32_t n_blocks, int n_seats, uint8_t *places);


/* The distinct strings among many byte strings of equal length, with their counts, sorted as by memcmp. A zeroed struct
 * is empty. */
struct distinct {
	size_t n, size;   /* n strings of size bytes */
	uint8_t *bytes;   /* string i begins at i * size; owned, like times and which */
	uint32_t *times;  /* times[i] */
	uint32_t *which;  /* which[k] is the index in `bytes` of the k-th given string */
};

/* Counts the distinct strings. Fast when few are distinct. n_given < 2^32; size > 0. The caller releases *distinct. */
void distinct_count(struct distinct *distinct, const uint8_t *given, size_t n_given, size_t size);
void distinct_release(struct distinct *distinct);
#define AUTO_DISTINCT __attribute__((cleanup(distinct_release)))

/* Returns the index of the string, or the index where it would be inserted. */
size_t distinct_find(const struct distinct *distinct, const uint8_t *string);
