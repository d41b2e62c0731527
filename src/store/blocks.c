/* blocks.c - see blocks.h. */
#include "store/blocks.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/varint.h"

/* With more players the rank of an order would not stay below 2^62. */
enum { MOST_SEATS = 26, MOST_RANKED = 20 };
#define WORD_LIMIT (1ULL << 62)

/* ---- games as numbers --------------------------------------------------------------- */

/* How the games of a match are numbered, and packed into words. */
struct code {
	int n_seats;
	const uint8_t *orders; /* listed[i * n_seats + player]; NULL: ranks */
	uint64_t radix;        /* games are numbers below it */
	int per_word, n_words; /* games in a word, words in a block */
};

static uint64_t factorial(int n)
{
	return n < 2 ? 1 : (uint64_t)n * factorial(n - 1);
}

static struct code code_of(int n_seats, const uint8_t *orders, uint64_t n_orders)
{
	struct code code = {.n_seats = n_seats, .orders = orders, .radix = orders ? n_orders : factorial(n_seats)};
	for (uint64_t word = 1; code.per_word < n_seats && word <= WORD_LIMIT / code.radix; word *= code.radix)
		code.per_word++;
	code.n_words = (n_seats + code.per_word - 1) / code.per_word;
	return code;
}

/* The rank of places without ties: its Lehmer code, read as a number with radices n, n - 1, ... 1. */
static uint64_t rank_of(const uint8_t *places, int n)
{
	uint64_t rank = 0;
	for (int player = 0; player < n; player++) {
		unsigned digit = places[player] - 1u;
		for (int before = 0; before < player; before++)
			digit -= places[before] < places[player];
		rank = rank * (uint64_t)(n - player) + digit;
	}
	return rank;
}

static void places_of_rank(uint64_t rank, int n, uint8_t *places)
{
	uint8_t left[MOST_RANKED];
	for (int player = n - 1; player >= 0; player--) {
		places[player] = (uint8_t)(rank % (uint64_t)(n - player));
		rank /= (uint64_t)(n - player);
		left[player] = (uint8_t)(player + 1);
	}
	for (int player = 0; player < n; player++) {
		int digit = places[player];
		places[player] = left[digit];
		memmove(left + digit, left + digit + 1, (size_t)(n - player - digit - 1));
	}
}

