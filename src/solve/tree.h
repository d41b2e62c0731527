/* tree.h - solves a hand between two players who remember every bid (perfect recall), by regret minimisation.
 *
 * The public tree has a state for each rising sequence of bids: 2^n of them for n bids, so this is for small hands.
 * A state is visited once in an iteration, with vectors over the holdings of both players. The states are laid out in the order
 * in which they are visited, and their offsets are computed, without pointers. */
#pragma once

#include <signal.h>

#include "solve/regret.h"
#include "solve/subgame.h"

enum { TREE_MAX_BIDS = 26 };

/* A public state. */
struct tree_state {
	int bid;       /* the last; -1: none yet */
	int n_bids;
	int actor;     /* the player who moves */
	bool is_plain; /* subgame_is_plain */
	size_t at;     /* offset of its rows in the arrays of regrets and averages */
};

struct tree {
	struct subgame game;
	struct holdings holdings[2];
	int n_bids;                        /* number of bids, at most TREE_MAX_BIDS */
	size_t rows[TREE_MAX_BIDS + 1][2]; /* rows[bid + 1][actor]: floats of a state and all below it */
	size_t n_floats;
	float *regret, *average;           /* by state, action and holding of the actor; owned */
	float *scratch;                    /* owned */
	int n_iterations;                  /* done so far */
};

/* Returns the bytes that tree_init needs for this hand. */
double tree_bytes(const struct subgame *game);

/* Fails with EXIT_USAGE if the hand is too large (more than max_bytes). */
int tree_init(struct tree *tree, const struct subgame *game, double max_bytes, struct err *err);
void tree_release(struct tree *tree);

/* Does one more iteration: both players, one after the other. */
void tree_iterate(struct tree *tree);

/* From the best responses: value to player 0 (b0 - b1) / 2, off by at most the exploitability (b0 + b1) / 2. */
struct bounds {
	double value, exploitability;
};
struct bounds tree_bounds(const struct tree *tree);

struct tree_state tree_root(const struct tree *tree);
struct tree_state tree_after(const struct tree *tree, const struct tree_state *state, int bid);

/* Returns the actions of a state: a call, unless nothing was bid, and then every higher bid. */
int tree_n_actions(const struct tree *tree, const struct tree_state *state);

/* Returns the bid of action k, or -1 for a call. */
int tree_action(const struct tree_state *state, int k);

/* Fills mix[action][holding] of the average strategy; tree_n_actions rows of the actor's stride. */
void tree_mix(const struct tree *tree, const struct tree_state *state, float *mix);
