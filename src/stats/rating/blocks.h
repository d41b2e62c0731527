/* blocks.h - finished games for the ratings: the finishing orders of independent units, with the count of each unit.
 * Equal units are kept once, so that ten million games of two to four seats are a small table.
 *
 * Units are independent of each other. A unit is a match, in which robots keep their memory from block to block. (With
 * one block per match a unit is a block, hence the name.)
 *
 *	struct blocks blocks = {0};
 *	for each kind of unit:
 *		for each game in it:
 *			blocks_game(&blocks, n_seats, robots, places, 1);
 *		blocks_end(&blocks, times_seen);
 *	blocks_sort(&blocks);
 *
 * After blocks_sort, the contents do not depend on the order of adding. Memory: about 100 bytes
 * for each distinct finishing order, and 50 plus 8 per distinct order in it for each distinct unit. */
#pragma once

#include "stats/intern.h"

enum {
	BLOCKS_MAX_SEATS = 26,
	BLOCKS_MAX_ROBOTS = 16384,
};

/* A zeroed struct is empty. Fields are for reading only. */
struct blocks {
	int n_robots;          /* 1 + the highest robot number seen */
	bool is_sorted;
	struct intern tables;  /* the robots at a table, ascending */
	struct intern orders;  /* number of the table, then the places of its robots, packed */
	struct intern units;   /* pairs (number of the order, number of games that ended in it), ascending */
	uint64_t *times;       /* times[unit]: how often the unit was seen; owned */
	size_t times_capacity;
	uint32_t *open;        /* pairs of the open unit; owned */
	size_t n_open, open_capacity;
};

#define AUTO_BLOCKS __attribute__((cleanup(blocks_release)))
void blocks_release(struct blocks *blocks);

/* Adds `times` games with this finishing order to the open unit. robots[i], i < n_seats, 1 <= n_seats <=
 * BLOCKS_MAX_SEATS, finished in places[i]. Places are any integers; the lowest is the best, and equal ones are ties. A
 * robot may hold several seats. */
void blocks_game(struct blocks *blocks, int n_seats, const int *robots, const int *places, uint32_t times);

/* Closes the open unit, which was seen `times` times. A unit without games is ignored. */
void blocks_end(struct blocks *blocks, uint64_t times);

/* Renumbers tables, orders and units in the order of their contents. No unit may be open. */
void blocks_sort(struct blocks *blocks);

/* A finishing order, seats sorted by robot. */
struct order {
	uint32_t table;
	int n_seats;
	const uint32_t *robots;          /* borrowed from blocks, valid until something is added */
	uint8_t group[BLOCKS_MAX_SEATS]; /* 0 for the first place, 1 for the next place, ... */
	int n_groups;
};
struct order blocks_order(const struct blocks *blocks, uint32_t number);

/* Returns the pairs (order, games) of a unit, and their number in *n_pairs. */
static inline const uint32_t *blocks_unit(const struct blocks *blocks, uint32_t unit, size_t *n_pairs)
{
	*n_pairs = blocks->units.items[unit].length / 2;
	return intern_words(&blocks->units, unit);
}

/* Returns the table of the first order of a unit. */
uint32_t blocks_table_of(const struct blocks *blocks, uint32_t unit);
