/* llr.h - log-likelihood ratios: how much better one size of an effect explains the outcomes than
 * another. sprt.h decides by them. Pure arithmetic; never NaN or infinite.
 *
 * The exact ratios are generalised ones: each hypothesis fixes only the mean (or the mean in standard
 * deviations) of the outcomes, and is granted the distribution over the outcomes that explains the
 * counts best. That distribution is q_i = p_i / (1 + theta phi_i) with one unknown, theta (Van den Bergh,
 * "A practical introduction to the GSPRT"; the same numbers as fishtest and fastchess). Outcomes never
 * seen count OUTCOME_UNSEEN. */
#ifndef ARENA_STATS_LLR_H
#define ARENA_STATS_LLR_H

#include "stats/elo.h"

/* Exact; elo0 and elo1 are logistic Elo, any finite numbers (the scores are clamped as in elo.h). */
double llr_logistic(const struct outcome_counts *counts, double elo0, double elo1);

/* Exact up to 10 steps of a fixed point; elo0 and elo1 are normalized Elo. Where a hypothesis asks for
 * more deviations than any distribution over the outcomes near the counts has, the closed form
 * below is taken. */
double llr_normalized(const struct outcome_counts *counts, double elo0, double elo1);

/* Closed forms for any bounded score, good near the decision: of units with mean and variance as in
 * struct moments, under means mean0 and mean1; and under means of t0 and t1 standard deviations of a
 * unit from `from`. */
double llr_of_means(const struct moments *moments, double mean0, double mean1);
double llr_of_deviations(const struct moments *moments, double from, double t0, double t1);

/* The difference between two robots at the same seats against the same opponents: block k gives
 * d_k = mean score of the one - mean score of the other, in [-1, 1]. A zeroed struct has no blocks. */
struct paired_sums {
	uint64_t blocks;
	double sum, squares; /* of d_k and d_k^2, summed in the order of the blocks */
};
void paired_add(struct paired_sums *sums, double difference);

/* Mean in [-1, 1] and variance of the differences, with 0.001 unseen blocks at each of -1 and +1, so
 * that the variance is never 0. Without blocks mean 0, variance 1. */
struct moments paired_moments(const struct paired_sums *sums);

#endif
