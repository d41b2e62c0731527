/* ratings.h - ratings and head-to-head results, for a report. */
#pragma once

#include <jansson.h>

#include "standings/pool.h"
#include "stats/rating/rating.h"
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
