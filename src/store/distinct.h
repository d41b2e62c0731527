/* distinct.h - finds the distinct strings among many byte strings of equal length, with their counts. */
#pragma once

#include "base/base.h"

/* Sorted as by memcmp. A zeroed struct is empty. */
struct distinct {
	size_t n, size;   /* n strings of size bytes */
	uint8_t *bytes;   /* of string i from i * size on; owned, like the next two */
	uint32_t *times;  /* times[i] */
	uint32_t *which;  /* which[k] is the index here of the k-th given string */
};

/* Counts the distinct strings; fast when few are distinct. n_given < 2^32; size > 0. The caller releases *distinct. */
void distinct_count(struct distinct *distinct, const uint8_t *given, size_t n_given, size_t size);
void distinct_release(struct distinct *distinct);
#define AUTO_DISTINCT __attribute__((cleanup(distinct_release)))

/* Returns the index of the string, or where it would be. */
size_t distinct_find(const struct distinct *distinct, const uint8_t *string);
