/* calibration.c - see calibration.h. */
#include "stats/calibration.h"

#include <math.h>

#include "base/err.h"
#include "stats/special.h"

struct share share_of(uint64_t hits, uint64_t trials)
{
	bug_if(hits > trials);
	if (!trials)
		return (struct share){0, 0, 0, 0, 1};
	double n = (double)trials, value = (double)hits / n, square = NORMAL_Z95 * NORMAL_Z95;
	double middle = (value + square / (2 * n)) / (1 + square / n);
	double half = NORMAL_Z95 / (1 + square / n) * sqrt(value * (1 - value) / n + square / (4 * n * n));
	/* At the ends the bounds are the values themselves, but for rounding. */
	return (struct share){hits, trials, value, hits ? fmax(middle - half, 0) : 0, hits < trials ? fmin(middle + half, 1) : 1};
}

void calibration_add(struct calibration *calibration, double probability, bool came_true)
{
	bug_if(!(probability >= 0 && probability <= 1));
	int bin = (int)(probability * CALIBRATION_BINS);
	bin = bin < CALIBRATION_BINS ? bin : CALIBRATION_BINS - 1;
	double away = probability - came_true;
	calibration->count[bin]++;
	calibration->came_true[bin] += came_true;
	exact_add(&calibration->predicted[bin], probability);
	exact_add(&calibration->squares, away * away);
}

void calibration_merge(struct calibration *calibration, const struct calibration *part)
{
	for (int i = 0; i < CALIBRATION_BINS; i++) {
		calibration->count[i] += part->count[i];
		calibration->came_true[i] += part->came_true[i];
		exact_merge(&calibration->predicted[i], &part->predicted[i]);
	}
	exact_merge(&calibration->squares, &part->squares);
}

struct calibration_bin calibration_bin(const struct calibration *calibration, int bin)
{
	bug_if(bin < 0 || bin >= CALIBRATION_BINS);
	uint64_t count = calibration->count[bin];
	return (struct calibration_bin){
		.predicted = count ? exact_value(&calibration->predicted[bin]) / (double)count : (bin + 0.5) / CALIBRATION_BINS,
		.seen = share_of(calibration->came_true[bin], count),
	};
}

struct calibration_score calibration_score(const struct calibration *calibration)
{
	struct calibration_score score = {0};
	uint64_t came_true = 0;
	double predicted = 0;
	for (int i = 0; i < CALIBRATION_BINS; i++) {
		score.count += calibration->count[i];
		came_true += calibration->came_true[i];
		predicted += exact_value(&calibration->predicted[i]);
	}
	if (!score.count)
		return score;
	double n = (double)score.count, share = (double)came_true / n;
	for (int i = 0; i < CALIBRATION_BINS; i++) {
		struct calibration_bin bin = calibration_bin(calibration, i);
		double off = bin.predicted - bin.seen.value, apart = bin.seen.value - share;
		score.reliability += (double)bin.seen.trials / n * off * off;
		score.resolution += (double)bin.seen.trials / n * apart * apart;
	}
	score.brier = exact_value(&calibration->squares) / n;
	score.uncertainty = share * (1 - share);
	score.within = score.brier - score.reliability + score.resolution - score.uncertainty;
	score.bias = predicted / n - share;
	return score;
}

struct calls_summary calls_summary(const struct calls *calls)
{
	uint64_t called = calls->called_false + calls->called_true, passed = calls->passed_false + calls->passed_true;
	struct calls_summary summary = {
		.precision = share_of(calls->called_false, called),
		.recall = share_of(calls->called_false, calls->called_false + calls->passed_false),
		.accuracy = share_of(calls->called_false + calls->passed_true, called + passed),
		.rate = share_of(called, called + passed),
	};
	if (calls->called_false)
		summary.f1 = 2 * summary.precision.value * summary.recall.value / (summary.precision.value + summary.recall.value);
	return summary;
}
