/* ratings.h - the robots' ratings over time, tourney by tourney, for the live page: strengths by who won at each table
 * (stats/strength.h), with intervals that hold whenever one looks (stats/anytime.h). Of the games of this season whose logs
 * are kept; a robot is its title. */
#pragma once

#include <jansson.h>

#include "store/database.h"

struct tourney_ratings;

struct tourney_ratings *server_ratings_new(struct database *database);
void server_ratings_free(struct tourney_ratings *ratings); /* NULL is fine */

/* {"titles": [...], "tourneys": [{"tourney_index", "end_time", "ratings": [[robot (index in titles), elo, low, high, games], ...]},
 * ...]}, oldest first, the latest RATINGS_SHOWN: each point is the rating after that tourney. Reads tourneys that have ended since the last
 * call, for a twentieth of a second at most, so that games do not wait; the next call continues. The caller's; NULL when
 * the database cannot be read. */
json_t *server_ratings_json(struct tourney_ratings *ratings);

enum { RATINGS_SHOWN = 100, RATINGS_ROBOTS = 200 /* of them the first that played; games with others do not count */ };
