/* solver.h - the equilibrium of whole games of Mäxchen between two players.
 *
 * A believed roll no longer matters, so each turn is a small game of its own: a claim for each roll against a doubt or
 * belief for each claim, with the values of the turns that may follow as payoffs. The turns are solved by regret
 * minimisation from the highest claim downwards, and the points from the lowest upwards. A highest claim that is believed
 * leads back to the same points, so a hand is solved again until its value converges. */
#pragma once

#include <signal.h>

#include "solve/maexchen/response.h"

struct maexchen_solver {
	double accuracy;         /* of a game: exploitability at most about this */
	int most_iterations;     /* of a turn */
	const volatile sig_atomic_t *stop; /* NULL: never */
	/* After all points up to these. May be NULL. */
	void (*progress)(int points, void *context);
	void *context;

	struct maexchen_values values;
	double win[MAEXCHEN_MOST_POINTS + 1][MAEXCHEN_MOST_POINTS + 1]; /* chance of who begins: [own points][the other's] */
	struct maexchen_policy *policy[MAEXCHEN_MOST_POINTS + 1][MAEXCHEN_MOST_POINTS + 1]; /* the same; owned */
	double exploitability;   /* of the policies: the mean of both seats, of a game from all points */
	bool is_cut_short;       /* it was stopped: the results are incomplete */
};

/* Fills in the lower part, for rules that pass maexchen_values_check. */
void maexchen_solve(struct maexchen_solver *solver, const struct rules *rules);
void maexchen_solver_release(struct maexchen_solver *solver);
