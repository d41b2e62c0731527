/* ranks.c - ranks as ranges (ranks.h). */
#include "stats/ranks.h"

#include <stdbool.h>

static int island_of(const int *island, int robot)
{
	return island ? island[robot] : 0;
}

void ranks_of(int n, const int *island, superiority_fn *superiority, const void *context, struct rank_range *ranks)
{
	for (int i = 0; i < n; i++)
		ranks[i] = island_of(island, i) >= 0 ? (struct rank_range){1, 1} : (struct rank_range){0, 0};
	for (int a = 0; a < n; a++) {
		for (int b = a + 1; b < n; b++) {
			if (island_of(island, a) < 0 || island_of(island, a) != island_of(island, b))
				continue;
			double chance = superiority(context, a, b);
			bool is_better = chance >= RANKS_SURE, is_worse = chance <= 1 - RANKS_SURE;
			ranks[b].best += is_better;
			ranks[a].worst += !is_better;
			ranks[a].best += is_worse;
			ranks[b].worst += !is_worse;
		}
	}
}
