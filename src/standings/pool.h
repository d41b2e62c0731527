/* pool.h - the robots of one or several runs as one field: their results match by match, and head to head. A robot is its
 * file and its options, under any name. */
#pragma once

#include "stats/control.h"
#include "stats/histogram.h"
#include "stats/interval.h"
#include "stats/rating/blocks.h"
#include "stats/rating/rating.h"
#include "store/database.h"
#include "stats/ratio.h"

struct pool_robot {
	char *sha256, *options; /* ":risk=0.4" or ""; owned, like label */
	char *label;            /* as in the latest run; made unique */
	uint64_t games;         /* seats taken in games */
	uint64_t matches;
	int64_t *luck;           /* LUCK_SUMS sums (match/luck.h) of luck_matches matches; owned. NULL: of none */
	uint64_t luck_matches;
	struct histogram shares; /* by deal set: share of the first places; owned */
	struct histogram scores; /* by deal set: mean of (n - place) / (n - 1); owned */
};

struct pool {
	enum rating_by by;      /* set before the first run: the source of the ratings */
	int n_robots;
	struct pool_robot *robots; /* owned */
	int n_runs;
	uint64_t games, n_blocks, n_matches;
	int fewest_seats, most_seats; /* at the tables; 0 without games */
	bool has_sets;           /* some of its matches have the same dice */
	/* For the ratings: a unit is a deal set; sorted by pool_finish. Robots are indices in this pool. By wins only first
	 * places are distinguished, so that few different units represent many matches. */
	struct blocks blocks;
	struct pool_run *run;        /* being read */
	struct pool_sums *open;      /* of the robots in the deal set that is being added: n_open; owned */
	size_t n_open, open_room;
};

void pool_release(struct pool *pool);

/* Adds the robots and the stored matches of a run, the latest run first: labels come from the first run that has the
 * robot. A damaged database is EXIT_WORLD, and the pool is then unusable. */
int pool_add(struct pool *pool, struct database *database, int64_t run, struct err *err);

/* Adds a single game of robots that are known by name alone, as a match of its own. places: from 1, by player; 2 <= n
 * <= SCHEDULE_MAX_SEATS. Returns false when there are too many robots. */
bool pool_add_game(struct pool *pool, int n, const char *const *names, const uint8_t *places);

/* Finishes the pool after the last run. The same matches give the same pool, however they are spread over databases. */
void pool_finish(struct pool *pool);

/* Returns the index of a robot: the same file and data with the same options. Returns -1 if it is not there. */
int pool_find(const struct pool *pool, const struct run_config_robot *robot);

struct interval pool_wins(const struct pool_robot *robot);
struct corrected pool_corrected(const struct pool_robot *robot); /* is_known only if the luck of the dice is stored for all its matches */

/* The pair at [a * n_robots + b]. */
struct pool_pair {
	double met;     /* games of a and b at one table */
	double decided; /* those that show which of the two is better: by places all, by wins those that one of them won */
	double before;  /* those decided for a; a draw counts half */
	double sets;    /* deal sets in which a game was decided */
	double squares[3]; /* sums over these: before^2, before * decided, decided^2 */
};

/* Fills pairs: the caller's, n_robots squared of them, zeroed. */
void pool_pairs(const struct pool *pool, struct pool_pair *pairs);

/* Two robots of a pool in the games in which both played. The unit is the deal set, as everywhere. */

/* The outcome of a match at a table of two, for the first robot. A match of one block (two games) has the five outcomes
 * 0, 1/2, 1, 1 1/2 and 2 points, of which 1/2 and 1 1/2 need a shared first place. */
enum head_to_head_outcome {
	HEAD_TO_HEAD_LOST_ALL = 0, /* none of its games won */
	HEAD_TO_HEAD_LOST_MORE,    /* less than half */
	HEAD_TO_HEAD_EVEN,
	HEAD_TO_HEAD_WON_MORE,
	HEAD_TO_HEAD_WON_ALL,
	HEAD_TO_HEAD_OUTCOMES,
};

/* The first robot against the second. A zeroed struct is empty. */
struct head_to_head {
	struct histogram shares; /* of matches at tables of two: the share of the games that the first one won; owned */
	struct ratio half_wins;  /* of matches at larger tables: of the games that one of the two won, those of the first. Counted
				  * in halves of a game, for shared first places */
	bool has_shared;         /* there are shared first places in half_wins */
	uint64_t games;          /* in which both played, also those that neither won */
};

/* Fills cells[i * n + j] with ids[i] against ids[j], i < n_rows, i != j. The caller zeroes the cells, and releases the shares
 * of each. ids: n different robots of the pool, which must be finished and by wins. */
void head_to_head_of(const struct pool *pool, int n_rows, int n, const int *ids, struct head_to_head *cells);

/* Returns the share of the first robot in the games that one of the two won, with its 95 % interval; 0, from 0 to 1,
 * without any. */
struct interval head_to_head_interval(const struct head_to_head *cell);

/* Returns the chance that this share is above one half in the long run: the level of the one-sided interval that ends there. */
double head_to_head_superiority(const struct head_to_head *cell);

/* Counts the matches at tables of two by their outcome. */
void head_to_head_outcomes(const struct head_to_head *cell, uint64_t counts[HEAD_TO_HEAD_OUTCOMES]);
