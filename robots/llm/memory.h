/* memory.h - what the robot has seen in the game at a table: the hands that ended, what each player was caught at, and
 * who made the last play (the model or the fallback). */
#pragma once

#include "base/str.h"
#include "words.h"

enum { MEMORY_PLAYERS = 26, MEMORY_HANDS = 12 };

/* Who made a play. It is also an index of `decided` and `won` in arena_usage. */
enum maker { MAKER_MODEL, MAKER_FALLBACK, MAKER_NOBODY };

struct memory {
	int n_hands; /* number of hands that ended in this game */
	struct str hands[MEMORY_HANDS]; /* the latest hands, a line each; hand i is at i % MEMORY_HANDS */
	struct record {
		int n_called, n_caught;   /* how many of its bids (claims) were called, and how many of those were not
		                           * true */
		int n_calls, n_wrong;     /* how many calls it made, and how many of those were of a true bid */
	} of[MEMORY_PLAYERS];         /* by letter */
	enum maker maker;             /* who made the robot's last bid or call in this hand */
};

/* Begins a new game. */
void memory_clear(struct memory *memory);

/* Notes the end of a hand. Returns 1 if the robot's own last play decided and won the hand, 0 if it decided and lost
 * it, and -1 if another player or nobody decided it. */
int memory_note(struct memory *memory, const struct question *question);

/* Adds the hands so far, and each player's record, in words. Adds nothing before the first hand has ended. */
void memory_describe(const struct memory *memory, struct str *out);
