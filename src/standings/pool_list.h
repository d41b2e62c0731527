/* pool_list.h - the rating list of a pool. Robots that have not met, directly or through others, are on different
 * islands. Each island has its own list. No number is ever NaN or infinite. */
#pragma once

#include "standings/pool.h"
#include "stats/ranks.h"

/* An island has the robots order[first], ..., order[first + n - 1]. Robots without games form the last island, which is
 * not rated. */
struct pool_island {
	int first, n;
	struct ratings ratings; /* owned */
};

struct pool_list {
	const struct pool *pool;
	int n_islands;         /* at least 1 if there are robots */
	struct pool_island *islands; /* largest first; owned */
	struct component *component;   /* by robot; `island` is an index in islands, -1 without games; owned */
	int n_levels;
	int *order;            /* indices of the robots by island, best first; owned */
	struct pool_rank *ranks; /* ranks[i] is that of robot order[i]; owned */
	int reference;         /* the robot whose rating is 0; -1: the mean of each island is 0 */
	bool has_matrix;       /* the results of all pairs are wanted, for a matrix */
	struct pool_pair *pairs; /* NULL if not requested, or if there are more than POOL_LIST_PAIRED robots; owned */
	double *nash_mix, *nash_gain; /* by robot (misfit.h); NULL if not requested; owned */
};

/* The rank of a robot within its island. */
struct pool_rank {
	int rank;        /* robots with equal ratings share a rank */
	struct rank_range range; /* the ranks that it may have */
};

/* With more robots than this, pairs are counted only for the matrix. */
enum { POOL_LIST_PAIRED = 100 };

/* Rates the finished pool. `reference` is the index of a robot, or -1. */
void pool_list_init(struct pool_list *list, const struct pool *pool, int reference, bool has_matrix);
void pool_list_release(struct pool_list *list);

/* Returns the rating of a robot; zeroed if it has no games. */
struct robot_rating pool_list_rating(const struct pool_list *list, int robot);

/* Get the share of the decided games of a and b in which a was better, and the chance that a is better. Return false
 * when it is unknown. */
bool pool_list_before(const struct pool_list *list, int a, int b, double *share);
bool pool_list_superiority(const struct pool_list *list, int a, int b, double *chance);

/* Returns true if places have information that wins do not have. */
bool pool_list_has_places(const struct pool_list *list);
