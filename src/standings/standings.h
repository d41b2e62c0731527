/* standings.h - the sums of a tournament by robot, and the order of the robots. All data except the CPU time depends
 * only on the set of matches, not on chunks or their order. */
#pragma once

#include "match/chunk.h"
#include "match/deal_sets.h"
#include "match/leak.h"
#include "robot/robot.h"
#include "stats/control.h"
#include "stats/histogram.h"
#include "stats/interval.h"
#include "stats/ranks.h"
#include "stats/shares.h"
#include "stats/strata.h"

/* The first fault of a robot, for the line under the table. */
struct first_fault {
	bool is_set;
	bool is_shown;       /* this fault, or one that occurred before it, was printed with its ask during the run */
	uint64_t game;       /* from 1 */
	enum verdict verdict;
	char cause[200];
	char *crash_report;       /* within the run's folder; NULL when none was written; owned */
};

struct standing {
	struct tally tally;
	struct histogram shares; /* the share of games won in each deal set; empty with has_pairs; owned */
	struct histogram scores; /* the mean score in each deal set; empty at tables of two, where it equals the share;
	                          * owned */
	struct leak leak;    /* with is_drawn; owned */
	struct showdowns showdowns;
	int64_t *luck;       /* with has_luck: LUCK_SUMS sums; owned */
	int64_t cpu_ns;      /* -1: unknown */
	struct first_fault first_fault;
};

struct standings {
	int n_robots;
	int n_seats;
	uint32_t match_length;      /* blocks in a match */
	uint64_t n_matches, n_blocks; /* so far */
	uint64_t n_alike;           /* blocks in which all robots made the same plays */
	bool has_luck;              /* the luck of the dice is known */
	bool is_drawn;              /* circles are drawn at random for each match */
	struct deal_sets sets;      /* sets with missing matches; owned */
	bool has_pairs;             /* there are few enough robots to compare pairs set by set */
	struct shares shares;       /* with has_pairs; owned */
	bool is_gauntlet;           /* a gauntlet at tables of two, in which the others met only the first robot */
	bool has_strata;            /* all tables play equally often by design, each with its own dice, and there are
	                             * not too many */
	struct strata strata;       /* with has_strata; owned */
	const struct robot *robots; /* borrowed */
	struct standing *list;      /* list[i] belongs to robots[i]; owned */
};

/* Initialises the standings. Borrows robots and schedule. The standings must not be moved. */
void standings_init(struct standings *standings, const struct robot *robots, const struct schedule *schedule);
void standings_release(struct standings *standings);

/* Adds the matches of a chunk; the order of chunks has no effect. */
void standings_add(struct standings *standings, const struct chunk *chunk);

/* Adds the deal sets with missing matches. Call it after the last chunk. */
void standings_finish(struct standings *standings);

/* Returns the number of games played so far. */
uint64_t standings_games(const struct standings *standings);

/* Fills order[rank], rank < n_robots, with the indices of the robots: by win rate, best first, then by mean place, then
 * in the given order. In a gauntlet of pairs the first robot is ranked as if it had won half of its games, so it comes
 * before the robots that it beats, as in a rating list. Its own win rate is against all others, and theirs are against
 * the first robot, so they cannot be compared. */
void standings_sort(const struct standings *standings, int *order);

/* A line of the table. */
struct standings_row {
	int robot;
	int rank;        /* shared by robots that won equally often */
	struct rank_range range; /* the ranks that it may have */
	struct interval wins;
};

/* Returns a row for each robot, best first, which the caller owns. */
struct standings_row *standings_rows(const struct standings *standings);

/* Returns the rank, from 1, of the robot order[at]; `order` comes from standings_sort. Robots with the same win rate
 * and mean place share a rank. */
int standings_rank(const struct standings *standings, const int *order, int at);

/* Return the 95 % intervals of the win rate and of the mean score, with the deal set as the unit. */
struct interval standings_wins(const struct standings *standings, int robot);
struct interval standings_score(const struct standings *standings, int robot);

/* Returns the win rate without the luck of the dice, using weights estimated from the same matches. */
struct corrected standings_corrected(const struct standings *standings, int robot);

/* In a gauntlet of pairs, sets results[robot] to 1 if the first robot is significantly better than this robot, to -1 if
 * it is significantly worse, and else to 0, by Holm's method over all others (stats/ranks.h). results[0] is 0. */
void standings_against_first(const struct standings *standings, int *results);

/* Returns true if at every table all robots made the same plays in every game. */
bool standings_are_alike(const struct standings *standings);

/* Returns true if a robot failed in all of its games, or in all games in which it was asked. */
bool standings_has_failed_robot(const struct standings *standings);
