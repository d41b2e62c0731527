/* hands.h - solves one hand, or all hands of a match one after the other.
 *
 * The opener of the next hand determines how a match splits into hands. If it depends only on the loser (starter=loser),
 * each hand is solved for its own result. If the player after the caller opens (starter=next), the worth of a hand
 * depends on who called and who lost. Then the hands are solved in the order of their dice, each with the values of those
 * that may follow it. */
#pragma once

#include <signal.h>

#include "solve/solution.h"

struct solved_hand {
	int n_first, n_second;
	double value;          /* to the opener; with form next, of the match that begins with it */
	double exploitability; /* of the strategies found, measured with full memory */
	int n_iterations;
	bool is_merged;        /* it is too large for the whole tree, and was solved on merged states */
	bool is_at_least;      /* exploitability is a lower bound, measured with the memory of the merged states (merged_respond) */
};

struct hands {
	const struct rules *rules;   /* borrowed */
	double accuracy;             /* iterate until exploitability is at most this; 0: do most_iterations */
	int most_iterations;
	double most_bytes;           /* of memory */
	const volatile sig_atomic_t *stop; /* NULL: never */
	/* Called when exploitability has been measured; may be NULL. */
	void (*progress)(const struct solved_hand *hand, void *context);
	void *context;

	struct solved_hand *solved;  /* in the order in which they were solved; owned */
	int n_solved;
	struct solution_draft draft; /* their strategies */
};

/* Tells whether a hand is worth what the rest of its match is, or is solved for its own result. */
enum solution_form hands_form(const struct rules *rules);

/* Can the hand be solved? If the largest hand of a match, with all dice, can be solved, all its hands can. Returns
 * non-zero with err (EXIT_USAGE) if not. */
int hands_check(const struct hands *hands, int n_first, int n_second, struct err *err);

/* Solves a single hand that passes hands_check, worth +1 and -1. Sets err on failure. */
int hands_solve_one(struct hands *hands, int n_first, int n_second, struct err *err);

/* Solves all hands that a match by the rules may have; the largest must pass hands_check. After an early stop, n_solved
 * is the number of solved hands. */
int hands_solve_match(struct hands *hands, struct err *err);

void hands_release(struct hands *hands);
