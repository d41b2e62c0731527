/* ratio.c - proportions within games (ratio.h). */
#include "stats/ratio.h"

#include <math.h>

#include "stats/distributions.h"

void ratio_add(struct ratio *ratio, uint64_t hits, uint64_t trials)
{
	ratio_add_times(ratio, hits, trials, 1);
}

void ratio_add_times(struct ratio *ratio, uint64_t hits, uint64_t trials, uint64_t times)
{
	__extension__ unsigned __int128 n = times;
	bug_if(hits > trials || trials >> 32);
	if (!trials)
		return;
	ratio->clusters += times;
	ratio->hits += hits * times;
	ratio->trials += trials * times;
	ratio->hits_squared += n * (hits * hits);
	ratio->trials_squared += n * (trials * trials);
	ratio->products += n * (hits * trials);
}

double ratio_design_effect(const struct ratio *ratio)
{
	if (ratio->clusters < 2)
		return 1;
	double clusters = (double)ratio->clusters, trials = (double)ratio->trials, value = (double)ratio->hits / trials;
	uint64_t misses = ratio->trials - ratio->hits;
	double rarer = (double)(ratio->hits < misses ? ratio->hits : misses), seen = 0;
	if (rarer > 0) {
		double off = ((double)ratio->hits_squared - value * (double)ratio->products) -
			     value * ((double)ratio->products - value * (double)ratio->trials_squared);
		seen = fmax(off, 0) * clusters / (clusters - 1) / (trials * value * (1 - value));
	}
	return (rarer * seen + trials / clusters) / (rarer + 1);
}

struct interval ratio_interval(const struct ratio *ratio)
{
	if (!ratio->trials)
		return (struct interval){0, 0, 1};
	double trials = (double)ratio->trials, value = (double)ratio->hits / trials;
	if (ratio->clusters < 2)
		return (struct interval){value, 0, 1};
	double t = student_quantile(0.975, (double)ratio->clusters - 1);
	double n = trials / ratio_design_effect(ratio), square = t * t / n;
	double middle = (value + square / 2) / (1 + square);
	double half = sqrt(square * (value * (1 - value) + square / 4)) / (1 + square);
	/* At 0 and 1 the bounds are exact; elsewhere they are rounded. */
	return (struct interval){
		.mean = value,
		.low = ratio->hits ? fmin(fmax(middle - half, 0), value) : 0,
		.high = ratio->hits < ratio->trials ? fmax(fmin(middle + half, 1), value) : 1,
	};
}

double ratio_superiority(const struct ratio *ratio, double mu)
{
	if (ratio->clusters < 2)
		return 0.5;
	double trials = (double)ratio->trials, value = (double)ratio->hits / trials;
	double deviation = sqrt(mu * (1 - mu) * ratio_design_effect(ratio) / trials);
	return student_cdf((value - mu) / deviation, (double)ratio->clusters - 1);
}
