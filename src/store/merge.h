/* merge.h - the parts of a run that were played into several databases become one run. */
#ifndef ARENA_STORE_MERGE_H
#define ARENA_STORE_MERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "store/database.h"

/* Are they parts of one run: the same seed, rules, format, seats, games, limits, robots (files and
 * options) and arena? If not, why (if not NULL) says what differs: "the seed ('1' and '2')". */
bool merge_is_same(const struct run_config *a, const struct run_config *b, struct str *why);

struct merge_count {
	uint64_t n_new;   /* matches copied */
	uint64_t n_known; /* there already, the same */
	uint64_t n_other; /* there already with another outcome: left as they are */
	uint64_t n_left;  /* not copied, since other matches of their chunk are there already: they can be played again */
};

/* Copies the chunks of from_run that `run` lacks, in one transaction: all or, after a failure, none. Each is checked as if
 * it were read to be printed. Adds to count. `run` is from then on no shard but a whole run, of which matches may be missing.
 * EXIT_USAGE when merge_agree says so. */
int merge_run(struct database *database, int64_t run, struct database *from, int64_t from_run,
	      struct merge_count *count, struct err *err);

/* The stride of the chunks of a run, those of a single match aside; 0: there are no others. */
int merge_stride(struct database *database, int64_t run, uint64_t *stride, struct err *err);

/* May runs with these strides become one? Else EXIT_USAGE says why not. */
int merge_agree(uint64_t a, uint64_t b, struct err *err);

/* n_stored[shard] is the number of stored matches with number % n_shards == shard, shard < n_shards. */
int merge_count_shards(struct database *database, int64_t run, uint64_t n_shards, uint64_t *n_stored, struct err *err);

#endif
