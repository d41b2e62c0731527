/* position.h - a decision of a robot in one hand of two players, and the value of each possible play.
 *
 * Values are those of the whole game, from -1 (lost) to 1 (won), to the player who decides. */
#pragma once

#include "solve/subgame.h"

/* A hand, whose end is worth what the rest of the game is worth, and the possible holdings of its players. */
struct position_hand {
	struct subgame game;          /* the limit is all dice on the table */
	struct holdings holdings[2];
};

void position_hand_init(struct position_hand *hand, const struct subgame *game);
void position_hand_release(struct position_hand *hand);

/* Returns the holding with these counts by face; -1 if the player cannot have it. */
int position_hand_holding(const struct position_hand *hand, int player, const uint8_t *count);

struct position {
	const uint8_t *bids;          /* numbers of the bids so far (subgame.h); borrowed */
	int n_bids;
	int player;                   /* the player who decides, n_bids % 2; 0 opened the hand */
	int holding;                  /* the dice of that player */
};

/* The value of each play: value[0] is a call, value[1 + bid] a bid, n_plays in all. Plays that the position does not
 * allow have -HUGE_VAL. */
struct valuation {
	int n_plays;
	double value[SUBGAME_MAX_BIDS + 1];
	float chance[SUBGAME_MAX_BIDS + 1]; /* of the strong player to make the play; all 0 in positions that it never
	                                     * reaches */
	double own;                   /* mean value of the strong player's plays; in positions that it never reaches, that
	                               * of the best play */
	bool is_exact;                /* computed from solved hands; else from a model */
};

/* Returns the value to `player` when `caller` calls and `loser` loses the hand. */
double position_hand_worth(const struct position_hand *hand, int player, int caller, int loser);

/* Are ones no longer wild after these bids (wild=drop)? */
bool position_hand_is_plain(const struct position_hand *hand, const uint8_t *bids, int n_bids);

/* Initialises a valuation in which no play is allowed. */
void valuation_clear(struct valuation *valuation, const struct position_hand *hand);

/* Returns the most valuable play; of equal ones the first. */
int valuation_best(const struct valuation *valuation);
