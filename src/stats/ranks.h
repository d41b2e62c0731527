/* ranks.h - ranks as ranges. A robot is significantly better than another when the chance that it is better is high
 * enough for all comparisons of the list together: the chance that any two equal robots are distinguished is at most
 * RANKS_ERROR (Holm 1979, "A simple sequentially rejective multiple test procedure"). A rank is a range: from 1 plus
 * the number of significantly better robots, to the number of robots minus the number of significantly worse ones.
 * Indistinguishable robots share ranks ("1-2"). Robots that never met, directly or through others, are on different
 * islands and are ranked separately. */
#pragma once

#include "base/base.h"

#define RANKS_ERROR 0.05

/* Ranks from 1 within the island, best <= worst; both are 0 for a robot that is not on an island. */
struct rank_range {
	int best, worst;
};

/* Returns the chance that robot a is better than robot b, in [0, 1]. The chance for b over a must be 1 minus this. */
typedef double superiority_fn(const void *context, int a, int b);

/* Returns the limit for n comparisons, given the chance of one side of each. A comparison is significant if its chance
 * is at most the limit, or at least 1 minus the limit. */
double ranks_limit(const double *chances, size_t n);

/* Compares one robot with n others, and writes whether it is significantly better (1), significantly worse (-1), or
 * neither (0) by the limit of ranks_limit. chances[i] is the chance that it is better than the other robot i. */
void ranks_results(const double *chances, size_t n, int *results);

/* Writes ranks[robot], robot < n. island[robot] is any number, negative for a robot that has not played; NULL when all
 * are on one island. `superiority` is called once for each pair on the same island, with a < b. Memory: 8 bytes for
 * each pair. */
void ranks_of(int n, const int *island, superiority_fn *superiority, const void *context, struct rank_range *ranks);
