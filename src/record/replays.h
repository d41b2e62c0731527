/* replays.h - games of a run played again in this process and watched, many matches at once, so
 * that one wake-up of a robot carries the asks of many games. For logs and statistics of what robots do;
 * the games are those of the run, move for move. */
#ifndef ARENA_RECORD_REPLAYS_H
#define ARENA_RECORD_REPLAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "match/chunk.h"
#include "match/tournament.h"

/* A match that was played. */
struct replays_match {
	const struct match_plan *plan;
	int n_seats;
	const uint8_t *places;  /* as in chunk.h; until the callback returns */
};

struct replays {
	const struct tournament *tournament; /* met (tournament_probe); borrowed */
	uint64_t first_match, end_match;     /* those from first to end - 1 that are wanted */
	int n_lanes;
	int n_slots;         /* matches in progress at most */

	/* Is this match to be played? NULL: all are. Asked in match order. */
	bool (*wants)(uint64_t match, void *context);
	/* The moments of all games. The games of one match come rotation by rotation, in each block by block, those of
	 * several matches mixed. When an instance was lost through nobody's fault a rotation begins again: its games come once
	 * more, and are the same. A match has a slot to itself, from 0 to n_slots - 1, until it is finished; slots are given in
	 * match order. Return false to break off. NULL: nobody watches. */
	bool (*watch)(const struct spectacle *spectacle, int slot, void *context);
	/* A match is over; in match order. Return false to break off. */
	bool (*finished)(const struct replays_match *match, int slot, void *context);
	void *context;
};

/* Fills n_lanes and n_slots: as many as pay, but no more than have most_games games in progress, or one match. */
void replays_size(struct replays *replays, uint64_t most_games);

/* 0 also when broken off. */
int replays_play(const struct replays *replays, struct err *err);

#endif
