/* stages.h - finishing orders split into stages for the Plackett-Luce model: one robot takes the first place, then one
 * of the rest the next, and so on. The likelihood depends only on how often each set of robots was left at a stage and
 * how many stages each robot won, so only these sums are kept: a table of n seats has at most 2^n sets, but n! orders.
 *
 * Reversed, the last place is assigned first, and so on upwards, as in elimination games. If only winning counts, there
 * is only the first stage: a choice of the winner among those at the table (Luce 1959). Robots that share the first place
 * share that stage equally.
 *
 * Robots that tie share their stages. Up to STAGES_EXACT_TIE of them stand for all orders in which they might have
 * finished, each with the same share of a game. More of them stand for the orders that start at each of them in turn and
 * continue cyclically by number. A tie of two is thus half a win for each. */
#pragma once

#include "stats/rating/blocks.h"

#define STAGES_EXACT_TIE 8

/* The part that one game with a given order adds: to a stage, or to the stages that a robot won. */
struct stage_part {
	uint32_t index; /* the stage or the robot */
	double amount;
};

enum stages_kind {
	STAGES_WINS = 0, /* the first place alone */
	STAGES_FORWARD,  /* all places, the first one first */
	STAGES_REVERSE,  /* all places, the last one first */
};

struct stages {
	int n_robots;
	size_t n;                  /* stages: sets of at least two */
	size_t *member_first;      /* [n + 1]; the set of stage s is members[member_first[s] .. [s + 1]) */
	uint32_t *members;         /* robots; one with several seats occurs that often */
	size_t n_orders;           /* as in the blocks */
	size_t *part_first;        /* [n_orders + 1] */
	struct stage_part *parts;  /* stages of the orders */
	size_t *win_first;         /* [n_orders + 1] */
	struct stage_part *wins;   /* robots of the orders */
};

#define AUTO_STAGES __attribute__((cleanup(stages_release)))
void stages_release(struct stages *stages);

/* Fills the zeroed struct from sorted blocks, which may be released afterwards; the caller releases. Memory: about
 * 30 n_seats bytes per order, and for each tie of m robots 2^m stages, or m^2 from nine on. */
void stages_of(struct stages *stages, const struct blocks *blocks, enum stages_kind kind);

/* Sums over games[order] games of each order (any numbers >= 0), in the order of the orders, and overwrites
 * counts[stage] and wins[robot]. */
void stages_sum(const struct stages *stages, const double *games, double *counts, double *wins);
