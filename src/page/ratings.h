/* ratings.h - ratings, head-to-head results and versions of robots, for a report. */
#pragma once

#include <jansson.h>

#include "standings/pool.h"
#include "stats/rating/rating.h"
#include "store/database.h"
#include "store/run_config.h"

enum { REPORT_MOST_VERSUS = 30 }; /* robots in the head-to-head table */

/* "kind" (none, between, single, least, most), "elo", "low", "high", "games", "island". index: in the pool,
 * or -1. */
json_t *report_rating(const struct ratings *ratings, int index);

/* Each robot against each: "robots" (index in the run), and by row and column "share" of the games that one of the two
 * won, with its interval from "low" to "high", "games", and "better", the chance that the row's robot is the stronger
 * one. Null on the diagonal and for pairs that never met. At tables of two also "outcomes", the matches by outcome
 * (head_to_head.h). "left_out": the number of robots beyond REPORT_MOST_VERSUS. "misfit": what the ratings do not explain, as
 * text; null if they explain all, or of more than POOL_LIST_PAIRED robots. order[rank]: index in the run, info->n_robots of
 * them. A robot that took part twice is listed once. */
json_t *report_versus(const struct pool *pool, const struct ratings *ratings, const struct run_config *info, const int *order);

/* The same for robots given by their indices, the best first: ids[i] in the pool, in_run[i] on the page. */
json_t *report_versus_among(const struct pool *pool, const struct ratings *ratings, const int *ids, const int *in_run, int n);

/* Reads all runs of the database with the same rules, seats and match length as `info`. Robots with the same name and
 * options but different files are versions of one robot. The name is that of the manifest, else that of the file
 * without a number after a dash ("prober-2"). All are rated together, so that versions which met the same opponents can
 * be compared.
 *
 * Returns an array with an object for each robot of `info` that has two versions or more: "name" and "versions", oldest
 * first. A version has "label", "sha256", "run" (the first it played), its rating as in report_rating, and "change",
 * its rating minus that of the version before: "elo", "low", "high"; null where unknown (ratings_difference). The
 * caller's; NULL with err. */
json_t *report_versions(struct database *database, const struct run_config *info, struct err *err);
