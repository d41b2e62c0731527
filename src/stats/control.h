/* control.h - control variates: corrects the mean of a number x by terms that correlate with x and have mean 0. The
 * weights are found by least squares (Lavenberg and Welch 1981). Pure arithmetic; never NaN or infinite. */
#pragma once

#include "stats/interval.h"

/* Indices of the sums over units: sums[i] is the sum of number i, where number 0 is x and numbers 1 to n are the terms;
 * sums[CONTROL_PRODUCT(n, i, j)] is the sum of the product of numbers i and j <= i. */
#define CONTROL_PRODUCT(n, i, j) ((n) + 1 + (i) * ((i) + 1) / 2 + (j))
#define CONTROL_SUMS(n) CONTROL_PRODUCT(n, (n) + 1, 0)

struct control {
	double shift;     /* the number to subtract from the mean of x */
	double remaining; /* corrected variance of the mean / plain variance, in [0.01, 1]; 1 means that the terms
	                   * explain nothing */
	double explained; /* the variance of x that the terms explain */
};

/* Fits the weights. `unit` is the unit of x in the sums; the unit of the terms has no effect. With fewer than
 * CONTROL_LEAST units (matches) for each term there is no correction. */
enum { CONTROL_LEAST = 5 };
struct control control_fit(int n, const int64_t *sums, uint64_t n_units, double unit);

/* A mean corrected by the terms. */
struct corrected {
	bool is_known;        /* false if there is no correction, or there are too few units for one */
	struct interval wins; /* 95 % */
	double games;         /* number of uncorrected games that would be as precise */
};
struct corrected control_apply(const struct control *control, struct interval plain, uint64_t games);

/* A correction for a sequential test, whose units come in parts. Each part is corrected with weights estimated from the
 * parts before it, so that a corrected unit has the same mean as the original one, given everything before it. There
 * are no weights until there are CONTROL_LEAST units for each term; from then on they are found by least squares, and
 * shrunk towards 0 as far as they may be due to chance (James and Stein 1961). */
struct control_series {
	int n;                  /* terms */
	int64_t *sums, *part;   /* sums: of all parts that have ended; part: of the part in progress. sums, part and
	                         * weights are owned */
	double *weights;        /* weights for the part in progress */
	uint64_t n_units, n_in_part;
	double sum, squares;    /* sums over the corrected units of the parts that have ended */
};
void control_series_init(struct control_series *series, int n);
void control_series_release(struct control_series *series);

/* Add units to the part in progress, and end that part. */
void control_series_add(struct control_series *series, const int64_t *sums, uint64_t n_units);
void control_series_end_part(struct control_series *series);

/* Returns the correction of all units. `remaining` is above 1 if the weights increase the variance, and 1 as long as x
 * does not vary. */
struct control control_series_fit(const struct control_series *series, double unit);

/* Returns the lowest number of units above n at which a part of a test ends. These numbers are fixed. */
uint64_t control_part_end(uint64_t n);
