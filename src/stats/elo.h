/* elo.h - one robot against another (or against a field) from counts of outcomes: score, Elo,
 * normalized Elo, likelihood of superiority. Formulas and choices: docs/statistics.md. Pure arithmetic;
 * never NaN or infinite, whatever the counts. */
#ifndef ARENA_STATS_ELO_H
#define ARENA_STATS_ELO_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/interval.h"

/* How often each outcome of a unit was seen. A unit is what is independent of its like: a block (the
 * mean of its games) or, where nothing is mirrored, a game. */
struct outcome_counts {
	int n;                /* outcomes, at least 2 */
	const double *value;  /* value[i], i < n, ascending; value[0] = 0 and value[n-1] = 1 */
	const uint64_t *count; /* count[i] units ended in value[i] */
	int games_per_unit;   /* 1 for games, n_seats for blocks */
};

/* The values of the usual units: lost, drawn, won; and the mean of a mirrored pair. */
extern const double outcome_values_game[3];
extern const double outcome_values_pair[5];

/* Units, their mean in [0, 1] and variance (divided by the number of units) in [0, 1/4]. Without units
 * the mean is 1/2. Counts are summed in the order of their values. */
struct moments {
	double units, mean, variance;
};
struct moments outcome_moments(const struct outcome_counts *counts);

/* Same, with every outcome that was never seen counted as 0.001 units: the sequential tests would
 * otherwise hold it for impossible. */
#define OUTCOME_UNSEEN 0.001
struct moments outcome_moments_smoothed(const struct outcome_counts *counts);

/* Scores are clamped to this and to 1 minus this before they become Elo: +-1199.83. */
#define ELO_SCORE_MIN 0.001

/* -400 log10(1/score - 1), and back. */
double elo_of_score(double score);
double score_of_elo(double elo);

/* 800 / ln 10: normalized Elo per standard deviation of a game. */
#define ELO_PER_DEVIATION 347.43558552260146

enum elo_bound {
	ELO_BETWEEN = 0, /* between low and high */
	ELO_AT_LEAST,    /* every unit was won: at least low, with 95 % (one-sided) */
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

/* The interval is Student's over units (interval.h). After a clean sweep of n units the bound is the
 * exact one: the score is at least 0.05^(1/n) with 95 %.
 *
 * error = (Elo(s + z se) - Elo(s - z se)) / 2 and normalized = (s - 1/2) / (standard deviation of a
 * game) * ELO_PER_DEVIATION with error z * ELO_PER_DEVIATION / sqrt(games), as fastchess and fishtest
 * have it; the deviation of a game is that of a unit times sqrt(games_per_unit). superiority is
 * Phi((s - 1/2) / se). Where all n units are equal and se is 0, the superiority is 1/2, or by the sign
 * of the units alone 1 - 2^-(n+1) (a uniform prior), and the normalized Elo, large as it is, is that of
 * outcome_moments_smoothed. */
struct elo_estimate elo_of_counts(const struct outcome_counts *counts);

#endif
