/* calibration.h - how well a robot guesses: were its probabilities right (calibration), were its calls
 * right (precision), and did it call when it should have (recall)? Pure arithmetic; never NaN or infinite. */
#ifndef ARENA_STATS_CALIBRATION_H
#define ARENA_STATS_CALIBRATION_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/exact.h"

/* A share of trials with Wilson's 95 % interval (1927): inside [0, 1] and never empty, also for none
 * or all. Without trials 0 of 0, from 0 to 1. */
struct share {
	uint64_t hits, trials;
	double value, low, high;
};
struct share share_of(uint64_t hits, uint64_t trials);

/* ---- probabilities ------------------------------------------------------------------- */

enum { CALIBRATION_BINS = 10 };

/* Predictions by tenths: bin i has those in [i/10, (i+1)/10), the last one 1 as well. A zeroed struct is
 * empty. The order in which they are added is no matter. */
struct calibration {
	uint64_t count[CALIBRATION_BINS];
	uint64_t came_true[CALIBRATION_BINS];
	struct exact predicted[CALIBRATION_BINS]; /* sum of the probabilities */
	struct exact squares;                     /* sum of (probability - outcome)^2 */
};

/* A probability in [0, 1] was given to something, which then came true or did not. */
void calibration_add(struct calibration *calibration, double probability, bool came_true);
void calibration_merge(struct calibration *calibration, const struct calibration *part);

struct calibration_bin {
	double predicted;  /* mean probability; the middle of the bin when it is empty */
	struct share seen; /* how often it came true */
};
struct calibration_bin calibration_bin(const struct calibration *calibration, int bin);

/* Brier's score (1950), the mean of (probability - outcome)^2: 0 is perfect, 1/4 is what always saying
 * 1/2 gets. Its parts (Murphy 1973): brier = reliability - resolution + uncertainty + within, all but
 * `within` at least 0. Without predictions all are 0. */
struct calibration_score {
	uint64_t count;
	double brier;
	double reliability; /* squared distance of predicted from seen, over bins: 0 is well calibrated */
	double resolution;  /* squared distance of the bins' shares from the common one: more is better */
	double uncertainty; /* variance of the outcomes: what nobody can help */
	double within;      /* what the bins hide: predictions in a bin are not all equal */
	double bias;        /* mean probability - share that came true, in [-1, 1] */
};
struct calibration_score calibration_score(const struct calibration *calibration);

/* ---- calls --------------------------------------------------------------------------- */

/* How often a bid was called or let pass, by what was true of it. A zeroed struct is empty. */
struct calls {
	uint64_t called_false;  /* rightly: the bid was a lie */
	uint64_t called_true;   /* wrongly */
	uint64_t passed_false;  /* a lie let pass */
	uint64_t passed_true;   /* rightly let pass */
};

struct calls_summary {
	struct share precision; /* of the calls, the right ones */
	struct share recall;    /* of the lies, those called */
	struct share accuracy;  /* of all decisions, the right ones */
	struct share rate;      /* of all decisions, calls */
	double f1;              /* harmonic mean of precision and recall, in [0, 1]; 0 without right calls */
};
struct calls_summary calls_summary(const struct calls *calls);

#endif
