/* varint.h - whole numbers in as few bytes as they need: 7 bits to a byte, low first, the high bit set on all
 * but the last. For what is stored many times over. */
#ifndef ARENA_BASE_VARINT_H
#define ARENA_BASE_VARINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

static inline void varint_add(struct str *out, uint64_t number)
{
	char bytes[10];
	size_t n = 0;
	do
		bytes[n++] = (char)((number & 127) | (number > 127 ? 128 : 0));
	while (number >>= 7);
	str_add_n(out, bytes, n);
}

/* Bytes that are read, borrowed. They may be anything. */
struct varints {
	const unsigned char *at, *end;
};

static inline struct varints varints_of(const void *bytes, size_t size)
{
	return (struct varints){.at = bytes, .end = (const unsigned char *)bytes + size};
}

/* The next number; false when there is no whole one. */
static inline bool varint_get(struct varints *from, uint64_t *number)
{
	*number = 0;
	for (int shift = 0; shift < 64 && from->at < from->end; shift += 7) {
		unsigned char byte = *from->at++;
		*number |= (uint64_t)(byte & 127) << shift;
		if (!(byte & 128))
			return true;
	}
	return false;
}

#endif
