/* merged.h - solves a hand between two players who remember only the last bid and the faces of a few bids before it.
 * Used for hands whose whole tree is too large.
 *
 * Public states that look the same to these players are merged, so the tree becomes a graph without cycles. The worth
 * of a state then depends on both holdings, so it is a matrix; its reach is the sum over all histories. An iteration is
 * a forward pass that computes reaches and a backward pass that computes matrices (fixed-strategy iteration, Neller &
 * Hnath 2011). The result is near the equilibrium of the hand itself; response.h measures how near. */
#pragma once

#include "solve/regret.h"
#include "solve/response.h"
#include "solve/subgame.h"

enum { MERGED_MAX_MEMORY = 3 };

/* A public state: all histories that end in `bid`, by the player who is not `actor`, and whose bids before it have
 * these faces. */
struct merged_state {
	int16_t bid;       /* -1: nothing was bid */
	uint8_t actor;     /* the player who moves */
	uint8_t is_plain;  /* subgame_is_plain */
	uint8_t n_bids;    /* number of bids so far, at most 2 */
	uint8_t face[MERGED_MAX_MEMORY]; /* faces of the bids before the last, latest first; 0: none */
	uint32_t first_next; /* next[first_next + i], i < n_next, are the states after the bids that may follow, in the
	                      * order of the bids */
	uint32_t n_next;
	size_t at;         /* offset of its rows in the arrays of regrets and averages */
};

struct merged {
	struct subgame game;
	struct holdings holdings[2];
	int n_bids, memory;        /* memory: number of faces remembered before the last bid, 0 to MERGED_MAX_MEMORY */
	uint32_t n_states;
	struct merged_state *states; /* the root, then the states in the order of their bids; owned */
	uint32_t *next;            /* owned */
	size_t n_floats;
	float *regret, *average;   /* by state, action and holding of the actor; owned */
	float *mix;                /* the strategies of this iteration, at the same offsets; owned */
	float *reach[2];           /* reach[player][state * stride + holding]; owned */
	float *worth;              /* worth[state][holding of 0][holding of 1], to player 0; owned */
	int *some;                 /* scratch memory of list_some; owned */
	int n_iterations;          /* number of iterations so far */
	/* merged_restrict: */
	struct merged *fixed;      /* the same hand, in which `restricted` plays its fixed strategy: mix, reach and
	                            * worth; owned */
	int restricted;
	float share[2];            /* share of the deals in which a player learns; 1 for both without a restriction */
};

/* Return the values that champion's table and `arena solve` use: the number of faces that are remembered in a hand, and
 * the number of iterations for a given amount of work, where an iteration is more work in a larger hand. */
int merged_memory(const struct subgame *game);
int merged_iterations(const struct merged *merged, double work, int least, int most);

enum { MERGED_LEAST_ITERATIONS = 16, MERGED_MOST_ITERATIONS = 400 };
#define MERGED_WORK 1e9

/* Returns the bytes that merged_init needs. */
double merged_bytes(const struct subgame *game, int memory);

/* Allocates the arrays. The caller checks that the memory suffices. */
void merged_init(struct merged *merged, const struct subgame *game, int memory);
void merged_release(struct merged *merged);

/* Makes one more iteration for both players, one after the other. */
void merged_iterate(struct merged *merged);

/* Call this before the first iteration. With probability `weight` (0 to 1), `player` plays a fixed strategy in a hand;
 * otherwise it learns. The average strategy of the other player becomes a restricted Nash response (Johanson, Zinkevich
 * & Bowling 2008); with weight 1 it is a best response in these states. The caller fills in the returned array, which
 * `merged` owns: mix[action][holding] at the offset merged->states[i].at for each state i of `player`. */
float *merged_restrict(struct merged *merged, int player, double weight);

/* The functions that read the strategy work as in tree.h. */

enum { MERGED_EXACT = -2 }; /* the action `exact`, which is the last action of a state */

int merged_n_actions(const struct merged *merged, uint32_t state);
int merged_action(const struct merged *merged, uint32_t state, int k);
uint32_t merged_after(const struct merged *merged, uint32_t state, int bid);
void merged_mix(const struct merged *merged, uint32_t state, float *mix);

/* Returns the average strategy as a policy for both players, which borrows `merged`. */
struct policy merged_policy(struct merged *merged);

/* Returns the value of the hand to player 0 when both play their average strategies, which have the memory of these
 * states. */
double merged_value(struct merged *merged);

/* After merged_value, returns the worth of a state to `player` with its holding `own`, summed over the reach of the
 * other's holdings. */
double merged_worth(const struct merged *merged, uint32_t state, int player, int own, const float *reach);

/* Returns how much a response by `player` wins from the other's average strategy. The response has the same memory as
 * these states, so this is a lower bound for a perfect opponent. No more iterations are possible afterwards. */
double merged_respond(struct merged *merged, int player);
