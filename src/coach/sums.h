/* sums.h - what the mistakes of a robot cost together, by kind, with intervals over matches; and the costliest decisions. */
#ifndef ARENA_COACH_SUMS_H
#define ARENA_COACH_SUMS_H

#include "coach/decisions.h"

/* A loss in win share a game, with half its 95 % interval: the games of a match depend on each other, so the match is the
 * unit (ratio estimator; Student's t). half is 1 with fewer than two matches. */
struct loss {
	uint64_t n;      /* decisions */
	double mean, half;
};

struct sums {
	uint64_t n_exact;              /* of all decisions */
	double error;                  /* mean of those that are not exact */
	struct loss net;               /* of all decisions, with what those gained that were better than the strong player's */
	struct loss all, of[MISTAKE_COUNT]; /* of[MISTAKE_NONE] is empty */
	enum mistake order[MISTAKE_COUNT];  /* the kinds there are, the costliest first */
	int n_kinds;
};

/* decisions: sorted, with their findings. */
void sums_of(const struct decisions *decisions, struct sums *sums);

/* The same mistake in the same position, wherever it was made. */
struct costly {
	size_t decision;     /* the first of them: index */
	uint64_t n;
	double loss;         /* of all n together, in games */
};

/* The mistakes by position, the costliest first; of equal ones the earlier. *n: how many. The caller frees the list. */
struct costly *sums_costliest(const struct decisions *decisions, size_t *n);

#endif
