/* calibration.c - how well probabilities are calibrated (calibration.h). */
#include "stats/calibration.h"

int calibration_tenth(double probability)
{
	bug_if(!(probability >= 0 && probability <= 1));
	int bin = (int)(probability * CALIBRATION_BINS);
	return bin < CALIBRATION_BINS ? bin : CALIBRATION_BINS - 1;
}

void calibration_add(struct calibration *calibration, double probability, bool came_true)
{
	int bin = calibration_tenth(probability);
	double away = probability - came_true;
	calibration->count[bin]++;
	calibration->came_true[bin] += came_true;
	exact_add(&calibration->predicted[bin], probability);
	exact_add(&calibration->squares, away * away);
}

struct calibration_bin calibration_bin(const struct calibration *calibration, int bin)
{
	bug_if(bin < 0 || bin >= CALIBRATION_BINS);
	uint64_t count = calibration->count[bin];
	return (struct calibration_bin){
		.count = count,
		.predicted = count ? exact_value(&calibration->predicted[bin]) / (double)count
				   : (bin + 0.5) / CALIBRATION_BINS,
		.seen = count ? (double)calibration->came_true[bin] / (double)count : 0,
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
		double off = bin.predicted - bin.seen, apart = bin.seen - share;
		score.reliability += (double)bin.count / n * off * off;
		score.resolution += (double)bin.count / n * apart * apart;
	}
	score.brier = exact_value(&calibration->squares) / n;
	score.uncertainty = share * (1 - share);
	score.within = score.brier - score.reliability + score.resolution - score.uncertainty;
	score.bias = predicted / n - share;
	return score;
}
