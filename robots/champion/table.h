/* table.h - the file with champion's play of hands of two players, written by make_table and read by look_up.
 *
 * All numbers are little-endian. 8 bytes TABLE_MAGIC; then for n and m from 1 to TABLE_DICE and each role (0 opens the hand)
 * a u32: where in the file the plays of a player with n dice against m begin in this role; then by n and m the value of the
 * match (table_worth). There: a u32 `memory`, how many
 * faces before the last bid are remembered (0 to 2), and a u32 for each state (table_state), where its plays begin; 0: none.
 *
 * There: for each holding of n dice, in the order of table_holding, a byte c, and c times an action and its
 * weight, a byte each. Action 0 is a call, k + 1 is the bid with number k. c = 0: nothing is known. */
#ifndef CHAMPION_TABLE_H
#define CHAMPION_TABLE_H

#include <stdint.h>

enum { TABLE_DICE = 5, TABLE_FACES = 6, TABLE_MEMORY = 2 };

#define TABLE_MAGIC "champ 1\n"

/* Where the u32 of these dice and this role is. */
static inline uint32_t table_root(int n, int m, int role)
{
	return 8 + 4 * (uint32_t)(((n - 1) * TABLE_DICE + m - 1) * 2 + role);
}

/* Where the value of the match to the one who opens with n dice against m is: a u32, 0 loses and 2 * TABLE_ONE wins. */
static inline uint32_t table_worth(int n, int m)
{
	return table_root(TABLE_DICE, TABLE_DICE, 1) + 4 + 4 * (uint32_t)((n - 1) * TABLE_DICE + m - 1);
}

enum { TABLE_ONE = 1000000, TABLE_HEADER = 8 + 4 * TABLE_DICE * TABLE_DICE * 3 };

/* The number of a state: the last bid (-1: none), and the faces of the bids before it, 0 when there is none. */
static inline uint32_t table_state(int memory, int bid, const uint8_t *face)
{
	uint32_t state = (uint32_t)(bid + 1);
	for (int i = 0; i < memory; i++)
		state = state * (TABLE_FACES + 1) + face[i];
	return state;
}

/* The number of states. */
static inline uint32_t table_n_states(int memory, int n, int m)
{
	uint32_t states = (uint32_t)((n + m) * TABLE_FACES + 1);
	for (int i = 0; i < memory; i++)
		states *= TABLE_FACES + 1;
	return states;
}

/* The number of holdings of n dice with this many faces. */
static inline int table_n_holdings(int n, int faces)
{
	int ways = 1;
	for (int i = 1; i < faces; i++)
		ways = ways * (n + i) / i;
	return ways;
}

/* The number of the holding with count[face] dice of each face: those with more of the highest face come first. */
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

#endif
