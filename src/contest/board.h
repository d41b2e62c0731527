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
	const struct contest_version *version; /* in board->versions */
	struct contest_rating rating;          /* matches is 0 when the version has no rating yet */
	int first_rank, last_rank;             /* the ranks that the intervals allow */
};

struct board {
	struct contest_versions versions; /* all of them, of all seasons; owned */
	struct board_row *rows;           /* best first, n_rows of them; owned */
	int n_rows;
	int64_t round;                    /* the last one that has ratings; 0: none */
};

/* Reads the board of the latest season. */
int board_read(const struct contest *contest, struct board *board, struct err *err);
void board_release(struct board *board);
#define AUTO_BOARD __attribute__((cleanup(board_release)))

/* The board as a table for people, as rows of CSV with their titles, and as an array of objects that the caller
 * owns. */
void board_text(const struct board *board, bool has_colour, struct str *out);
void board_csv(const struct board *board, struct str *out);
json_t *board_json(const struct board *board);

#endif
