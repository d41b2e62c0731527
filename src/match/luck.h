/* luck.h - measures the luck of the dice in a game with terms whose mean is 0 whatever the robots play. They are used
 * as control variates for the win rates (stats/control.h).
 *
 * When a hand has been dealt, each seat is compared with each other seat in several ways (enum luck_feature). The exact
 * mean over all deals of the hand is subtracted from each comparison, and the result is weighted by the stakes of the
 * hand. The state and the weight are known before the deal, so the mean of each term is 0, and so is the mean of their
 * sum over a game, however it was played. */
#pragma once

#include "game/game.h"
#include "match/schedule.h"
#include "stats/control.h"

/* "Own" refers to the hand of the seat, "other" to that of the seat with which it is compared. The favourite is the
 * most frequent face of a hand, or the highest of these if there are several; wild dice count for every face. */
enum luck_feature {
	LUCK_BETTER,        /* 1: the own favourite is more frequent or, if equally frequent, higher; -1: the other's */
	LUCK_HIGHER,        /* 1: the own favourite is the higher face; -1: the other's */
	LUCK_SAME,          /* the favourites are the same */
	LUCK_BOTH_MOST,     /* the product of their frequencies */
	LUCK_SINGLES,       /* faces that occur once in the two hands together */
	LUCK_OWN_MOST,      /* the frequency of the own favourite */
	LUCK_OTHER_MOST,
	LUCK_OWN_LACKS,     /* the own hand lacks the other's favourite */
	LUCK_OTHER_LACKS,
	LUCK_FEATURES,
};

/* Each feature occurs twice: for pairs in which the seat bids before the other one, and for pairs in which it bids
 * after it. */
enum { LUCK_TERMS = 2 * LUCK_FEATURES, LUCK_SUMS = CONTROL_SUMS(LUCK_TERMS) };

/* Returns the reason why luck cannot be computed for games with these rules and this schedule, as the end of a
 * sentence, or NULL. */
enum { LUCK_MOST_SEATS = 8, LUCK_MOST_ROBOTS = 100 };
const char *luck_obstacle(const struct rules *rules, const struct schedule *schedule);

/* Allocates the data that a worker needs for tables of n_seats in n_lanes lanes. */
struct luck;
struct luck *luck_new(const struct rules *rules, int n_seats, int n_lanes);
void luck_free(struct luck *luck);

/* Returns the number of players of a table whose terms are stored. At a table of two these are only the first player's,
 * because the other's follow from them (luck_sum). */
static inline int luck_players(int n_seats)
{
	return n_seats == 2 ? 1 : n_seats;
}

/* Adds the hand that has just been dealt in a lane. `first` is the seat of the first player; it is used at a table of
 * two. */
void luck_add(struct luck *luck, const struct game *game, int first, int lane);

/* Ends a rotation in a lane. Adds the terms of the player in a seat (0 at a table of two) to the LUCK_TERMS terms at
 * `to`, which must stay valid until luck_flush. With is_first, replaces them. */
void luck_end(struct luck *luck, int lane, int seat, bool is_first, float *to);

/* Adds the remaining hands. (Hands are collected, because many are compared at a time.) */
void luck_flush(struct luck *luck);

/* Discards the rotation in progress in a lane. */
void luck_forget(struct luck *luck, int lane);

/* Adds the sums (stats/control.h) for a player in n matches (<= 2^18) of n_games games each to sums[LUCK_SUMS]. The
 * terms of match i begin at terms[i * stride], and share[i] is the share of its games that the player won. At a table
 * of two, adds the sums for the other player to mirrored_sums unless it is NULL. These are sums of whole numbers, so
 * they do not depend on the order. */
void luck_sum(const float *terms, size_t stride, const float *share, uint64_t n, uint64_t n_games, int64_t *sums,
	      int64_t *mirrored_sums);
#define LUCK_SHARE 0x1p-16 /* the unit of the shares in the sums */
