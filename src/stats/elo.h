/* elo.h - one robot against another (or against a field) from counts of outcomes: score, Elo,
 * normalized Elo, likelihood of superiority. Formulas and choices: docs/statistics.md. Pure arithmetic;
 * never NaN or infinite, whatever the counts. */
#ifndef ARENA_STATS_ELO_H
#define ARENA_STATS_ELO_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/interval.h"

/* Number of units, their mean in [0, 1] and variance (divided by the number of units) in [0, 1/4]. A unit is a match,
 * which is independent of all others. Without units the mean is 1/2. */
struct moments {
	double units, mean, variance;
};
struct moments moments_of_shares(const struct histogram *shares);

/* Same, with 0, 1, and every value that the histogram holds but has not seen counted as 0.001 units: otherwise the
 * sequential tests would treat them as impossible. */
#define SHARE_UNSEEN_WEIGHT 0.001
struct moments moments_of_shares_smoothed(const struct histogram *shares);

/* Scores are clamped to this and to 1 minus this before they become Elo: +-1199.83. */
#define ELO_SCORE_MIN 0.001

/* -400 log10(1/score - 1), and back. */
double elo_of_score(double score);
double elo_score(double elo);

/* 800 / ln 10: normalized Elo per standard deviation of a game. */
#define ELO_PER_DEVIATION 347.43558552260146

enum elo_bound {
	ELO_BETWEEN = 0, /* between low and high */
	ELO_AT_LEAST,    /* every unit was won: at least low */
	ELO_AT_MOST,     /* every unit was lost: at most high */
	ELO_UNKNOWN,     /* nothing was played */
};

struct elo_estimate {
	struct interval score;   /* mean of the units with its 95 % interval */
	enum elo_bound bound;
	double elo, low, high;   /* the score and its interval as Elo; for bounds see the enum */
	double error;            /* half the width of the normal 95 % interval in Elo, as other tools print it */
	double normalized;       /* Elo that does not depend on how many games are drawn ... */
	double normalized_error; /* ... and half of its 95 % interval */
	double superiority;      /* likelihood that the true score is above 1/2 */
	uint64_t better, even, worse; /* units above, at and below 1/2 */
	bool has_ratio;          /* false when no unit was below 1/2 */
	double ratio;            /* better / worse; 0 without */
};

/* The interval of the score is that of interval.h; low and high are its ends as Elo, also after a clean sweep.
 *
 * error = (Elo(s + z se) - Elo(s - z se)) / 2 and normalized = (s - 1/2) / (standard deviation of a
 * game) * ELO_PER_DEVIATION with error z * ELO_PER_DEVIATION / sqrt(games), as fastchess and fishtest
 * have it; the deviation of a game is that of a unit times sqrt(games_per_unit), games_per_unit >= 1.
 * superiority is Phi((s - 1/2) / se). Where all n units are equal and se is 0, the superiority is 1/2, or by the
 * sign of the units alone 1 - 2^-(n+1) (a uniform prior), and the normalized Elo, large as it is, is that of
 * moments_of_shares_smoothed. */
struct elo_estimate elo_of_shares(const struct histogram *shares, uint32_t games_per_unit);

#endif
