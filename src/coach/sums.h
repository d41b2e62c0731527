/* sums.h - the total loss of a robot's mistakes, by kind, with confidence intervals; and the most costly decisions. */
#pragma once

#include "coach/decisions.h"

/* Loss in win share per game, and half the width of its 95 % interval. The games of a match are not independent, so the
 * match is the sampling unit (ratio estimator; Student's t). half is 1 with fewer than two matches. */
struct loss {
	uint64_t n;      /* decisions */
	double mean, half;
};

/* An interval of fewer matches is not worth telling: losses are skewed, and Student's t wants them normal. */
enum { SUMS_LEAST_MATCHES = 10 };

struct sums {
	bool has_intervals;            /* there are SUMS_LEAST_MATCHES */
	uint64_t n_exact;              /* of all decisions, those rated exactly */
	double error;                  /* mean error of those not rated exactly */
	struct loss net;               /* over all decisions, including gains by plays better than the strong player's */
	struct loss all, of[MISTAKE_COUNT]; /* of[MISTAKE_NONE] is empty */
	enum mistake order[MISTAKE_COUNT];  /* the kinds that occurred, the most costly first */
	int n_kinds;
};

/* decisions: sorted and rated. */
void sums_of(const struct decisions *decisions, struct sums *sums);

/* The same mistake in the same position, counted over all games. */
struct costly {
	size_t decision;     /* index of the first one */
	uint64_t n;
	double loss;         /* of all n together, in games */
};

/* Groups the mistakes by position, the most costly first; of equal ones the earlier. *n: how many. The caller frees the
 * list. */
struct costly *sums_costliest(const struct decisions *decisions, size_t *n);
