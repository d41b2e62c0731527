/* llr.h - log-likelihood ratios: how much better one effect size explains the outcomes than another. sprt.h bases its
 * decisions on them. Pure arithmetic; never NaN or infinite.
 *
 * The exact ratios are generalised likelihood ratios: each hypothesis fixes only the mean (or the mean in standard
 * deviations) of the outcomes, and uses the distribution over the outcomes that explains the counts best. That
 * distribution is q_i = p_i / (1 + theta phi_i) with one unknown, theta (Van den Bergh, "A practical introduction to
 * the GSPRT"; fishtest and fastchess compute the same numbers). The outcomes are 0, 1, and all values in the histogram;
 * each value never seen counts as SHARE_UNSEEN_WEIGHT units. */
#pragma once

#include "stats/elo.h"

/* Returns the exact ratio for mean1 against mean0, both inside (0, 1).
 *
 * *slope, unless NULL, is the increase of the ratio per point of a unit's outcome (least squares over the outcomes
 * seen). Near the observed mean, the ratio of n units is linear in their mean, with slope n * *slope. */
double llr_of_shares(const struct histogram *shares, double mean0, double mean1, double *slope);

/* Returns the ratio, computed by up to 10 steps of a fixed-point iteration. elo0 and elo1 are normalized Elo, in
 * standard deviations of one of the games_per_unit games. If no distribution over the outcomes near the counts has as
 * many deviations as a hypothesis requires, llr_of_deviations is used. */
double llr_normalized(const struct histogram *shares, uint32_t games_per_unit, double elo0, double elo1, double *slope);

/* Return the ratio from closed forms for any bounded score, which are accurate near the decision. llr_of_means compares
 * the means mean0 and mean1; llr_of_deviations compares means that are t0 and t1 standard deviations of a unit away
 * from `from`. */
double llr_of_means(const struct moments *moments, double mean0, double mean1);
double llr_of_deviations(const struct moments *moments, double from, double t0, double t1, double *slope);
