/* test_store_encoding.c - details of chunks as bytes: round trips; and for arbitrary bytes, no crash and no impossible
 * numbers. Outcomes: test_store_blocks.c; both in a database: test_database_chunks.c. */
#include "database_testing.h"

#include "store/checksum.h"
#include "store/blocks.h"
#include "store/encoding.h"

enum { N_MATCHES = 30 };

static struct run_config info;
static struct schedule schedule;

static void make(uint32_t match_length, struct chunk *chunk)
{
	make_long_info(&info, FORMAT_TABLE, 3, 3, 900, match_length, "x");
	ck_assert_int_eq(run_config_schedule(&info, &schedule, NULL), 0);
	make_chunk(&schedule, 1, N_MATCHES, 1, true, false, chunk);
	run_config_release(&info);
}

/* The fields that come from the row. */
static struct chunk empty_like(const struct chunk *chunk)
{
	return (struct chunk){.matches = chunk->matches, .n_seats = chunk->n_seats, .n_blocks = chunk->n_blocks};
}

START_TEST(details_are_read_back)
{
	struct chunk wrote, read;
	AUTO_STR struct str bytes = {0};
	make(_i ? 4 : 1, &wrote);
	encoding_details(&wrote, &bytes);
	read = empty_like(&wrote);
	ck_assert(encoding_get_details(&read, bytes.text, bytes.length));
	ck_assert(read.has_details && read.n_troubles == wrote.n_troubles);
	ck_assert_mem_eq(read.signatures, wrote.signatures, N_MATCHES * sizeof *read.signatures);
	ck_assert_mem_eq(read.alike, wrote.alike, N_MATCHES * sizeof *read.alike);
	ck_assert_mem_eq(read.asks, wrote.asks, N_MATCHES * 3 * sizeof *read.asks);
	ck_assert_mem_eq(read.troubles, wrote.troubles, read.n_troubles * sizeof *read.troubles);
	chunk_release(&read);
	size_t n_cut = 0;
	for (size_t size = 0; size < bytes.length; size++) {
		read = empty_like(&wrote);
		n_cut += encoding_get_details(&read, bytes.text, size);
		chunk_release(&read);
	}
	/* between the calls, which have no count; the sums of the row have them */
	ck_assert_uint_eq(n_cut, 2 * N_MATCHES);
	str_add_n(&bytes, "", 1);
	read = empty_like(&wrote);
	ck_assert(!encoding_get_details(&read, bytes.text, bytes.length));
	chunk_release(&read);
	chunk_release(&wrote);
}
END_TEST

static bool are_possible(const struct chunk *chunk)
{
	bool is_good = true;
	for (uint64_t i = 0; i < N_MATCHES; i++)
		is_good &= chunk->alike[i] <= chunk->n_blocks;
	for (size_t i = 0; i < chunk->n_troubles; i++) {
		const struct match_trouble *trouble = &chunk->troubles[i];
		is_good &= trouble->match < N_MATCHES && trouble->player < 3 &&
			trouble->failed_games <= 3 * chunk->n_blocks;
		is_good &= i == 0 || trouble[-1].match < trouble->match || trouble[-1].player < trouble->player;
	}
	return is_good;
}

START_TEST(one_wrong_byte_does_no_harm)
{
	struct chunk wrote;
	AUTO_STR struct str bytes = {0};
	make(2, &wrote);
	encoding_details(&wrote, &bytes);
	int n_taken = 0;
	for (size_t bit = 0; bit < bytes.length * 8; bit++) {
		struct chunk read = empty_like(&wrote);
		/* In a block of exactly this size, so that a sanitizer detects reads beyond its end. */
		AUTO_FREE char *copy = NEW_ARRAY(char, bytes.length);
		memcpy(copy, bytes.text, bytes.length);
		copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
		bool is_taken = encoding_get_details(&read, copy, bytes.length);
		ck_assert(!is_taken || are_possible(&read));
		n_taken += is_taken;
		chunk_release(&read);
	}
	ck_assert_int_gt(n_taken, N_MATCHES * 64); /* any signature is possible */
	chunk_release(&wrote);
}
END_TEST

START_TEST(luck_is_read_to_its_end)
{
	struct chunk wrote;
	AUTO_STR struct str bytes = {0};
	make(1, &wrote);
	wrote.luck_sums[0] = -(INT64_C(1) << 60);
	encoding_luck(&wrote, &bytes);
	str_add(&bytes, "x");
	for (size_t size = 0; size <= bytes.length; size++) {
		struct chunk read = empty_like(&wrote);
		read.n_robots = wrote.n_robots;
		AUTO_FREE char *copy = NEW_ARRAY(char, size + 1);
		memcpy(copy, bytes.text, size);
		ck_assert_int_eq(encoding_get_luck(&read, copy, size), size == bytes.length - 1);
		if (size == bytes.length - 1)
			ck_assert_mem_eq(read.luck_sums, wrote.luck_sums,
					 (size_t)wrote.n_robots * LUCK_SUMS * sizeof *read.luck_sums);
		chunk_release(&read);
	}
	chunk_release(&wrote);
}
END_TEST

/* Visited and decoded matches are equal. */
static void count(uint64_t match, const uint8_t *places, uint64_t times, void *context)
{
	(void)match;
	(void)places;
	*(uint64_t *)context += times;
}

