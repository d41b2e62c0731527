/* analysis.h - what a robot did in the games that were looked at: how it bids, how it calls, where it
 * loses. Sums only; it plays nothing and writes nothing. Formulas and words: docs/analysis.md. */
#ifndef ARENA_MATCH_ANALYSIS_H
#define ARENA_MATCH_ANALYSIS_H

#include <stdbool.h>
#include <stdint.h>

#include "match/gamelog.h"
#include "match/result.h"
#include "stats/calibration.h"

/* Why a hand was lost. */
enum cause {
	CAUSE_OWN_BID,     /* its bid was called, and false */
	CAUSE_OWN_CALL,    /* it called a true bid */
	CAUSE_OWN_EXACT,   /* it said exact, and it was not */
	CAUSE_OTHERS_EXACT,/* somebody said exact and was right, and all others lost a die */
	CAUSE_ILLEGAL,     /* its play was illegal */
	CAUSE_FAULT,       /* it crashed or ran out of time */
	CAUSE_COUNT,
};

/* Bids that came to stand. */
struct analysis_bids {
	uint64_t bids;
	uint64_t false_ones;  /* not true by all dice, as they counted at that moment */
	uint64_t unlikely;    /* less likely true than not for one who knows its own dice */
	uint64_t unbacked;    /* none of its own dice counts for it */
	uint64_t called;      /* somebody called it */
	uint64_t caught;      /* and it was false */
};

/* Outcomes of games, each in [0, 1]: 1 a win, shared ones their share. */
struct analysis_wins {
	uint64_t games;
	struct exact sum, squares;
};

struct analysis_dice {
	uint64_t hands, lost;
	struct exact wins;    /* sum over the hands of what the game brought in the end */
};

struct analysis {
	int robot;            /* index in the run */
	int n_seats;
	uint64_t games;
	struct analysis_wins blocks;                  /* unit: the mean of a block */
	struct analysis_wins by_seat[SCHEDULE_MAX_SEATS];
	struct analysis_dice by_dice[GAME_MAX_DICE + 1]; /* by the dice it began the hand with, [1] to [20] */
	struct analysis_bids bids;
	struct calls calls;                           /* decisions with a bid that could be called */
	struct calibration called, passed;            /* chance of that bid by its own dice, against the truth */
	uint64_t exact, exact_right;
	uint64_t asks, illegal, faults;               /* turns; of them with an illegal play; with no answer */
	uint64_t hands, lost[CAUSE_COUNT];            /* hands it was in; lost, by cause */
	uint64_t games_lost[CAUSE_COUNT + 1];         /* games not won, by the last hand it lost; the last: lost none */
};

/* A zeroed analysis with robot and n_seats set is empty. Adds a game that is over; `seat` is the robot's. */
void analysis_add(struct analysis *analysis, const struct gamelog *log, int seat);

/* Adds the blocks of a match in which the robot is `player`. */
void analysis_add_blocks(struct analysis *analysis, const uint8_t *places, uint32_t n_blocks, int n_seats, int player);

/* Can a game be lost by a hand, or is it decided by points that go up and down? */
bool analysis_has_last_hand(const struct rules *rules);

#endif
