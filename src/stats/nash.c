/* nash.c - Nash averaging (shares.h). */
#include "stats/shares.h"

#include <math.h>

/* Computes what each robot gains against a mix. */
static void gains_against(int n, const double *payoff, const double *mix, double *gain)
{
	for (int i = 0; i < n; i++) {
		gain[i] = 0;
		for (int j = 0; j < n; j++)
			gain[i] += payoff[i * n + j] * mix[j];
	}
}

/* Adds the regrets of a step to their sums, keeps the sums at 0 or above (CFR+), and sets the next mix in proportion to
 * them. */
static void take_step(int n, const double *gain, double *regret, double *mix)
{
	double value = 0, sum = 0;
	for (int i = 0; i < n; i++)
		value += mix[i] * gain[i];
	for (int i = 0; i < n; i++) {
		regret[i] = fmax(regret[i] + gain[i] - value, 0);
		sum += regret[i];
	}
	for (int i = 0; i < n; i++)
		mix[i] = sum > 0 ? regret[i] / sum : 1.0 / n;
}

void nash_of(int n, const double *payoff, int steps, double *mix, double *gain)
{
	AUTO_FREE double *now = NEW_ARRAY(double, (size_t)n), *regret = NEW_ARRAY(double, (size_t)n);
	double total = 0;
	for (int i = 0; i < n; i++) {
		now[i] = 1.0 / n;
		mix[i] = 0;
	}
	for (int step = 1; step <= steps; step++) {
		gains_against(n, payoff, now, gain);
		take_step(n, gain, regret, now);
		for (int i = 0; i < n; i++)
			mix[i] += step * now[i]; /* later mixes are closer to the equilibrium, so they have a larger
			                          * weight */
		total += step;
	}
	for (int i = 0; i < n; i++)
		mix[i] /= total;
	gains_against(n, payoff, mix, gain);
}
