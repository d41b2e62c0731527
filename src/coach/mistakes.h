/* mistakes.h - the kinds of mistake, as a table: how a decision is classified when another play was worth more. */
#pragma once

#include "coach/position.h"
#include "robot/verdict.h"

enum mistake {
	MISTAKE_NONE = 0,
	MISTAKE_CALLED_EARLY,
	MISTAKE_CALLED_LATE,
	MISTAKE_BLUFFED,
	MISTAKE_NO_BLUFF,
	MISTAKE_OPENED_HIGH,
	MISTAKE_OPENED_LOW,
	MISTAKE_RAISED_HIGH,
	MISTAKE_RAISED_LOW,
	MISTAKE_ILLEGAL,
	MISTAKE_TIMEOUT,
	MISTAKE_CRASH,
	MISTAKE_COUNT,
};

struct mistake_kind {
	const char *key;     /* in CSV and JSON */
	const char *words;   /* "calling too early" */
	const char *means;   /* one line for people */
};

extern const struct mistake_kind mistake_kinds[MISTAKE_COUNT];

/* Classifies playing `made` where `best` was worth more. Both are actions: 0 for a call, 1 + bid for a bid, which may
 * exceed all bids of the hand. */
enum mistake mistake_of(const struct position_hand *hand, const struct position *position, int made, int best);

/* Classifies an ask that got no legal answer. */
enum mistake mistake_of_verdict(enum verdict verdict);
