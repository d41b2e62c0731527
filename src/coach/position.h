/* position.h - a decision of a robot in one hand of two players, and the value of each possible play.
 *
 * Values are values of the whole game to the player who decides, from -1 (lost) to 1 (won). */
#pragma once

#include "solve/subgame.h"

/* A hand and the possible holdings of its players. The worth of its end is the value of the rest of the game. */
struct position_hand {
	struct subgame game;          /* its highest bid is all dice on the table */
	struct holdings holdings[2];
};

void position_hand_init(struct position_hand *hand, const struct subgame *game);
void position_hand_release(struct position_hand *hand);

/* Returns the holding with these counts by face, or -1 if the player cannot have it. */
int position_hand_holding(const struct position_hand *hand, int player, const uint8_t *count);

struct position {
	const uint8_t *bids;          /* the numbers of the bids so far (subgame.h); borrowed */
	int n_bids;
	int player;                   /* the player who decides, n_bids % 2; 0 opened the hand */
	int holding;                  /* the dice of that player */
};

/* The value of each of n_plays plays: value[0] is that of a call, value[1 + bid] that of a bid. Plays that are not
 * legal in the position have -HUGE_VAL. */
struct valuation {
	int n_plays;
	double value[SUBGAME_MAX_BIDS + 1];
	float chance[SUBGAME_MAX_BIDS + 1]; /* the probability that the strong player makes the play; all 0 in positions
	                                     * that it never reaches */
	double own;                   /* mean value of the strong player's plays; in positions that it never reaches,
	                               * the value of the best play */
	bool is_exact;                /* true: computed from solved hands; false: from a model */
};

/* Returns the value to `player` when `caller` calls and `loser` loses the hand. */
double position_hand_worth(const struct position_hand *hand, int player, int caller, int loser);

/* Returns true if ones are no longer wild after these bids (wild=drop). */
bool position_hand_is_plain(const struct position_hand *hand, const uint8_t *bids, int n_bids);

/* Initialises a valuation in which no play is allowed. */
void valuation_clear(struct valuation *valuation, const struct position_hand *hand);

/* Returns the play with the highest value, or the first of several. */
int valuation_best(const struct valuation *valuation);
