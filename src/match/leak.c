/* leak.c - the first rotations of a match against the later ones. */
#include "match/leak.h"

#include "match/result.h"
#include "stats/interval.h"

enum { LEAST_MATCHES = 50 };
#define FALSE_ALARMS 0.001

void leak_release(struct leak *leak)
{
	histogram_release(&leak->gains);
}

void leak_add(struct leak *leak, const uint8_t *places, uint32_t n_blocks, int n_seats, int player, uint64_t times)
{
	struct tally part[2] = {0};
	for (uint32_t block = 0; block < n_blocks; block++)
		for (int rotation = 0; rotation < n_seats; rotation++, places += n_seats)
			tally_places(&part[rotation >= n_seats / 2], places, 1, n_seats, player, 1);
	double gain = tally_win_share(&part[1]) - tally_win_share(&part[0]);
	histogram_add(&leak->gains, (1 + gain) / 2, times);
}

double leak_gain(const struct leak *leak)
{
	return leak->gains.n ? 2 * histogram_mean(&leak->gains) - 1 : 0;
}

double leak_chance(const struct leak *leak)
{
	return 1 - interval_superiority(&leak->gains, 0.5);
}

bool leak_is_sure(const struct leak *leak, int n_robots)
{
	return leak->gains.n >= LEAST_MATCHES && leak_gain(leak) > 0 && leak_chance(leak) < FALSE_ALARMS / n_robots;
}
