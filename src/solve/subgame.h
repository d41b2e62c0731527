/* subgame.h - one hand of common-hand Liar's Dice between two players, for the solvers.
 *
 * Player 0 opens. The players bid in turn, each bid higher than the last, until one calls. Bids have numbers from 0, in
 * ascending order; -1 means that nothing was bid. The worth of the end of a hand is data (`worth`), so that the hands of
 * a match can be solved one after the other, each with the values of those that may follow it.
 *
 * What a player holds is a multiset of dice, a holding: the order of the dice does not matter. Arrays by holding have
 * `stride` elements, whole vectors (vec.h); the elements after the last holding have chance 0. */
#pragma once

#include "game/liars/liars.h"

enum { SUBGAME_MAX_BIDS = 180 };

struct subgame {
	int n_dice[2];         /* by player, each at least 1 */
	int faces;             /* 2 to 9 */
	enum liars_wild wild;
	int limit;             /* highest quantity that may be bid */
	double worth[2][2];    /* worth[caller][loser] to player 0 when `caller` calls and `loser` loses the hand; player 1 has
	                        * the negative of it */
	/* Rules that only merged.h knows. */
	bool is_perudo;        /* ones rank by ones_rule=perudo, and may not open */
	bool is_palifico;      /* only the quantity may be raised */
	bool has_exact;        /* `exact` may be said; it loses the hand as a wrong call does, or is worth: */
	double exact[2];       /* exact[caller], to player 0, when `caller` says it and is right */
};

/* All possible holdings of n dice. */
struct holdings {
	int n;                           /* how many */
	int stride;                      /* of arrays by holding */
	float *chance;                   /* chance[holding], sums to 1; owned, as all that follows */
	uint8_t (*count)[GAME_MAX_FACES + 1]; /* count[holding][face] */
	uint8_t *match[2][GAME_MAX_FACES + 1]; /* match[is_plain][face][holding]: dice for face; is_plain: ones not wild */
};

/* Returns a hand of n against m dice, limited to all dice on the table; the winner gets +1, the loser -1. */
struct subgame subgame_of(int n, int m, int faces, enum liars_wild wild);

/* Can hands with these numbers of dice be solved under these rules? If not, returns non-zero
 * with err (EXIT_USAGE), which has the reason. */
int subgame_check(const struct rules *rules, int n_first, int n_second, struct err *err);

/* Returns a hand with these numbers of dice under these rules; worth +1 and -1. */
struct subgame subgame_of_rules(const struct rules *rules, int n_first, int n_second);

/* Returns the same without bids above the dice on the table, which always lose: a solution never needs them. */
struct subgame subgame_within(const struct rules *rules, int n_first, int n_second);

/* Return the number of bids, and the quantity and face of a bid. */
int subgame_n_bids(const struct subgame *game);
int subgame_quantity(const struct subgame *game, int bid);
int subgame_face(const struct subgame *game, int bid);

/* May `bid` follow `last` (-1: nothing was bid)? */
bool subgame_may_follow(const struct subgame *game, int last, int bid);

/* Return a bid as a play, 10 * quantity + face; the bid of a play, or -1 when it is not a bid of this hand. */
int subgame_play(const struct subgame *game, int bid);
int subgame_bid(const struct subgame *game, int play);

/* With wild=drop: are ones no longer wild after `bid` as the n-th bid of the hand (from 0), if they were wild before
 * (is_plain false)? Always false with other options. */
bool subgame_is_plain(const struct subgame *game, bool is_plain, int n_bids, int bid);

void holdings_init(struct holdings *holdings, const struct subgame *game, int player);
void holdings_release(struct holdings *holdings);

/* A bid that is called. */
struct subgame_called {
	int bid;
	bool is_plain;
	int caller;
};

/* Computes the worth of the call to `player` for each of its holdings, summed over the other player's holdings, which
 * are weighted by reach[holding]. */
void subgame_call(const struct subgame *game, const struct holdings *holdings, struct subgame_called called, int player,
		  const float *reach, float *value);
