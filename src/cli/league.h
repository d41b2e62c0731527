/* league.h - the robots of one or several runs as one field: how each did, match by match, and who finished before
 * whom. A robot is its file and its options, whatever it was called in a run. */
#ifndef ARENA_CLI_LEAGUE_H
#define ARENA_CLI_LEAGUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "stats/blocks.h"
#include "stats/histogram.h"
#include "stats/interval.h"
#include "stats/rating.h"
#include "store/database.h"

struct league_robot {
	char *sha256, *options; /* ":risk=0.4" or ""; owned, like label */
	char *label;            /* as in the latest run; made unique */
	uint64_t games;         /* seats taken in games */
	uint64_t matches;
	struct histogram shares; /* by match: share of the first places, */
	struct histogram scores; /* and mean of (n - place) / (n - 1); owned both */
};

struct league {
	enum rating_by by;      /* set before the first run: what the ratings are made from */
	int n_robots;
	struct league_robot *robots; /* owned */
	int n_runs;
	uint64_t games, n_blocks, n_matches;
	int fewest_seats, most_seats; /* at the tables; 0 without games */
	/* For the ratings: a unit is a match; sorted by league_finish. Robots by their index here. By wins only first places
	 * are told apart, so that few different units stand for many matches. */
	struct blocks blocks;
	struct league_run *run;        /* that is being read */
};

void league_release(struct league *league);

/* Adds the robots and what is stored of the matches of a run, the latest run first: labels are taken from
 * the first that has the robot. A damaged database is EXIT_WORLD, and the league then of no use. */
int league_add(struct league *league, struct database *database, int64_t run, struct err *err);

/* After the last run. The same matches give the same league, however they are spread over databases. */
void league_finish(struct league *league);

struct interval league_wins(const struct league_robot *robot);
struct interval league_score(const struct league_robot *robot);

/* By pair, at [a * n_robots + b]. */
struct league_pair {
	double met;     /* games of a and b at one table */
	double decided; /* those that say which of the two is better: by places all, by wins those that one of them won */
	double before;  /* those decided for a; a draw counts half */
};

/* pairs: the caller's, n_robots squared of them, zeroed. */
void league_pairs(const struct league *league, struct league_pair *pairs);

#endif
