/* rotation.h - one rotation of the matches of a worker's task. Matches begin as lanes become free, and all lanes play
 * in rounds until every match is over. */
#pragma once

#include "match/worker.h"

enum { ROTATION_AHEAD = 128 }; /* maximum number of matches that are taken at a time */

/* A match that is about to begin. */
struct coming_match {
	struct match_plan plan;
	uint64_t index;     /* in the chunk */
};

struct rotation {
	struct worker *worker;
	const struct worker_task *task;
	struct chunk *chunk;
	int number;
	uint64_t part;      /* plays only one match of each deal set, the one with number % set_size == part */
	bool is_open;       /* it is the first rotation, which adds the matches that it begins to the chunk */
	uint64_t next;      /* the next match to consider: all matches before this one have been played, are being
	                     * played, or are not in the rotation's part */
	uint64_t period;    /* distance in the task between matches at the same table; 1: the order of matches does not
	                     * matter */
	int n_active;       /* number of matches played at once when the rotation begins: the same for all rotations
	                     * of the task */
	int64_t budget_ns;  /* time after which an open rotation begins no more matches */

	/* While it is played. */
	uint64_t window, window_end; /* indices of the matches that are now played table by table; matches before
	                              * window_end are in the chunk */
	uint64_t prepared;  /* value of `next` when coming_prepare last ran */
	int64_t started_ns, now_ns;
	int step, n_unlooked; /* if lanes do not wait: matches between two readings of the clock; matches left until the
	                       * next reading */
	struct coming_match ahead[ROTATION_AHEAD]; /* n_ahead matches; the next one is ahead[order[n_begun]] */
	uint8_t order[ROTATION_AHEAD];
	int n_ahead, n_begun;
};

/* Plays the rotation, beginning with the match `next`. Sets err on failure, with EXIT_OK when a watcher stopped it. */
int rotation_play(struct rotation *rotation, struct err *err);

/* ---- coming.c */

/* Returns the next match, which an open rotation adds to the chunk. Returns NULL when there are no more. */
const struct coming_match *coming_next(struct rotation *rotation);

/* Starts slow robots in advance, while earlier matches are played. Matches with stored plays do not need robots. */
void coming_prepare(struct rotation *rotation);
