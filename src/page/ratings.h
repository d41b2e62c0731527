/* ratings.h - ratings, head-to-head results, versions and neighbours of robots, and one robot against all others, for a report. */
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

/* Returns "kind" (none, between, single, least, most), "elo", "low", "high", "games", "island". index: in the pool, or
 * -1. */
json_t *report_rating(const struct ratings *ratings, int index);

/* Returns each robot against each other: "robots" (index in the run), and by row and column "share" of the games that
 * one of the two won, with its interval from "low" to "high", "games", and "better", the chance that the row's robot is
 * the stronger one. Null on the diagonal and for pairs that never met. At tables of two also "outcomes", the matches by
 * outcome (standings/pool.h). "left_out": the number of robots beyond REPORT_MOST_VERSUS. "misfit": what the ratings do
 * not explain, as text, and "exploit", the row and column of the pair that they explain least (the winner first); null
 * if they explain all, or with more than POOL_LIST_PAIRED robots. order[rank]: index in the run, info->n_robots of
 * them. A robot that took part twice is listed once. */
json_t *report_versus(const struct pool *pool, const struct ratings *ratings, const struct run_config *info, const int *order);

/* Returns the same for robots given by their indices, the best first: ids[i] in the pool, in_run[i] on the page. */
json_t *report_versus_among(const struct pool *pool, const struct ratings *ratings, const int *ids, const int *in_run, int n);

/* Returns the part "about" of the data, for a page about this robot of the run: "robot" (its index) and what about_json returns, of
 * the robots that it met. The results hold for all of them together (stats/ranks.h). order as above; the faults are those of
 * the robot. The pool must be finished. */
json_t *report_about(const struct pool *pool, const struct run_config *info, int robot, const int *order, const struct about_fault *faults,
		     int n_faults);

/* Returns the tests (`arena regress`) in the database with the same rules, seats and match length as `info` in which a version of
 * this robot was the new or the old one, oldest first: "run" and "words", the result as a sentence. A version has the same name, as
 * below. The caller owns it. NULL with err. */
json_t *report_tests(struct database *database, const struct run_config *info, int robot, struct err *err);

/* Reads all runs of the database with the same rules, seats and match length as `info`. Robots with the same name and
 * options but different files are versions of one robot. The name is that of the manifest, else that of the file without a
 * number after a dash ("prober-2"). All are rated together, so that versions which met the same opponents can be compared.
 *
 * Returns an array with an object for each robot of `info` that has two versions or more: "name", "robots" (indices of all
 * versions in `info`), and "versions", oldest first. A version has "label", "sha256", "run" (the first it played), its rating as in
 * report_rating, and "change", its rating minus that of the version before: "elo", "low", "high"; null where unknown
 * (ratings_difference). The caller owns it. Returns NULL with err on failure. */
json_t *report_versions(struct database *database, const struct run_config *info, struct err *err);

/* At tables of three and more: how often a robot won, by the robot that sat before it. The order of seats is drawn for each match,
 * so that every robot sits next to every other. */
enum { NEIGHBOURS_MOST_ROBOTS = 30 };

struct neighbours {
	int n_robots;              /* 0: not used */
	struct histogram *shares;  /* of deal sets: [robot * n_robots + the robot before it]; owned */
	struct neighbours_sum *sums; /* the same, of the set that is added; owned */
	struct deal_sets sets;     /* that miss matches; owned */
};

/* Initialises it; it is disabled if the data would not be informative: tables of two, seats as given, too many robots.
 * Borrows the schedule. The struct must not be moved. */
void neighbours_init(struct neighbours *neighbours, const struct schedule *schedule);
void neighbours_release(struct neighbours *neighbours);

/* A chunk without the order of its matches cannot be used, because the seats are a function of the match number. After
 * such a chunk the result is null. */
void neighbours_add(struct neighbours *neighbours, const struct chunk *chunk);

/* Finishes after the last chunk. */
void neighbours_finish(struct neighbours *neighbours);

/* Returns "robots" (index in the run), and "cells" by robot and by the robot that sat before it: "share", "low", "high"
 * and "matches", or null without a match. Returns null when there is no data. order[rank]: index in the run. */
json_t *neighbours_json(const struct neighbours *neighbours, const int *order);
