/* coding.h - codes the mixtures of a state, for the program that writes them and the robot that reads them.
 *
 * A range coder with fixed chances: a row of the file has the chances of the symbols in one context, and code_piece
 * runs through the same contexts in both directions. First come the actions that any holding takes. Then comes, for
 * each holding in order, whether it has the same weights as the one before and, if not, the weight of each action. A
 * weight is a number of eighths, and some low bits in hands with few dice. Its context is how many eighths are left,
 * the weights that two similar holdings have for the action, and the holding's own dice of the action's face. */
#pragma once

#include <string.h>

#include "table.h"

enum { CODING_EIGHTHS = 8, CODING_SYMBOLS = CODING_EIGHTHS + 1, CODING_BITS = 12, CODING_MOST_LOW = 3 };

/* The first row for each kind of symbol. */
enum {
	ROW_USED = 0,                         /* [kind of action][the three flags before] */
	N_KINDS = 32,
	ROW_SAME = ROW_USED + N_KINDS * 8,    /* [what the two have in common][the last bid's face: changed, own
					       * dice] */
	ROW_LOW = ROW_SAME + 8 * 8,           /* [number of low bits - 1][eighths] */
	ROW_WEIGHT = ROW_LOW + CODING_MOST_LOW * CODING_SYMBOLS, /* [eighths left - 1][before][similar][own dice] */
	N_ROWS = ROW_WEIGHT + CODING_EIGHTHS * CODING_SYMBOLS * 4 * 5,
	ROW_BYTES = 2 * CODING_SYMBOLS,       /* where each symbol ends, in parts of 2^CODING_BITS, as u16 */
};

/* Offsets in a coded file. The holdings of n dice begin at coding_holdings(n), a u32 each: the dice of face f in the
 * four bits from 4 * (f - 1) on, and above these bits the number of a similar holding before it, or its own number if
 * there is none. */
enum { CODING_SIZE = TABLE_HEADER, CODING_LOW = CODING_SIZE + 4, CODING_HOLDINGS = CODING_LOW + 2 * TABLE_DICE + 2,
       CODING_ROWS = CODING_HOLDINGS + 4 * (209 + TABLE_HOLDINGS) };

static inline uint32_t coding_holdings(int n)
{
	static const uint16_t fewer[TABLE_DICE + 1] = {0, 0, 6, 27, 83, 209};
	return CODING_HOLDINGS + 4U * fewer[n];
}

enum { TABLE_GROUP = 32, TABLE_GROUP_BYTES = 4 + 2 * TABLE_GROUP };

/* Returns how many states of the computed table share a place: two, unless the rules of the set need is_plain. */
static inline uint32_t coding_step(int set)
{
	return table_rules[set].wild == DICE_WILD_DROP ? 1 : 2;
}

/* Returns the number of pieces of a state. */
static inline uint32_t coding_pieces(int n)
{
	return (uint32_t)(table_n_holdings(n, TABLE_FACES) + TABLE_PIECE - 1) / TABLE_PIECE;
}

struct coder {
	const uint8_t *rows, *at; /* used for reading: the rows, and the next byte */
	uint32_t code, range;
	void (*put)(struct coder *coder, int row, int symbol); /* used for writing; NULL when reading */
};

/* Returns a coder that begins to read at `at`. */
static inline struct coder coder_at(const uint8_t *rows, const uint8_t *at)
{
	return (struct coder){rows, at + 4,
		(uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3], UINT32_MAX, NULL};
}

static inline int read_symbol(struct coder *coder, int row)
{
	const uint8_t *ends = coder->rows + row * ROW_BYTES;
	uint32_t part = coder->range >> CODING_BITS, begin = 0, end = table_u16(ends) * part;
	int symbol = 0;
	while (coder->code >= end && symbol < CODING_SYMBOLS - 1) {
		begin = end;
		end = table_u16(ends + 2 * ++symbol) * part;
	}
	coder->code -= begin;
	coder->range = end - begin;
	for (; coder->range < 1U << 24; coder->range <<= 8)
		coder->code = coder->code << 8 | *coder->at++;
	return symbol;
}

/* Reads and returns the next symbol or, when writing, writes and returns `symbol`. */
static inline int code_symbol(struct coder *coder, int row, int symbol)
{
	if (!coder->put)
		return read_symbol(coder, row);
	coder->put(coder, row, symbol);
	return symbol;
}

/* A piece of a state: its mixtures for TABLE_PIECE holdings. */
struct coded_piece {
	int n_dice, bid;         /* dice of all players; number of the last bid, or -1 if there is none */
	int low;                 /* low bits of a weight; the weights of a holding sum to CODING_EIGHTHS << low */
	const uint8_t *holdings; /* holdings of the player who moves, in the file */
	int first;               /* the holding with which the piece begins */
	const uint8_t (*given)[TABLE_ACTIONS]; /* used for writing: the weights, by holding and index in `action`; NULL
	                                        * when reading */
	int n_actions, n_mixtures;
	uint8_t action[TABLE_ACTIONS];
	uint8_t mixture[TABLE_PIECE];      /* mixture[holding - first] is the index of the holding's mixture in
	                                    * `weight` */
	bool is_single[TABLE_PIECE + 1];   /* the mixture has one action */
	uint8_t weight[TABLE_PIECE + 1][TABLE_ACTIONS]; /* [mixture][index in action]; the first mixture is empty */
};

