/* histogram.c - how often each value was seen (histogram.h). */
#include "stats/histogram.h"

#include <math.h>

#include "base/bisect.h"

enum {
	FIRST_CAPACITY = 8,
	LEAF_MAX = 512,
};

struct histogram_entry {
	double value;
	uint64_t count;
};

struct histogram_leaf {
	size_t n, capacity;
	struct histogram_entry entries[];
};

void histogram_release(struct histogram *histogram)
{
	for (size_t i = 0; i < histogram->n_leaves; i++)
		free(histogram->leaves[i]);
	free(histogram->leaves);
	*histogram = (struct histogram){0};
}

static struct histogram_leaf *leaf_resized(struct histogram_leaf *leaf, size_t capacity)
{
	bool is_new = !leaf;
	leaf = mem_resize(leaf, 1, sizeof *leaf + capacity * sizeof *leaf->entries);
	if (is_new)
		leaf->n = 0;
	leaf->capacity = capacity;
	return leaf;
}

static void insert_leaf(struct histogram *histogram, size_t at, struct histogram_leaf *leaf)
{
	if (histogram->n_leaves == histogram->capacity) {
		histogram->capacity = 2 * histogram->capacity + 1;
		histogram->leaves = mem_resize(histogram->leaves, histogram->capacity, sizeof *histogram->leaves);
	}
	memmove(histogram->leaves + at + 1, histogram->leaves + at,
		(histogram->n_leaves - at) * sizeof *histogram->leaves);
	histogram->leaves[at] = leaf;
	histogram->n_leaves++;
}

/* Returns the leaf for the value: the last one that does not start above it, or the first if there is none. */
static size_t find_leaf(const struct histogram *histogram, double value)
{
	size_t next = BISECT(i, histogram->n_leaves, histogram->leaves[i]->entries[0].value <= value);
	return next ? next - 1 : 0;
}

/* Returns the first entry that is not below the value. */
static size_t find_entry(const struct histogram_leaf *leaf, double value)
{
	return BISECT(i, leaf->n, leaf->entries[i].value < value);
}

/* Moves the upper half of a full leaf to a new leaf after it. */
static void split_leaf(struct histogram *histogram, size_t at)
{
	struct histogram_leaf *lower = histogram->leaves[at], *upper = leaf_resized(NULL, LEAF_MAX);
	upper->n = lower->n / 2;
	lower->n -= upper->n;
	memcpy(upper->entries, lower->entries + lower->n, upper->n * sizeof *upper->entries);
	insert_leaf(histogram, at + 1, upper);
}

void histogram_add(struct histogram *histogram, double value, uint64_t count)
{
	bug_if(!(value >= 0 && value <= 1));
	value += 0.0; /* converts -0 to 0 */
	if (!histogram->n_leaves)
		insert_leaf(histogram, 0, leaf_resized(NULL, FIRST_CAPACITY));
	histogram->n += count;
	size_t number = find_leaf(histogram, value);
	struct histogram_leaf *leaf = histogram->leaves[number];
	size_t at = find_entry(leaf, value);
	if (at < leaf->n && leaf->entries[at].value == value) {
		leaf->entries[at].count += count;
		return;
	}
	if (leaf->n == LEAF_MAX) {
		split_leaf(histogram, number);
		number += at > leaf->n;
		at -= at > leaf->n ? leaf->n : 0;
		leaf = histogram->leaves[number];
	} else if (leaf->n == leaf->capacity) {
		leaf = histogram->leaves[number] = leaf_resized(leaf, 2 * leaf->capacity);
	}
	memmove(leaf->entries + at + 1, leaf->entries + at, (leaf->n - at) * sizeof *leaf->entries);
	leaf->entries[at] = (struct histogram_entry){value, count};
	leaf->n++;
	histogram->n_values++;
}

bool histogram_next(const struct histogram *histogram, struct histogram_cursor *cursor)
{
	while (cursor->leaf < histogram->n_leaves && cursor->next == histogram->leaves[cursor->leaf]->n) {
		cursor->leaf++;
		cursor->next = 0;
	}
	if (cursor->leaf == histogram->n_leaves)
		return false;
	const struct histogram_entry *entry = &histogram->leaves[cursor->leaf]->entries[cursor->next++];
	cursor->value = entry->value;
	cursor->count = entry->count;
	return true;
}

double histogram_mean(const struct histogram *histogram)
{
	double sum = 0, low = 1, high = 0;
	for (struct histogram_cursor at = {0}; histogram_next(histogram, &at);) {
		if (!at.count)
			continue;
		sum += (double)at.count * at.value;
		low = fmin(low, at.value);
		high = fmax(high, at.value);
	}
	/* The sum is rounded, but the mean of equal values must be that value. */
	return histogram->n ? fmin(fmax(sum / (double)histogram->n, low), high) : 0;
}

uint64_t histogram_n_uncommon(const struct histogram *histogram)
{
	uint64_t most = 0;
	for (struct histogram_cursor at = {0}; histogram_next(histogram, &at);)
		most = at.count > most ? at.count : most;
	return histogram->n - most;
}

size_t histogram_n_seen(const struct histogram *histogram, size_t most)
{
	size_t n_seen = 0;
	for (struct histogram_cursor at = {0}; n_seen < most && histogram_next(histogram, &at);)
		n_seen += at.count > 0;
	return n_seen;
}

static void append(struct support *support, double value, double count)
{
	support->value[support->n] = value;
	support->count[support->n++] = count;
	support->total += count;
}

void support_init(struct support *support, const struct histogram *shares, double at_ends, double unseen)
{
	size_t most = shares->n_values + 2;
	double *numbers = NEW_ARRAY(double, 2 * most), at_one = 0;
	bool has_zero = false;
	*support = (struct support){.value = numbers, .count = numbers + most};
	for (struct histogram_cursor at = {0}; histogram_next(shares, &at);) {
		double count = at.count ? (double)at.count : unseen;
		if (!has_zero) {
			append(support, 0, (at.value == 0 ? count : unseen) + at_ends);
			has_zero = true;
		}
		if (at.value == 1)
			at_one = (double)at.count;
		else if (at.value > 0 && count > 0)
			append(support, at.value, count);
	}
	if (!has_zero)
		append(support, 0, unseen + at_ends);
	append(support, 1, (at_one > 0 ? at_one : unseen) + at_ends);
}

void support_release(struct support *support)
{
	free(support->value);
	*support = (struct support){0};
}

void support_turn(struct support *support)
{
	for (size_t i = 0, j = support->n - 1; i <= j; i++, j--) { /* j does not wrap around, because n is at least 2 */
		double value = 1 - support->value[i], count = support->count[i];
		support->value[i] = 1 - support->value[j];
		support->count[i] = support->count[j];
		support->value[j] = value;
		support->count[j] = count;
	}
}
