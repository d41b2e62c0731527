/* values.h - the values of Mäxchen in their order, with their chances: what the solvers need of the rules. */
#pragma once

#include "game/game.h"
#include "game/maexchen/maexchen.h"

enum { MAEXCHEN_MAX_VALUES = MAEXCHEN_FACES * MAEXCHEN_FACES, MAEXCHEN_MOST_POINTS = 10 };

/* By index, the lowest value first; index -1 means no claim. */
struct maexchen_values {
	int n;
	int value[MAEXCHEN_MAX_VALUES], first[MAEXCHEN_MAX_VALUES], second[MAEXCHEN_MAX_VALUES]; /* and two dice that show it */
	int loss[MAEXCHEN_MAX_VALUES];      /* of points when it is shown */
	double chance[MAEXCHEN_MAX_VALUES]; /* to roll it */
	int illegal_loss;                   /* of points by an illegal answer before the roll */
	int points;                         /* of each player at the start */
};

/* Can games by these rules between two players be computed? Non-zero: err (EXIT_USAGE). */
int maexchen_values_check(const struct rules *rules, struct err *err);

void maexchen_values_list(struct maexchen_values *values, const struct rules *rules);

/* -1: not a value. */
int maexchen_values_index(const struct maexchen_values *values, int value);
