/* board.h - the public area of a leg in a worker: per lane, the strings that every robot at the
 * table may read. Mapped read-only into the robots' processes.
 *
 * Each leg number has a board of its own. The legs of a match have the same dice: a robot's process
 * that plays one leg must not read on the board what another lane shows in another one. */
#ifndef ARENA_ROBOT_BOARD_H
#define ARENA_ROBOT_BOARD_H

#include <stddef.h>

#include "base/err.h"

struct board {
	char *base;
	size_t stride;      /* bytes from lane to lane */
	size_t second_at;   /* the first history begins at 0; where the second begins in a lane, */
	size_t shown_at;    /* and where `shown` does */
	size_t size;
	int n_lanes;
	int fd_readonly;    /* for mapping elsewhere; cannot be mapped writable */
};

/* history_size and hands_size in bytes, for the longest strings of the run. */
int board_init(struct board *board, int n_lanes, size_t history_size, size_t hands_size, struct err *err);
void board_release(struct board *board);

static inline char *board_history(const struct board *board, int lane)
{
	return board->base + (size_t)lane * board->stride;
}

/* Two histories, so that a showdown can be looked at while the next hand begins. */
static inline char *board_second(const struct board *board, int lane)
{
	return board_history(board, lane) + board->second_at;
}

static inline char *board_shown(const struct board *board, int lane)
{
	return board_history(board, lane) + board->shown_at;
}

/* Wipes a lane: nothing of its last game is left. */
void board_wipe(const struct board *board, int lane);

/* Distance between records of `size` bytes, chosen so that many of them do not fall into
 * the same sets of the cache: an odd number of cache lines. */
size_t board_stride(size_t size);

/* The boards of a worker, by leg number, each made when a lane first begins such a leg. */
struct boards {
	int n_lanes;
	size_t history_size, hands_size;
	int n;
	struct board **of_leg; /* of_leg[leg], leg < n; NULL: not made yet */
};

void boards_init(struct boards *boards, int n_lanes, size_t history_size, size_t hands_size);
void boards_release(struct boards *boards);

/* Nothing of what was shown is left. */
void boards_wipe(const struct boards *boards);

/* The board of a leg (from 0), valid until boards_release; NULL: err. */
const struct board *boards_make(struct boards *boards, int leg, struct err *err);

/* The same, for a leg whose board has been made. */
const struct board *boards_leg(const struct boards *boards, int leg);

#endif
