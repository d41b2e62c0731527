/* odds.h - the chance of the bid on the table given one seat's dice, for logs and statistics. Games do not use it. */
#pragma once

#include "game/game.h"

/* A bid (in Mäxchen: a claim) that may be called now. */
struct odds {
	int bid;        /* as a play; 0: there is nothing to call, and the rest is zero */
	int bidder;     /* seat */
	double chance;  /* that it is true given only this seat's dice, in [0, 1]; exact except for rounding */
	bool is_true;   /* by all dice: would a call now be wrong? */
	bool is_backed; /* the seat itself holds a die that counts for it (Mäxchen: the claimer's roll is as high) */
	int count;      /* dice of all seats that count for it (Mäxchen: the value rolled) */
	int wild;       /* the face that counts as every other face; 0: none */
};

/* Computes the odds for `seat` (< n_seats, in the game or out of it), when game->need is GAME_NEED_PLAY. The dice of
 * others are assumed fair and unknown; their bids are ignored. In Mäxchen there are odds only while a seat is asked
 * whether it believes. */
void odds_of(const struct game *game, int seat, struct odds *odds);

/* Returns P(at least `wanted` of n independent events), each with probability p, 0 <= p <= 1, n >= 0. */
double odds_tail(int n, int wanted, double p);
