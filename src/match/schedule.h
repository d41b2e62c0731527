/* schedule.h - the table, the robots and their order for each match, computed from the number of the match and never
 * stored, so that ten million games need no more memory than ten.
 *
 * A block is one set of dice, played once for each rotation of the circle over the seats: n_seats games. With
 * DEALS_INDEPENDENT each of these games has dice of its own, so that a robot cannot profit from remembering another
 * rotation. A match is match_length consecutive blocks at one table, with the same circle. Tables take turns: match i
 * of every table comes before match i + 1 of any table. So a run that is stopped has played each table equally often,
 * and a longer run begins with the games of a shorter one. Blocks are numbered through the whole tournament. No two
 * blocks share their dice, except in deal sets. With FORMAT_PAIRED or DEALS_SAME the matches of a turn have the same
 * dice and the same circle. They form a deal set, which is then the unit of every statistic; otherwise each match is a
 * set of its own.
 *
 * The circle (the order of the players, and which of them has seat 0 in the first rotation) is drawn at random for each
 * match, because with three or more seats the seating order has a large effect. */
#pragma once

#include "base/rng.h"

enum {
	SCHEDULE_MAX_SEATS = 26,
	SCHEDULE_MAX_ROBOTS = 4096,
	SCHEDULE_MAX_LENGTH = 100000, /* blocks in a match */
	SCHEDULE_MAX_SET = 1000, /* matches in a deal set; each is played by processes of its own */
};

enum format {
	FORMAT_TABLE = 0,   /* all robots at one table, as given */
	FORMAT_ROUND_ROBIN, /* every set of n_seats robots */
	FORMAT_GAUNTLET,    /* the first robot with every set of n_seats - 1 others */
	FORMAT_POOL,        /* tables at random, every robot equally often */
	FORMAT_PAIRED,      /* the first two robots alternately with all the others, with the same dice */
	FORMAT_LISTED,      /* the tables of a list */
};

/* How the numbers of matches, and so their dice and circles, are assigned to several tables. */
enum deals {
	DEALS_SHUFFLED = 0, /* the tables take turns; the tables of a pool are cut from many random orders of the
	                     * robots */
	DEALS_OLD,          /* a run of an older arena: with one table, or paired, like DEALS_SHUFFLED; otherwise the
	                     * order is unknown */
	DEALS_SAME,         /* the tables take turns, and the matches of a turn have the same dice */
	DEALS_INDEPENDENT,  /* like DEALS_SHUFFLED, but each rotation has its own dice */
};

/* Options that change only the schedule of the games. An option consists of a line here, its text in
 * src/cli/options.txt, and the code that uses it. The command line, run.json, the database and the comparison of runs
 * use this list. A line has the member, the option, its key in files, its highest value (1: a flag; 0 is the default),
 * and words for the difference between two runs. */
#define SCHEDULE_SETTINGS(SETTING) \
	SETTING(is_as_given, "as-given", "as_given", 1, "the order at the table (--as-given)")

#define SCHEDULE_ONE(member, option, key, most, words) +1
#define SCHEDULE_MEMBER(member, option, key, most, words) int member;
enum { SCHEDULE_N_SETTINGS = 0 SCHEDULE_SETTINGS(SCHEDULE_ONE) };
extern const struct schedule_setting {
	const char *option, *key;
	int most;
	const char *words;
} schedule_settings[SCHEDULE_N_SETTINGS];

/* The members. setting[i] is the member of schedule_settings[i]. */
#define SCHEDULE_SETTING_MEMBERS \
	union { \
		struct { \
			SCHEDULE_SETTINGS(SCHEDULE_MEMBER) \
		}; \
		int setting[SCHEDULE_N_SETTINGS]; \
	}

