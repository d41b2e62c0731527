/* pool_list.h - a rating list of a pool. Robots that never met, not even through others, are on different islands. Each
 * island has its own list. No number is ever NaN or infinite. */
#pragma once

#include "standings/pool.h"
#include "stats/ranks.h"

/* The robots from order[first] on. Robots without games form the last island, which is not rated. */
struct pool_island {
	int first, n;
	struct ratings ratings; /* owned */
};

struct pool_list {
	const struct pool *pool;
	int n_islands;         /* at least 1, except without robots */
	struct pool_island *islands; /* the largest first; owned */
	struct component *component;   /* by robot, n_robots of them; owned. island: index in islands, -1 without games */
	int n_levels;
	int *order;            /* by island, then best first: the index of a robot; owned */
	struct pool_rank *ranks; /* by place in order; owned */
	int reference;         /* the robot whose rating is 0; -1: the mean of each island is 0 */
	bool has_matrix;       /* pairs are printed */
	struct pool_pair *pairs; /* NULL when not wanted, and of more than POOL_LIST_PAIRED robots; owned */
	double *nash_mix, *nash_gain; /* by robot: misfit.h; NULL when not wanted; owned */
};

/* The rank of a robot within its island. */
struct pool_rank {
	int rank;        /* robots whose ratings are equal share it */
	struct rank_range range; /* the ranks it may have */
};

/* With more robots than this, pairs are counted only for the matrix. */
enum { POOL_LIST_PAIRED = 100 };

/* Rates the finished pool. reference: index of a robot, or -1. */
void pool_list_init(struct pool_list *list, const struct pool *pool, int reference, bool has_matrix);
void pool_list_release(struct pool_list *list);

/* Returns the rating of a robot; zeroed if it has no games. */
struct robot_rating pool_list_rating(const struct pool_list *list, int robot);

/* Get the share of the decided games of a and b in which a was before b; the chance that a is better. Returns false
 * when there is none. */
bool pool_list_before(const struct pool_list *list, int a, int b, double *share);
bool pool_list_superiority(const struct pool_list *list, int a, int b, double *chance);

/* Do places have information that wins do not have? */
bool pool_list_has_places(const struct pool_list *list);
