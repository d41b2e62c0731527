/* strata.c - mean shares over a fixed number of matches at each table (strata.h). */
#include "stats/strata.h"

#include <math.h>

#include "stats/distributions.h"
#include "stats/exact.h"

struct stratum {
	uint64_t n;          /* matches */
	int *robots;         /* [n_seats]; NULL before the first match; owned */
	struct exact *sums; /* sums[i] are sums of shares, sums[n_seats + i * n_seats + j], j <= i, sums of products;
	                     * owned */
};

void strata_init(struct strata *strata, size_t n, int n_seats)
{
	*strata = (struct strata){n_seats, n, NEW_ARRAY(struct stratum, n + 1)};
}

void strata_release(struct strata *strata)
{
	for (size_t i = 0; i < strata->n; i++) {
		FREE_ALL(strata->list[i].robots, strata->list[i].sums);
	}
	free(strata->list);
	*strata = (struct strata){0};
}

void strata_add(struct strata *strata, size_t table, const int *robots, const double *share, uint64_t count)
{
	bug_if(table >= strata->n);
	struct stratum *of = &strata->list[table];
	size_t n = (size_t)strata->n_seats;
	if (!of->robots) {
		of->robots = NEW_ARRAY(int, n);
		of->sums = NEW_ARRAY(struct exact, n + n * n);
		memcpy(of->robots, robots, n * sizeof *robots);
	}
	of->n += count;
	for (size_t i = 0; i < n; i++) {
		exact_add_times(&of->sums[i], share[i], count);
		for (size_t j = 0; j <= i; j++)
			exact_add_times(&of->sums[n + i * n + j], share[i] * share[j], count);
	}
}

static int seat_of(const struct strata *strata, const struct stratum *of, int robot)
{
	int seat = of->robots ? strata->n_seats - 1 : -1;
	while (seat >= 0 && of->robots[seat] != robot)
		seat--;
	return seat;
}

static uint64_t matches_of(const struct strata *strata, int robot)
{
	uint64_t n = 0;
	for (size_t i = 0; i < strata->n; i++)
		n += seat_of(strata, &strata->list[i], robot) >= 0 ? strata->list[i].n : 0;
	return n;
}

/* Returns the sum over the matches of a table of (share of a - its mean there) (share of b - its mean there). Returns 0
 * if a or b is -1. */
static double spread(const struct strata *strata, const struct stratum *of, int a, int b)
{
	if (a < 0 || b < 0)
		return 0;
	int n = strata->n_seats, high = a > b ? a : b, low = a > b ? b : a;
	double mean_a = exact_value(&of->sums[a]) / (double)of->n, mean_b = exact_value(&of->sums[b]) / (double)of->n;
	double unseen = a == b ? SHARES_UNSEEN * (mean_a * mean_a + (1 - mean_a) * (1 - mean_a)) : 0;
	return exact_value(&of->sums[n + high * n + low]) - (double)of->n * mean_a * mean_b + unseen;
}

bool strata_variance(const struct strata *strata, int a, int b, double *variance, double *degrees)
{
	double n_a = (double)matches_of(strata, a), n_b = b >= 0 ? (double)matches_of(strata, b) : 1;
	double sum = 0, free_ones = 0;
	if (n_a < 1 || n_b < 1)
		return false;
	for (size_t i = 0; i < strata->n; i++) {
		const struct stratum *of = &strata->list[i];
		int seat_a = seat_of(strata, of, a), seat_b = seat_of(strata, of, b);
		if (seat_a < 0 && seat_b < 0)
			continue;
		if (of->n < 2)
			return false;
		double squares = spread(strata, of, seat_a, seat_a) / n_a / n_a +
			spread(strata, of, seat_b, seat_b) / n_b / n_b -
			2 * spread(strata, of, seat_a, seat_b) / n_a / n_b;
		sum += squares * (double)of->n / (double)(of->n - 1);
		free_ones += (double)(of->n - 1);
	}
	*variance = sum;
	*degrees = free_ones;
	return sum > 0;
}

/* Returns the variance that interval.h uses, that of all matches together. */
static double pooled_variance(const struct histogram *shares)
{
	double n = (double)shares->n;
	double mean = histogram_mean(shares), sum = SHARES_UNSEEN * (mean * mean + (1 - mean) * (1 - mean));
	for (struct histogram_cursor at = {0}; histogram_next(shares, &at);)
		sum += (double)at.count * (at.value - mean) * (at.value - mean);
	return sum / n / (n - 1);
}

struct interval strata_interval(const struct strata *strata, int robot, const struct histogram *shares)
{
	struct interval pooled = interval_of_shares(shares);
	double variance, degrees;
	if (shares->n < 2 || !strata_variance(strata, robot, -1, &variance, &degrees))
		return pooled;
	double scale = sqrt(variance / pooled_variance(shares)) * student_quantile(0.975, degrees) /
		       student_quantile(0.975, (double)shares->n - 1);
	scale = fmin(scale, 1);
	return (struct interval){pooled.mean, pooled.mean - scale * (pooled.mean - pooled.low),
		pooled.mean + scale * (pooled.high - pooled.mean)};
}
