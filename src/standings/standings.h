/* standings.h - the sums of a tournament by robot, and their order. Everything except the CPU time is a function of the
 * set of matches alone, not of chunks or their order. */
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
	bool is_shown;       /* it, or one that came before it, was printed with its ask during the run */
	uint64_t game;       /* from 1 */
	enum verdict verdict;
	char cause[200];
	char *crash_report;       /* within the run's folder; NULL when none was written; owned */
};

struct standing {
	struct tally tally;
	struct histogram shares; /* the share of games that it won in each deal set; empty with has_pairs; owned */
	struct histogram scores; /* its mean score in each deal set; empty at tables of two, where it is the share; owned */
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
	uint64_t n_alike;           /* blocks in which all robots played alike */
	bool has_luck;              /* the luck of the dice is known */
	bool is_drawn;              /* circles are drawn for each match */
	struct deal_sets sets;      /* that miss matches; owned */
	bool has_pairs;             /* few enough robots to compare pairs set by set */
	struct shares shares;       /* then; owned */
	bool is_gauntlet;           /* of pairs: all others met only the first robot */
	bool has_strata;            /* each table plays equally often, by design, with its own dice, and there are not too many */
	struct strata strata;       /* then; owned */
	const struct robot *robots; /* borrowed */
	struct standing *list;      /* list[i] belongs to robots[i]; owned */
};

/* Borrows robots and schedule. The standings must not be moved. */
void standings_init(struct standings *standings, const struct robot *robots, const struct schedule *schedule);
void standings_release(struct standings *standings);

/* Adds the matches of a chunk; the order of chunks has no effect. */
void standings_add(struct standings *standings, const struct chunk *chunk);

/* Finishes after the last chunk: adds the deal sets that miss matches. */
void standings_finish(struct standings *standings);

/* Returns the number of games played so far. */
uint64_t standings_games(const struct standings *standings);

/* Fills order[rank], the index of a robot: best win rate first, then best mean place, then as given; n_robots of them.
 * In a gauntlet of pairs the first robot is placed as one that wins half: before those that it beats, which is the
 * order of ratings. Its win rate is against all the others, theirs against the first, so they cannot be compared. */
void standings_sort(const struct standings *standings, int *order);

/* A line of the table. */
struct standings_row {
	int robot;
	int rank;        /* shared by robots that won equally often */
	struct rank_range range; /* its possible ranks */
	struct interval wins;
};

/* Returns a row for each robot, best first, which the caller owns. */
struct standings_row *standings_rows(const struct standings *standings);

/* Returns the rank, from 1, of the robot order[at]; order as from standings_sort. Robots that won equally often, and
 * finished equally well, share a rank. */
int standings_rank(const struct standings *standings, const int *order, int at);

/* Return the 95 % intervals over deal sets, of the win rate and of the mean score. */
struct interval standings_wins(const struct standings *standings, int robot);
struct interval standings_score(const struct standings *standings, int robot);

/* Returns the win rate without the luck of the dice, by weights estimated from the matches themselves. */
struct corrected standings_corrected(const struct standings *standings, int robot);

/* Computes, in a gauntlet of pairs, whether the first robot is surely better than each other (1), surely worse (-1), or
 * neither (0). By Holm over all others (stats/ranks.h). results[robot]; results[0] is 0. */
void standings_against_first(const struct standings *standings, int *results);

/* Did the robots at every table play alike in every game? */
bool standings_are_alike(const struct standings *standings);

/* Did a robot fail in every one of its games, or in every one in which it was asked? */
bool standings_has_failed_robot(const struct standings *standings);
