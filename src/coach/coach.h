/* coach.h - rates the decisions of a robot: computes the value of each, as a chance of winning the game, and the value
 * of a strong player's decision.
 *
 * The value of the end of a hand is the value of the rest of the game. So hands are processed by their number of dice,
 * fewest first. If the hand is solved (nash's data files) and the solution makes the opponent's bids, the values are
 * exact (exact_value). Otherwise they come from a model of a strong player (model.h).
 *
 * The value of a play is its value against a strong opponent, not against the opponent of that game. The loss of a play
 * is the value of the strong player's own play in the same position minus the value of the play. If the strong player
 * mixes several plays, their true values are equal, so differences between the computed values are numerical errors. A
 * play that the strong player also makes is therefore never a mistake. The strong player's own losses sum to 0. */
#pragma once

#include "coach/decisions.h"

struct solution;

/* A play is a mistake if the strong player makes it with a probability below COACH_RARE, and its loss is at least
 * COACH_LEAST_LOSS of a win. */
#define COACH_RARE 0.02F
#define COACH_LEAST_LOSS 0.005

struct coach {
	const struct rules *rules;    /* borrowed */
	struct decisions decisions;
	int set;                      /* the set in champion's table (solve/known.h); -1: the table does not have these
	                               * rules */
	struct solution *solutions[2]; /* solutions for whole games, and for single hands; owned */
	/* value[n][m]: the value, from -1 to 1, to the player who opens a hand with n dice against m. */
	double value[GAME_MAX_DICE + 1][GAME_MAX_DICE + 1];
};

/* Fails with EXIT_USAGE and the reason if games with these rules cannot be coached. */
int coach_check(const struct rules *rules, int n_seats, struct err *err);

/* Initialises a coach without decisions. `folder` has the solutions (nash's data folder); NULL for none. Missing or
 * damaged files are ignored. */
void coach_init(struct coach *coach, const struct rules *rules, const char *folder);
void coach_release(struct coach *coach);

/* Lists the hands to process, for `sum` dice on the table from 2 to coach_most_sum. Hands with the same sum do not
 * depend on each other. Fills in n_first[], the number of dice of the player who opens, and returns the number of
 * hands. */
int coach_hands(const struct coach *coach, int sum, int n_first[GAME_MAX_DICE]);
int coach_most_sum(const struct coach *coach);

/* Returns the estimated work for a hand, in arbitrary units. */
double coach_work(const struct coach *coach, int n_first, int n_second);

/* Rates all decisions in hands with these numbers of dice. Appends the findings to `out` as bytes, which another
 * process passes to coach_take. */
void coach_look(const struct coach *coach, int n_first, int n_second, struct str *out);
void coach_take(struct coach *coach, int n_first, int n_second, const char *bytes, size_t n);
