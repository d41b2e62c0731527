/* merging.h - the parts of a run that are in several databases become one run in one database. */
#pragma once

#include "match/schedule.h"
#include "store/merge.h"

struct merging {
	const char *out;         /* the path of the database to write to; set before, the rest is zero; borrowed */
	const char *first;       /* of the first part; borrowed */
	struct run_config info;  /* of the run that is merged; owned, like the next two */
	char *name;
	struct database *database; /* opened from out */
	int64_t run;
	uint64_t n_shards;       /* of the parts; 0 when they do not agree */
	uint64_t stride;         /* of their chunks; 0: not known yet */
	uint64_t n_parts;        /* runs merged */
	uint64_t n_damaged;      /* runs left out because they cannot be read */
	struct err damage;       /* the message of the first of them */
	struct merge_count count;
};

/* Finds the run in parts[0], the latest or the one that is wanted (NULL: the latest), and its parts in all the files, whose
 * list ends with NULL; then copies them. Nothing is written if a file has no part of the run. merging_release is needed also
 * after a failure. */
int merging_run(struct merging *merging, char *const *parts, const char *wanted, struct err *err);
void merging_release(struct merging *merging);

/* After merging_run: adds what is missing, "all of shard 2/4, 7 of the 50 matches of shard 3/4". */
int merging_add_missing(const struct merging *merging, const struct schedule *schedule, struct str *out, struct err *err);
