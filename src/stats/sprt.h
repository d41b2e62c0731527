/* sprt.h - the sequential test (Wald 1945): play until the outcomes clearly favour one of two effect sizes. Pure
 * arithmetic; never NaN or infinite.
 *
 * H0: the effect is `low` or less. H1: it is `high` or more. If the sums are passed after each match, in the order of
 * the matches, the decision does not depend on the order in which matches finish:
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
	SPRT_DIFFERENCE,   /* points in [-1, 1]: the share of the new robot minus that of the old one at the same seats;
	                    * a unit is (1 + difference) / 2 */
};

enum sprt_verdict {
	SPRT_UNDECIDED = 0,
	SPRT_ACCEPT_H0,
	SPRT_ACCEPT_H1,
};

struct sprt_test {
	enum sprt_model model;
	double low, high;   /* low < high */
	double alpha, beta; /* alpha: chance of accepting H1 if the effect is low; beta: of accepting H0 if it is high;
	                     * in (0, 1/2) */
	uint32_t games_per_unit; /* at least 1 for SPRT_NORMALIZED; not used by the others */
};

/* No decision is made before this number of units (matches), because the chances of error would not be the requested
 * ones. */
#define SPRT_MIN_UNITS 50

/* Beyond SPRT_MIN_UNITS the ratio is computed only each time the number of units has grown by 1 / SPRT_LOOKS, because
 * playing a match may take less time than computing the exact ratio. The points of computation depend only on the
 * number of units. */
#define SPRT_LOOKS 1000

/* Effects far beyond both hypotheses are decided by the method of anytime.h, against low at alpha / SPRT_FAR or high at
 * beta / SPRT_FAR, because the ratio would need several times as many units. Not used for SPRT_NORMALIZED, which does
 * not fix a mean. */
#define SPRT_FAR 100

/* With control variates the ratio is computed less often, and overshoots a bound on average by 0.583 standard
 * deviations of its increase between two computations. The bounds are moved inwards by that amount (Siegmund 1985,
 * "Sequential Analysis", 10.1). */
#define SPRT_OVERSHOOT 0.5826

struct sprt {
	struct sprt_test test;
	double lower, upper; /* bounds of the ratio: ln(beta / (1 - alpha)), ln((1 - beta) / alpha) */
	enum sprt_verdict verdict;
	double ratio;        /* the last log-likelihood ratio computed, or that of the decision once there is one */
	double units;        /* number of units from which `ratio` was computed */
	uint64_t next_look; /* number of units at the next computation */
	uint64_t looks;      /* how many times the test could have decided */
	bool is_far;         /* decided by anytime.h */
	bool has_parts;      /* it decides only at the ends of parts of a control_series. The caller sets has_parts and
	                      * control */
	struct control control; /* how much of the units the terms explain */
};

/* Returns NULL when the test can be run, otherwise the reason, which is to be printed after the name of the option. */
const char *sprt_complaint(const struct sprt_test *test);

/* Initialises a test that has passed sprt_complaint. */
void sprt_init(struct sprt *sprt, const struct sprt_test *test);

/* Returns the verdict on all units so far, by the exact ratio or by betting. A decision is final. Values that a unit
 * may have should be in the histogram from the start (with count 0), because each has a small weight. */
enum sprt_verdict sprt_decide(struct sprt *sprt, const struct histogram *shares);

/* Returns how many units, all equal to 1/2, show that the effect is above low (if low < 0) or below high (otherwise).
 * With that effect, at least a share |effect| of the units differs from 1/2, so the chance that all are equal is then
 * at most alpha / 2 (or beta / 2). The half is needed because the test itself may also be wrong. The result is at least
 * SPRT_MIN_UNITS. Normalized Elo is undefined for units without a deviation, and is treated as logistic. */
double sprt_equal_units(const struct sprt_test *test);

/* The effect, corrected for the time at which the test stopped: the values for which the chance of an outcome as good
 * as this one is 50 % (effect), 2.5 % (low) and 97.5 % (high). The plain mean of a stopped test is biased outwards.
 *
 * The ratio is treated as a Brownian path between the bounds; a last step beyond a bound ends at the bound. For effects
 * that are small compared with the deviation of a unit, the usual case for a sequential test, the path is the ratio of
 * normal means; otherwise it is the exact ratio near the observed mean. The variance of the path is that of the units
 * for the effect. For low and high it is the variance for which the interval of a normal mean would extend as far as
 * that of interval.h, because the interval of units that are nearly all equal, or nearly all won, extends further on
 * one side than their variance suggests.
 *
 * Effects are logistic Elo for SPRT_LOGISTIC and SPRT_NORMALIZED, within +-1199.83, and points in [-1, 1] for
 * SPRT_DIFFERENCE. superiority is the chance of a worse outcome if both robots were equal. If the test could not have
 * stopped earlier (fewer than 2 looks), and after a clean sweep, this is the plain estimate of elo.h. Without units the
 * effect is 0, the interval the widest possible, and superiority 1/2. */
struct sprt_estimate {
	double effect, low, high;
	double superiority;
};
struct sprt_estimate sprt_estimate(const struct sprt *sprt, const struct histogram *shares);

/* A Brownian path that stops at the first barrier it reaches, as an approximation of a sequential test. It gives
 * estimates that account for the early stop (sprt.h). Pure arithmetic. */

struct brownian {
	double lower, upper; /* barriers, lower < 0 < upper; the path starts at 0 */
	double drift;        /* per unit of time, finite */
	double variance;     /* per unit of time, > 0 */
};

/* Returns the chance that the path does worse than one that was followed until `time` > 0 and was then at `position` in
 * [lower, upper]. From worst to best, the order is: stopped at the lower barrier, the earlier the worse; not stopped,
 * by position; stopped at the upper barrier, the earlier the better (the stagewise order, Tsiatis, Rosner & Mehta
 * 1984). The result is in [0, 1] and decreases as the drift increases.
 *
 * The formula gives passage times and positions between two barriers by the method of images (Cox & Miller, "The Theory
 * of Stochastic Processes", section 5.7), and includes the drift by a change of measure. The absolute error is below
 * 1e-9. The number of terms grows as time^(1/2), up to 200. */
double brownian_worse(const struct brownian *path, double time, double position);
