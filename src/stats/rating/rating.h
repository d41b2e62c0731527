/* rating.h - the rating list of a field of robots: strengths on the Elo scale with their uncertainty. Pure
 * arithmetic; never NaN or infinite. The same games give the same list in any order.
 *
 * By wins, robot i wins at its table with probability g_i / sum of g over the table; a shared first place is a shared
 * win. This is Bradley-Terry at two seats and the first stage of Plackett-Luce at more. The order is that of the win
 * shares unless robots met different fields. By places, all stages of Plackett-Luce count. */
#pragma once

#include "base/rng.h"
#include "stats/interval.h"
#include "stats/ranks.h"
#include "stats/rating/blocks.h"
#include "stats/shares.h"

/* Robots that have met, directly or through others, form an island. Games do not compare robots of different islands.
 *
 * Within an island, a level is a set of robots each of which has finished before or level with every other, directly or
 * through others (a strong component of the graph of who finished before whom). Between levels one side has always won:
 * the games show which is better, but only the prior determines by how much (Ford 1957). If only winning counts, a
 * robot is before another if it won and the other did not, and level if they shared the first place; robots that never
 * won are levels of their own.
 *
 * Islands and levels are numbered from 0, by the lowest robot in them; -1 for a robot that has no games. */
struct component {
	int island, level;
};

struct components {
	int n_islands, n_levels; /* 1 and 1: all robots can be compared */
};

/* Writes of[robot], robot < blocks->n_robots. by_wins: only winning counts. Time and memory: robots squared / 8 bytes at most. */
struct components components_of(const struct blocks *blocks, bool by_wins, struct component *of);

enum rating_by {
	RATING_BY_WINS = 0, /* who won */
	RATING_BY_PLACES,   /* the whole finishing order, in the direction that explains the games better */
};

struct rating_options {
	enum rating_by by;
	double prior;         /* drawn games against a phantom; see plackett.h */
	uint32_t n_resamples; /* 0: only bounds, and intervals only for two robots alone */
	struct rng_key key;   /* of the resamples */
	int anchor;           /* this robot has anchor_elo in the list and in each resample; -1: the mean of
			       * the robots that have played is 0 */
	double anchor_elo;
};

/* Returns the default options. */
struct rating_options rating_defaults(void);

enum rating_kind {
	RATING_NONE = 0, /* no games: elo, low and high are 0 */
	RATING_BETWEEN,  /* elo, within low and high with 95 % */
	RATING_SINGLE,   /* a single unit: low and high are elo, without information */
	RATING_AT_LEAST, /* alone in first place in every game: at least low with 95 %; high is elo */
	RATING_AT_MOST,  /* by wins never in first place, by places alone in the last one in every game: with
			  * 95 % at most high; low is elo */
};

struct robot_rating {
	enum rating_kind kind;
	double elo, low, high;
	double own_low, own_high; /* the interval from its own results, relative to elo; 0: resamples are enough (spread.h) */
	uint64_t units, games; /* it took part in */
	struct component component;
};

struct ratings {
	int n_robots;
	enum rating_by by;
	bool has_direction;      /* by places with a table of three or more: directions differ */
	bool is_reverse;         /* the last places are assigned first, which explains the games better */
	double log_likelihood[2]; /* forward, reverse; equal without a direction */
	bool is_converged;       /* false: the numbers are unreliable */
	struct components components;
	struct robot_rating *robots; /* [n_robots]; owned */
	bool is_pair;            /* two robots alone, at tables of two */
	struct shares *shares;   /* by wins: if there is only one table, of its robots in ascending order; else NULL; owned */
	int *in_shares;          /* [n_robots] the index in shares; owned, if shares is set */
	size_t n_resamples;
	double *resamples;       /* [n_robots][n_resamples] Elo; owned */
};

#define AUTO_RATINGS __attribute__((cleanup(ratings_release)))
void ratings_release(struct ratings *ratings);

/* Fills the zeroed struct; the caller releases. blocks must be sorted, options->prior > 0.
 *
 * A unit of the blocks must be independent of all others, so it is a match.
 *
 * Resamples draw units within each table that has at least RATING_STRATUM of them; the units of smaller tables are
 * pooled. The intervals are percentiles of the resamples, or wider if the robot's own results are less certain
 * (spread.h). Only the anchor's is a point. For a robot that won (or lost) all its games all resamples agree, and the
 * bound is the rating at which such a run has a chance of 5 % given the strengths of the others, counting a unit as one
 * game.
 *
 * Two robots alone, at tables of two: the interval and the bounds are those of the win share (interval.h)
 * through the Elo formula, half of it on each side of the mean 0, or all of it beside the anchor.
 *
 * Time: each resample costs some 10 to 50 passes over the stages (stages.h) and one over the units; 400
 * of 8 robots at tables of four take under a second. Memory: n_resamples numbers per robot. */
void ratings_of(struct ratings *ratings, const struct blocks *blocks, const struct rating_options *options);
#define RATING_STRATUM 20

/* Returns the chance that robot a is better than robot b, in (0, 1). If there is only one table, it comes from their
 * win shares (shares.h), which also works if they differ in few units; otherwise from the resamples (spread.h). 1/2 for
 * a robot without games, or without resamples where they are needed. */
double ratings_superiority(const struct ratings *ratings, int a, int b);

/* Writes the rating of a minus that of b, with its 95 % interval from common resamples, which contain what the two have
 * in common (spread.h), or, for two robots alone, from their win shares. Returns false when one of them is not rated
 * between two bounds, when they are on different islands, or without resamples. */
bool ratings_difference(const struct ratings *ratings, int a, int b, struct interval *difference);

/* Writes ranks[robot], robot < n_robots, by ratings_superiority, for each island; 0 for robots without games. */
void ratings_ranks(const struct ratings *ratings, struct rank_range *ranks);
