/* llr.h - log-likelihood ratios: how much better one effect size explains the outcomes than another. sprt.h decides by
 * them. Pure arithmetic; never NaN or infinite.
 *
 * The exact ratios are generalised ones: each hypothesis fixes only the mean (or the mean in standard deviations) of the
 * outcomes, and uses the distribution over the outcomes that explains the counts best. That distribution is q_i = p_i /
 * (1 + theta phi_i) with one unknown, theta (Van den Bergh, "A practical introduction to the GSPRT"; the same numbers as
 * fishtest and fastchess). The outcomes are 0, 1, and all values that the histogram holds; those never seen count
 * SHARE_UNSEEN_WEIGHT. */
#pragma once

#include "stats/elo.h"

/* Returns the exact ratio of units with means mean0 and mean1, both inside (0, 1).
 *
 * *slope: by how much a unit raises the ratio for each point of its outcome (least squares over the outcomes that were seen).
 * Near the observed mean the ratio of n units is a line with this slope in their mean, times n. NULL: not wanted. */
double llr_of_shares(const struct histogram *shares, double mean0, double mean1, double *slope);

/* Returns the ratio, exact up to 10 steps of a fixed point; elo0 and elo1 are normalized Elo, in standard deviations of
 * a game of games_per_unit. If no distribution over the outcomes near the counts has as many deviations as a hypothesis
 * requires, the closed form below is used. */
double llr_normalized(const struct histogram *shares, uint32_t games_per_unit, double elo0, double elo1, double *slope);

/* Return closed forms for any bounded score, good near the decision: of units with mean and variance as in struct
 * moments, under means mean0 and mean1; and under means of t0 and t1 standard deviations of a unit from `from`. */
double llr_of_means(const struct moments *moments, double mean0, double mean1);
double llr_of_deviations(const struct moments *moments, double from, double t0, double t1, double *slope);
