/* pool.h - the robots of one or several runs together: their results match by match, and head to head. A robot is
 * identified by its file and its options, whatever its name. */
#pragma once

#include "stats/control.h"
#include "stats/histogram.h"
#include "stats/interval.h"
#include "stats/rating/blocks.h"
#include "stats/rating/rating.h"
#include "store/database.h"
#include "stats/ratio.h"

struct pool_robot {
	char *sha256, *options; /* options: ":risk=0.4" or ""; owned, like label */
	char *label;            /* as in the latest run; made unique */
	uint64_t games;         /* games, counted once for each seat that the robot had in them */
	uint64_t matches;
	int64_t *luck;           /* LUCK_SUMS sums (match/luck.h) over luck_matches matches; owned. NULL: luck_matches
	                          * is 0 */
	uint64_t luck_matches;
	struct histogram shares; /* share of the first places in each deal set; owned */
	struct histogram scores; /* mean of (n - place) / (n - 1) in each deal set; owned */
};

struct pool {
	enum rating_by by;      /* the basis of the ratings; set it before the first run */
	int n_robots;
	struct pool_robot *robots; /* owned */
	int n_runs;
	uint64_t games, n_blocks, n_matches;
	int fewest_seats, most_seats; /* smallest and largest table; 0 without games */
	bool has_sets;           /* some of its matches have the same dice */
	/* The games for the ratings. A unit is a deal set, and pool_finish sorts the units. Robots are indices in this
	 * pool. With RATING_BY_WINS only first places are distinguished, so that few distinct units represent many
	 * matches. */
	struct blocks blocks;
	struct pool_run *run;        /* the run that is being read */
	struct pool_sums *open;      /* open[i], i < n_open: sums of the robots in the deal set that is being added;
	                              * owned */
	size_t n_open, open_room;
};

void pool_release(struct pool *pool);

/* Adds the robots and the stored matches of a run. Add the latest run first, because the label of a robot comes from
 * the first run that has it. Fails with EXIT_WORLD for a damaged database; the pool is then unusable. */
int pool_add(struct pool *pool, struct database *database, int64_t run, struct err *err);

/* Adds a single game as a match of its own, of robots that are known only by their names. places[player] counts from 1;
 * 2 <= n <= SCHEDULE_MAX_SEATS. Returns false when there are too many robots. */
bool pool_add_game(struct pool *pool, int n, const char *const *names, const uint8_t *places);

/* Finishes the pool after the last run. The same matches give the same pool, however they are distributed over
 * databases. */
void pool_finish(struct pool *pool);

/* Returns the index of the robot with the same file, data and options, or -1 if there is none. */
int pool_find(const struct pool *pool, const struct run_config_robot *robot);

struct interval pool_wins(const struct pool_robot *robot);
struct corrected pool_corrected(const struct pool_robot *robot); /* is_known only if the luck is stored for all its
                                                                  * matches */

/* The results of robot a against robot b, at index a * n_robots + b. */
struct pool_pair {
	double met;     /* games in which a and b were at the same table */
	double decided; /* games that say which of the two is better: by places all, by wins those that one of them
	                 * won */
	double before;  /* decided games in which a was better; a draw counts half */
	double sets;    /* deal sets with at least one decided game */
	double squares[3]; /* sums over these sets: before^2, before * decided, decided^2 */
};

/* Fills pairs[n_robots * n_robots], which the caller has allocated and zeroed. */
void pool_pairs(const struct pool *pool, struct pool_pair *pairs);

/* Two robots of a pool in the games in which both played. The unit is the deal set, as in all statistics. */

/* The outcome of a match at a table of two, for the first robot. A match of one block (two games) has the five outcomes
 * 0, 1/2, 1, 1 1/2 and 2 points, of which 1/2 and 1 1/2 require a shared first place. */
enum head_to_head_outcome {
	HEAD_TO_HEAD_LOST_ALL = 0, /* it won none of the games */
	HEAD_TO_HEAD_LOST_MORE,    /* it won less than half */
	HEAD_TO_HEAD_EVEN,
	HEAD_TO_HEAD_WON_MORE,
	HEAD_TO_HEAD_WON_ALL,
	HEAD_TO_HEAD_OUTCOMES,
};

/* The first robot against the second. A zeroed struct is empty. */
struct head_to_head {
	struct histogram shares; /* for matches at tables of two: the share of the games that the first robot won;
	                          * owned */
	struct ratio half_wins;  /* for matches at larger tables: of the games that one of the two won, how many the
				  * first won. Counted in half games, because of shared first places */
	bool has_shared;         /* there are shared first places in half_wins */
	uint64_t games;          /* games in which both played, including those that neither won */
};

/* Fills cells[i * n + j] with the results of ids[i] against ids[j], i < n_rows, i != j. The caller zeroes the cells,
 * and releases the shares of each. `ids` are n different robots of the pool, which must be finished and rated by
 * wins. */
void head_to_head_of(const struct pool *pool, int n_rows, int n, const int *ids, struct head_to_head *cells);

/* Returns the share of the first robot in the games that one of the two won, with its 95 % interval. Without such games
 * the share is 0 and the interval [0, 1]. */
struct interval head_to_head_interval(const struct head_to_head *cell);

/* Returns the chance that this share is above one half in the long run, which is the level of the one-sided interval
 * that ends at one half. */
double head_to_head_superiority(const struct head_to_head *cell);

/* Counts the matches at tables of two by their outcome. */
void head_to_head_outcomes(const struct head_to_head *cell, uint64_t counts[HEAD_TO_HEAD_OUTCOMES]);
