/* control.h - control variates: a mean corrected by terms whose mean is known to be 0, and which vary with the numbers themselves. The
 * weights of the terms are those of the least squares, as in Lavenberg and Welch (1981). Pure arithmetic; never NaN or infinite. */
#pragma once

#include "stats/interval.h"

/* The sums over units of x, of each of n terms, and of the products of every two of them: x is number 0, the terms are 1 to n.
 * sums[i] of number i, then sums[CONTROL_PRODUCT(n, i, j)] of the product of the numbers i and j <= i. */
#define CONTROL_PRODUCT(n, i, j) ((n) + 1 + (i) * ((i) + 1) / 2 + (j))
#define CONTROL_SUMS(n) CONTROL_PRODUCT(n, (n) + 1, 0)

struct control {
	double shift;     /* to be subtracted from the mean of x */
	double remaining; /* the variance of the corrected mean as a part of that of the mean: in [0.01, 1]; 1: the terms explain nothing */
	double explained; /* the other part: of the variance of x, not of its mean */
};

/* n_units: of the sums. unit: of x; the unit of the terms has no effect. With fewer than CONTROL_LEAST units for each
 * term there is no correction. */
enum { CONTROL_LEAST = 5 };
struct control control_fit(int n, const int64_t *sums, uint64_t n_units, double unit);

/* A mean corrected by the terms. */
struct corrected {
	bool is_known;        /* else there is no correction, or there are too few units for it */
	struct interval wins; /* 95 % */
	double games;         /* games that would be as precise without the correction */
};
struct corrected control_apply(const struct control *control, struct interval plain, uint64_t games);

/* The same for units that come in parts, for a sequential test: each part is corrected with weights estimated from the
 * parts before it, so that a corrected unit has the same mean as the unit, given all that came before. No weights
 * before CONTROL_LEAST units for each term; then those of the least squares, shrunk towards 0 as far as they may be
 * chance (James and Stein 1961). */
struct control_series {
	int n;                  /* terms */
	int64_t *sums, *part;   /* of all parts that have ended; of the part in progress. Owned, like the next */
	double *weights;        /* for the part in progress */
	uint64_t n_units, n_in_part;
	double sum, squares;    /* of the corrected units of the parts that have ended */
};
void control_series_init(struct control_series *series, int n);
void control_series_release(struct control_series *series);

/* Units of the part in progress. */
void control_series_add(struct control_series *series, const int64_t *sums, uint64_t n_units);
void control_series_end_part(struct control_series *series);

/* Returns the correction of all units. remaining may be above 1, where the weights do harm; it is 1 while x does not vary. */
struct control control_series_fit(const struct control_series *series, double unit);

/* Returns the first end of a part of a test above n. The ends are fixed numbers of units. */
uint64_t control_part_end(uint64_t n);
