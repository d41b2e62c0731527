/* solver.h - the equilibrium of whole games of Mäxchen between two players.
 *
 * Once a claim is believed, its roll no longer matters, so each turn is a small game of its own. One player chooses a
 * claim for each roll, the other to doubt or believe each claim, and the payoffs are the values of the turns that may
 * follow. The turns are solved by regret minimisation, from the highest claim to the lowest, and from the lowest points
 * to the highest. When the highest claim is believed, a new hand begins at the same points, so a hand is solved
 * repeatedly until its value converges. */
#pragma once

#include <signal.h>

#include "solve/maexchen/response.h"
#include "solve/regret.h"

/* One turn as a game of its own: one player rolls and claims, the other doubts or believes. The payoffs are the
 * claimer's chances of winning the whole game. Solved by regret minimisation (regret.h). */
enum { TURN_ROLLS = MAEXCHEN_MAX_VALUES, TURN_CLAIMS = MAEXCHEN_MAX_VALUES, TURN_DOUBT = 0, TURN_BELIEVE,
	TURN_ANSWERS };

/* Arrays by roll and by claim consist of whole vectors, because MAEXCHEN_MAX_VALUES is a multiple of VEC. Claims are
 * numbered from the lowest that may be made. */
struct turn {
	int n_rolls, n_claims, stride, claim_stride; /* strides: rolls and claims rounded up to whole vectors */
	float chance[TURN_ROLLS];                 /* of the rolls */
	float believed[TURN_CLAIMS];              /* payoff when the claim is believed */
	float doubted[TURN_CLAIMS][TURN_ROLLS];   /* payoff when it is doubted, by roll */

	float claims[TURN_CLAIMS][TURN_ROLLS];    /* result: chances of the claims, by roll */
	float answers[TURN_ANSWERS][TURN_CLAIMS]; /* result: chances of the answers, by claim */
	double value;                             /* between the payoffs that the two sides can guarantee */
	double gap;                               /* the difference of these two payoffs */
};

/* Fills in the result. Iterates until turn->gap is at most `gap`, but at most most_iterations times. */
void turn_solve(struct turn *turn, double gap, int most_iterations);

struct maexchen_solver {
	double accuracy;         /* iterate until the exploitability of a game is at most about this */
	int most_iterations;     /* maximum iterations for a turn */
	const volatile sig_atomic_t *stop; /* NULL: never */
	/* Called when all points up to these are solved. May be NULL. */
	void (*progress)(int points, void *context);
	void *context;

	struct maexchen_values values;
	double win[MAEXCHEN_MOST_POINTS + 1][MAEXCHEN_MOST_POINTS + 1]; /* chance of winning of the player who begins:
	                                                                 * [own points][the other's] */
	struct maexchen_policy *policy[MAEXCHEN_MOST_POINTS + 1][MAEXCHEN_MOST_POINTS + 1]; /* policies with the same
	                                                                                     * indices; owned */
	double exploitability;   /* of the policies, in a game from its start, as the mean of both seats */
	bool is_cut_short;       /* it was stopped: the results are incomplete */
};

/* Fills in the members from `values` on. The rules must have passed maexchen_values_check. */
void maexchen_solve(struct maexchen_solver *solver, const struct rules *rules);
void maexchen_solver_release(struct maexchen_solver *solver);

/* Policies of whole games as the bytes of a file that robots play from (sdk/arena_maexchen_solution.h describes it). */
struct maexchen_book {
	const struct maexchen_values *values; /* borrowed */
	struct str bytes;                     /* owned */
};

#define AUTO_MAEXCHEN_BOOK __attribute__((cleanup(maexchen_book_release)))
void maexchen_book_release(struct maexchen_book *book);

/* maexchen_book_begin begins the file. maexchen_book_add adds a policy; call it for each number of own points from 1
 * and, within it, for each number of the other player's points. */
void maexchen_book_begin(struct maexchen_book *book, const struct maexchen_values *values, const struct rules *rules);
void maexchen_book_add(struct maexchen_book *book, const struct maexchen_policy *policy);

/* Completes and writes the file. Sets err on failure. */
int maexchen_book_save(struct maexchen_book *book, const char *path, struct err *err);

/* The name of the file that robots open. */
#define MAEXCHEN_BOOK_NAME "maexchen.solution"
