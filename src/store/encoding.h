/* encoding.h - the outcomes of a chunk, their order, and its details, encoded as bytes for its row in the database.
 *
 *   outcomes   the blocks as in blocks.h: if matches have one block, those of all matches together or, without an
 *              ordering, those of each table; otherwise those of each match in turn
 *   ordering   if the order is stored: the order of these blocks, as written by stored_blocks_encode
 *   details    for each match: its signature, 8 bytes, low first; then varints: n_alike, the asks of each player, the
 *              number of troubles, and for each: its match minus that of the previous one, player, illegal, timeouts,
 *              crashes, failed_games; then for each player with calls in a match: the match as above, player, and
 *              the four numbers of struct showdowns as in luck
 *   luck       the luck of the dice (match/luck.h): for each robot its LUCK_SUMS sums, as varints of 2 |sum|, plus 1
 *              if it is negative */
#pragma once

#include "match/chunk.h"

/* Append the parts of a chunk to the strings. If `ordering` is NULL, the order is not stored. The chunk must have its
 * order. `period` is chunk_period of the chunk. */
void encoding_outcomes(const struct chunk *chunk, uint64_t period, struct str *outcomes, struct str *ordering);
void encoding_details(const struct chunk *chunk, struct str *details);
void encoding_luck(const struct chunk *chunk, struct str *luck);

/* Decode the same parts into a chunk whose matches, n_seats and n_blocks are set and valid. Return false if the bytes
 * are damaged. `ordering` is NULL if the order was not stored. */
bool encoding_get_outcomes(struct chunk *chunk, uint64_t period, const void *outcomes, size_t size,
			   const void *ordering, size_t ordering_size);
bool encoding_get_details(struct chunk *chunk, const void *details, size_t size);
bool encoding_get_luck(struct chunk *chunk, const void *luck, size_t size); /* call it after chunk_sum */

/* Calls visit for the outcomes of a chunk. If its matches have one block, it must have no ordering, and visit gets each
 * distinct match of a table, with the index of one match at that table; otherwise it gets each match. Returns false if
 * the bytes are damaged. */
bool encoding_each(const struct chunk *chunk, uint64_t period, const void *outcomes, size_t size,
		   void (*visit)(uint64_t match, const uint8_t *places, uint64_t times, void *context), void *context);
