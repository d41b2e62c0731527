/* pairing.h - chooses the tables of a round where games give the most information. A function of its input alone. */
#pragma once

#include "base/rng.h"
#include "stats/strength.h"

struct pairing {
	const struct strengths *strengths; /* borrowed, like robots */
	const int *robots;        /* that take part: robots[i], i < n, are indices in strengths */
	int n;                    /* at least n_seats */
	int n_seats;              /* at each table */
	int games;                /* at each table */
	int n_tables;             /* that are wanted */
	struct rng_key key;       /* the random key of the round */
};

/* Returns the number of tables: n_tables, or more if that is too few to seat every robot. */
int pairing_n_tables(const struct pairing *pairing);

/* Writes tables[t * n_seats + i], indices in `robots`. The first half of the tables, the floor, is random: all robots
 * in a random circle, n_seats neighbours to a table, so that every robot plays and any two may meet. (With a smaller
 * floor the estimates choose too much of their own data, and the intervals become too narrow: tests/slow/ladder.sh.)
 * The other tables are added one by one. Each is built around the two robots, close to each other in the list, whose
 * order is the least certain: those with the largest
 *
 *	Phi(-|difference| / deviation) * deviation
 *
 * of the estimated difference of their strengths. A chosen table counts as information for the next choice. */
void pairing_tables(const struct pairing *pairing, int *tables);
