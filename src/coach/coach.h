/* coach.h - what the decisions of a robot were worth, as chances to win the game, and what a strong player's would have been.
 *
 * A hand is worth what the rest of its game is worth, so the hands are looked at in the order of their dice, those with few
 * dice first. Where the hand has been solved (nash's files) and the opponent's bids are ones that the solution makes,
 * the numbers are exact (exact.h); elsewhere they come from a model of a strong player (model.h).
 *
 * The numbers say what a play is worth against an opponent who plays well, not against the one who sat there. What a play
 * lost is the difference to what the strong player's own play is worth in the same position, by the same numbers. Where
 * he mixes several plays, they are worth the same to him, and differences between them are the error of the numbers: a play
 * that he makes as well is never a mistake. The sum of all differences is 0 for the strong player himself. */
#ifndef ARENA_COACH_COACH_H
#define ARENA_COACH_COACH_H

#include "base/err.h"
#include "coach/decisions.h"

struct solution;

/* A play is a mistake when the strong player makes it more rarely than this, and it loses at least so much of a win. */
#define COACH_RARE 0.02F
#define COACH_LEAST_LOSS 0.005

struct coach {
	const struct rules *rules;    /* borrowed */
	struct decisions decisions;
	struct solution *solutions[2]; /* of the game, and of single hands; owned */
	/* To who opens a hand with n dice against m, value[n][m] from -1 to 1. */
	double value[GAME_MAX_DICE + 1][GAME_MAX_DICE + 1];
};

/* Can games by these rules be coached? Non-zero: EXIT_USAGE says what is in the way. */
int coach_check(const struct rules *rules, int n_seats, struct err *err);

/* A coach without decisions. folder: where the solutions are, nash's data folder; files that are missing or damaged are
 * not used. NULL: none. */
void coach_init(struct coach *coach, const struct rules *rules, const char *folder);
void coach_release(struct coach *coach);

/* The hands that must be looked at, with `sum` from 2 to coach_most_sum: those with so many dice together do not depend on each
 * other. Fills in n_first[], dice of who opens; returns how many. */
int coach_hands(const struct coach *coach, int sum, int n_first[GAME_MAX_DICE]);
int coach_most_sum(const struct coach *coach);

/* How much it takes to look at a hand, in arbitrary units. */
double coach_work(const struct coach *coach, int n_first, int n_second);

/* Looks at all decisions in hands with these dice. Adds what it found to `out`: bytes for coach_take of the same program. */
void coach_look(const struct coach *coach, int n_first, int n_second, struct str *out);
void coach_take(struct coach *coach, int n_first, int n_second, const char *bytes, size_t n);

#endif
