/* look_up.h - reads champion's tables (table.h): finds the mixture of plays of a holding in a hand of two players.
 *
 * The tables are part of the robot's file and never change, so all copies of the robot share them. They are coded
 * (coding.h), so a look-up decodes one state up to the holding. */
#pragma once

#include "arena_dice.h"
#include "coding.h"

/* A public state of a hand of two. */
struct state {
	int set;        /* enum table_set, or -1 for none */
	int n[2];       /* dice of the opener and of the other */
	int n_bids;
	bool is_plain;  /* with wild=drop, ones are no longer wild */
	int bid;        /* number of the last bid, from 0, or -1 for none; a number above all possible bids is not in
	                 * the table */
	uint8_t face[TABLE_MEMORY]; /* faces of the bids before the last, the latest first; 0 for none */
};

/* Returns the player who moves; 0 is the opener. */
static inline int state_actor(const struct state *state)
{
	return state->n_bids % 2;
}

static inline void state_bid(struct state *state, int play)
{
	if (state->bid >= 0) {
		state->face[1] = state->face[0];
		state->face[0] = (uint8_t)(state->bid % TABLE_FACES + 1);
	}
	state->bid = table_bid(play);
	if (state->set >= 0 && table_rules[state->set].wild == DICE_WILD_DROP && state->n_bids < 2 &&
	    dice_face(play) == 1)
		state->is_plain = true;
	state->n_bids++;
}

/* Returns a play as an action of the table. */
static inline int action_of(int play)
{
	return play == ARENA_CALL ? 0 : play == ARENA_EXACT ? TABLE_EXACT : table_bid(play) + 1;
}

static inline int play_of(int action)
{
	if (action == 0 || action == TABLE_EXACT)
		return action == 0 ? ARENA_CALL : ARENA_EXACT;
	return dice_bid((action - 1) / TABLE_FACES + 1, (action - 1) % TABLE_FACES + 1);
}

/* Returns table `number` of the `size` bytes at `bytes`, which are coded tables one after another, or NULL if there is
 * no such table. */
static inline const uint8_t *table_at(const uint8_t *bytes, size_t size, int number)
{
	for (;; number--) {
		size_t own = size > CODING_ROWS && memcmp(bytes, TABLE_CODED, strlen(TABLE_CODED)) == 0
			? table_u32(bytes + CODING_SIZE) : 0;
		if (own <= CODING_ROWS || own > size)
			return NULL;
		if (number == 0)
			return bytes;
		bytes += own;
		size -= own;
	}
}

/* Returns true if the table has plays of a player with n dice against m in this role. */
static inline bool table_has(const uint8_t *table, int set, int n, int m, int role)
{
	return table && n >= 1 && m >= 1 && n <= TABLE_DICE && m <= TABLE_DICE &&
		table_u32(table + table_root(set, n, m, role));
}

/* Returns the value of the match, -1 to 1, to the player who opens with n dice against m. */
static inline double table_value(const uint8_t *table, int set, int n, int m)
{
	if (n == 0 || m == 0)
		return n == 0 ? -1 : 1;
	return ((double)table_u32(table + table_worth(set, n, m)) - TABLE_ONE) / TABLE_ONE;
}

/* What to do in a state with a holding: one of n actions, each with its weight. */
struct table_mixture {
	int n; /* 0 if it is not in the table */
	uint8_t pairs[2 * TABLE_ACTIONS]; /* action i and its weight are at pairs[2 * i] */
};

/* Decodes the mixtures of a state, from the beginning of their piece to the holding with this number. Returns false if
 * the table does not have the state. */
static inline bool decode_piece(const uint8_t *table, const struct state *state, int holding, struct coded_piece *piece)
{
	int actor = state_actor(state), n = state->n[actor], m = state->n[!actor];
	if (state->set < 0 || !table_has(table, state->set, n, m, actor) || state->bid >= (n + m) * TABLE_FACES)
		return false;
	const uint8_t *role = table + table_u32(table + table_root(state->set, n, m, actor));
	uint32_t slot = table_state((int)table_u32(role), state->bid, state->face, state->is_plain) /
		coding_step(state->set);
	slot = slot * coding_pieces(n) + (uint32_t)(holding / TABLE_PIECE);
	const uint8_t *group = role + 4 + slot / TABLE_GROUP * TABLE_GROUP_BYTES, *at = table + table_u32(group);
	for (group += 4; slot % TABLE_GROUP > 0; slot--, group += 2)
		at += table_u16(group);
	piece->n_dice = n + m;
	piece->bid = state->bid;
	piece->low = table[CODING_LOW + n + m];
	piece->holdings = table + coding_holdings(n);
	piece->first = holding / TABLE_PIECE * TABLE_PIECE;
	piece->given = NULL;
	piece->n_actions = 0;
	if (!table_u16(group))
		return false;
	struct coder coder = coder_at(table + CODING_ROWS, at);
	code_piece(&coder, piece, holding);
	return true;
}

static inline void look_up(const uint8_t *table, const struct state *state, const uint8_t *count,
			   struct table_mixture *mixture)
{
	struct coded_piece piece;
	int holding = table_holding(state->n[state_actor(state)], count);
	mixture->n = 0;
	if (!decode_piece(table, state, holding, &piece))
		return;
	const uint8_t *weight = piece.weight[piece.mixture[holding - piece.first]];
	for (int k = 0; k < piece.n_actions; k++) {
		if (weight[k]) {
			mixture->pairs[2 * mixture->n] = piece.action[k];
			mixture->pairs[2 * mixture->n++ + 1] = weight[k];
		}
	}
}
