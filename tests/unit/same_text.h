/* same_text.h - compares long texts. If two texts differ, it prints where, because Check does not print texts that are
 * too long. */
#pragma once

#include <check.h>
#include <stddef.h>

enum { SHOWN_BEFORE = 40 };

/* Returns the index of the first byte that differs, or the length of both texts if they are equal. */
static inline size_t first_difference(const char *a, const char *b)
{
	size_t at = 0;
	while (a[at] && a[at] == b[at])
		at++;
	return at;
}

#define check_same_text(is, wanted) \
	do { \
		const char *same_is = (is), *same_wanted = (wanted); \
		size_t same_at = first_difference(same_is, same_wanted), \
			same_from = same_at < SHOWN_BEFORE ? 0 : same_at - SHOWN_BEFORE; \
		ck_assert_msg(same_is[same_at] == same_wanted[same_at], \
			      "at byte %zu it is\n%.160s\nnot\n%.160s", same_at, \
			      same_is + same_from, same_wanted + same_from); \
	} while (0)
