/* neighbours.h - at tables of three and more: how often a robot won, by the robot that sat before it. The order of
 * seats is drawn for each match, so that every robot sits next to every other. */
#pragma once

#include <jansson.h>

#include "match/chunk.h"
#include "match/deal_sets.h"
#include "stats/histogram.h"

enum { NEIGHBOURS_MOST_ROBOTS = 30 };

struct neighbours {
	int n_robots;              /* 0: not used */
	struct histogram *shares;  /* of deal sets: [robot * n_robots + the robot before it]; owned */
	struct neighbours_sum *sums; /* the same, of the set that is added; owned */
	struct deal_sets sets;     /* that miss matches; owned */
};

/* Not used if the data would not be informative: tables of two, seats as given, too many robots. Borrows the schedule. The
 * neighbours stay where they are. */
void neighbours_init(struct neighbours *neighbours, const struct schedule *schedule);
void neighbours_release(struct neighbours *neighbours);

/* A chunk without the order of its matches cannot be used, because the seats are a function of the match number. After
 * such a chunk the result is null. */
void neighbours_add(struct neighbours *neighbours, const struct chunk *chunk);

/* After the last chunk. */
void neighbours_finish(struct neighbours *neighbours);

/* "robots" (index in the run), and "share", "low", "high" and "matches" by robot and by the robot that sat before it;
 * null if there was no match. Returns null when there is no data. order[rank]: index in the run. */
json_t *neighbours_json(const struct neighbours *neighbours, const int *order);
