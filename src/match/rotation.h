/* rotation.h - one rotation of the matches of a worker's task: matches begin as lanes become free, and all lanes play in
 * rounds until every match is over. Then the robots' processes end. */
#pragma once

#include "match/worker.h"

enum { ROTATION_AHEAD = 128 }; /* most matches that are taken at a time */

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
	uint64_t part;      /* plays only this match of each deal set: those with number % set_size == part */
	bool is_open;       /* the first rotation: adds the matches it begins to the chunk */
	uint64_t next;      /* the next match to look at: those before it are played, in play, or not of its part */
	uint64_t period;    /* distance in the task between matches at the same table; 1: their order does not matter */
	int n_active;       /* how many matches play at once when it begins: the same for all rotations of the task */
	int64_t budget_ns;  /* an open rotation begins no more matches after it */

	/* While it is played. */
	uint64_t window, window_end; /* indices of matches that are played table by table; those up to its end are in the chunk */
	uint64_t prepared;  /* `next` at the last look ahead */
	int64_t started_ns, now_ns;
	int step, n_unlooked; /* matches between two looks at the clock, when lanes do not wait; those left until the next look */
	struct coming_match ahead[ROTATION_AHEAD]; /* n_ahead matches; the next one is ahead[order[n_begun]] */
	uint8_t order[ROTATION_AHEAD];
	int n_ahead, n_begun;
};

/* Plays the rotation from the match `next` on. Sets err on failure, with EXIT_OK when a watcher stopped it. */
int rotation_play(struct rotation *rotation, struct err *err);

/* ---- coming.c */

/* Takes the next match; an open rotation adds it to the chunk. Returns NULL when there are no more. */
const struct coming_match *coming_next(struct rotation *rotation);

/* Starts slow robots ahead, while earlier matches are played. A match with stored plays asks no robot. */
void coming_prepare(struct rotation *rotation);
