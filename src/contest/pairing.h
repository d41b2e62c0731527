/* pairing.h - who meets whom in a round: games go where they tell most. A function of its input alone. */
#ifndef ARENA_CONTEST_PAIRING_H
#define ARENA_CONTEST_PAIRING_H

#include "base/rng.h"
#include "stats/strength.h"

struct pairing {
	const struct strengths *strengths; /* borrowed, like robots */
	const int *robots;        /* that take part: robots[i], i < n, are numbers of strengths */
	int n;                    /* at least n_seats */
	int n_seats;              /* at each table */
	int games;                /* at each table */
	int n_tables;             /* that are wanted */
	struct rng_key key;       /* of the round */
};

/* How many tables there will be: those wanted, and at least so many that everybody sits at one. */
int pairing_n_tables(const struct pairing *pairing);

/* Writes tables[t * n_seats + i], indices of `robots`. First the floor, half of the tables: all robots in a random
 * circle, n_seats neighbours of it to a table, so that everybody plays and may meet anybody. (With a smaller floor the
 * estimates choose so much of their own data that intervals become too narrow: tests/slow/ladder.sh.) Then, one by one,
 * the tables around two robots close to each other in the list of whom it is least certain which is better: the largest
 *
 *	Phi(-|difference| / deviation) * deviation
 *
 * of the estimated difference of their strengths. A table that is chosen counts as information at once. */
void pairing_tables(const struct pairing *pairing, int *tables);

#endif
