/* replays.h - replays games of a run in this process, many matches at once, so that one wake-up of a robot carries the
 * asks of many games. For logs and statistics; the games have the same moves as in the run. */
#pragma once

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
	uint64_t first_match, end_match;     /* the range of matches, from first to end - 1 */
	int n_lanes;                 /* games in play at the same time: watch_event->lane is below it */
	int n_at_once;         /* matches in progress at most */

	/* Must this match be played? NULL: all. Called in match order. */
	bool (*wants)(uint64_t match, void *context);
	/* The moments of all games. The games of one match come rotation by rotation, in each block by block, those of
	 * several matches mixed. If an instance was lost without its own fault, a rotation restarts: its games come
	 * again, unchanged. A match has its own index, from 0 to n_at_once - 1, until it is finished; indices are assigned in
	 * match order. Return false to stop. NULL: no watcher. */
	bool (*watch)(const struct watch_event *watch_event, int index, void *context);
	void (*prefetch)(int lane, bool is_near, void *context); /* as in match/lane.h; NULL: nothing */
	enum moments_shown shown;            /* of them */
	/* A match is over; in match order. Return false to stop. */
	bool (*finished)(const struct replays_match *match, int index, void *context);
	void *context;
};

/* Sets n_lanes and n_at_once for speed, with at most most_games games, or one match, in progress. */
void replays_size(struct replays *replays, uint64_t most_games);

/* 0 also when broken off. */
int replays_play(const struct replays *replays, struct err *err);
