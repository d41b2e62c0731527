/* board.h - the table of a contest: the versions that take part, with their ratings after the last round. */
#ifndef ARENA_CONTEST_BOARD_H
#define ARENA_CONTEST_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/err.h"
#include "base/str.h"
#include "contest/contest.h"

struct board_row {
	const struct contest_version *version; /* of the board */
	struct contest_rating rating;          /* matches 0: it has none yet */
	int first_rank, last_rank;             /* that it may have, as far as the intervals tell */
};

struct board {
	struct contest_versions versions; /* all of them, of all seasons; owned */
	struct board_row *rows;           /* best first, n_rows of them; owned */
	int n_rows;
	int64_t round;                    /* the last that has ratings; 0: none */
};

/* Of the latest season. */
int board_read(const struct contest *contest, struct board *board, struct err *err);
void board_release(struct board *board);
#define AUTO_BOARD __attribute__((cleanup(board_release)))

/* A table for people; rows of CSV with their titles; an array of objects, the caller's. */
void board_text(const struct board *board, bool has_colour, struct str *out);
void board_csv(const struct board *board, struct str *out);
json_t *board_json(const struct board *board);

#endif
