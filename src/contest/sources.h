/* sources.h - measures how much of the source texts of two submissions is equal, in any programming language. A text is
 * a sequence of tokens without comments and white space, in which all names are the same token, and likewise all
 * numbers and all strings. So changed names and constants have no effect. Its shingles are its sequences of
 * SOURCES_SHINGLE tokens. The fewer teams have a shingle, the larger its weight. This code reads no files. */
#pragma once

#include "base/base.h"

enum { SOURCES_SHINGLE = 10, SOURCES_LEAST = 20 };

/* A zeroed struct is empty. */
struct sources {
	uint64_t *shingles; /* hashes; ascending and without duplicates after sources_sort; owned */
	size_t n, room;
};
void sources_release(struct sources *sources);

/* Adds the shingles of a file. Files with a NUL, such as compiled robots, have none. */
void sources_add(struct sources *sources, const char *text, size_t size);
void sources_sort(struct sources *sources);

/* Removes the shingles that are also in `known`. Both must be sorted. */
void sources_remove(struct sources *sources, const struct sources *known);

/* The number of teams that have each shingle. */
struct sources_weights {
	uint64_t *shingles; /* ascending; owned */
	int *teams;         /* teams[i]: number of teams that have shingles[i]; owned */
	size_t n;
	int n_teams;
};

/* Counts the teams that have each shingle. all[i], i < n, belongs to the team team[i]. */
void sources_weigh(struct sources_weights *weights, const struct sources *all, const int *team, int n);
void sources_weights_release(struct sources_weights *weights);

/* Returns the total weight of the shingles that both have, divided by the smaller of their total weights, or -1 if one
 * of them has fewer than SOURCES_LEAST shingles. */
double sources_share(const struct sources_weights *weights, const struct sources *a, const struct sources *b);
