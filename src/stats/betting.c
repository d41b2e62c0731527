/* betting.c - evidence against a mean (betting.h). */
#include "stats/betting.h"

#include <math.h>

enum { N_BETS = 8 };

double betting_wealth(const struct histogram *units, double mean, bool is_above)
{
	double wealth[N_BETS] = {0}, most = -INFINITY, sum = 0;
	bug_if(!(mean > 0 && mean < 1));
	for (struct histogram_cursor at = {0}; histogram_next(units, &at);) {
		/* By how much the value is on the side of the bet, from -1 for the worst. */
		double gain = is_above ? (at.value - mean) / mean : (mean - at.value) / (1 - mean), bet = 0.99;
		for (int i = 0; i < N_BETS && at.count; i++, bet /= 2)
			wealth[i] += (double)at.count * log1p(bet * gain);
	}
	for (int i = 0; i < N_BETS; i++)
		most = fmax(most, wealth[i]);
	for (int i = 0; i < N_BETS; i++)
		sum += exp(wealth[i] - most) / N_BETS;
	return most + log(sum);
}
