/* odds.h - the chance of the bid on the table given one seat's dice, for logs and statistics. Games do not use it. */
#pragma once

#include "game/game.h"

/* A bid (in Mäxchen: a claim) that may be called now. */
struct odds {
	int bid;        /* as a play; 0: there is nothing to call, and the rest is zero */
	int bidder;     /* seat */
	double chance;  /* chance that the bid is true given only this seat's dice, in [0, 1]; exact except for
	                 * rounding */
	bool is_true;   /* given all dice; a call now would be wrong */
	bool is_backed; /* the seat itself has a die that counts for the bid (Mäxchen: the claimer's roll is at least as
	                 * high) */
	int count;      /* number of dice of all seats that count for the bid (Mäxchen: the value rolled) */
	int wild;       /* the face that counts as every other face; 0: none */
};

/* Computes the odds for `seat` (< n_seats, eliminated or not), when game->need is GAME_NEED_PLAY. Assumes that the dice
 * of others are fair and unknown, and ignores their bids. In Mäxchen there are odds only while a seat is asked whether
 * it believes a claim. */
void odds_of(const struct game *game, int seat, struct odds *odds);

/* Returns the probability that at least `wanted` of n independent events happen, each with probability p, 0 <= p <= 1,
 * n >= 0. */
double odds_tail(int n, int wanted, double p);