/* The options from which a schedule is made. */
struct schedule_options {
	enum format format;
	int n_robots;
	int n_seats;           /* 0: all robots (FORMAT_TABLE), all but one (FORMAT_PAIRED), or 2 */
	uint64_t games;        /* at each table; in a pool, in total; rounded up to whole matches */
	uint32_t match_length; /* blocks in a match, at least 1 */
	SCHEDULE_SETTING_MEMBERS;
	enum deals deals;
	struct rng_key seed;
	const int *tables;     /* FORMAT_LISTED: the robots of table t are tables[t * n_seats + i], i < n_seats, all
	                        * different and < n_robots; borrowed, by the schedule too */
	uint64_t n_tables;
};

struct schedule {
	enum format format;
	int n_robots;
	int n_seats;
	uint64_t n_tables;
	uint64_t blocks_per_table;
	uint32_t match_length;
	uint64_t matches_per_table;
	uint64_t n_matches;
	uint64_t n_games;      /* matches are never split, so this may be more than requested */
	SCHEDULE_SETTING_MEMBERS;
	enum deals deals;
	uint64_t set_size;     /* matches of equal number / set_size have the same dice: n_tables or 1 */
	const int *tables;     /* FORMAT_LISTED; borrowed */
	struct rng_key key;    /* of the random tables of a pool */
	struct rng_key circle_key;
};

struct match_plan {
	uint64_t number, set;  /* set: the number of its deal set */
	int robot[SCHEDULE_MAX_SEATS]; /* robot[i] has the letter 'A' + i; i < n_seats */
	uint8_t position[SCHEDULE_MAX_SEATS]; /* position[i]: position of player i in the circle */
	uint64_t first_block;
	uint32_t n_blocks;
	uint64_t first_dice; /* the number from which the dice and random numbers of the first block are drawn
	                      * (schedule_dice) */
};

int schedule_init(struct schedule *schedule, const struct schedule_options *options, struct err *err);

/* Returns a match, number < n_matches. In its arrays only the first n_seats elements are set. */
struct match_plan schedule_match(const struct schedule *schedule, uint64_t number);

/* schedule_table returns the table (< n_tables) of a match. schedule_number returns the number of the match of a table
 * in a turn (< matches_per_table). */
uint64_t schedule_table(const struct schedule *schedule, uint64_t number);
uint64_t schedule_number(const struct schedule *schedule, uint64_t table, uint64_t turn);

/* Returns the distance between matches at the same table among the n matches first, first + stride, ... (all <
 * n_matches). Returns n when no two are known to be at the same table. */
uint64_t schedule_period(const struct schedule *schedule, uint64_t first, uint64_t n, uint64_t stride);

/* Divides the matches of each table (in a pool: of the run) into n <= 10 equal parts, and returns the part, from 0, of
 * a match (< n_matches). */
int schedule_part(const struct schedule *schedule, uint64_t number, int n);

/* The position of a game (from 0, < n_games): its match, its block within the match, its rotation. */
struct game_place {
	uint64_t match;
	uint32_t block;
	int rotation;
};
struct game_place schedule_game(const struct schedule *schedule, uint64_t game);

/* Returns the number (from 0) of a game. */
uint64_t schedule_game_number(const struct schedule *schedule, uint64_t first_block, uint32_t block, int rotation);

/* Returns the number from which the dice and the random numbers of a game are drawn. */
static inline uint64_t schedule_dice(const struct schedule *schedule, const struct match_plan *plan, uint32_t block,
				     int rotation)
{
	uint64_t number = plan->first_dice + block;
	return schedule->deals == DEALS_INDEPENDENT ? number * (uint64_t)schedule->n_seats + (uint64_t)rotation
						    : number;
}

/* Returns the seat of a player in a rotation. The player at position i of the circle has seat (i + rotation) %
 * n_seats. */
static inline int schedule_seat(const struct match_plan *plan, int player, int rotation, int n_seats)
{
	int seat = plan->position[player] + rotation;
	return seat < n_seats ? seat : seat - n_seats;
}

/* Returns the player in a seat. */
int schedule_player(const struct match_plan *plan, int seat, int rotation, int n_seats);
