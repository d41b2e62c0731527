/* rating.h - the rating list of a set of robots: strengths on the Elo scale with their uncertainty. Pure arithmetic;
 * never NaN or infinite. The same games give the same list in any order.
 *
 * In a rating by wins, robot i wins at its table with probability g_i / (sum of g over the table), and a shared first
 * place is a shared win. With two seats this is the Bradley-Terry model, with more the first stage of the Plackett-Luce
 * model. Robots are in the order of their win shares unless they met different opponents. In a rating by places, all
 * stages of Plackett-Luce count. */
#pragma once

#include "base/rng.h"
#include "stats/interval.h"
#include "stats/ranks.h"
#include "stats/rating/blocks.h"
#include "stats/shares.h"

/* Robots that have met, directly or through others, form an island. Robots of different islands cannot be compared.
 *
 * Within an island, a level is a set of robots each of which has finished before or tied with every other, directly or
 * through others (a strong component of the graph that has an edge from each robot to those that it finished before).
 * Between two levels one side has always won: the games show which is better, but only the prior determines by how much
 * (Ford 1957). If only winning counts, a robot finished before another if it won and the other did not, and tied if
 * they shared the first place; each robot that never won is a level of its own.
 *
 * Islands and levels are numbered from 0, in the order of their lowest robots; -1 is for a robot without games. */
struct component {
	int island, level;
};

struct components {
	int n_islands, n_levels; /* 1 and 1: all robots can be compared */
};

/* Fills of[robot], robot < blocks->n_robots. With by_wins only winning counts. Time and memory: at most robots squared
 * / 8 bytes. */
struct components components_of(const struct blocks *blocks, bool by_wins, struct component *of);

enum rating_by {
	RATING_BY_WINS = 0, /* only the wins */
	RATING_BY_PLACES,   /* the whole finishing order, in the direction that explains the games better */
};

struct rating_options {
	enum rating_by by;
	double prior;         /* drawn games against a phantom; see plackett.h */
	uint32_t n_resamples; /* 0: there are only bounds, and intervals only for two robots alone */
	struct rng_key key;   /* key of the random numbers for resampling */
	int anchor;           /* the robot that has anchor_elo in the list and in each resample; -1: the mean of the
			       * robots that have played is 0 */
	double anchor_elo;
};

struct rating_options rating_defaults(void);

enum rating_kind {
	RATING_NONE = 0, /* no games: elo, low and high are 0 */
	RATING_BETWEEN,  /* elo; between low and high with a confidence of 95 % */
	RATING_SINGLE,   /* a single unit: low and high equal elo and have no meaning */
	RATING_AT_LEAST, /* alone in first place in every game: at least low, with a confidence of 95 %; high equals
	                  * elo */
	RATING_AT_MOST,  /* by wins: never in first place; by places: alone in last place in every game. At most high,
			  * with a confidence of 95 %; low equals elo */
};

struct robot_rating {
	enum rating_kind kind;
	double elo, low, high;
	double own_low, own_high; /* the interval from its own results, relative to elo; 0: the resamples suffice
	                           * (spread.h) */
	uint64_t units, games; /* how many the robot has played */
	struct component component;
};

struct ratings {
	int n_robots;
	enum rating_by by;
	bool has_direction;      /* true by places with a table of three or more, because the two directions then
	                          * differ */
	bool is_reverse;         /* the last places are assigned first, which explains the games better */
	double log_likelihood[2]; /* forward, reverse; equal without a direction */
	bool is_converged;       /* false: the numbers are unreliable */
	struct components components;
	struct robot_rating *robots; /* [n_robots]; owned */
	bool is_pair;            /* two robots alone, at tables of two */
	struct shares *shares;   /* by wins and with only one table: shares of its robots in ascending order; else NULL;
	                          * owned */
	int *in_shares;          /* [n_robots]: index of a robot in shares, if shares is not NULL; owned */
	size_t n_resamples;
	double *resamples;       /* [n_robots][n_resamples] Elo; owned */
};

#define AUTO_RATINGS __attribute__((cleanup(ratings_release)))
void ratings_release(struct ratings *ratings);

/* Fills the zeroed struct, which the caller releases. blocks must be sorted, and options->prior > 0.
 *
 * A unit of the blocks must be independent of all others, so it is a match.
 *
 * Resamples draw units within each table that has at least RATING_STRATUM of them; the units of smaller tables are
 * pooled. The intervals are percentiles of the resamples, or wider if the robot's own results are less certain
 * (spread.h). Only the anchor's interval is a point. For a robot that won (or lost) all its games, all resamples are
 * equal, and the bound is the rating at which such a result has a chance of 5 % given the strengths of the others,
 * counting a unit as one game.
 *
 * For two robots alone, at tables of two, the interval and the bounds are those of the win share (interval.h),
 * converted to Elo. Each robot gets half of it, around the mean 0, or the robot that is not the anchor gets all of it.
 *
 * Time: each resample takes about 10 to 50 passes over the stages (stages.h) and one over the units; 400 resamples for
 * 8 robots at tables of four take less than a second. Memory: n_resamples numbers per robot. */
void ratings_of(struct ratings *ratings, const struct blocks *blocks, const struct rating_options *options);
#define RATING_STRATUM 20

/* Returns the chance that robot a is better than robot b, in (0, 1). If there is only one table, the chance comes from
 * their win shares (shares.h), which works even if they differ in few units; otherwise from the resamples (spread.h).
 * It is 1/2 for a robot without games, and if resamples are needed but missing. */
double ratings_superiority(const struct ratings *ratings, int a, int b);

/* Writes the rating of robot a minus that of robot b. Its 95 % interval comes from common resamples, which include the
 * correlation of the two (spread.h), or, for two robots alone, from their win shares. Returns false when one of them is
 * not RATING_BETWEEN, when they are on different islands, or when there are no resamples. */
bool ratings_difference(const struct ratings *ratings, int a, int b, struct interval *difference);

/* Fills ranks[robot], robot < n_robots, from ratings_superiority, for each island; 0 for robots without games. */
void ratings_ranks(const struct ratings *ratings, struct rank_range *ranks);
