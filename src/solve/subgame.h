/* subgame.h - one hand of common-hand Liar's Dice between two players, for the solvers.
 *
 * Player 0 opens. The players bid in turn, each bid higher than the last, until one calls. Bids are numbered from 0, in
 * ascending order; -1 means that there is no bid. The worth of the end of a hand is an input (`worth`), so that the
 * hands of a game can be solved one after another, each with the values of the hands that may follow it.
 *
 * A holding is the multiset of dice that a player has; the order of the dice does not matter. Arrays by holding have
 * `stride` elements, which are whole vectors (vec.h); the elements after the last holding have chance 0. */
#pragma once

#include "game/liars/liars.h"

enum { SUBGAME_MAX_BIDS = 180 };

struct subgame {
	int n_dice[2];         /* by player, each at least 1 */
	int faces;             /* 2 to 9 */
	enum liars_wild wild;
	int limit;             /* highest quantity that may be bid */
	double worth[2][2];    /* worth[caller][loser] to player 0 when `caller` calls and `loser` loses the hand; the
	                        * worth to player 1 is its negative */
	/* Rules that only merged.h supports. */
	bool is_perudo;        /* ones are ordered as in ones_rule=perudo, and a hand must not be opened with them */
	bool is_palifico;      /* only the quantity may be raised */
	bool has_exact;        /* `exact` is a play; when wrong it loses the hand as a wrong call does */
	double exact[2];       /* exact[caller]: worth to player 0 when `caller` says `exact` and is right */
};

/* All possible holdings of n dice. */
struct holdings {
	int n;                           /* how many */
	int stride;                      /* stride of arrays by holding */
	float *chance;                   /* chance[holding]; the sum is 1; owned, like count and match */
	uint8_t (*count)[GAME_MAX_FACES + 1]; /* count[holding][face] */
	uint8_t *match[2][GAME_MAX_FACES + 1]; /* match[is_plain][face][holding]: number of dice that count for the
	                                        * face; is_plain: ones are not wild */
};

/* Returns a hand of n dice against m, in which the highest bid is all dice on the table. The winner gets +1, the loser
 * -1. */
struct subgame subgame_of(int n, int m, int faces, enum liars_wild wild);

/* Fails with EXIT_USAGE and the reason if hands with these numbers of dice cannot be solved with these rules. */
int subgame_check(const struct rules *rules, int n_first, int n_second, struct err *err);

/* Returns a hand with these numbers of dice and these rules, in which the winner gets +1, the loser -1. */
struct subgame subgame_of_rules(const struct rules *rules, int n_first, int n_second);

/* Returns the same without bids above the number of dice on the table. Such bids always lose, so a solution does not
 * need them. */
struct subgame subgame_within(const struct rules *rules, int n_first, int n_second);

/* Return the number of bids, the quantity of a bid, and its face. */
int subgame_n_bids(const struct subgame *game);
int subgame_quantity(const struct subgame *game, int bid);
int subgame_face(const struct subgame *game, int bid);

/* Returns true if `bid` may follow `last` (-1: there is no bid yet). */
bool subgame_may_follow(const struct subgame *game, int last, int bid);

/* subgame_play returns a bid as a play, 10 * quantity + face. subgame_bid returns the bid of a play, or -1 when it is
 * not a bid of this hand. */
int subgame_play(const struct subgame *game, int bid);
int subgame_bid(const struct subgame *game, int play);

/* Returns true if, with wild=drop, ones are not wild after `bid`, where n_bids is the number of bids before it, and
 * is_plain says that ones were not wild before it. Always returns false with other options. */
bool subgame_is_plain(const struct subgame *game, bool is_plain, int n_bids, int bid);

void holdings_init(struct holdings *holdings, const struct subgame *game, int player);
void holdings_release(struct holdings *holdings);

/* A bid that is called. */
struct subgame_called {
	int bid;
	bool is_plain;
	int caller;
};

/* Computes the worth of the call to `player` for each of its holdings: value[holding] is the sum over the other
 * player's holdings, weighted by reach[holding]. */
void subgame_call(const struct subgame *game, const struct holdings *holdings, struct subgame_called called, int player,
		  const float *reach, float *value);
