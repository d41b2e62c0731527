/* neighbours.h - at tables of three and more: how often a robot won, by the robot before it. The circle is drawn for
 * each match, so that every robot has every neighbour. */
#ifndef ARENA_PAGE_NEIGHBOURS_H
#define ARENA_PAGE_NEIGHBOURS_H

#include <stdbool.h>

#include <jansson.h>

#include "match/chunk.h"
#include "stats/histogram.h"

enum { NEIGHBOURS_MOST_ROBOTS = 30 };

struct neighbours {
	int n_robots;              /* 0: not wanted at such tables */
	struct histogram *shares;  /* [robot * n_robots + the one before it] of matches; owned */
};

/* Zeroed if the schedule gives no information: tables of two, seats as given, many robots. */
void neighbours_init(struct neighbours *neighbours, const struct schedule *schedule);
void neighbours_release(struct neighbours *neighbours);

/* A chunk without the order of its matches cannot be used, because the seats are a function of the match number. After
 * such a chunk the result is null. */
void neighbours_add(struct neighbours *neighbours, const struct chunk *chunk, const struct schedule *schedule);

/* "robots" (index in the run), and by row and by the robot that sat before it "share", "low", "high" and "matches"; null
 * where there was no match. Null when there is nothing to tell. order[rank]: index in the run. */
json_t *neighbours_json(const struct neighbours *neighbours, const int *order);

#endif
