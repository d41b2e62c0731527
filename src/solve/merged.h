/* merged.h - solves a hand between two players that remember only the last bid and the faces of a few bids before it: for
 * hands whose whole tree is too large.
 *
 * Public states that look the same are merged, so the tree becomes a graph without cycles. What a state is worth then
 * depends on both holdings in it, and is a matrix; what may have led there is the sum of the reaches of all histories. After
 * Neller & Hnath 2011 (fixed-strategy iteration): a forward pass of reaches, a backward pass of matrices. What it finds is
 * near the equilibrium of the hand itself; response.h measures how near. */
#ifndef ARENA_SOLVE_MERGED_H
#define ARENA_SOLVE_MERGED_H

#include "solve/regret.h"
#include "solve/response.h"
#include "solve/subgame.h"

enum { MERGED_MAX_MEMORY = 3 };

/* A public state: all histories that end in `bid`, by the player who is not `actor`, and whose bids before it have these
 * faces. */
struct merged_state {
	int16_t bid;       /* -1: nothing was bid */
	uint8_t actor;     /* the player who moves */
	uint8_t is_plain;  /* subgame_is_plain */
	uint8_t n_bids;    /* so far; no more than 2 are counted */
	uint8_t face[MERGED_MAX_MEMORY]; /* of the bids before the last, the latest first; 0: there was none */
	uint32_t first_next; /* next[first_next + bid - state.bid - 1] is the state after `bid` */
	size_t at;         /* where its rows begin in the arrays of regrets and averages */
};

struct merged {
	struct subgame game;
	struct holdings holdings[2];
	int n_bids, memory;        /* memory: how many faces before the last bid are remembered, 0 to MERGED_MAX_MEMORY */
	uint32_t n_states;
	struct merged_state *states; /* the root first; the states of a bid lie together, and those of a lower one come first; owned */
	uint32_t *next;            /* owned */
	size_t n_floats;
	float *regret, *average;   /* by state, action and holding of the actor; owned */
	float *mix;                /* the strategies of this iteration, in the same places; owned */
	float *reach[2];           /* reach[player][state * stride + holding]; owned */
	float *worth;              /* worth[state][holding of 0][holding of 1], to player 0; owned */
	int n_iterations;          /* done so far */
};

/* The limits of memory are the caller's care. */
void merged_init(struct merged *merged, const struct subgame *game, int memory);
void merged_release(struct merged *merged);

/* One iteration more: both players, one after the other. */
void merged_iterate(struct merged *merged);

/* ---- reading the strategy: as of tree.h ---------------------------------------------------- */

int merged_n_actions(const struct merged *merged, uint32_t state);
int merged_action(const struct merged *merged, uint32_t state, int k);
uint32_t merged_after(const struct merged *merged, uint32_t state, int bid);
void merged_mix(const struct merged *merged, uint32_t state, float *mix);

/* The average strategy as a policy, for both players; of `merged`. */
struct policy merged_policy(struct merged *merged);

/* What the hand is worth to player 0 when both play their average strategies, with this memory for both. */
double merged_value(struct merged *merged);

#endif
