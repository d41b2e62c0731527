/* test_store_blocks.c - the outcomes of blocks as bytes: round trips for every number of seats, the promised size; and
 * for arbitrary bytes, no crash and no impossible places. */
#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "store/blocks.h"

enum { MOST_SEATS = 26 };

/* ---- made-up outcomes ------------------------------------------------------------------- */

/* How similar the robots of a made-up match are. */
enum manner { DISTINCT, WITH_TIES, ALL_LEVEL, ONE_LOSER };

static void make_game(uint64_t *state, int n, enum manner manner, uint8_t *places)
{
	int strength[MOST_SEATS], loser = (int)rng_below(rng_next(state), (uint32_t)n);
	for (int i = 0; i < n; i++) {
		strength[i] = manner == DISTINCT ? i : manner == WITH_TIES ? (int)rng_below(rng_next(state), 3)
									   : manner == ONE_LOSER && i != loser;
		int j = (int)rng_below(rng_next(state), (uint32_t)i + 1), mine = strength[i];
		if (manner == DISTINCT) {
			strength[i] = strength[j];
			strength[j] = mine;
		}
	}
	for (int i = 0; i < n; i++) {
		places[i] = 1;
		for (int j = 0; j < n; j++)
			places[i] = (uint8_t)(places[i] + (strength[j] > strength[i]));
	}
}

static uint8_t *make_blocks(uint64_t seed, uint32_t n_blocks, int n, enum manner manner)
{
	uint8_t *places = NEW_ARRAY(uint8_t, n_blocks * (size_t)n * (size_t)n + 1);
	for (uint32_t game = 0; game < n_blocks * (uint32_t)n; game++)
		make_game(&seed, n, manner, places + game * (size_t)n);
	return places;
}

static int compare(const void *a, const void *b, void *size)
{
	return memcmp(a, b, *(size_t *)size);
}

/* Decodes all of these bytes: none may be left. */
static int all_places(const void *bytes, size_t size, uint32_t n_blocks, int n, uint8_t *places)
{
	struct varints from = varints_of(bytes, size);
	return stored_blocks_places(&from, n_blocks, n, places) || from.at != from.end ? -1 : 0;
}

static int all_order(const void *bytes, size_t size, uint32_t n_blocks, int n, uint8_t *places)
{
	struct varints from = varints_of(bytes, size);
	return stored_blocks_restore_order(&from, n_blocks, n, places) || from.at != from.end ? -1 : 0;
}

/* ---- round trips ------------------------------------------------------------------------ */

static void check_round_trip(const uint8_t *places, uint32_t n_blocks, int n)
{
	AUTO_STR struct str bytes = {0}, again = {0};
	size_t size = (size_t)n * (size_t)n;
	AUTO_FREE uint8_t *read = NEW_ARRAY(uint8_t, n_blocks * size + 1),
		*sorted = NEW_ARRAY(uint8_t, n_blocks * size + 1);
	stored_blocks_encode(places, n_blocks, n, &bytes, NULL);
	ck_assert_int_eq(all_places(bytes.text, bytes.length, n_blocks, n, read), 0);
	memcpy(sorted, places, n_blocks * size);
	qsort_r(sorted, n_blocks, size, compare, &size);
	ck_assert_mem_eq(read, sorted, n_blocks * size);
	stored_blocks_encode(read, n_blocks, n, &again, NULL);
	ck_assert_uint_eq(bytes.length, again.length);
	ck_assert_mem_eq(bytes.text, again.text, bytes.length);
}

START_TEST(every_number_of_seats_is_read_back)
{
	static const uint32_t counts[] = {1, 2, 3, 17, 166};
	int n = _i;
	for (int manner = DISTINCT; manner <= ONE_LOSER; manner++) {
		for (int i = 0; i < 5; i++) {
			AUTO_FREE uint8_t *places =
				make_blocks((uint64_t)(n * 100 + manner), counts[i], n, (enum manner)manner);
			check_round_trip(places, counts[i], n);
		}
	}
}
END_TEST

START_TEST(no_blocks_take_no_bytes)
{
	AUTO_STR struct str bytes = {0};
	uint8_t places[4] = {0};
	stored_blocks_encode(places, 0, 2, &bytes, NULL);
	ck_assert_uint_eq(bytes.length, 0);
	ck_assert_int_eq(all_places(NULL, 0, 0, 2, places), 0);
	ck_assert_int_eq(all_places("\0", 1, 0, 2, places), -1);
	ck_assert_int_eq(all_places(NULL, 0, 1, 2, places), -1);
}
END_TEST

