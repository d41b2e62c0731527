/* encode.h - integers to digits, for strings that are built in place on the hot path. */
#ifndef ARENA_GAME_ENCODE_H
#define ARENA_GAME_ENCODE_H

#include <stdint.h>
#include <string.h>

enum { ENCODE_MAX = 11 }; /* "-2147483648" */

/* "00" "01" ... "99" */
extern const char encode_pairs[200];

/* Writes any int in decimal, no NUL; returns the end. */
char *encode_long(char *at, int value);

static inline char *encode_int(char *at, int value)
{
	if (__builtin_expect(value < 10 || value > 99, 0))
		return encode_long(at, value);
	memcpy(at, encode_pairs + 2 * value, 2);
	return at + 2;
}

#endif
