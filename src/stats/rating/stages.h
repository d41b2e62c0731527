/* stages.h - finishing orders split into stages for the Plackett-Luce model: one robot takes the first place, then one
 * of the others the next place, and so on. The likelihood depends only on how often each set of robots remained at a
 * stage and how many stages each robot won, so only these sums are kept: a table of n seats has at most 2^n sets, but
 * n! orders.
 *
 * In reverse, the last place is assigned first, then the next to last and so on, as in elimination games. If only
 * winning counts, there is only the first stage: the choice of the winner among the robots at the table (Luce 1959).
 * Robots that share the first place share that stage equally.
 *
 * Robots that tie share their stages. A tie of up to STAGES_EXACT_TIE robots counts as all orders in which they might
 * have finished, each with the same share of a game. A larger tie counts as the orders that start with each of the
 * robots in turn and continue cyclically by number. A tie of two is thus half a win for each. */
#pragma once

#include "stats/rating/blocks.h"

#define STAGES_EXACT_TIE 8

/* The amount that one game with a given order adds to a stage, or to the stages won by a robot. */
struct stage_part {
	uint32_t index; /* the stage or the robot */
	double amount;
};

enum stages_kind {
	STAGES_WINS = 0, /* only the first place */
	STAGES_FORWARD,  /* all places, beginning with the first */
	STAGES_REVERSE,  /* all places, beginning with the last */
};

struct stages {
	int n_robots;
	size_t n;                  /* stages: sets of at least two */
	size_t *member_first;      /* [n + 1]; the set of stage s is members[member_first[s] .. [s + 1]) */
	uint32_t *members;         /* robots; one with several seats occurs several times */
	size_t n_orders;           /* number of orders in the blocks */
	size_t *part_first;        /* [n_orders + 1] */
	struct stage_part *parts;  /* the parts of each order: its stages */
	size_t *win_first;         /* [n_orders + 1] */
	struct stage_part *wins;   /* the parts of each order: robots and the stages they won */
};

#define AUTO_STAGES __attribute__((cleanup(stages_release)))
void stages_release(struct stages *stages);

/* Fills the zeroed struct from sorted blocks, which may be released afterwards. The caller releases the struct. Memory:
 * about 30 n_seats bytes per order, and for each tie of m robots 2^m stages, or m^2 if m is nine or more. */
void stages_of(struct stages *stages, const struct blocks *blocks, enum stages_kind kind);

/* Sums the stages and wins of games[order] games of each order (>= 0, may be fractional), from the first order to the
 * last. Overwrites counts[stage] and wins[robot]. */
void stages_sum(const struct stages *stages, const double *games, double *counts, double *wins);
