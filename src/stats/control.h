/* control.h - control variates: a mean corrected by terms whose mean is known to be 0, and which vary with the numbers themselves. The
 * weights of the terms are those of the least squares, as in Lavenberg and Welch (1981). Pure arithmetic; never NaN or infinite. */
#pragma once

#include "base/base.h"

/* The sums over units of x, of each of n terms, and of the products of every two of them: x is number 0, the terms are 1 to n.
 * sums[i] of number i, then sums[CONTROL_PRODUCT(n, i, j)] of the product of the numbers i and j <= i. */
#define CONTROL_PRODUCT(n, i, j) ((n) + 1 + (i) * ((i) + 1) / 2 + (j))
#define CONTROL_SUMS(n) CONTROL_PRODUCT(n, (n) + 1, 0)

struct control {
	double shift;     /* to be subtracted from the mean of x */
	double remaining; /* the variance of the corrected mean as a part of that of the mean: in [0.01, 1]; 1: the terms say nothing */
	double explained; /* the other part: of the variance of x, not of its mean */
};

/* n_units: of the sums. unit: of x; the unit of the terms has no effect. Fewer than CONTROL_LEAST units for each term say nothing. */
enum { CONTROL_LEAST = 5 };
struct control control_fit(int n, const int64_t *sums, uint64_t n_units, double unit);
