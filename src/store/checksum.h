/* checksum.h - a 64-bit checksum of the contents of a row. Any change of a single bit changes it. It detects accidental
 * damage, not deliberate changes. */
#pragma once

#include "base/rng.h"

/* Returns the checksum after adding a number. `sum` is the checksum so far, 0 at the start. */
static inline uint64_t checksum_number(uint64_t sum, uint64_t number)
{
	sum = (sum ^ number) * RNG_GOLDEN; /* RNG_GOLDEN is odd, so each step is invertible and loses no information */
	return sum ^ sum >> 32;
}

/* Returns the checksum after adding a blob or text with its length. NULL and an empty string have different
 * checksums. */
static inline uint64_t checksum_bytes(uint64_t sum, const void *bytes, size_t n)
{
	const unsigned char *at = bytes;
	uint64_t word;
	sum = checksum_number(sum, bytes ? n + 1 : 0);
	for (; n >= sizeof word; n -= sizeof word, at += sizeof word) {
		memcpy(&word, at, sizeof word);
		sum = checksum_number(sum, word);
	}
	word = 0;
	if (n)
		memcpy(&word, at, n);
	return checksum_number(sum, word);
}

static inline uint64_t checksum_text(uint64_t sum, const char *text)
{
	return checksum_bytes(sum, text, text ? strlen(text) : 0);
}

static inline uint64_t checksum_real(uint64_t sum, double number)
{
	uint64_t word;
	memcpy(&word, &number, sizeof word);
	return checksum_number(sum, word);
}
