/* position.h - a decision of a robot in one hand of two players, and what each of its plays is worth.
 *
 * Worths are those of the whole game, from -1 (lost) to 1 (won), to the player who decides. */
#ifndef ARENA_COACH_POSITION_H
#define ARENA_COACH_POSITION_H

#include "solve/subgame.h"

/* A hand whose end is worth what the rest of the game is worth, and what its players may hold. */
struct table_hand {
	struct subgame game;          /* the limit is all dice on the table */
	struct holdings holdings[2];
};

void table_hand_init(struct table_hand *hand, const struct subgame *game);
void table_hand_release(struct table_hand *hand);

/* The holding of a player with these counts by face; -1 when there is none. */
int table_hand_holding(const struct table_hand *hand, int player, const uint8_t *count);

struct position {
	const uint8_t *bids;          /* numbers of the bids so far (subgame.h); borrowed */
	int n_bids;
	int player;                   /* who decides, n_bids % 2; 0 opened the hand */
	int holding;                  /* his dice */
};

/* What each play is worth: value[0] is a call, value[1 + bid] a bid, n_plays in all; what is not a play of the position is
 * worth -HUGE_VAL. */
struct valuation {
	int n_plays;
	double value[SUBGAME_MAX_BIDS + 1];
	float chance[SUBGAME_MAX_BIDS + 1]; /* with which the strong player makes the play; all 0 where he never comes */
	double own;                   /* the mean worth of his plays; that of the best play where he never comes */
	bool is_exact;                /* from solved hands; else from a model */
};

/* The worth to a player of a call by `caller` that `loser` loses. */
double table_hand_worth(const struct table_hand *hand, int player, int caller, int loser);

/* Is the last bid true for sure, given the dice of the player (1), or false for sure (-1)? 0: neither, or nothing was bid. */
int table_hand_is_decided(const struct table_hand *hand, const struct position *position);

/* Are ones not wild any more after these bids (wild=drop)? */
bool table_hand_is_plain(const struct table_hand *hand, const uint8_t *bids, int n_bids);

/* Makes all of a hand's plays none of the position. */
void valuation_clear(struct valuation *valuation, const struct table_hand *hand);

/* The play that is worth most; of equal ones the first. */
int valuation_best(const struct valuation *valuation);

#endif
