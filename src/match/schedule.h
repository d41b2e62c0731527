/* schedule.h - which robots sit at which table in which match: computed from the number
 * of the match, never stored, so that ten million games need no more memory than ten.
 *
 * Blocks are numbered through the whole tournament. No two blocks share their dice, but in pairs of
 * matches (FORMAT_PAIRED): there every match is followed by its twin with the same dice. A match
 * is a run of blocks at one table. Each block is n_seats games, one for each rotation of the
 * table's robots over the seats. */
#ifndef ARENA_MATCH_SCHEDULE_H
#define ARENA_MATCH_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/rng.h"

enum {
	SCHEDULE_MAX_SEATS = 26,
	SCHEDULE_MAX_ROBOTS = 4096,
	SCHEDULE_MATCH_GAMES = 1000, /* at most, in a match */
};

enum format {
	FORMAT_TABLE = 0,   /* all robots at one table, as given */
	FORMAT_ROUND_ROBIN, /* every set of n_seats robots */
	FORMAT_GAUNTLET,    /* the first robot with every set of n_seats - 1 others */
	FORMAT_POOL,        /* tables at random, every robot equally often */
	FORMAT_PAIRED,      /* the first two robots in turn with all the others, with the same dice */
};

struct schedule {
	enum format format;
	int n_robots;
	int n_seats;
	uint64_t n_tables;
	uint64_t blocks_per_table;
	uint32_t blocks_per_match;
	uint64_t matches_per_table;
	uint64_t n_matches;
	uint64_t n_games;   /* blocks are never split: may be more than was asked for */
	struct rng_key key; /* of the random tables of a pool */
};

struct match_plan {
	uint64_t number;
	int robot[SCHEDULE_MAX_SEATS]; /* robot[i] has the letter 'A' + i; i < n_seats */
	uint64_t first_block;
	uint32_t n_blocks;
	bool has_twin;       /* the next match has the same dice */
	bool is_twin;        /* the match before it had them */
	uint64_t first_dice; /* the dice and the random numbers of the first block are those of this number */
};

/* games: at each table; in a pool, in all. n_seats 0 means all robots (FORMAT_TABLE), all but one (FORMAT_PAIRED),
 * or 2. */
int schedule_init(struct schedule *schedule, enum format format, int n_robots, int n_seats,
		  uint64_t games, struct rng_key seed, struct err *err);

/* number < n_matches. */
void schedule_match(const struct schedule *schedule, uint64_t number, struct match_plan *plan);

/* Where a game (from 0, < n_games) stands: its match, its block within the match, its rotation. */
struct game_place {
	uint64_t match;
	uint32_t block;
	int rotation;
};
struct game_place schedule_game(const struct schedule *schedule, uint64_t game);

/* The number (from 0) of a game. */
uint64_t schedule_game_number(const struct schedule *schedule, uint64_t first_block, uint32_t block, int rotation);

/* In rotation r, player i of the table sits in seat (i + r) % n_seats. */
static inline int schedule_seat(int player, int rotation, int n_seats)
{
	return (player + rotation) % n_seats;
}

#endif
