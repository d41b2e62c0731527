/* similar.h - pairs of versions from different teams that play alike or have nearly equal sources.
 *
 * Every version is asked for its play in the same positions of stored games, with the same dice and the same random
 * numbers. Two robots play alike if they choose the same play more often than other robots do in the same positions, so
 * positions in which all robots agree do not count:
 *
 *	alike = (same - expected) / (1 - expected),
 *
 * where `same` is the share of positions in which the two choose the same play, and `expected` the mean over these
 * positions of the chance that two of the other robots do. The other robots are the bundled ones and those of the
 * contest, except copies. */
#pragma once

#include "contest/contest.h"

#define SIMILAR_PLAYS 0.95    /* minimum of `alike` for similar pairs */
#define SIMILAR_SOURCES 0.8   /* minimum share of equal source text for similar pairs */

enum { SIMILAR_MOST_OTHERS = 10 }; /* how many pairs below these limits are also listed */

struct similar_pair {
	const struct contest_version *a, *b; /* elements of `versions` */
	bool has_equal_files;
	double sources;            /* share of equal source text; -1: unknown */
	double same, expected, alike;
	int n_positions;           /* positions in which both answered; 0: same, expected and alike are unknown */
	bool is_similar;
};

struct similar {
	struct contest_versions versions; /* owned */
	struct similar_pair *pairs; /* similar pairs and a few others, most similar first; owned */
	int n_pairs, n_similar;
	int n_positions;
};

void similar_release(struct similar *similar);
#define AUTO_SIMILAR __attribute__((cleanup(similar_release)))

/* Compares the versions that take part. Fails with EXIT_USAGE if no round has been played. */
int similar_find(const struct contest *contest, struct similar *similar, struct err *err);

/* Add the pairs as text or as CSV; or return them as an array of objects, which the caller owns. */
void similar_text(const struct similar *similar, bool has_colour, struct str *out);
void similar_csv(const struct similar *similar, struct str *out);
json_t *similar_json(const struct similar *similar);
