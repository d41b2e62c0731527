/* leak.c - compares the first rotations of a match with the later ones (leak.h). */
#include "match/leak.h"

#include <math.h>

#include "stats/interval.h"

enum { LEAST_MATCHES = 50 };
#define FALSE_ALARMS 0.001

void leak_add(struct leak *leak, double first, double later, uint64_t times)
{
	histogram_add(&leak->gains, (1 + later - first) / 2, times);
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

void showdowns_note(struct showdowns *sum, bool is_later, bool is_right, double chance)
{
	double honest = chance * LEAK_HONEST / (1 + chance * (LEAK_HONEST - 1));
	sum->n++;
	sum->n_right += is_right;
	if (honest < LEAK_SURE)
		sum->evidence[is_later] +=
			llrint(log(is_right ? LEAK_SURE / fmax(honest, 1e-6)
					    : (1 - LEAK_SURE) / (1 - honest)) / LEAK_UNIT);
}

bool showdowns_warn(const struct showdowns *sums, int n_robots, struct str *out)
{
	double limit = log(3 * n_robots / FALSE_ALARMS) / LEAK_UNIT;
	double first = (double)sums->evidence[0], later = (double)sums->evidence[1];
	if (first <= limit && later <= limit && first + later <= limit)
		return false;
	str_addf(out, " was right in %" PRId64 " of %" PRId64
		 " calls that it made or received, more often than its dice and the bids of others "
		 "explain. It may know the dice of the other seats (SECURITY.md).", sums->n_right, sums->n);
	return true;
}
