/* ladder.h - the strengths of a season's versions and their results against each other, from its matches. Runs are
 * added one at a time, in any order: the result does not depend on it. A version is its index in the list of all
 * versions (struct contest_versions). */
#pragma once

#include "contest/contest.h"
#include "stats/intern.h"
#include "stats/strength.h"
#include "base/rng.h"

/* A zeroed struct is empty. */
struct ladder {
	struct intern units;  /* words: seats, games in a match, then for each seat the version and its share (two words) */
	uint64_t *times;      /* how often each unit occurred; owned */
	size_t n_times;
	uint64_t games;
};
void ladder_release(struct ladder *ladder);
#define AUTO_LADDER __attribute__((cleanup(ladder_release)))

/* The labels of versions (contest_label), sorted for searching. */
struct labels {
	struct label {
		char *text;
		int version;
	} *items;          /* ascending; owned */
	int n;
};
void labels_init(struct labels *labels, const struct contest_versions *versions);
void labels_release(struct labels *labels);
#define AUTO_LABELS __attribute__((cleanup(labels_release)))
int labels_find(const struct labels *labels, const char *text); /* returns -1 if there is none */

/* Finds the version of each robot of a run: (*list)[i]. The caller owns the list, also after a failure. */
int ladder_find_versions(const struct run_config *info, const struct labels *labels, int **list, struct err *err);

/* Adds the matches of one run of the contest. */
int ladder_add_run(struct ladder *ladder, struct database *database, int64_t run, const struct labels *labels,
		   struct err *err);

/* Finds the run of a round of a season, or of its final (round 0). *run: 0 when there is none. */
int ladder_find_round(const struct contest *contest, int64_t season, int64_t round, int64_t *run, struct err *err);

/* Counts the rounds of a season; the last one may be unfinished. */
int ladder_count_rounds(const struct contest *contest, int64_t season, int64_t *n_rounds, struct err *err);

/* Adds the first n_rounds rounds of a season. */
int ladder_add_rounds(struct ladder *ladder, const struct contest *contest, int64_t season, int64_t n_rounds,
		      const struct contest_versions *versions, struct err *err);

/* Fits the strengths of the versions that take part, against the field (strengths_to_field), from their matches with each other.
 * Older versions keep the ratings of the last round in which they took part. list[i], i < strengths.n, is the version of index i;
 * the caller owns the list. */
void ladder_fit(const struct ladder *ladder, const struct contest_versions *versions, struct strengths *strengths,
		int **list);

/* Returns the ratings of all fitted versions, in Elo relative to the mean of those that have played, with intervals
 * that are valid at any time. The caller owns the array of strengths->n ratings. */
struct contest_rating *ladder_ratings(const struct strengths *strengths, const int *list,
				      const struct contest_versions *versions);

/* Calls visit for each pair of versions a < b of a unit. value is (1 + share of a - share of b) / 2 in each of `times`
 * matches of `games` games. */
void ladder_each_pair(const struct ladder *ladder,
		      void (*visit)(int a, int b, double value, uint32_t games, uint64_t times, void *context),
		      void *context);

/* Chooses the tables of a round where games give the most information. A function of its input alone. */

struct pairing {
	const struct strengths *strengths; /* borrowed, like robots */
	const int *robots;        /* that take part: robots[i], i < n, are indices in strengths */
	const int *same;          /* same[i]: the first of `robots` with the same file as robot i */
	int n;                    /* at least n_seats */
	int n_seats;              /* at each table */
	int games;                /* at each table */
	int n_tables;             /* that are wanted */
	struct rng_key key;       /* the random key of the round */
};

/* Returns the number of tables: n_tables, or more if that is too few to seat every robot. */
int pairing_n_tables(const struct pairing *pairing);

/* Writes tables[t * n_seats + i], indices in `robots`. The first half of the tables, the floor, does not depend on results. It
 * takes the robots in a random order, and seats each with those remaining robots that have met it least. So every robot plays,
 * and any two meet in time. (With a smaller floor the estimates choose too much of their own data, and the intervals become
 * too narrow: tests/slow/ladder.sh.) The other tables are added one by one. Each has the robots whose games most reduce the
 * expected loss from neighbours in the list that are in the wrong order. The loss is measured in Elo beyond the first 5, and
 * counts more at the top of the list. Of robots with equal files only one is at these tables. A chosen table counts as
 * information for the next choice. */
void pairing_tables(const struct pairing *pairing, int *tables);
