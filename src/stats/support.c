/* support.c - a histogram for the likelihoods (support.h). */
#include "stats/support.h"

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
	for (size_t i = 0, j = support->n - 1; i <= j; i++, j--) { /* j does not wrap, since n is at least 2 */
		double value = 1 - support->value[i], count = support->count[i];
		support->value[i] = 1 - support->value[j];
		support->count[i] = support->count[j];
		support->value[j] = value;
		support->count[j] = count;
	}
}
