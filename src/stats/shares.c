/* shares.c - the win shares of all robots of a run (shares.h). */
#include "stats/shares.h"

#include <float.h>
#include <math.h>

#include "stats/interval.h"
#include "stats/distributions.h"

static size_t n_pairs(int n_robots)
{
	return (size_t)n_robots * (size_t)(n_robots - (n_robots > 0)) / 2;
}

/* Returns the number of a pair, low < high. */
static size_t pair_number(int low, int high)
{
	return n_pairs(high) + (size_t)low;
}

void shares_init(struct shares *shares, int n_robots)
{
	bug_if(n_robots < 0);
	*shares = (struct shares){n_robots, NEW_ARRAY(struct histogram, (size_t)n_robots + 1),
				  NEW_ARRAY(struct shares_pair, n_pairs(n_robots) + 1)};
}

void shares_release(struct shares *shares)
{
	for (int i = 0; shares->own && i < shares->n_robots; i++)
		histogram_release(&shares->own[i]);
	for (size_t i = 0; shares->pairs && i < n_pairs(shares->n_robots); i++)
		histogram_release(&shares->pairs[i].difference);
	FREE_ALL(shares->own, shares->pairs);
	*shares = (struct shares){0};
}

static void add_pair(struct shares *shares, int a, int b, double share_a, double share_b, uint64_t n_matches,
		     uint64_t count)
{
	bug_if(a == b);
	if (a > b) {
		add_pair(shares, b, a, share_b, share_a, n_matches, count);
		return;
	}
	struct shares_pair *pair = &shares->pairs[pair_number(a, b)];
	histogram_add(&pair->difference, (1 + (share_a - share_b)) / 2, count);
	pair->difference.n_matches += count * n_matches;
	exact_add_times(&pair->first, share_a, count);
	exact_add_times(&pair->second, share_b, count);
	exact_add_times(&pair->product, share_a * share_b, count);
}

void shares_add(struct shares *shares, int n, const int *robots, const double *share, const uint64_t *n_matches,
		uint64_t count)
{
	for (int i = 0; i < n; i++) {
		uint64_t own = n_matches ? n_matches[i] : 1;
		bug_if(robots[i] < 0 || robots[i] >= shares->n_robots);
		histogram_add(&shares->own[robots[i]], share[i], count);
		shares->own[robots[i]].n_matches += count * own;
		for (int j = 0; j < i; j++) {
			uint64_t fewer = n_matches && n_matches[j] < own ? n_matches[j] : own;
			add_pair(shares, robots[i], robots[j], share[i], share[j], fewer, count);
		}
	}
}

/* Returns the variance of a robot's mean share. */
static double variance_of_mean(const struct histogram *own, double mean)
{
	double unseen = interval_unseen(own);
	double spread = unseen * (mean * mean + (1 - mean) * (1 - mean)), n = (double)own->n;
	for (struct histogram_cursor at = {0}; histogram_next(own, &at);)
		spread += (double)at.count * (at.value - mean) * (at.value - mean);
	return spread / (n + 2 * unseen) / (n - 1);
}

static double superiority_of_means(const struct shares *shares, int low, int high)
{
	const struct histogram *a = &shares->own[low], *b = &shares->own[high];
	const struct shares_pair *pair = &shares->pairs[pair_number(low, high)];
	double mean_a = histogram_mean(a), mean_b = histogram_mean(b), common = (double)pair->difference.n;
	/* Sum over the common matches of (a - mean a) (b - mean b). */
	double together = exact_value(&pair->product) - mean_a * exact_value(&pair->second) -
			  mean_b * exact_value(&pair->first) + common * mean_a * mean_b;
	double variance = variance_of_mean(a, mean_a) + variance_of_mean(b, mean_b) -
			  2 * together / ((double)a->n * (double)b->n);
	uint64_t fewer = a->n < b->n ? a->n : b->n;
	return student_cdf((mean_a - mean_b) / sqrt(fmax(variance, DBL_MIN)), (double)fewer - 1);
}

double shares_superiority(const struct shares *shares, int a, int b)
{
	bug_if(a < 0 || b < 0 || a >= shares->n_robots || b >= shares->n_robots);
	if (a == b || shares->own[a].n < 2 || shares->own[b].n < 2)
		return 0.5;
	if (a > b)
		return 1 - shares_superiority(shares, b, a);
	const struct shares_pair *pair = &shares->pairs[pair_number(a, b)];
	bool is_always_together = pair->difference.n == shares->own[a].n && pair->difference.n == shares->own[b].n;
	double chance = is_always_together ? interval_superiority(&pair->difference, 0.5)
					   : superiority_of_means(shares, a, b);
	return fmin(fmax(chance, DBL_EPSILON), 1 - DBL_EPSILON);
}
