/* blocks.c - encodes distinct blocks as numbers, in ascending order, with their counts (blocks.h). */
#include "store/blocks.h"

/* With more players the rank of an order would not always be below 2^62. */
enum { MOST_SEATS = 26, MOST_RANKED = 20 };
#define WORD_LIMIT (1ULL << 62)

/* How the games of a match are numbered, and packed into words. */
struct code {
	int n_seats;
	const uint8_t *orders; /* ascending, orders[i * n_seats + player]; NULL: ranks */
	uint64_t radix;        /* the numbers of games are below this */
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

/* Returns the rank of places without ties, which is their Lehmer code as a number with radices n, n - 1, ... 1. */
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

/* Adds a block: its first word relative to that of the previous block, the other words, and its count if it is above 1.
 * `orders` is NULL for ranks. */
static void add_block(const struct code *code, const struct distinct *orders, const uint8_t *places, uint32_t times,
		      uint64_t *last, struct str *out)
{
	uint64_t word = 0, first = 0;
	for (int game = 0, in_word = 0; game < code->n_seats; game++, places += code->n_seats) {
		word = word * code->radix + (orders ? distinct_find(orders, places) : rank_of(places, code->n_seats));
		if (++in_word < code->per_word && game + 1 < code->n_seats)
			continue;
		if (game < code->per_word)
			varint_add(out, ((first = word) - *last) * 2 + (times > 1));
		else
			varint_add(out, word);
		word = 0;
		in_word = 0;
	}
	if (times > 1)
		varint_add(out, times - 2);
	*last = first;
}

/* Adds, for each block, the index of the first equal one among the sorted blocks. */
static void add_order(const struct distinct *blocks, uint32_t n_blocks, struct str *order)
{
	AUTO_FREE uint32_t *first = NEW_ARRAY(uint32_t, blocks->n + 1);
	for (size_t i = 0; i < blocks->n; i++)
		first[i + 1] = first[i] + blocks->times[i];
	for (uint32_t block = 0; block < n_blocks; block++)
		varint_add(order, first[blocks->which[block]]);
}

void stored_blocks_encode(const uint8_t *places, uint32_t n_blocks, int n_seats, struct str *out, struct str *order)
{
	size_t n = (size_t)n_seats;
	AUTO_DISTINCT struct distinct blocks = {0}, orders = {0};
	if (n_blocks == 0)
		return;
	distinct_count(&blocks, places, n_blocks, n * n);
	bool has_ranks = is_ranked(blocks.bytes, blocks.n * n, n_seats);
	if (!has_ranks)
		distinct_count(&orders, blocks.bytes, blocks.n * n, n);
	varint_add(out, orders.n);
	str_add_n(out, (const char *)orders.bytes, orders.n * n);
	struct code code = code_of(n_seats, orders.bytes, orders.n);
	uint64_t last = 0;
	for (size_t i = 0; i < blocks.n; i++)
		add_block(&code, has_ranks ? NULL : &orders, blocks.bytes + i * n * n, blocks.times[i], &last, out);
	if (order)
		add_order(&blocks, n_blocks, order);
}

/* Returns true if a game can end with these places. A place is one more than the number of better players. */
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

/* Unpacks the games of a word into places. Returns false when the number is too large. */
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

/* Gets the next distinct block. *last is the first word of the previous one. */
static bool get_block(struct varints *reader, const struct code *code, uint64_t *last, uint8_t *places, uint64_t *count)
{
	uint64_t head, word;
	if (!varint_get(reader, &head))
		return false;
	*last = word = *last + head / 2; /* cannot overflow: it was below 2^62, and is checked when it is unpacked */
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

int stored_blocks_decode(struct varints *from, uint32_t n_blocks, int n_seats,
		  void (*visit)(const uint8_t *places, uint32_t count, void *context), void *context)
{
	uint8_t block[MOST_SEATS * MOST_SEATS];
	struct code code;
	uint64_t left = n_blocks, last = 0, count;
	if (n_seats < 2 || n_seats > MOST_SEATS)
		return -1;
	if (n_blocks == 0)
		return 0;
	if (!get_code(from, n_seats, &code))
		return -1;
	for (; left; left -= count) {
		if (!get_block(from, &code, &last, block, &count) || count > left)
			return -1;
		visit(block, (uint32_t)count, context);
	}
	return 0;
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

int stored_blocks_places(struct varints *from, uint32_t n_blocks, int n_seats, uint8_t *places)
{
	struct filling filling = {.at = places, .size = (size_t)n_seats * (size_t)n_seats};
	return stored_blocks_decode(from, n_blocks, n_seats, fill, &filling);
}

int stored_blocks_restore_order(struct varints *from, uint32_t n_blocks, int n_seats, uint8_t *places)
{
	size_t size = (size_t)n_seats * (size_t)n_seats;
	AUTO_FREE uint8_t *sorted = NEW_ARRAY(uint8_t, n_blocks * size + 1);
	uint64_t at;
	memcpy(sorted, places, n_blocks * size);
	for (uint32_t block = 0; block < n_blocks; block++) {
		if (!varint_get(from, &at) || at >= n_blocks)
			return -1;
		memcpy(places + block * size, sorted + at * size, size);
	}
	return 0;
}
