/* table.h - describes the files with champion's play in hands of two players, which make_table computes, code_table
 * codes, and look_up.h reads. All numbers are little-endian.
 *
 * Both files begin with 8 bytes, TABLE_COMPUTED or TABLE_CODED. Then for each set of rules, n and m from 1 to
 * TABLE_DICE and each role (0 opens the hand) a u32: where in the file the plays of a player with n dice against m
 * begin in this role; 0: none. Then by set, n and m the value of the match (table_worth).
 *
 * The computed file has there a u32 `memory`, how many faces before the last bid are remembered (0 to 2), and a u32 for
 * each state (table_state), where its plays begin; 0: none. There: for each holding of n dice, in the order of
 * table_holding, a byte c, and c times an action and its weight, a byte each. Action 0 is a call, k + 1 is the bid with
 * number k, TABLE_EXACT is exact. Most holdings have one action: then the only byte is TABLE_SINGLE and the action. A
 * byte above TABLE_GAP is TABLE_GAP and a number of holdings that never come to this state.
 *
 * The coded file is an eighth as large, and a file may have several, one after another. After the values come its size
 * (u32), the number of low bits of a weight by the dice on the table (a byte each), the holdings (coding.h) and the
 * rows of the coder. The mixtures of a state are coded in pieces of TABLE_PIECE holdings; holdings that never come to
 * the state have those of the one before. The pieces of a role are in groups of TABLE_GROUP: where the first begins
 * (u32), and how long each is (u16; 0: the table does not have the state). */
#pragma once

#include "arena_dice.h"

enum { TABLE_DICE = 5, TABLE_FACES = 6, TABLE_MEMORY = 2, TABLE_EXACT = 61, TABLE_SINGLE = 64, TABLE_GAP = 127,
	TABLE_LONGEST_GAP = 128 };
enum { TABLE_ACTIONS = 62, TABLE_HOLDINGS = 252, TABLE_PIECE = 63 }; /* most of them */

#define TABLE_COMPUTED "champ 2\n"
#define TABLE_CODED "champ 3\n"

enum table_set { TABLE_LIARS_DICE, TABLE_WILD, TABLE_TOURNEY, TABLE_PERUDO, TABLE_PALIFICO, N_TABLE_SETS };

/* A set of rules, named after the variant that has them. */
struct table_rules {
	char name[12];
	uint8_t wild, starter, ones_rule, exact; /* as in arena_dice.h */
	bool is_palifico;                        /* the palifico hands of these rules */
};

static const struct table_rules table_rules[N_TABLE_SETS] = {
	[TABLE_LIARS_DICE] = {"liars-dice", DICE_WILD_NONE, DICE_STARTER_NEXT, DICE_ONES_PLAIN, DICE_EXACT_OFF, false},
	[TABLE_WILD] = {"wild", DICE_WILD_ONES, DICE_STARTER_LOSER, DICE_ONES_PLAIN, DICE_EXACT_OFF, false},
	[TABLE_TOURNEY] = {"tourney", DICE_WILD_DROP, DICE_STARTER_LOSER, DICE_ONES_PLAIN, DICE_EXACT_OFF, false},
	[TABLE_PERUDO] = {"perudo", DICE_WILD_ONES, DICE_STARTER_LOSER, DICE_ONES_PERUDO, DICE_EXACT_GAIN, false},
	[TABLE_PALIFICO] = {"palifico", DICE_WILD_ONES, DICE_STARTER_LOSER, DICE_ONES_PERUDO, DICE_EXACT_GAIN, true},
};

static inline uint32_t table_u32(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint32_t table_u16(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8;
}

/* Returns where the u32 for these dice and this role is. */
static inline uint32_t table_root(int set, int n, int m, int role)
{
	return 8 + 4 * (uint32_t)((((set * TABLE_DICE + n - 1) * TABLE_DICE) + m - 1) * 2 + role);
}

/* Returns where the value of the match is to the player who opens with n dice against m. It is a u32, from 0 (loses) to
 * 2 * TABLE_ONE (wins). */
static inline uint32_t table_worth(int set, int n, int m)
{
	return table_root(N_TABLE_SETS, 1, 1, 0) + 4 * (uint32_t)((set * TABLE_DICE + n - 1) * TABLE_DICE + m - 1);
}

enum { TABLE_ONE = 1000000, TABLE_HEADER = 8 + 4 * N_TABLE_SETS * TABLE_DICE * TABLE_DICE * 3 };

/* Returns the number of a state, given the last bid (-1 for none), the faces of the bids before it (0 for none) and,
 * with wild=drop, whether ones are no longer wild. */
static inline uint32_t table_state(int memory, int bid, const uint8_t *face, bool is_plain)
{
	uint32_t state = (uint32_t)(bid + 1);
	for (int i = 0; i < memory; i++)
		state = state * (TABLE_FACES + 1) + face[i];
	return 2 * state + is_plain;
}

/* Returns the number of states. */
static inline uint32_t table_n_states(int memory, int n, int m)
{
	uint32_t states = (uint32_t)((n + m) * TABLE_FACES + 1);
	for (int i = 0; i < memory; i++)
		states *= TABLE_FACES + 1;
	return 2 * states;
}

/* Returns the number of a bid. Bids are numbered by quantity and face, whatever their order in the rules. */
static inline int table_bid(int play)
{
	return (dice_quantity(play) - 1) * TABLE_FACES + dice_face(play) - 1;
}

/* Returns the number of holdings of n dice with this many faces (at least one). */
static inline int table_n_holdings(int n, int faces)
{
	static const uint8_t ways[TABLE_DICE + 1][TABLE_FACES] = {
		{1, 1, 1, 1, 1, 1}, {1, 2, 3, 4, 5, 6}, {1, 3, 6, 10, 15, 21},
		{1, 4, 10, 20, 35, 56}, {1, 5, 15, 35, 70, 126}, {1, 6, 21, 56, 126, 252},
	};
	return ways[n][faces - 1];
}

/* Returns the number of the holding that has count[face] dice of each face. Holdings with more dice of the highest face
 * come first. */
static inline int table_holding(int n, const uint8_t *count)
{
	int number = 0, left = n;
	for (int face = TABLE_FACES; face > 1; face--) {
		for (int more = left; more > count[face]; more--)
			number += table_n_holdings(left - more, face - 1);
		left -= count[face];
	}
	return number;
}
