/* ranks.h - ranks as ranges. A robot is surely better than another when the chance of its superiority is RANKS_SURE or
 * more. Its rank is a range: 1 + the robots surely better than it, to the number of robots less those surely worse. Two
 * robots that cannot be distinguished thus share ranks ("1-2"). Robots that never met, directly or through others, are on
 * different islands and are ranked separately. */
#pragma once

#define RANKS_SURE 0.95

/* Ranks from 1 within the island, best <= worst; 0 and 0 for a robot on no island. */
struct rank_range {
	int best, worst;
};

/* The chance that robot a is better than robot b, in [0, 1]; 1 - that of b over a. */
typedef double superiority_fn(const void *context, int a, int b);

/* Writes ranks[robot], robot < n. island[robot]: any numbers, negative for a robot that has not played; NULL
 * when all are on one. superiority is called once for each pair of an island, with a < b. */
void ranks_of(int n, const int *island, superiority_fn *superiority, const void *context, struct rank_range *ranks);
