/* varint.h - whole numbers in few bytes: 7 bits in each byte, low bits first, the high bit set in all bytes except the
 * last. For data that is stored in large numbers. */
#pragma once

#include "base/base.h"

static inline void varint_add(struct str *out, uint64_t number)
{
	char bytes[10];
	size_t n = 0;
	do
		bytes[n++] = (char)((number & 127) | (number > 127 ? 128 : 0));
	while (number >>= 7);
	str_add_n(out, bytes, n);
}

/* Bytes to read, borrowed and untrusted. */
struct varints {
	const unsigned char *at, *end;
};

static inline struct varints varints_of(const void *bytes, size_t size)
{
	return (struct varints){.at = bytes, .end = (const unsigned char *)bytes + size};
}

/* Reads the next number. Returns false if the bytes end before it is complete. */
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
