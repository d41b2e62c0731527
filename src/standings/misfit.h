/* misfit.h - finds results that one number for each robot cannot explain: pairs whose results are not those that the
 * ratings predict, robots that beat each other in a circle, and Nash averaging. */
#pragma once

#include "standings/pool_list.h"

/* The results of two robots, and those that the ratings predict. */
struct misfit_pair {
	int a, b;                 /* index of a robot; a won more than expected */
	double expected, played;  /* share of the decided games that a won */
	double z;                 /* their difference in standard errors, over matches */
};

enum { MISFIT_LENGTH = 3 };

struct misfit {
	int n_pairs, n_misfits;   /* pairs on the same island that met; those that surely differ from the ratings */
	struct misfit_pair worst; /* the one with the largest deviation; set if n_misfits > 0 */
	int n_cycles;             /* of three robots, each of which surely beats the next */
	int cycle[MISFIT_LENGTH]; /* the clearest; set if n_cycles > 0 */
};

/* Finds the misfits of a list with pairs. "Surely" is by Holm over all pairs (stats/ranks.h), so that the chance of any
 * wrong one is at most 5 %. */
struct misfit misfit_of(const struct pool_list *list);

/* Fills nash_mix and nash_gain of the list (stats/shares.h). Payoffs are Elo between two robots, with a draw added to
 * their games. Returns false when a pair has no decided game, or without pairs. */
bool misfit_nash(struct pool_list *list);
