/* luck.h - measures the luck of the dice in a game: numbers whose mean is 0 whatever the robots play, used as control
 * variates for the win rates (stats/control.h).
 *
 * When a hand has been dealt, each seat is compared with each other seat in some ways (enum luck_feature). From each
 * comparison its exact mean over all deals of the hand is subtracted; the rest is weighted by the stakes of the hand.
 * State and weight are known before the deal, so the mean of each term is 0, and so is that of their sum over a game,
 * however it was played. */
#pragma once

#include "game/game.h"
#include "match/schedule.h"
#include "stats/control.h"

/* "Own" means the hand of the seat, "other" that of the seat it is compared with. The favourite is the most frequent
 * face of a hand, the highest if several are; wild dice count for every face. */
enum luck_feature {
	LUCK_BETTER,        /* 1: the own favourite is more frequent, or is higher; -1: the other's */
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

/* Each feature twice: for seats that bid before the other, and after it. */
enum { LUCK_TERMS = 2 * LUCK_FEATURES, LUCK_SUMS = CONTROL_SUMS(LUCK_TERMS) };

/* Returns why luck cannot be computed for games of these rules in this schedule, as the end of a sentence, or NULL. */
enum { LUCK_MOST_SEATS = 8, LUCK_MOST_ROBOTS = 100 };
const char *luck_obstacle(const struct rules *rules, const struct schedule *schedule);

/* Allocates what a worker needs at tables of n_seats in n lanes. */
struct luck;
struct luck *luck_new(const struct rules *rules, int n_seats, int n_lanes);
void luck_free(struct luck *luck);

/* Returns the players of a table whose terms are kept: of two only the first, because those of the other follow from
 * them (luck_sum). */
static inline int luck_players(int n_seats)
{
	return n_seats == 2 ? 1 : n_seats;
}

/* Adds the hand that has just been dealt in a lane. first: at a table of two, the seat of the first player. */
void luck_add(struct luck *luck, const struct game *game, int first, int lane);

/* Ends a rotation in a lane: adds the terms of the player in a seat (at a table of two: 0) to its LUCK_TERMS terms at
 * `to`, which must stay there until luck_flush. With is_first, replaces them. */
void luck_end(struct luck *luck, int lane, int seat, bool is_first, float *to);

/* Adds the hands that are not added yet, because many hands are compared at a time. */
void luck_flush(struct luck *luck);

/* Forgets the rotation in progress in a lane. */
void luck_forget(struct luck *luck, int lane);

/* Takes the terms of a player in n matches (<= 2^18) of n_games games each (terms[i * stride] and those behind it) with
 * the share[i] of games that it won, and adds their sums (stats/control.h) to LUCK_SUMS sums. At a table of two, adds
 * those of the other player to mirrored_sums unless it is NULL. Sums of whole numbers: no order changes them. */
void luck_sum(const float *terms, size_t stride, const float *share, uint64_t n, uint64_t n_games, int64_t *sums, int64_t *mirrored_sums);
#define LUCK_SHARE 0x1p-16 /* the unit of the shares in the sums */
