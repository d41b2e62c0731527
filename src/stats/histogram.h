/* histogram.h - how often each value was seen. Values are the results of independent units, numbers in [0, 1]. They are
 * kept in ascending order, so that results do not depend on the order of adding.
 *
 *	struct histogram shares = {0};
 *	for each result of a chunk of matches:
 *		histogram_add(&shares, share, times_seen);
 *	for (struct histogram_cursor at = {0}; histogram_next(&shares, &at);)
 *		use(at.value, at.count);
 *	histogram_release(&shares);
 *
 * Two values are the same when they compare equal. Compute a share by one division of whole numbers, because sums of
 * thirds may be rounded differently and are then different values.
 *
 * A value added with count 0 was not seen, but could have been: the sequential tests give such values a small
 * chance (llr.h), and everything else ignores them. */
#pragma once

#include "base/base.h"

struct histogram_leaf;

/* A zeroed struct is empty. There are two levels: leaves of at most a few hundred values, and the list of leaves. */
struct histogram {
	uint64_t n;                     /* sum of the counts */
	uint64_t n_matches;             /* number of matches in all units, set by the caller; a unit is the mean of
	                                 * n_matches / n matches, or one match if n_matches is at most n */
	size_t n_values;                /* distinct values, including those with count 0 */
	struct histogram_leaf **leaves; /* [n_leaves] ascending, none empty; owned */
	size_t n_leaves, capacity;
};

#define AUTO_HISTOGRAM __attribute__((cleanup(histogram_release)))
void histogram_release(struct histogram *histogram);

/* Adds a value in [0, 1]. Adding a known value takes a search; adding a new one also moves at most a few kilobytes. The
 * sum of all counts must stay below 2^64. */
void histogram_add(struct histogram *histogram, double value, uint64_t count);

/* Gets the next value in ascending order. Start with a zeroed cursor. Returns false at the end. The histogram must not
 * change during the iteration. */
struct histogram_cursor {
	double value;
	uint64_t count;
	size_t leaf, next; /* internal */
};
bool histogram_next(const struct histogram *histogram, struct histogram_cursor *cursor);

/* Returns the mean, in [lowest value, highest value], or 0 when nothing was seen. */
double histogram_mean(const struct histogram *histogram);

/* Returns the number of distinct values with a count above 0 (1 when all units were equal), but at most `most`. */
size_t histogram_n_seen(const struct histogram *histogram, size_t most);

/* Returns how many units do not have the most common value. */
uint64_t histogram_n_uncommon(const struct histogram *histogram);

/* A histogram in the form that likelihoods need: its values and the two ends 0 and 1, with a small weight on possible
 * values that were not seen. Internal to the intervals and tests. */

struct support {
	size_t n;                /* at least 2 */
	double *value;           /* [n] ascending; the first one is 0 and the last one 1; owned */
	double *count;           /* [n] weights, above 0 unless at_ends and unseen are 0; in the same allocation as
	                          * `value` */
	double total;            /* sum of the weights */
};

/* Initialises a support from shares. at_ends is added to the counts of 0 and 1. `unseen` is the weight of values with
 * count 0, including the ends; if it is 0, such values are left out, except the ends. */
void support_init(struct support *support, const struct histogram *shares, double at_ends, double unseen);
void support_release(struct support *support);

/* Replaces each value x by 1 - x. */
void support_turn(struct support *support);
