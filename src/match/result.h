/* result.h - what a finished match hands on, and the sums of many. */
#ifndef ARENA_MATCH_RESULT_H
#define ARENA_MATCH_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "match/schedule.h"
#include "robot/verdict.h"

/* Sums over games of one robot at one table, or in a whole run. Doubles are only ever summed
 * in match order, so they are the same whatever finished first. */
struct tally {
	uint64_t games;
	uint64_t blocks;
	double wins;            /* a shared first place is that share of a win */
	double block_sum;       /* sum over blocks of the mean win share in the block, 0..1 */
	double block_squares;   /* sum of its squares */
	double places;          /* sum of final places, 1 is first, shared places averaged */
	double scores;          /* sum of (n - place) / (n - 1) */
	uint64_t place_count[SCHEDULE_MAX_SEATS]; /* games ended in place i + 1 (the best of a shared one) */
	uint64_t asks;          /* turns and observations */
	uint64_t illegal, timeouts, crashes; /* crashes include robots that could not be loaded */
	uint64_t failed_games;  /* games in which it timed out or crashed at least once */
};

/* A fault and where it happened. */
struct fault_record {
	uint64_t game;          /* from 0, in the run */
	int robot;              /* index in the run */
	uint32_t ask;           /* of the robot in the game, from 0 */
	char me;
	char *hands;            /* the strings of the ask; owned by the record */
	char *history;
	struct fault *fault;    /* owned by the record */
};

struct match_result {
	struct match_plan plan;
	int n_seats;
	/* Every game's outcome: places[(block * n_seats + rotation) * n_seats + player] is the player's final
	 * place, 1 is first; players who share a place have the same number, the best it covers. Owned by
	 * the result, n_blocks * n_seats * n_seats bytes. All scores follow from it. */
	uint8_t *places;
	/* What was played: the sum over games of a hash of the number of the game's dice and plays; in how many blocks
	 * every rotation went play by play alike, as it does when the players are the same robot. */
	uint64_t signature;
	uint32_t n_alike_blocks;
	bool is_signed;         /* else both are unknown: a match from an old database */
	bool keeps_order;       /* the order of the blocks is to be stored too */
	char *plays;            /* playlog.h, plays_size bytes; NULL when they are not kept. Owned by the result */
	size_t plays_size;
	struct tally tally[SCHEDULE_MAX_SEATS];  /* by player of the table */
	int64_t cpu_ns[SCHEDULE_MAX_SEATS];      /* clock: not part of any reproducible file; -1 unknown */
	int n_faults;                            /* the first few of the match, in order of games */
	struct fault_record *faults;             /* owned by the result */
};

void match_result_release(struct match_result *result);

/* Do two results of one match tell the same? Asks, faults and clocks are not looked at, nor is what is unknown of one. */
bool match_result_is_same(const struct match_result *a, const struct match_result *b);

/* How many of the n places (one game's) are equal to the player's: 1 when it shares with nobody. */
int places_tied(const uint8_t *places, int n, int player);

/* A player's share of the win in one game: 1 over those who share first place, else 0. */
double places_win(const uint8_t *places, int n, int player);

/* The place with ties averaged: two who share second and third place have 2.5 each. */
double places_mean(const uint8_t *places, int n, int player);

/* Adds the games, wins, places and blocks of a result's `player` to the tally. */
void tally_places(struct tally *tally, const struct match_result *result, int player);

void tally_add(struct tally *sum, const struct tally *part);

#endif
