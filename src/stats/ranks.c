/* ranks.c - ranks as ranges (ranks.h). */
#include "stats/ranks.h"

#include <math.h>

static int island_of(const int *island, int robot)
{
	return island ? island[robot] : 0;
}

double ranks_limit(const double *chances, size_t n)
{
	for (size_t n_sure = 0, found; n_sure < n; n_sure = found) {
		double limit = RANKS_ERROR / 2 / (double)(n - n_sure);
		found = 0;
		for (size_t i = 0; i < n; i++)
			found += fmin(chances[i], 1 - chances[i]) <= limit;
		if (found == n_sure)
			return limit;
	}
	return RANKS_ERROR / 2;
}

void ranks_results(const double *chances, size_t n, int *results)
{
	double limit = ranks_limit(chances, n);
	for (size_t i = 0; i < n; i++)
		results[i] = 1 - chances[i] <= limit ? 1 : chances[i] <= limit ? -1 : 0;
}

void ranks_of(int n, const int *island, superiority_fn *superiority, const void *context, struct rank_range *ranks)
{
	size_t n_pairs = 0, pair = 0;
	AUTO_FREE double *chances = NEW_ARRAY(double, (size_t)n * (size_t)n / 2 + 1);
	for (int i = 0; i < n; i++)
		ranks[i] = island_of(island, i) >= 0 ? (struct rank_range){1, 1} : (struct rank_range){0, 0};
	for (int a = 0; a < n; a++)
		for (int b = a + 1; b < n; b++)
			if (island_of(island, a) >= 0 && island_of(island, a) == island_of(island, b))
				chances[n_pairs++] = superiority(context, a, b);
	double limit = ranks_limit(chances, n_pairs);
	for (int a = 0; a < n; a++) {
		for (int b = a + 1; b < n; b++) {
			if (island_of(island, a) < 0 || island_of(island, a) != island_of(island, b))
				continue;
			double chance = chances[pair++];
			bool is_better = 1 - chance <= limit, is_worse = chance <= limit;
			ranks[b].best += is_better;
			ranks[a].worst += !is_better;
			ranks[a].best += is_worse;
			ranks[b].worst += !is_worse;
		}
	}
}