/* Ten million games are ten thousand matches of a thousand games: at this size per match they take 20 MB. */
START_TEST(blocks_take_few_bytes)
{
	static const struct {
		int n_seats;
		enum manner manner;
		size_t most;
	} cases[] = {{2, DISTINCT, 16}, {2, WITH_TIES, 60}, {3, DISTINCT, 450}, {4, DISTINCT, 650}, {6, DISTINCT, 1350},
		     {6, ONE_LOSER, 500}, {8, DISTINCT, 2200}};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		AUTO_STR struct str bytes = {0};
		uint32_t n_blocks = 1000u / (uint32_t)cases[i].n_seats;
		AUTO_FREE uint8_t *places = make_blocks(i, n_blocks, cases[i].n_seats, cases[i].manner);
		stored_blocks_encode(places, n_blocks, cases[i].n_seats, &bytes, NULL);
		ck_assert_msg(bytes.length <= cases[i].most, "%d seats: %zu bytes", cases[i].n_seats, bytes.length);
	}
}
END_TEST

/* A match of two seats, byte by byte: lost-lost twice, won-lost once, won-won three times. */
START_TEST(the_format_stays)
{
	static const uint8_t places[] = {2, 1, 2, 1, 1, 2, 1, 2, 1, 2, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2};
	static const unsigned char expected[] = {0, 1, 1, 2, 5, 0};
	AUTO_STR struct str bytes = {0};
	stored_blocks_encode(places, 6, 2, &bytes, NULL);
	ck_assert_uint_eq(bytes.length, sizeof expected);
	ck_assert_mem_eq(bytes.text, expected, sizeof expected);
}
END_TEST

/* ---- damaged ---------------------------------------------------------------------------- */

/* An assertion of Check takes long: failures are counted, and asserted together. */
struct seen {
	int n;
	uint64_t total, n_wrong;
};

/* Visited places must be possible places of a game, and not too many. */
static void check_places(const uint8_t *places, uint32_t count, void *context)
{
	struct seen *seen = context;
	for (int game = 0; game < seen->n; game++, places += seen->n) {
		for (int i = 0; i < seen->n; i++) {
			int better = 0;
			for (int j = 0; j < seen->n; j++)
				better += places[j] < places[i];
			seen->n_wrong += places[i] != better + 1;
		}
	}
	seen->n_wrong += count == 0;
	seen->total += count;
}

static int decode(const void *bytes, size_t size, uint32_t n_blocks, int n, struct seen *seen)
{
	struct varints from = varints_of(bytes, size);
	int code = stored_blocks_decode(&from, n_blocks, n, check_places, seen);
	return code || from.at != from.end ? -1 : 0;
}

/* Is the result of decoding these bytes valid? */
static bool decodes(const void *bytes, size_t size, uint32_t n_blocks, int n)
{
	struct seen seen = {.n = n};
	/* In a block of exactly this size, so that a sanitizer detects reads beyond its end. */
	AUTO_FREE char *copy = NEW_ARRAY(char, size + !size);
	if (size)
		memcpy(copy, bytes, size);
	int code = decode(copy, size, n_blocks, n, &seen);
	return !seen.n_wrong && seen.total <= n_blocks && (code != 0 || seen.total == n_blocks);
}

static bool is_refused(const void *bytes, size_t size, uint32_t n_blocks, int n)
{
	struct seen seen = {.n = n};
	return decode(bytes, size, n_blocks, n, &seen) != 0 && !seen.n_wrong;
}

/* Sorted, and restored to the order in which they were played; a byte too few or too many is refused. */
START_TEST(the_order_is_read_back)
{
	enum { BLOCKS = 200 };
	int n = _i;
	size_t size = (size_t)n * (size_t)n;
	AUTO_STR struct str outcomes = {0}, order = {0};
	AUTO_FREE uint8_t *places = make_blocks((uint64_t)n, BLOCKS, n, WITH_TIES);
	AUTO_FREE uint8_t *read = NEW_ARRAY(uint8_t, BLOCKS * size);
	stored_blocks_encode(places, BLOCKS, n, &outcomes, &order);
	ck_assert_int_eq(all_places(outcomes.text, outcomes.length, BLOCKS, n, read), 0);
	ck_assert(memcmp(read, places, BLOCKS * size) != 0);
	ck_assert_int_eq(all_order(order.text, order.length, BLOCKS, n, read), 0);
	ck_assert_mem_eq(read, places, BLOCKS * size);
	ck_assert_int_eq(all_order(order.text, order.length - 1, BLOCKS, n, read), -1);
	str_add_n(&order, "", 1);
	ck_assert_int_eq(all_order(order.text, order.length, BLOCKS, n, read), -1);
	ck_assert_int_eq(all_order("\5\5\7\5\5\5\5", 7, 7, n, read), -1); /* block 7 does not exist */
	ck_assert_int_eq(all_order("", 0, 1, n, read), -1);
}
END_TEST

