/* ladder.h - the strengths of a season's versions and their results against each other, from its matches. Runs are
 * added one at a time, in any order, which does not affect the result. A version is identified by its index in the list
 * of all versions (struct contest_versions). */
#pragma once

#include "contest/contest.h"
#include "stats/intern.h"
#include "stats/strength.h"
#include "base/rng.h"

/* A zeroed struct is empty. */
struct ladder {
	struct intern units;  /* the words of a unit: seats, games in a match, then for each seat the version and its
	                       * share (two words) */
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

/* Finds the version of each robot of a run, and stores it in (*list)[i]. The caller owns the list, even after a
 * failure. */
int ladder_find_versions(const struct run_config *info, const struct labels *labels, int **list, struct err *err);

/* Adds the matches of one run of the contest. */
int ladder_add_run(struct ladder *ladder, struct database *database, int64_t run, const struct labels *labels,
		   struct err *err);

/* Finds the run of a round of a season, or of its final (round 0). Sets *run to 0 when there is none. */
int ladder_find_round(const struct contest *contest, int64_t season, int64_t round, int64_t *run, struct err *err);

/* Counts the rounds of a season, of which the last may be unfinished. */
int ladder_count_rounds(const struct contest *contest, int64_t season, int64_t *n_rounds, struct err *err);

/* Adds the first n_rounds rounds of a season. */
int ladder_add_rounds(struct ladder *ladder, const struct contest *contest, int64_t season, int64_t n_rounds,
		      const struct contest_versions *versions, struct err *err);

/* Fits the strengths of the versions that take part from their matches with each other, and relates them to the whole
 * field (strengths_to_field). Older versions keep the ratings of the last round in which they took part. (*list)[i], i
 * < strengths->n, is the version with index i in the strengths; the caller owns the list. */
void ladder_fit(const struct ladder *ladder, const struct contest_versions *versions, struct strengths *strengths,
		int **list);

/* Returns the ratings of all fitted versions, in Elo relative to the mean of those that have played, with intervals
 * that are valid at all times. The caller owns the array of strengths->n ratings. */
struct contest_rating *ladder_ratings(const struct strengths *strengths, const int *list,
				      const struct contest_versions *versions);

/* Calls visit for each unit and each pair of versions a < b in it. `value` is (1 + share of a - share of b) / 2 in each
 * of `times` matches of `games` games. */
void ladder_each_pair(const struct ladder *ladder,
		      void (*visit)(int a, int b, double value, uint32_t games, uint64_t times, void *context),
		      void *context);

/* Chooses those tables of a round where games give the most information. The result depends only on the input. */

struct pairing {
	const struct strengths *strengths; /* borrowed, like robots */
	const int *robots;        /* the robots that take part: robots[i], i < n, is an index in strengths */
	const int *same;          /* same[i] is the first index in `robots` with the same file as robots[i] */
	int n;                    /* at least n_seats */
	int n_seats;              /* number of seats at each table */
	int games;                /* number of games at each table */
	int n_tables;             /* number of tables requested */
	struct rng_key key;       /* the random key of the round */
};

/* Returns the number of tables: n_tables, or more if n_tables cannot seat every robot. */
int pairing_n_tables(const struct pairing *pairing);

/* Fills tables[t * n_seats + i] with indices in `robots`. The first third of the tables does not depend on results: the
 * robots are taken in a random order, and each is seated with those remaining robots that have met it least. So every
 * robot plays, and any two meet eventually. (If too many tables were chosen by the estimates, the intervals would
 * become too narrow: tests/slow/ladder.sh.) The other tables are added one by one. Each has the robots whose games most
 * reduce the expected loss from neighbours in the list that are in the wrong order. The loss is measured in Elo, beyond
 * the first 5 Elo. At two tables in five only the first three robots count for the loss, at the others all robots. Only
 * one of several robots with equal files is at these tables. The next choice takes into account the information from
 * the tables that are already chosen. */
void pairing_tables(const struct pairing *pairing, int *tables);
