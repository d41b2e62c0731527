/* view.h - the strings of an ask. No other code decides what a seat may see.
 *
 * The buffers may be memory that robots can read: a die is written to its own seat's `hands` when it is dealt, and to
 * `shown` when the hand is over, not earlier. The buffers are never read, so the game does not depend on what a robot
 * might write to them. */
#pragma once

#include "game/game.h"

/* Begins a hand: empties the history, and shows each seat still in the game its own dice. With has_points every entry
 * of hands ends in "@POINTS". */
void view_deal(struct game *game, bool has_points);

/* Writes what a seat sees of the hands before the showdown, as view_deal did (the robot may have changed that buffer). A
 * seat that is out sees no dice. Seat -1 sees none at all. */
void view_see(const struct game *game, int seat, bool has_points, char *hands);

/* Appends a play, any int, to the history. */
void view_play(struct game *game, int seat, int play);

/* Ends the hand: shows all dice of the seats still in the game. */
void view_show(struct game *game, bool has_points);

/* Return the bytes of the longest strings: a history of n_plays plays of at most longest_play characters each, and
 * hands of n_dice dice each. They include the room that wide stores overwrite. */
size_t view_history_size(int n_plays, int longest_play);
size_t view_hands_size(int n_seats, int n_dice, bool has_points);

enum { ENCODE_MAX = 11 }; /* "-2147483648" */

/* "00" "01" ... "99" */
extern const char encode_pairs[201];

/* Writes any int in decimal, no NUL; returns the end. encode_int may write one byte more. */
char *encode_long(char *at, int value);

static inline char *encode_int(char *at, int value)
{
	if (__builtin_expect((unsigned)value > 99, 0))
		return encode_long(at, value);
	int is_short = value < 10; /* no branch: plays of one digit end hands, and cannot be predicted */
	memcpy(at, encode_pairs + 2 * value + is_short, 2);
	return at + 2 - is_short;
}
