/* hands.h - solves one hand, or all hands of a game one after the other.
 *
 * Which player opens the next hand determines how a game is divided into hands. If this depends only on the loser
 * (starter=loser), each hand is solved for its own result. If the player after the caller opens (starter=next), the
 * value of the end of a hand depends on the caller and the loser. Then the hands are solved in the order of their dice,
 * each with the values of the hands that may follow it. */
#pragma once

#include <signal.h>

#include "solve/solution.h"

struct solved_hand {
	int n_first, n_second;
	double value;          /* value to the opener; with SOLUTION_FORM_NEXT, that of the game that begins with this
	                        * hand */
	double exploitability; /* of the strategies, measured with full memory; -1: not measured yet */
	int n_iterations;
	bool is_merged;        /* it is too large for the whole tree, and was solved on merged states */
	bool is_at_least;      /* exploitability is a lower bound, measured with the memory of the merged states
				* (merged_respond) */
};

struct hands {
	const struct rules *rules;   /* borrowed */
	double accuracy;             /* iterate until exploitability is at most this; 0: make most_iterations
	                              * iterations */
	int most_iterations;
	double most_bytes;           /* limit on memory */
	const volatile sig_atomic_t *stop; /* NULL: never */
	/* Called when exploitability has been measured, and after each iteration on merged states. May be NULL. */
	void (*progress)(const struct solved_hand *hand, void *context);
	void *context;

	struct solved_hand *solved;  /* in the order in which they were solved; owned */
	int n_solved;
	struct solution_draft draft; /* their strategies */
};

/* Returns SOLUTION_FORM_NEXT if hands are solved for the rest of their game, or SOLUTION_FORM_HAND if they are solved
 * for their own results. */
enum solution_form hands_form(const struct rules *rules);

/* Fails with EXIT_USAGE if the hand cannot be solved with most_bytes. If the largest hand of a game, with all dice, can
 * be solved, all its hands can be. */
int hands_check(const struct hands *hands, int n_first, int n_second, struct err *err);

/* Solves a single hand that has passed hands_check, with the values +1 and -1. Sets err on failure. */
int hands_solve_one(struct hands *hands, int n_first, int n_second, struct err *err);

/* Solves all hands that a game with these rules may have. The largest must have passed hands_check. After an early
 * stop, n_solved is the number of solved hands. */
int hands_solve_match(struct hands *hands, struct err *err);

void hands_release(struct hands *hands);