static inline int dice_in(uint32_t holding, int face)
{
	return (int)(holding >> 4 * (face - 1) & 15);
}

/* Returns the kind of an action, for the row of its flag: a call, "exact", ones below the last bid, or how far above it
 * the action is. 3 means that the action is never taken. */
static inline int kind_of(const struct coded_piece *piece, int action)
{
	int above = action - 1 - piece->bid;
	if (action == 0 || action == TABLE_EXACT)
		return action == 0 ? 0 : 1;
	return above > N_KINDS - 4 ? N_KINDS - 1 : above > 0 ? above + 3 : action % TABLE_FACES == 1 ? 2 : 3;
}

static inline void code_actions(struct coder *coder, struct coded_piece *piece)
{
	int before = 0, n = 0, highest = piece->n_dice * TABLE_FACES;
	for (int action = 0; action <= TABLE_EXACT; action += action == highest ? TABLE_EXACT - highest : 1) {
		bool is_used = n < piece->n_actions && piece->action[n] == action;
		int kind = kind_of(piece, action);
		is_used = kind != 3 && code_symbol(coder, ROW_USED + kind * 8 + before, is_used);
		before = (before << 1 | is_used) & 7;
		if (is_used)
			piece->action[n++] = (uint8_t)action;
	}
	piece->n_actions = n;
}

/* Returns how many dice with the action's face a holding has, at most 3, or 4 if the action has no face. */
static inline int own_of(uint32_t holding, int action)
{
	int own = action == 0 || action == TABLE_EXACT ? 4 : dice_in(holding, (action - 1) % TABLE_FACES + 1);
	return own > 3 && action > 0 && action < TABLE_EXACT ? 3 : own;
}

/* Adds a mixture, with two similar ones for comparison. `given` has its weights when writing. */
static inline void code_weights(struct coder *coder, struct coded_piece *piece, uint32_t holding, const uint8_t *given,
				const uint8_t *before, const uint8_t *similar)
{
	static const uint8_t group_of[CODING_SYMBOLS] = {0, 1, 1, 2, 2, 2, 2, 2, 3};
	int low = piece->low, round = (1 << low) - 1, left = CODING_EIGHTHS << low, k = 0, most = 0;
	uint8_t *weight = piece->weight[++piece->n_mixtures];
	for (; k < piece->n_actions - 1 && left > 0; k++) {
		int part = given ? given[k] : 0;
		int row = (((left + round) >> low) - 1) * CODING_SYMBOLS + ((before[k] + round) >> low);
		row = ROW_WEIGHT + (row * 4 + group_of[(similar[k] + round) >> low]) * 5 +
			own_of(holding, piece->action[k]);
		int now = code_symbol(coder, row, part >> low);
		if (low)
			now = now << low | code_symbol(coder, ROW_LOW + (low - 1) * CODING_SYMBOLS + now, part & round);
		weight[k] = (uint8_t)now;
		left -= now;
		most = now > most ? now : most;
	}
	piece->is_single[piece->n_mixtures] = most == CODING_EIGHTHS << low || left == CODING_EIGHTHS << low;
	for (; k < piece->n_actions; k++, left = 0)
		weight[k] = (uint8_t)left;
}

/* Writes or reads the mixtures of the holdings of a piece up to number `last`. */
static inline void code_piece(struct coder *coder, struct coded_piece *piece, int last)
{
	int face = piece->bid < 0 ? 0 : piece->bid % TABLE_FACES + 1, before = 0, own_before = 0, first = piece->first;
	code_actions(coder, piece);
	size_t size = (size_t)piece->n_actions;
	memset(piece->weight[0], 0, size);
	piece->is_single[0] = false;
	piece->n_mixtures = 0;
	for (int h = first; h <= last; h++) {
		uint32_t holding = table_u32(piece->holdings + 4 * h);
		const uint8_t *given = piece->given ? piece->given[h] : NULL;
		int near = (int)(holding >> 24), own = face ? dice_in(holding, face) : 0;
		int similar = near >= first && near < h ? piece->mixture[near - first] : 0;
		int common = (before == similar) << 2 | piece->is_single[before] << 1 | piece->is_single[similar];
		int row = ROW_SAME + common * 8 + (own_before != own) * 4 + (own > 3 ? 3 : own);
		if (!before || !code_symbol(coder, row, given && memcmp(piece->weight[before], given, size) == 0)) {
			code_weights(coder, piece, holding, given, piece->weight[before], piece->weight[similar]);
			before = piece->n_mixtures;
		}
		piece->mixture[h - first] = (uint8_t)before;
		own_before = own;
	}
}
