/* sprt.h - the sequential test (Wald 1945): play until the outcomes clearly favour one of two effect sizes. Pure
 * arithmetic; never NaN or infinite.
 *
 * H0: the effect is `low` or less. H1: it is `high` or more. Feed the sums after each match, in match
 * order, and the decision does not depend on the order in which matches finish:
 *
 *	struct sprt sprt;
 *	sprt_init(&sprt, &test);
 *	while (sprt_decide(&sprt, &shares) == SPRT_UNDECIDED && more_matches())
 *		...
 */
#pragma once

#include "stats/control.h"
#include "stats/llr.h"

enum sprt_model {
	SPRT_LOGISTIC = 0, /* low and high are Elo */
	SPRT_NORMALIZED,   /* normalized Elo: in standard deviations of a game */
	SPRT_DIFFERENCE,   /* points in [-1, 1]: share of new minus that of old at the same seats; a unit is (1 + difference) / 2 */
};

enum sprt_verdict {
	SPRT_UNDECIDED = 0,
	SPRT_ACCEPT_H0,
	SPRT_ACCEPT_H1,
};

struct sprt_test {
	enum sprt_model model;
	double low, high;   /* low < high */
	double alpha, beta; /* chance of H1 if the effect is low, of H0 if it is high; in (0, 1/2) */
	uint32_t games_per_unit; /* at least 1 for SPRT_NORMALIZED; not used by the others */
};

/* No decision is made before this number of units (matches): the chances of error would not be the requested ones. */
#define SPRT_MIN_UNITS 50

/* Beyond SPRT_MIN_UNITS the ratio is computed only each time the number of units has grown by 1 / SPRT_LOOKS, because a
 * match may take less time than the exact ratio. The points of computation depend on the number of units alone. */
#define SPRT_LOOKS 1000

/* Effects far beyond both hypotheses are decided by anytime.h, against low at alpha / SPRT_FAR or high at beta / SPRT_FAR: the
 * ratio would need several times as many units. Not for SPRT_NORMALIZED, which fixes no mean. */
#define SPRT_FAR 100

/* With control variates the test looks less often, and the ratio overshoots a bound by 0.583 deviations of its gain
 * between two looks on average. The bounds are moved inwards by that (Siegmund 1985, "Sequential Analysis", 10.1). */
#define SPRT_OVERSHOOT 0.5826

struct sprt {
	struct sprt_test test;
	double lower, upper; /* bounds of the ratio: ln(beta / (1 - alpha)), ln((1 - beta) / alpha) */
	enum sprt_verdict verdict;
	double ratio;        /* log-likelihood ratio when last looked at; of the decision once there is one */
	double units;        /* units until then */
	uint64_t next_look;  /* units */
	uint64_t looks;      /* times it could have decided */
	bool is_far;         /* decided by anytime.h */
	bool has_parts;      /* it decides only at the ends of parts of a control_series; set by the caller, like the next */
	struct control control; /* what the terms explain of the units */
};

/* Returns NULL when the test can be run, otherwise the reason, to print after the name of the option. */
const char *sprt_complaint(const struct sprt_test *test);

/* Initialises a test that has passed sprt_complaint. */
void sprt_init(struct sprt *sprt, const struct sprt_test *test);

/* Returns the verdict on all units so far, by the exact ratio, or by betting. Once decided it does not change. Values
 * that a unit may have should be in the histogram from the start (with count 0), as each counts a little. */
enum sprt_verdict sprt_decide(struct sprt *sprt, const struct histogram *shares);

/* Returns the number of units, all 1/2, that show that the effect is above low (if low < 0) or below high (otherwise):
 * with that effect, at least |effect| of the units differ from 1/2, so the chance that all are equal is at most alpha /
 * 2 (or beta / 2). It is halved because the test itself may be wrong as well. At least SPRT_MIN_UNITS. For logistic Elo
 * and differences; normalized Elo says nothing about units without a deviation, and is treated as logistic. */
double sprt_equal_units(const struct sprt_test *test);

/* The effect, corrected for the time at which the test stopped: the values under which an outcome as good as this one
 * has a chance of 50 %, 2.5 % and 97.5 %. The plain mean of a stopped test is biased outwards.
 *
 * The ratio is treated as a Brownian path between the bounds; a last step beyond a bound is cut off there. For effects
 * that are small against the deviation of a unit, the usual case for a sequential test, it is the ratio of normal
 * means; else the exact one near the observed mean. The variance of the path is that of the units for the effect. For
 * low and high it is the variance with which a normal mean would reach as far as the interval of interval.h: units that
 * are nearly all equal, or nearly all won, reach further on one side than their variance says.
 *
 * Effects are logistic Elo for SPRT_LOGISTIC and SPRT_NORMALIZED, within +-1199.83, and points in [-1, 1] for
 * SPRT_DIFFERENCE. superiority is the chance of a worse outcome if both were equal. If the test could not have stopped
 * before (fewer than 2 looks), and after a clean sweep, this is the plain estimate of elo.h; without units 0, the
 * widest interval and 1/2. */
struct sprt_estimate {
	double effect, low, high;
	double superiority;
};
struct sprt_estimate sprt_estimate(const struct sprt *sprt, const struct histogram *shares);

/* A Brownian path that stops at the first of two barriers: an approximation of a sequential test. It gives
 * estimates that account for the early stop (sprt.h). Pure arithmetic. */

struct brownian {
	double lower, upper; /* barriers, lower < 0 < upper; the path starts at 0 */
	double drift;        /* per unit of time, finite */
	double variance;     /* per unit of time, > 0 */
};

/* Returns the chance that the path does worse than one that was followed until time > 0 and was then at a position in [lower,
 * upper]. From worst to best: stopped below, the earlier the worse; not stopped, by position; stopped above, the earlier the
 * better (the stagewise order, Tsiatis, Rosner & Mehta 1984). In [0, 1] and falling with the drift.
 *
 * Formula: passage times and positions between two barriers by the method of images (Cox & Miller, "The Theory of Stochastic
 * Processes", section 5.7), the drift by change of measure. Absolute error below 1e-9; some time^(1/2) terms, at most 200. */
double brownian_worse(const struct brownian *path, double time, double position);
