/* blocks.c - see blocks.h. */
#include "store/blocks.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { MOST_SEATS = 26, MOST_DIGITS = 10 };

/* ---- varints ------------------------------------------------------------------------ */

static void put(struct str *out, uint64_t number)
{
	char bytes[10];
	size_t n = 0;
	do
		bytes[n++] = (char)((number & 127) | (number > 127 ? 128 : 0));
	while (number >>= 7);
	str_add_n(out, bytes, n);
}

struct reader {
	const unsigned char *at, *end;
};

static bool get(struct reader *reader, uint64_t *number)
{
	*number = 0;
	for (int shift = 0; shift < 64 && reader->at < reader->end; shift += 7) {
		unsigned char byte = *reader->at++;
		*number |= (uint64_t)(byte & 127) << shift;
		if (!(byte & 128))
			return true;
	}
	return false;
}

/* ---- games -------------------------------------------------------------------------- */

static void put_game(struct str *out, const uint8_t *places, int n)
{
	uint64_t number = 0;
	for (int player = 0; player < n; player++) {
		if (n > MOST_DIGITS)
			put(out, places[player] - 1u);
		else
			number = number * (uint64_t)n + places[player] - 1u;
	}
	if (n <= MOST_DIGITS)
		put(out, number);
}

static bool get_game(struct reader *reader, uint8_t *places, int n)
{
	uint64_t number = 0;
	if (n <= MOST_DIGITS && !get(reader, &number))
		return false;
	for (int player = n - 1; player >= 0; player--) {
		uint64_t digit = number % (uint64_t)n;
		number /= (uint64_t)n;
		if (n > MOST_DIGITS) {
			/* The digits come in the order of players: fill from the front. */
			if (!get(reader, &digit) || digit >= (uint64_t)n)
				return false;
			places[n - 1 - player] = (uint8_t)(digit + 1);
		} else {
			places[player] = (uint8_t)(digit + 1);
		}
	}
	return number == 0;
}

/* ---- blocks ------------------------------------------------------------------------- */

static int compare_blocks(const void *a, const void *b, void *size)
{
	return memcmp(a, b, *(const size_t *)size);
}

void blocks_encode(const uint8_t *places, uint32_t n_blocks, int n_seats, struct str *out)
{
	size_t n = (size_t)n_seats, size = n * n;
	AUTO_FREE uint8_t *sorted = NEW_ARRAY(uint8_t, n_blocks * size + 1);
	memcpy(sorted, places, n_blocks * size);
	qsort_r(sorted, n_blocks, size, compare_blocks, &size);
	for (uint32_t first = 0, next; first < n_blocks; first = next) {
		const uint8_t *block = sorted + first * size;
		for (next = first + 1; next < n_blocks && memcmp(block, sorted + next * size, size) == 0; next++)
			;
		put(out, next - first);
		for (int rotation = 0; rotation < n_seats; rotation++)
			put_game(out, block + (size_t)rotation * n, n_seats);
	}
}

int blocks_decode(const void *bytes, size_t size, uint32_t n_blocks, int n_seats,
		  void (*visit)(const uint8_t *places, uint32_t count, void *context), void *context)
{
	struct reader reader = {.at = bytes, .end = (const unsigned char *)bytes + size};
	uint8_t block[MOST_SEATS * MOST_SEATS];
	uint64_t left = n_blocks;
	if (n_seats < 2 || n_seats > MOST_SEATS)
		return -1;
	while (reader.at < reader.end) {
		uint64_t count;
		if (!get(&reader, &count) || count < 1 || count > left)
			return -1;
		left -= count;
		for (int rotation = 0; rotation < n_seats; rotation++)
			if (!get_game(&reader, block + rotation * n_seats, n_seats))
				return -1;
		visit(block, (uint32_t)count, context);
	}
	return left ? -1 : 0;
}

struct filling {
	uint8_t *at;
	size_t size;
};

static void fill(const uint8_t *block, uint32_t count, void *context)
{
	struct filling *filling = context;
	for (; count; count--, filling->at += filling->size)
		memcpy(filling->at, block, filling->size);
}

int blocks_places(const void *bytes, size_t size, uint32_t n_blocks, int n_seats, uint8_t *places)
{
	struct filling filling = {.at = places, .size = (size_t)n_seats * (size_t)n_seats};
	return blocks_decode(bytes, size, n_blocks, n_seats, fill, &filling);
}
