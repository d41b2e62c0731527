/* deal_sets.h - the unit of every statistic: the matches with the same dice (struct schedule: set_size), collected from
 * chunks in any order. In most runs each match is a set of its own and is passed on immediately with its count. */
#pragma once

#include "match/schedule.h"

/* Some or all matches of a set, in the order of their numbers. */
struct deal_set {
	int n;                          /* matches, from 1 to set_size */
	const struct match_plan *plans; /* [n] */
	const uint8_t *const *places;   /* [n], as in chunk.h */
};

typedef void deal_set_fn(const struct deal_set *set, uint64_t times, void *context);

struct deal_sets {
	const struct schedule *schedule; /* borrowed */
	deal_set_fn *visit;
	void *context;
	void *open;   /* tree of sets that lack matches; owned */
};

void deal_sets_init(struct deal_sets *sets, const struct schedule *schedule, deal_set_fn *visit, void *context);

/* Adds a match, and visits its set if that is now complete. It is a callback for chunk_each and database_each_match,
 * whose context is the struct deal_sets. */
void deal_sets_add(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *sets);

/* Visits the sets that are incomplete because the run was stopped or is a shard, in any order. Call it after the last
 * match. */
void deal_sets_finish(struct deal_sets *sets);
