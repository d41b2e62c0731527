/* league.h - the robots of one or several runs as one field: how each did, block by block, and who
 * finished before whom. A robot is its file and its options, whatever it was called in a run. */
#ifndef ARENA_CLI_LEAGUE_H
#define ARENA_CLI_LEAGUE_H

#include <stdint.h>

#include "base/err.h"
#include "cli/kinds.h"
#include "stats/blocks.h"
#include "stats/interval.h"
#include "store/database.h"

struct league_robot {
	char *sha256, *options; /* ":risk=0.4" or ""; owned, like label */
	char *label;            /* as in the latest run; made unique */
	uint64_t games;         /* seats taken in games */
	uint64_t blocks;        /* units: the four sums are over them, of means within them */
	double scores, score_squares; /* (n - place) / (n - 1) */
	double firsts, first_squares; /* shares of first places */
};

struct league {
	int n_robots;
	struct league_robot *robots; /* owned */
	int n_runs;
	uint64_t games, n_blocks, n_matches;
	int fewest_seats, most_seats; /* at the tables; 0 without games */
	struct blocks blocks;         /* for the ratings; sorted by league_finish. Robots by their index here */
	struct kinds kinds;           /* blocks that are not in `blocks` yet */
	struct league_run *run;        /* that is being read */
};

void league_release(struct league *league);

/* Adds the robots and what is stored of the matches of a run, the latest run first: labels are taken from
 * the first that has the robot. A damaged database is EXIT_WORLD, and the league then of no use. */
int league_add(struct league *league, struct database *database, int64_t run, struct err *err);

/* After the last run. The same matches give the same league, however they are spread over databases. */
void league_finish(struct league *league);

struct interval league_score(const struct league_robot *robot);
struct interval league_firsts(const struct league_robot *robot);

/* met[a * n_robots + b]: games of a and b at one table; before: in how many of them a finished before b,
 * level counting half. Both are the caller's arrays, zeroed. */
void league_matrix(const struct league *league, double *met, double *before);

#endif
