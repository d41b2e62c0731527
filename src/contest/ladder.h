/* ladder.h - what the matches of a season say of its versions: their strengths, and who beat whom. Fed run by run;
 * nothing in it depends on the order. Versions are numbers: their places in the list of all versions (struct
 * contest_versions). */
#ifndef ARENA_CONTEST_LADDER_H
#define ARENA_CONTEST_LADDER_H

#include <stdint.h>

#include "base/err.h"
#include "contest/contest.h"
#include "stats/intern.h"
#include "stats/strength.h"

/* A zeroed struct is empty. */
struct ladder {
	struct intern units;  /* seats, games in a match, the versions, their shares as pairs of words */
	uint64_t *times;      /* of each unit; owned */
	size_t n_times;
	uint64_t games;
};
void ladder_release(struct ladder *ladder);
#define AUTO_LADDER __attribute__((cleanup(ladder_release)))

/* The labels of versions, to find them by: contest_label. */
struct labels {
	struct label {
		char *text;
		int version;
	} *items;          /* ascending; owned */
	int n;
};
void labels_init(struct labels *labels, const struct contest_versions *versions);
void labels_release(struct labels *labels);
int labels_find(const struct labels *labels, const char *text); /* -1: there is none */

/* Which version each robot of a run is: (*list)[i], the caller's, also after a failure. */
int ladder_find_versions(const struct run_config *info, const struct labels *labels, int **list, struct err *err);

/* Adds the matches of a run of the contest. */
int ladder_add_run(struct ladder *ladder, struct database *database, int64_t run, const struct labels *labels,
		   struct err *err);

/* How many rounds of a season there are; the last one may be unfinished. */
int ladder_count_rounds(const struct contest *contest, int64_t season, int64_t *n_rounds, struct err *err);

/* Adds the first n_rounds of a season. */
int ladder_add_rounds(struct ladder *ladder, const struct contest *contest, int64_t season, int64_t n_rounds,
		      const struct contest_versions *versions, struct err *err);

/* The strengths of the versions that have played or are active. list[i], i < strengths.n, is the version; the caller's. */
void ladder_fit(const struct ladder *ladder, const struct contest_versions *versions, struct strengths *strengths,
		int **list);

/* The ratings of all that are fitted, with intervals that hold at any time: differences to the mean of those that have
 * played, in Elo. The caller's, strengths->n of them. */
struct contest_rating *ladder_ratings(const struct strengths *strengths, const int *list,
				      const struct contest_versions *versions);

/* Calls visit for each two versions of a unit, a < b in the list: (1 + share of a - share of b) / 2 in each of `times`
 * matches of `games` games. */
void ladder_each_pair(const struct ladder *ladder,
		      void (*visit)(int a, int b, double value, uint32_t games, uint64_t times, void *context),
		      void *context);

#endif
