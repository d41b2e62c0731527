/* memory.h - what the robot has seen in the game at a table: the hands that ended, what each player was caught at, and whose
 * the last play was, the model's or the fallback's. */
#pragma once

#include "base/str.h"
#include "words.h"

enum { MEMORY_PLAYERS = 26, MEMORY_HANDS = 12 };

/* Whose a play was; also an index of arena_usage's decided and won. */
enum maker { MAKER_MODEL, MAKER_FALLBACK, MAKER_NOBODY };

struct memory {
	int n_hands;                  /* that ended in this game */
	struct str hands[MEMORY_HANDS]; /* the latest, each a line; hand i at i % MEMORY_HANDS */
	struct record {
		int n_called, n_caught;   /* its bids (claims) that were called, and those of them that were not true */
		int n_calls, n_wrong;     /* its calls, and those of a bid that was true */
	} of[MEMORY_PLAYERS];         /* by letter */
	enum maker maker;             /* of the robot's last bid or call in this hand */
};

/* A new game begins. */
void memory_clear(struct memory *memory);

/* The end of a hand. Returns 1 when the robot's own last play decided it and won, 0 when it lost by it, -1 when it was not
 * decided by the robot, or by nobody. */
int memory_note(struct memory *memory, const struct question *question);

/* Adds the hands so far, and each player's record, in words. Adds nothing before the first hand has ended. */
void memory_describe(const struct memory *memory, struct str *out);
