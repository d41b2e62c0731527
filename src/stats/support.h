/* support.h - a histogram for the likelihoods: its values and the two ends 0 and 1, with a small weight on unseen
 * possible values. Internal to the intervals and tests. */
#pragma once

#include "stats/histogram.h"

struct support {
	size_t n;                /* at least 2 */
	double *value;           /* [n] ascending; the first one is 0 and the last one 1; owned */
	double *count;           /* [n] weights, above 0 unless both of the below are 0; part of value's memory */
	double total;            /* of the weights */
};

/* at_ends: added to the counts of 0 and 1. unseen: the weight of values with count 0, the ends included; when
 * it is 0, such values are left out, except the ends. */
void support_init(struct support *support, const struct histogram *shares, double at_ends, double unseen);
void support_release(struct support *support);

/* From x to 1 - x. */
void support_turn(struct support *support);
