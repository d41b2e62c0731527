/* elo.h - one robot against another (or against a field) from counts of outcomes: score, Elo,
 * likelihood of superiority. Formulas and choices: docs/statistics.md. Pure arithmetic;
 * never NaN or infinite, whatever the counts. */
#pragma once

#include "stats/interval.h"

/* Number of units, their mean in [0, 1] and variance (divided by the number of units) in [0, 1/4]. A unit is a match,
 * which is independent of all others. Without units the mean is 1/2. */
struct moments {
	double units, mean, variance;
};
struct moments moments_of_shares(const struct histogram *shares);

/* Returns the same as moments_of_shares, but counts each unseen value (0, 1, or a value in the histogram with count 0)
 * as 0.001 units. Otherwise the sequential tests would treat them as impossible. */
#define SHARE_UNSEEN_WEIGHT 0.001
struct moments moments_of_shares_smoothed(const struct histogram *shares);

/* Scores are clamped to [ELO_SCORE_MIN, 1 - ELO_SCORE_MIN] before conversion to Elo: +-1199.83. */
#define ELO_SCORE_MIN 0.001

/* Convert a score to Elo, -400 log10(1/score - 1), and back. */
double elo_of_score(double score);
double elo_score(double elo);

/* 800 / ln 10: normalized Elo per standard deviation of a game. */
#define ELO_PER_DEVIATION 347.43558552260146

enum elo_bound {
	ELO_BETWEEN = 0, /* between low and high */
	ELO_AT_LEAST,    /* every unit was won: at least low */
	ELO_AT_MOST,     /* every unit was lost: at most high */
	ELO_UNKNOWN,     /* no unit was played */
};

struct elo_estimate {
	struct interval score;   /* mean of the units with its 95 % interval */
	enum elo_bound bound;
	double elo, low, high;   /* the score and its interval as Elo; bound says which of low and high apply */
	double superiority;      /* likelihood that the true score is above 1/2 */
};

/* Returns the estimate from a histogram. The interval of the score is that of interval.h; low and high are its ends as
 * Elo, even after a clean sweep. superiority is Phi((s - 1/2) / se), where s is the mean of the units and se its
 * standard error. If all n units are equal, se is 0, and superiority is 1 - 2^-(n+1), 1/2 or 2^-(n+1) for s above, at
 * or below 1/2 (from a uniform prior). */
struct elo_estimate elo_of_shares(const struct histogram *shares);
