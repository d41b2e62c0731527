/* kinds.h - blocks, or single games, counted by who sat at the table and how it ended: few things stand
 * for many millions. */
#ifndef ARENA_CLI_KINDS_H
#define ARENA_CLI_KINDS_H

#include <stddef.h>
#include <stdint.h>

#include "match/schedule.h"
#include "stats/intern.h"

/* A zeroed struct is an empty one. */
struct kinds {
	struct intern set;
	uint64_t *times;  /* by number in set; owned */
	size_t capacity;  /* of times */
};

#define AUTO_KINDS __attribute__((cleanup(kinds_release)))
void kinds_release(struct kinds *kinds);

/* Counts `times` things of n_games games each: robots[player], player < n_seats, ended in
 * places[game * n_seats + player], 1 to 26. */
void kinds_add(struct kinds *kinds, const int *robots, const uint8_t *places, int n_seats, int n_games, uint64_t times);

/* Moves all into the empty `sorted`, numbered by what they are and no longer by when they came. */
void kinds_sort(struct kinds *kinds, struct kinds *sorted);

/* One of them. */
struct kind {
	int n_seats, n_games;
	int robots[SCHEDULE_MAX_SEATS];
	uint8_t places[SCHEDULE_MAX_SEATS * SCHEDULE_MAX_SEATS];
	uint64_t times;
};
void kinds_get(const struct kinds *kinds, size_t number, struct kind *kind);

#endif
