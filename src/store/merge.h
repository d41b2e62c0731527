/* merge.h - joins parts of a run from several databases. */
#pragma once

#include "match/schedule.h"
#include "store/database.h"

/* Returns true if both are parts of one run, with equal seed, rules, format, seats, games, limits, robots (files and
 * options) and results epoch. If not, sets *why (unless it is NULL) to the difference: "the seed ('1' and '2')". */
bool merge_is_same(const struct run_config *a, const struct run_config *b, struct str *why);

struct merge_count {
	uint64_t n_new;   /* matches copied */
	uint64_t n_known; /* already stored, with the same outcome */
	uint64_t n_other; /* already stored, with another outcome, which is kept */
	uint64_t n_left;  /* not copied because other matches of their chunk are already stored; they can be played
			   * again */
};

/* Copies the chunks of from_run that `run` lacks, in one transaction: all of them or, after a failure, none. Makes the
 * same checks as database_each_chunk. Adds to *count. Afterwards `run` is a whole run instead of a shard, and may lack
 * matches. Fails with EXIT_USAGE when merge_agree fails. */
int merge_run(struct database *database, int64_t run, struct database *from, int64_t from_run,
	      struct merge_count *count, struct err *err);

/* Sets *stride to the stride of the run's chunks of more than one match, or to 0 when there are none. */
int merge_stride(struct database *database, int64_t run, uint64_t *stride, struct err *err);

/* Fails with EXIT_USAGE and the reason if runs with these strides cannot be joined. */
int merge_agree(uint64_t a, uint64_t b, struct err *err);

/* Sets n_stored[shard] to the number of stored matches with number % n_shards == shard, shard < n_shards. */
int merge_count_shards(struct database *database, int64_t run, uint64_t n_shards, uint64_t *n_stored, struct err *err);

struct merging {
	const char *out;         /* the path of the database to write to, borrowed. The caller sets it and zeroes the
	                          * rest */
	const char *first;       /* path of the first part; borrowed */
	struct run_config info;  /* the run that is merged; owned, like name and database */
	char *name;
	struct database *database; /* opened from out */
	int64_t run;
	uint64_t n_shards;       /* number of shards according to the parts; 0 when they do not agree */
	uint64_t stride;         /* of their chunks; 0: not known yet */
	uint64_t n_parts;        /* runs merged */
	uint64_t n_damaged;      /* runs left out because they could not be read */
	struct err damage;       /* the message of the first of them */
	struct merge_count count;
};

/* Finds the run `wanted` (NULL: the latest) in parts[0], and its parts in all files of the list, which ends with NULL;
 * then copies them. Nothing is written if a file has no part of the run. Call merging_release even after a failure. */
int merging_run(struct merging *merging, char *const *parts, const char *wanted, struct err *err);
void merging_release(struct merging *merging);

/* Appends a list of the missing matches, after merging_run: "all of shard 2/4, 7 of the 50 matches of shard 3/4". */
int merging_add_missing(const struct merging *merging, const struct schedule *schedule, struct str *out,
			struct err *err);
