/* weng_lin.c - see weng_lin.h. */
#include "stats/weng_lin.h"

#include <math.h>

#include "base/err.h"

struct weng_lin_options weng_lin_defaults(void)
{
	return (struct weng_lin_options){
		.mean = 25, .deviation = 25.0 / 3, .noise = 25.0 / 6, .restlessness = 25.0 / 300, .least = 0.0001,
	};
}

struct weng_lin_rating weng_lin_new(const struct weng_lin_options *options)
{
	return (struct weng_lin_rating){options->mean, options->deviation};
}

double weng_lin_shown(const struct weng_lin_rating *rating)
{
	return rating->mean - 3 * rating->deviation;
}

void weng_lin_play(const struct weng_lin_options *options, int n, struct weng_lin_rating *ratings, const int *places)
{
	bug_if(n < 1 || n > WENG_LIN_MAX_SEATS);
	double variance[WENG_LIN_MAX_SEATS], weight[WENG_LIN_MAX_SEATS], c = 0, highest = ratings[0].mean;
	for (int i = 0; i < n; i++) {
		variance[i] = ratings[i].deviation * ratings[i].deviation + options->restlessness * options->restlessness;
		c += variance[i] + options->noise * options->noise;
		highest = fmax(highest, ratings[i].mean);
	}
	c = sqrt(c);
	double left[WENG_LIN_MAX_SEATS] = {0}; /* [q]: sum of weights of those not before q */
	int n_tied[WENG_LIN_MAX_SEATS] = {0};
	for (int i = 0; i < n; i++) /* only ratios count: from the highest, exp cannot overflow */
		weight[i] = exp((ratings[i].mean - highest) / c);
	for (int q = 0; q < n; q++) {
		for (int i = 0; i < n; i++) {
			left[q] += places[i] >= places[q] ? weight[i] : 0;
			n_tied[q] += places[i] == places[q];
		}
	}
	for (int i = 0; i < n; i++) {
		double omega = 0, delta = 0;
		for (int q = 0; q < n; q++) {
			if (places[q] > places[i])
				continue;
			double chance = left[q] > 0 ? weight[i] / left[q] : 1.0 / n; /* all far below the highest */
			omega += ((q == i) - chance) / n_tied[q];
			delta += chance * (1 - chance) / n_tied[q];
		}
		delta *= sqrt(variance[i]) / c * variance[i] / (c * c);
		ratings[i].mean += variance[i] / c * omega;
		ratings[i].deviation = sqrt(variance[i] * fmax(1 - delta, options->least));
	}
}
