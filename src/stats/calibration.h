/* calibration.h - how well probabilities are calibrated. Pure arithmetic; never NaN or
 * infinite. */
#pragma once

#include "base/base.h"
#include "stats/exact.h"

enum { CALIBRATION_BINS = 10 };

/* Predictions by tenths: bin i has the probabilities in [i/10, (i+1)/10), and the last bin also has 1. A zeroed struct
 * is empty. The order in which they are added does not matter. */
struct calibration {
	uint64_t count[CALIBRATION_BINS];
	uint64_t came_true[CALIBRATION_BINS];
	struct exact predicted[CALIBRATION_BINS]; /* sum of the probabilities */
	struct exact squares;                     /* sum of (probability - outcome)^2 */
};

/* Returns the bin of a probability. */
int calibration_tenth(double probability);

/* Adds a probability in [0, 1] and its outcome. */
void calibration_add(struct calibration *calibration, double probability, bool came_true);

struct calibration_bin {
	uint64_t count;
	double predicted; /* mean probability; the middle of the bin when it is empty */
	double seen;      /* the share that came true; 0 when it is empty */
};
struct calibration_bin calibration_bin(const struct calibration *calibration, int bin);

/* Brier's score (1950), the mean of (probability - outcome)^2: 0 is perfect, and always predicting 1/2 gives 1/4. Its
 * parts (Murphy 1973): brier = reliability - resolution + uncertainty + within, and all but `within` are at least 0.
 * Without predictions all are 0. */
struct calibration_score {
	uint64_t count;
	double brier;
	double reliability; /* mean squared distance between predicted and seen over the bins: 0 means well
	                     * calibrated */
	double resolution;  /* mean squared distance of the bins' shares from the overall share: more is better */
	double uncertainty; /* variance of the outcomes, which no prediction can reduce */
	double within;      /* the effect of binning: predictions in a bin are not all equal */
	double bias;        /* mean probability - share that came true, in [-1, 1] */
};
struct calibration_score calibration_score(const struct calibration *calibration);
