/* misfit.h - finds results that one number for each robot cannot explain: pairs whose results differ from those that
 * the ratings predict, and robots that beat each other in a cycle. Also computes Nash averaging. */
#pragma once

#include "standings/pool_list.h"

/* The results of two robots, and those that the ratings predict. */
struct misfit_pair {
	int a, b;                 /* indices of the robots; a won more than expected */
	double expected, played;  /* expected and actual share of the decided games that a won */
	double z;                 /* the difference of these in standard errors, with the match as the unit */
};

enum { MISFIT_LENGTH = 3 };

struct misfit {
	int n_pairs, n_misfits;   /* pairs that met; those whose results differ significantly from the ratings */
	struct misfit_pair worst; /* the pair with the largest deviation; set if n_misfits > 0 */
	int n_cycles;             /* cycles of three robots, each of which is significantly better than the next */
	int cycle[MISFIT_LENGTH]; /* the clearest cycle; set if n_cycles > 0 */
};

/* Finds the misfits of a list with pairs. Significance is computed by Holm's method over all pairs (stats/ranks.h), so
 * the chance of any false result is at most 5 %. */
struct misfit misfit_of(const struct pool_list *list);

/* Fills nash_mix and nash_gain of the list (stats/shares.h). The payoff is the Elo difference of two robots, with a
 * draw added to their games. Returns false when a pair has no decided game, or when the list has no pairs. */
bool misfit_nash(struct pool_list *list);