START_TEST(outcomes_are_read_to_their_end)
{
	struct chunk wrote, read;
	uint64_t n = 0;
	AUTO_STR struct str outcomes = {0}, ordering = {0};
	make(_i ? 4 : 1, &wrote);
	encoding_outcomes(&wrote, 1, &outcomes, &ordering);
	ck_assert(encoding_each(&wrote, 1, outcomes.text, outcomes.length, count, &n));
	ck_assert_uint_eq(n, N_MATCHES);
	read = empty_like(&wrote);
	ck_assert(encoding_get_outcomes(&read, 1, outcomes.text, outcomes.length, ordering.text, ordering.length));
	ck_assert_mem_eq(read.places, wrote.places, N_MATCHES * chunk_match_size(&wrote));
	chunk_release(&read);
	str_add_n(&outcomes, "", 1);
	str_add_n(&ordering, "", 1);
	for (int i = 0; i < 3; i++) { /* a byte too many in one or the other; one too few */
		read = empty_like(&wrote);
		ck_assert(!encoding_get_outcomes(&read, 1, outcomes.text, outcomes.length - (i != 0) - (i == 2),
						 ordering.text, ordering.length - (i != 1)));
		chunk_release(&read);
	}
	ck_assert(!encoding_each(&wrote, 1, outcomes.text, outcomes.length, count, &n));
	ck_assert(!encoding_each(&wrote, 1, outcomes.text, outcomes.length - 2, count, &n));
	chunk_release(&wrote);
}
END_TEST

/* The places of a match, and its table, as a number that depends on no order. */
struct table_sum {
	const struct chunk *chunk;
	uint64_t period, sum;
};

static void add_of_table(uint64_t match, const uint8_t *places, uint64_t times, void *context)
{
	struct table_sum *sum = context;
	uint64_t hash = match % sum->period;
	for (size_t i = 0; i < chunk_match_size(sum->chunk); i++)
		hash = rng_mix(hash + places[i]);
	sum->sum += times * hash;
}

static uint64_t sum_of_tables(const struct chunk *chunk, uint64_t period)
{
	struct table_sum sum = {.chunk = chunk, .period = period};
	for (uint64_t match = 0; match < chunk->matches.n; match++)
		add_of_table(match, chunk_match(chunk, match), 1, &sum);
	return sum.sum;
}

/* Without an order, each match still has its table. */
START_TEST(tables_are_kept_without_an_order)
{
	struct chunk wrote, read;
	AUTO_STR struct str outcomes = {0};
	uint64_t period = (uint64_t)_i + 1;
	make(1, &wrote);
	encoding_outcomes(&wrote, period, &outcomes, NULL);
	read = empty_like(&wrote);
	ck_assert(encoding_get_outcomes(&read, period, outcomes.text, outcomes.length, NULL, 0) && !read.has_order);
	ck_assert_uint_eq(sum_of_tables(&read, period), sum_of_tables(&wrote, period));
	struct table_sum visited = {.chunk = &wrote, .period = period};
	ck_assert(encoding_each(&wrote, period, outcomes.text, outcomes.length, add_of_table, &visited));
	ck_assert_uint_eq(visited.sum, sum_of_tables(&wrote, period));
	ck_assert(!encoding_each(&wrote, period, outcomes.text, outcomes.length - 1, add_of_table, &visited));
	chunk_release(&read);
	read = empty_like(&wrote);
	ck_assert(!encoding_get_outcomes(&read, period, outcomes.text, outcomes.length - 1, NULL, 0));
	chunk_release(&read);
	chunk_release(&wrote);
}
END_TEST

/* ---- counting --------------------------------------------------------------------------- */

START_TEST(distinct_strings_are_counted)
{
	enum { N = 5000 };
	uint64_t state = (uint64_t)_i;
	size_t size = (size_t)_i;
	uint8_t *strings = NEW_ARRAY(uint8_t, N * size);
	for (size_t i = 0; i < N * size; i++)
		strings[i] = (uint8_t)rng_below(rng_next(&state), size < 4 ? 200 : 3);
	struct distinct distinct;
	distinct_count(&distinct, strings, N, size);
	uint64_t n = 0;
	for (size_t i = 0; i < distinct.n; i++) {
		n += distinct.times[i];
		ck_assert(i == 0 || memcmp(distinct.bytes + (i - 1) * size, distinct.bytes + i * size, size) < 0);
		ck_assert_uint_eq(distinct_find(&distinct, distinct.bytes + i * size), i);
	}
	ck_assert_uint_eq(n, N);
	for (size_t i = 0; i < N; i++)
		ck_assert_mem_eq(distinct.bytes + distinct.which[i] * size, strings + i * size, size);
	distinct_release(&distinct);
	free(strings);
}
END_TEST

START_TEST(every_bit_is_in_the_checksum)
{
	unsigned char bytes[37] = {0};
	uint64_t sums[sizeof bytes * 8 + 3];
	size_t n = 0;
	for (size_t bit = 0; bit < sizeof bytes * 8; bit++) {
		bytes[bit / 8] = (unsigned char)(1 << bit % 8);
		sums[n++] = checksum_bytes(0, bytes, sizeof bytes);
		bytes[bit / 8] = 0;
	}
	sums[n++] = checksum_bytes(0, bytes, sizeof bytes);
	sums[n++] = checksum_bytes(0, bytes, sizeof bytes - 1);
	sums[n++] = checksum_bytes(0, NULL, 0);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			ck_assert(sums[i] != sums[k]);
	ck_assert(checksum_bytes(0, "", 0) != checksum_bytes(0, NULL, 0));
	ck_assert(checksum_text(checksum_text(0, "ab"), "c") != checksum_text(checksum_text(0, "a"), "bc"));
}
END_TEST

SUITE(0,
	LOOP(details_are_read_back, 0, 2),
	TEST(one_wrong_byte_does_no_harm),
	TEST(luck_is_read_to_its_end),
	LOOP(tables_are_kept_without_an_order, 0, N_MATCHES),
	LOOP(outcomes_are_read_to_their_end, 0, 2),
	LOOP(distinct_strings_are_counted, 1, 20),
	TEST(every_bit_is_in_the_checksum))
