/* head_to_head.h - two robots of a pool in the games in which both played. The unit is the deal set, as everywhere. */
#pragma once

#include "standings/pool.h"
#include "stats/histogram.h"
#include "stats/interval.h"
#include "stats/ratio.h"

/* A match at a table of two, for the first robot. A match of one block (two games) has the five outcomes 0, 1/2, 1, 1 1/2 and
 * 2 points, of which 1/2 and 1 1/2 need a shared first place. */
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
};

/* Fills cells[i * n + j], ids[i] against ids[j], i != j: zeroed, the caller's, who releases the shares of each. ids: n different
 * robots of the pool, which must be finished and by wins. */
void head_to_head_of(const struct pool *pool, int n, const int *ids, struct head_to_head *cells);

/* Returns the share that the first one won of the games that one of the two won, with its 95 % interval; 0, from 0 to 1
 * without any. */
struct interval head_to_head_interval(const struct head_to_head *cell);

/* Counts the matches at tables of two by their outcome. */
void head_to_head_outcomes(const struct head_to_head *cell, uint64_t counts[HEAD_TO_HEAD_OUTCOMES]);
