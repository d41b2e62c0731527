/* encode.h - integers to digits, for strings that are built in place on the hot path. */
#pragma once

#include "base/base.h"

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