/* Several in sequence in the same bytes, like the matches of a chunk. */
START_TEST(several_are_read_in_turn)
{
	enum { BLOCKS = 9, TIMES = 5 };
	int n = _i;
	size_t size = BLOCKS * (size_t)n * (size_t)n;
	AUTO_STR struct str outcomes = {0}, order = {0};
	AUTO_FREE uint8_t *places = make_blocks((uint64_t)n, BLOCKS * TIMES, n, WITH_TIES);
	AUTO_FREE uint8_t *read = NEW_ARRAY(uint8_t, size);
	for (int i = 0; i < TIMES; i++)
		stored_blocks_encode(places + (size_t)i * size, BLOCKS, n, &outcomes, &order);
	struct varints from = varints_of(outcomes.text, outcomes.length),
		from_order = varints_of(order.text, order.length);
	for (int i = 0; i < TIMES; i++) {
		ck_assert_int_eq(stored_blocks_places(&from, BLOCKS, n, read), 0);
		ck_assert_int_eq(stored_blocks_restore_order(&from_order, BLOCKS, n, read), 0);
		ck_assert_mem_eq(read, places + (size_t)i * size, size);
	}
	ck_assert(from.at == from.end && from_order.at == from_order.end);
	ck_assert_int_eq(stored_blocks_places(&from, BLOCKS, n, read), -1);
}
END_TEST

/* Few kinds among very many blocks, and very many kinds: both are fast. */
START_TEST(many_blocks_are_fast)
{
	enum { BLOCKS = 100000 };
	AUTO_STR struct str bytes = {0};
	AUTO_FREE uint8_t *places = make_blocks(7, BLOCKS, _i ? 8 : 2, _i == 2 ? WITH_TIES : DISTINCT);
	check_round_trip(places, BLOCKS, _i ? 8 : 2);
	stored_blocks_encode(places, BLOCKS, _i ? 8 : 2, &bytes, NULL);
	ck_assert_uint_le(bytes.length, _i ? (size_t)BLOCKS * 40 : 20);
}
END_TEST

START_TEST(cut_short_is_refused)
{
	static const int seats[] = {2, 3, 6, 8, 12, 26};
	for (int i = 0; i < 6; i++) {
		for (int manner = DISTINCT; manner <= WITH_TIES; manner++) {
			AUTO_STR struct str bytes = {0};
			AUTO_FREE uint8_t *places = make_blocks(7, 3, seats[i], (enum manner)manner);
			stored_blocks_encode(places, 3, seats[i], &bytes, NULL);
			size_t size = 0;
			while (size < bytes.length && is_refused(bytes.text, size, 3, seats[i]))
				size++;
			ck_assert_uint_eq(size, bytes.length);
			ck_assert(is_refused(bytes.text, bytes.length, 2, seats[i]));
			ck_assert(is_refused(bytes.text, bytes.length, 4, seats[i]));
			ck_assert(!is_refused(bytes.text, bytes.length, 3, seats[i]));
		}
	}
}
END_TEST

START_TEST(any_bytes_do_no_harm)
{
	uint64_t state = (uint64_t)_i;
	int n = 2 + _i % 25, n_good = 0;
	for (int round = 0; round < 2000; round++) {
		unsigned char bytes[64];
		size_t size = rng_below(rng_next(&state), sizeof bytes);
		for (size_t i = 0; i < size; i++)
			bytes[i] = (unsigned char)(rng_next(&state) >> (round % 3 ? 60 : 56));
		n_good += decodes(bytes, size, 1 + rng_below(rng_next(&state), 40), n);
	}
	ck_assert_int_eq(n_good, 2000);
}
END_TEST

START_TEST(one_wrong_byte_does_no_harm)
{
	int n = 2 + _i % 25;
	AUTO_STR struct str bytes = {0};
	AUTO_FREE uint8_t *places = make_blocks((uint64_t)_i, 4, n, _i % 2 ? DISTINCT : WITH_TIES);
	stored_blocks_encode(places, 4, n, &bytes, NULL);
	size_t n_bad = 0;
	/* Many seats take many bytes, and decoding each takes long. */
	for (size_t bit = 0; bit < bytes.length * 8; bit += n > 12 ? 11 : 1) {
		bytes.text[bit / 8] = (char)(bytes.text[bit / 8] ^ 1 << bit % 8);
		n_bad += !decodes(bytes.text, bytes.length, 4, n);
		bytes.text[bit / 8] = (char)(bytes.text[bit / 8] ^ 1 << bit % 8);
	}
	ck_assert_uint_eq(n_bad, 0);
}
END_TEST

START_TEST(impossible_seats_are_refused)
{
	static const int seats[] = {1, 0, 27, -2};
	for (int i = 0; i < 4; i++)
		ck_assert(is_refused("\0\0", 2, 1, seats[i]));
}
END_TEST

SUITE(0,
	LOOP(every_number_of_seats_is_read_back, 2, MOST_SEATS + 1),
	TEST(no_blocks_take_no_bytes),
	TEST(blocks_take_few_bytes),
	TEST(the_format_stays),
	LOOP(the_order_is_read_back, 2, 7),
	LOOP(several_are_read_in_turn, 2, 7),
	LOOP(many_blocks_are_fast, 0, 3),
	TEST(cut_short_is_refused),
	LOOP(any_bytes_do_no_harm, 0, 50),
	LOOP(one_wrong_byte_does_no_harm, 0, 25),
	TEST(impossible_seats_are_refused))