/* Where in the ascending list of orders the places stand or would have to. */
static size_t find_order(const uint8_t *orders, size_t n_orders, const uint8_t *places, size_t n)
{
	size_t low = 0, high = n_orders;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (memcmp(orders + middle * n, places, n) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static uint64_t number_of(const struct code *code, const uint8_t *places)
{
	return code->orders ? find_order(code->orders, code->radix, places, (size_t)code->n_seats)
			    : rank_of(places, code->n_seats);
}

/* ---- writing ------------------------------------------------------------------------ */

static bool is_ranked(const uint8_t *places, size_t n_games, int n)
{
	if (n > MOST_RANKED)
		return false;
	for (; n_games; n_games--, places += n) {
		uint32_t seen = 0;
		for (int player = 0; player < n; player++)
			seen |= 1u << (places[player] - 1);
		if (seen != (1u << n) - 1)
			return false;
	}
	return true;
}

/* The distinct orders of the games, ascending. Few as a rule, hence the insertion. */
static uint8_t *list_orders(const uint8_t *places, size_t n_games, size_t n, size_t *n_orders)
{
	uint8_t *orders = NEW_ARRAY(uint8_t, n_games * n + 1);
	size_t count = 0;
	for (; n_games; n_games--, places += n) {
		size_t at = find_order(orders, count, places, n);
		if (at < count && memcmp(orders + at * n, places, n) == 0)
			continue;
		memmove(orders + (at + 1) * n, orders + at * n, (count - at) * n);
		memcpy(orders + at * n, places, n);
		count++;
	}
	*n_orders = count;
	return orders;
}

static int compare_blocks(const void *a, const void *b, void *context)
{
	const uint64_t *x = a, *y = b;
	for (int i = 0, n = *(const int *)context; i < n; i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

/* The blocks as words, sorted. */
static uint64_t *sorted_words(const struct code *code, const uint8_t *places, uint32_t n_blocks)
{
	size_t n_words = (size_t)code->n_words;
	int width = code->n_words;
	uint64_t *words = NEW_ARRAY(uint64_t, n_blocks * n_words + 1);
	for (uint32_t block = 0; block < n_blocks; block++) {
		uint64_t *word = words + block * n_words;
		for (int game = 0; game < code->n_seats; game++, places += code->n_seats)
			word[game / code->per_word] = word[game / code->per_word] * code->radix + number_of(code, places);
	}
	qsort_r(words, n_blocks, n_words * sizeof *words, compare_blocks, &width);
	return words;
}

void blocks_encode(const uint8_t *places, uint32_t n_blocks, int n_seats, struct str *out)
{
	size_t n = (size_t)n_seats, n_orders = 0;
	AUTO_FREE uint8_t *orders = NULL;
	if (n_blocks == 0)
		return;
	if (!is_ranked(places, n_blocks * n, n_seats))
		orders = list_orders(places, n_blocks * n, n, &n_orders);
	varint_add(out, n_orders);
	str_add_n(out, (const char *)orders, n_orders * n);
	struct code code = code_of(n_seats, orders, n_orders);
	size_t n_words = (size_t)code.n_words;
	AUTO_FREE uint64_t *words = sorted_words(&code, places, n_blocks);
	uint64_t last = 0;
	for (uint32_t first = 0, next; first < n_blocks; first = next) {
		const uint64_t *block = words + first * n_words;
		for (next = first + 1; next < n_blocks; next++)
			if (memcmp(block, words + next * n_words, n_words * sizeof *block) != 0)
				break;
		varint_add(out, (block[0] - last) * 2 + (next - first > 1));
		for (size_t i = 1; i < n_words; i++)
			varint_add(out, block[i]);
		if (next - first > 1)
			varint_add(out, next - first - 2);
		last = block[0];
	}
}

/* ---- reading ------------------------------------------------------------------------ */

/* Can a game end like that? A place is one more than how many are better. */
static bool is_order(const uint8_t *places, int n)
{
	for (int player = 0; player < n; player++) {
		int better = 0;
		for (int other = 0; other < n; other++)
			better += places[other] < places[player];
		if (places[player] != better + 1)
			return false;
	}
	return true;
}

static bool get_code(struct varints *reader, int n_seats, struct code *code)
{
	uint64_t n_orders;
	size_t n = (size_t)n_seats;
	if (!varint_get(reader, &n_orders) || n_orders > (size_t)(reader->end - reader->at) / n)
		return false;
	if (n_orders == 0 && n_seats > MOST_RANKED)
		return false;
	const uint8_t *orders = n_orders ? reader->at : NULL;
	for (uint64_t i = 0; i < n_orders; i++, reader->at += n)
		if (!is_order(reader->at, n_seats) || (i && memcmp(reader->at - n, reader->at, n) >= 0))
			return false;
	*code = code_of(n_seats, orders, n_orders);
	return true;
}

/* The games of a word into places; false when the number is too large. */
static bool unpack(const struct code *code, uint64_t word, int n_games, uint8_t *places)
{
	size_t n = (size_t)code->n_seats;
	for (int game = n_games - 1; game >= 0; game--, word /= code->radix) {
		uint64_t number = word % code->radix;
		if (code->orders)
			memcpy(places + (size_t)game * n, code->orders + number * n, n);
		else
			places_of_rank(number, code->n_seats, places + (size_t)game * n);
	}
	return word == 0;
}

/* The next distinct block. *last: the first word of the one before. */
static bool get_block(struct varints *reader, const struct code *code, uint64_t *last, uint8_t *places, uint64_t *count)
{
	uint64_t head, word;
	if (!varint_get(reader, &head) || head / 2 > WORD_LIMIT)
		return false;
	*last = word = *last + head / 2;
	for (int i = 0; i < code->n_words; i++) {
		int first = i * code->per_word, left = code->n_seats - first;
		if (i > 0 && !varint_get(reader, &word))
			return false;
		if (!unpack(code, word, left < code->per_word ? left : code->per_word, places + first * code->n_seats))
			return false;
	}
	*count = 0;
	if ((head & 1) && (!varint_get(reader, count) || *count > UINT32_MAX))
		return false;
	*count += head & 1 ? 2 : 1;
	return true;
}

int blocks_decode(const void *bytes, size_t size, uint32_t n_blocks, int n_seats,
		  void (*visit)(const uint8_t *places, uint32_t count, void *context), void *context)
{
	struct varints reader = varints_of(bytes, size);
	uint8_t block[MOST_SEATS * MOST_SEATS];
	struct code code;
	uint64_t left = n_blocks, last = 0, count;
	if (n_seats < 2 || n_seats > MOST_SEATS)
		return -1;
	if (n_blocks == 0)
		return size ? -1 : 0;
	if (!get_code(&reader, n_seats, &code))
		return -1;
	while (reader.at < reader.end) {
		if (!get_block(&reader, &code, &last, block, &count) || count > left)
			return -1;
		left -= count;
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

/* ---- order -------------------------------------------------------------------------- */

void blocks_encode_order(const uint8_t *places, const uint8_t *sorted, uint32_t n_blocks, int n_seats, struct str *out)
{
	size_t size = (size_t)n_seats * (size_t)n_seats;
	for (uint32_t block = 0; block < n_blocks; block++, places += size) {
		uint32_t at = 0;
		while (memcmp(sorted + at * size, places, size) != 0)
			at++;
		varint_add(out, at);
	}
}

int blocks_restore_order(const void *bytes, size_t size, uint32_t n_blocks, int n_seats, uint8_t *places)
{
	struct varints reader = varints_of(bytes, size);
	size_t block_size = (size_t)n_seats * (size_t)n_seats;
	AUTO_FREE uint8_t *sorted = NEW_ARRAY(uint8_t, n_blocks * block_size + 1);
	uint64_t at;
	memcpy(sorted, places, n_blocks * block_size);
	for (uint32_t block = 0; block < n_blocks; block++) {
		if (!varint_get(&reader, &at) || at >= n_blocks)
			return -1;
		memcpy(places + block * block_size, sorted + at * block_size, block_size);
	}
	return reader.at == reader.end ? 0 : -1;
}
