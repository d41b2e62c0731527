/* result.h - the outcome of games and matches, the sums of a robot over many of them, and its faults. */
#pragma once

#include "match/schedule.h"
#include "robot/verdict.h"

/* The troubles of a robot: its illegal plays; its timeouts and crashes, which include failures to load; and its games
 * with at least one timeout or crash. */
#define TROUBLES(type) \
	union { \
		struct { \
			type illegal, timeouts, crashes, failed_games; \
		}; \
		type trouble[4]; \
	}
#define TROUBLES_ADD(sum, part) \
	do { \
		for (int trouble_ = 0; trouble_ < 4; trouble_++) \
			(sum)->trouble[trouble_] += (part)->trouble[trouble_]; \
	} while (0)

/* Sums over games of one robot. All are integers, so they do not depend on the order of adding. */
struct tally {
	uint64_t matches, games;
	uint64_t first_count[SCHEDULE_MAX_SEATS]; /* games in which it shared first place among i + 1 robots */
	uint64_t place_count[SCHEDULE_MAX_SEATS]; /* games in which it had place i + 1 (the best place if shared) */
	uint64_t place_halves;  /* twice the sum of its final places, where shared places are averaged */
	uint64_t asks;          /* turns and observations */
	TROUBLES(uint64_t);
};

/* Adds the places of `player` (as in chunk.h) in the games of `times` equal matches of n_games games each. */
void tally_places(struct tally *tally, const uint8_t *places, uint64_t n_games, int n_seats, int player,
		  uint64_t times);
void tally_add(struct tally *sum, const struct tally *part);

double tally_wins(const struct tally *tally);                /* a first place shared by k robots counts as 1/k of a
                                                              * win */
double tally_win_share(const struct tally *tally);           /* of the games; 0 without games */
double tally_place(const struct tally *tally);               /* mean place, 1 is first; 0 without games */
double tally_score(const struct tally *tally, int n_seats);  /* mean of (n - place) / (n - 1); 0 without games */

/* Return a player's win share, or mean score, in one match: 0 to 1. Matches with equal counts of places have exactly
 * equal results. */
double match_win_share(const uint8_t *places, uint64_t n_games, int n_seats, int player);
double match_score(const uint8_t *places, uint64_t n_games, int n_seats, int player);

/* Returns how many of the n places of a game are equal to the player's: 1 when its place is not shared. */
int result_places_tied(const uint8_t *places, int n, int player);

/* A fault and where it happened. */
struct fault_record {
	uint64_t game;          /* from 0, in the run */
	int robot;              /* index in the run */
	uint32_t ask;           /* number of the ask among the robot's asks in the game, from 0 */
	char me;
	char *hands;            /* the strings of the ask; owned by the record */
	char *history;
	struct fault *fault;    /* owned by the record */
};

void fault_record_release(struct fault_record *record);

/* Compares by game, then by robot, then by ask. */
int fault_record_compare(const struct fault_record *a, const struct fault_record *b);
