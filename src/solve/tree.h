/* tree.h - solves a hand between two players who remember every bid (perfect recall), by regret minimisation.
 *
 * The public tree has a state for each ascending sequence of bids. There are 2^n of them for n bids, so only small
 * hands can be solved in this way. A state is visited once in an iteration, with vectors over the holdings of both
 * players. The states are stored in the order in which they are visited, and their offsets are computed, so no pointers
 * are needed. */
#pragma once

#include <signal.h>

#include "solve/regret.h"
#include "solve/subgame.h"

enum { TREE_MAX_BIDS = 26 };

/* A public state. */
struct tree_state {
	int bid;       /* the last bid; -1: none yet */
	int n_bids;
	int actor;     /* the player who moves */
	bool is_plain; /* subgame_is_plain */
	size_t at;     /* offset of its rows in the arrays of regrets and averages */
};

struct tree {
	struct subgame game;
	struct holdings holdings[2];
	int n_bids;                        /* number of bids, at most TREE_MAX_BIDS */
	size_t rows[TREE_MAX_BIDS + 1][2]; /* rows[bid + 1][actor]: number of floats for a state and all states below
	                                    * it */
	size_t n_floats;
	float *regret, *average;           /* by state, action and holding of the actor; owned */
	float *scratch;                    /* owned */
	int n_iterations;                  /* number of iterations so far */
};

/* Returns the bytes that tree_init needs for this hand. */
double tree_bytes(const struct subgame *game);

/* Fails with EXIT_USAGE if the hand needs more than max_bytes. */
int tree_init(struct tree *tree, const struct subgame *game, double max_bytes, struct err *err);
void tree_release(struct tree *tree);

/* Makes one more iteration for both players, one after the other. */
void tree_iterate(struct tree *tree);

/* Bounds from the winnings b0 and b1 of the best responses: the value to player 0 is (b0 - b1) / 2, with an error of at
 * most the exploitability (b0 + b1) / 2. */
struct bounds {
	double value, exploitability;
};
struct bounds tree_bounds(const struct tree *tree);

struct tree_state tree_root(const struct tree *tree);
struct tree_state tree_after(const struct tree *tree, const struct tree_state *state, int bid);

/* Returns the number of actions in a state: a call, unless there is no bid yet, and every higher bid. The call comes
 * first. */
int tree_n_actions(const struct tree *tree, const struct tree_state *state);

/* Returns the bid of action k, or -1 for a call. */
int tree_action(const struct tree_state *state, int k);

/* Fills mix[action][holding] with the average strategy: tree_n_actions rows of the actor's stride. */
void tree_mix(const struct tree *tree, const struct tree_state *state, float *mix);
