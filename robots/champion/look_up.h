/* look_up.h - champion's table (table.h), read: the mixture of plays of a holding in a hand of two players.
 *
 * The table is part of the robot's file and never changes, so all copies of the robot share it. Without the table there
 * are no bytes. */
#pragma once

#include <string.h>

#include "arena_dice.h"
#include "table.h"

/* From table.S. */
extern __attribute__((visibility("hidden"))) const uint8_t champion_table[], champion_table_end[];

/* A public state of a hand of two. */
struct state {
	int set;        /* enum table_set; -1: none */
	int n[2];       /* dice of the opener and of the other */
	int n_bids;
	bool is_plain;  /* wild=drop: ones are no longer wild */
	int bid;        /* number of the last one, from 0; -1: none; beyond the possible bids: not in the table */
	uint8_t face[TABLE_MEMORY]; /* of the bids before the last, the latest first; 0: none */
};

/* The player who moves: 0 is the opener. */
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
	if (state->set >= 0 && table_rules[state->set].wild == DICE_WILD_DROP && state->n_bids < 2 && dice_face(play) == 1)
		state->is_plain = true;
	state->n_bids++;
}

/* A play as the table's action. */
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

static inline uint32_t table_u32(uint32_t at)
{
	const uint8_t *p = champion_table + at;
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Was the robot built with a table of this format? */
static inline bool table_is_there(void)
{
	return champion_table_end - champion_table > TABLE_HEADER && memcmp(champion_table, TABLE_MAGIC, strlen(TABLE_MAGIC)) == 0;
}

/* Has the table plays of a player with n dice against m in this role? */
static inline bool table_has(int set, int n, int m, int role)
{
	return table_is_there() && n >= 1 && m >= 1 && n <= TABLE_DICE && m <= TABLE_DICE &&
	       table_u32(table_root(set, n, m, role));
}

/* The value of the match to the player who opens with n dice against m, -1 to 1. */
static inline double table_value(int set, int n, int m)
{
	if (n == 0 || m == 0)
		return n == 0 ? -1 : 1;
	return ((double)table_u32(table_worth(set, n, m)) - TABLE_ONE) / TABLE_ONE;
}

/* What to do in a state with a holding: n actions, each with its weight. */
struct table_mixture {
	int n; /* 0: not in the table */
	const uint8_t *pairs; /* action and weight at pairs[2 * i]; in the table, or `single` */
	uint8_t single[2];
};

/* Reads the entry of one or more holdings at `at`, and returns the place after it. */
static inline const uint8_t *read_mixture(const uint8_t *at, struct table_mixture *mixture, int *n_holdings)
{
	int byte = *at;
	*n_holdings = byte > TABLE_GAP ? byte - TABLE_GAP : 1;
	mixture->n = byte > TABLE_GAP ? 0 : byte >= TABLE_SINGLE ? 1 : byte;
	mixture->pairs = at + 1;
	if (byte < TABLE_SINGLE)
		return at + 1 + 2 * byte;
	mixture->single[0] = (uint8_t)(byte - TABLE_SINGLE);
	mixture->single[1] = 1;
	mixture->pairs = mixture->single;
	return at + 1;
}

static inline void look_up(const struct state *state, const uint8_t *count, struct table_mixture *mixture)
{
	int actor = state_actor(state), n = state->n[actor], m = state->n[!actor], n_holdings;
	mixture->n = 0;
	if (state->set < 0 || !table_has(state->set, n, m, actor) || state->bid >= (n + m) * TABLE_FACES)
		return;
	uint32_t role = table_u32(table_root(state->set, n, m, actor));
	uint32_t plays = table_u32(role + 4 + 4 * table_state((int)table_u32(role), state->bid, state->face, state->is_plain));
	const uint8_t *at = champion_table + plays;
	for (int left = table_holding(n, count); plays && left >= 0; left -= n_holdings)
		at = read_mixture(at, mixture, &n_holdings);
}
