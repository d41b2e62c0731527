/* control.h - control variates: less noise for the same games. Beside each block's score y a second
 * number x is known, which shares the luck of the block and whose expectation is known: the score of the
 * seat when a fixed robot sits in all seats and the dice are the same (the shadow game), expectation 1/2
 * (or the fair share). What x is above its expectation was luck; the part of it that y follows is taken
 * off. Pure arithmetic; never NaN or infinite. */
#ifndef ARENA_STATS_CONTROL_H
#define ARENA_STATS_CONTROL_H

#include <stdint.h>

#include "stats/interval.h"
#include "stats/student.h"

/* A zeroed struct has no blocks. Sums in the order of the blocks. */
struct control_sums {
	uint64_t blocks;
	double y, x, yy, xx, xy; /* sums of y, x, y^2, x^2 and x y; y and x within [-1, 1] */
};
void control_add(struct control_sums *sums, double y, double x);
void control_merge(struct control_sums *sums, const struct control_sums *part);

struct control_estimate {
	struct interval plain;    /* mean of y, Student's 95 % interval; not clamped */
	struct interval adjusted; /* the same of y - slope (x - expected) */
	double slope;             /* least squares of y on x; 0 when x never varied */
	double correlation;       /* of y and x, in [-1, 1] */
	double saved;             /* plain variance / adjusted variance, in [1, CONTROL_MOST_SAVED]: this many
				   * times the blocks would be needed for the same interval without x */
};
#define CONTROL_MOST_SAVED 1e6

/* expected is that of x. The slope is estimated from the same blocks: a bias of order 1/blocks, and one
 * degree of freedom less (Lavenberg & Welch 1981). Below 4 blocks the adjusted one is the plain one, and
 * with fewer than 2 the interval is mean - 1 to mean + 1. */
struct control_estimate control_adjust(const struct control_sums *sums, double expected);

#endif
