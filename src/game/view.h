/* view.h - the strings of an ask. No other code decides what a seat may see.
 *
 * The buffers may be in memory that robots can read. So a die is written to its own seat's `hands` when it is dealt,
 * and to `shown` only when the hand is over. The buffers are never read, so the game does not depend on data that a
 * robot might write to them. */
#pragma once

#include "game/game.h"

/* Begins a hand: empties the history, and shows each seat still in the game its own dice. With has_points every entry
 * of hands ends in "@POINTS". */
void view_deal(struct game *game, bool has_points);

/* Writes the hands as a seat sees them before the showdown, as view_deal did (the robot may have changed that buffer).
 * An eliminated seat sees no dice, and neither does seat -1. */
void view_see(const struct game *game, int seat, bool has_points, char *hands);

/* Appends a play, any int, to the history. */
void view_play(struct game *game, int seat, int play);

/* Ends the hand: shows all dice of the seats still in the game. */
void view_show(struct game *game, bool has_points);

/* Return the size in bytes of the longest strings: a history of n_plays plays of at most longest_play characters each,
 * and hands of n_dice dice each. It includes the room that wide stores overwrite. */
size_t view_history_size(int n_plays, int longest_play);
size_t view_hands_size(int n_seats, int n_dice, bool has_points);

enum { ENCODE_MAX = 11 }; /* "-2147483648" */

/* "00" "01" ... "99" */
extern const char encode_pairs[201];

/* Writes any int in decimal, without a NUL, and returns the end. encode_int may write one byte beyond the end. */
char *encode_long(char *at, int value);

static inline char *encode_int(char *at, int value)
{
	if (__builtin_expect((unsigned)value > 99, 0))
		return encode_long(at, value);
	int is_short = value < 10; /* without a branch, because one-digit plays end hands and cannot be predicted */
	memcpy(at, encode_pairs + 2 * value + is_short, 2);
	return at + 2 - is_short;
}
