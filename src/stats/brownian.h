/* brownian.h - a Brownian path that stops at the first of two barriers: an approximation of a sequential test. It gives
 * estimates that account for the early stop (sprt.h). Pure arithmetic. */
#pragma once

struct brownian {
	double lower, upper; /* barriers, lower < 0 < upper; the path starts at 0 */
	double drift;        /* per unit of time, finite */
	double variance;     /* per unit of time, > 0 */
};

/* Chance that the path does worse than one that was followed until time > 0 and then stood at position
 * in [lower, upper]. From worst to best: stopped below, the earlier the worse; not stopped, by position;
 * stopped above, the earlier the better (the stagewise order, Tsiatis, Rosner & Mehta 1984). In [0, 1]
 * and falling with the drift.
 *
 * Formula: passage times and positions between two barriers by the method of images (Cox & Miller, "The
 * Theory of Stochastic Processes", section 5.7), the drift by change of measure. Absolute error below
 * 1e-9; some time^(1/2) terms, at most 200. */
double brownian_worse(const struct brownian *path, double time, double position);
