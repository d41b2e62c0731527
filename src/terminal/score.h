/* score.h - the dice or points of every player after each hand, and who won. */
#pragma once

#include "base/base.h"

struct score_row {
	int hand;                   /* 0: the start */
	int value[26];              /* by player */
	unsigned out;               /* bit per player: out of the game */
};

/* A zeroed score is empty. */
struct score {
	int n_players;
	bool is_points;         /* else dice */
	bool is_signed;         /* points with their sign */
	int n_rows;
	struct score_row *rows; /* owned */
};

void score_release(struct score *score);

/* The row of a hand, for the caller to fill: a new one, or the existing row of the hand. Valid until
 * the next call. */
struct score_row *score_row(struct score *score, int hand);

/* Adds the rows as a table, in several if they are wider than `width`. names[player]. */
void score_table(const struct score *score, const char *const *names, int width, bool has_colour, struct str *out);
