/* ratings.h - parts of a report: ratings, head-to-head results, versions and neighbours of robots, and one robot
 * against all others. */
#pragma once

#include <jansson.h>

#include "match/chunk.h"
#include "match/deal_sets.h"
#include "output/about_forms.h"
#include "standings/pool.h"
#include "stats/histogram.h"
#include "stats/rating/rating.h"
#include "store/database.h"
#include "store/run_config.h"

enum { REPORT_MOST_VERSUS = 30 }; /* robots in the head-to-head table */

/* Returns "kind" (none, between, single, least, most), "elo", "low", "high", "games", "island". `index` is the robot's
 * index in the pool, or -1. */
json_t *report_rating(const struct ratings *ratings, int index);

/* Returns the results of each robot against each other. "robots" has the indices in the run. By row and column, "share"
 * is the row's share of the games that one of the two won, with its interval from "low" to "high"; "games" is their
 * number; "better" is the chance that the row's robot is the stronger one. All are null on the diagonal and for pairs
 * that never met. At tables of two there are also "outcomes", the matches by outcome (standings/pool.h). "left_out" is
 * the number of robots beyond REPORT_MOST_VERSUS. "misfit" describes results that the ratings do not explain, and
 * "exploit" is the row and column of the pair that they explain least (winner first); both are null if the ratings
 * explain all results, or with more than POOL_LIST_PAIRED robots. order[rank], rank < info->n_robots, is an index in
 * the run. A robot that took part twice is listed once. */
json_t *report_versus(const struct pool *pool, const struct ratings *ratings, const struct run_config *info,
		      const int *order);

/* Returns the same for robots given by their indices, best first: ids[i] in the pool, in_run[i] on the page. */
json_t *report_versus_among(const struct pool *pool, const struct ratings *ratings, const int *ids, const int *in_run,
			    int n);

/* Returns the part "about" of the data, for a page about this robot of the run: "robot" (its index) and the result of
 * about_json for the robots that it met. The significance holds for all of these together (stats/ranks.h). `order` is
 * as above, and the faults are those of the robot. The pool must be finished. */
json_t *report_about(const struct pool *pool, const struct run_config *info, int robot, const int *order,
		     const struct about_fault *faults, int n_faults);

/* Returns the tests (`arena regress`) in the database that have the same rules, seats and match length as `info` and in
 * which a version of this robot was the new or the old one, oldest first. Each has "run" and "words", the result as a
 * sentence. Versions have the same name, as described below. The caller owns it. Returns NULL with err. */
json_t *report_tests(struct database *database, const struct run_config *info, int robot, struct err *err);

/* Reads all runs of the database with the same rules, seats and match length as `info`. Robots with the same name and
 * options but different files are versions of one robot. The name comes from the manifest or, without one, from the
 * file without a number after a dash ("prober-2"). All are rated together, so that versions that met the same opponents
 * can be compared.
 *
 * Returns an array with an object for each robot of `info` that has at least two versions: "name", "robots" (indices of
 * all versions in `info`), and "versions", oldest first. A version has "label", "sha256", "run" (the first that it
 * played), its rating as in report_rating, and "change", its rating minus that of the previous version: "elo", "low",
 * "high"; null if unknown (ratings_difference). The caller owns it. Returns NULL with err on failure. */
json_t *report_versions(struct database *database, const struct run_config *info, struct err *err);

/* How often a robot won at tables of three and more, by the robot that sat before it. The order of seats is drawn at
 * random for each match, so every robot sits next to every other one. */
enum { NEIGHBOURS_MOST_ROBOTS = 30 };

struct neighbours {
	int n_robots;              /* 0: not used */
	struct histogram *shares;  /* shares of deal sets: [robot * n_robots + the robot before it]; owned */
	struct neighbours_sum *sums; /* the sums of the current set, with the same indices; owned */
	struct deal_sets sets;     /* sets with missing matches; owned */
};

/* Initialises *neighbours. It is disabled if the data would not be informative: at tables of two, with seats as given,
 * or with too many robots. Borrows the schedule. The struct must not be moved. */
void neighbours_init(struct neighbours *neighbours, const struct schedule *schedule);
void neighbours_release(struct neighbours *neighbours);

/* Adds a chunk. A chunk without the order of its matches cannot be used, because the seats are a function of the match
 * number. After such a chunk the result is null. */
void neighbours_add(struct neighbours *neighbours, const struct chunk *chunk);

/* Finishes after the last chunk. */
void neighbours_finish(struct neighbours *neighbours);

/* Returns "robots" (index in the run), and "cells" by robot and by the robot that sat before it: "share", "low", "high"
 * and "matches", or null without a match. Returns null when there is no data. order[rank]: index in the run. */
json_t *neighbours_json(const struct neighbours *neighbours, const int *order);
