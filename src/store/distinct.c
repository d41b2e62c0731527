/* distinct.c - counting in a hash table, then sorting. */
#include "store/blocks.h"

#include "base/bisect.h"
#include "base/rng.h"

enum { FIRST_BITS = 8 };

/* Open addressing: slots[] holds numbers of strings plus 1; at least half of them are free. */
struct distinct_table {
	struct distinct *distinct;
	uint32_t *slots;
	int bits;
};

static uint64_t hash_of(const uint8_t *bytes, size_t n)
{
	uint64_t hash = 0, word;
	for (; n >= sizeof word; n -= sizeof word, bytes += sizeof word) {
		memcpy(&word, bytes, sizeof word);
		hash = (hash ^ word) * RNG_GOLDEN;
		hash ^= hash >> 29;
	}
	word = 0;
	memcpy(&word, bytes, n);
	return (hash ^ word) * RNG_GOLDEN;
}

/* The slot of the string, or the free one where it belongs. */
static uint32_t *find_slot(const struct distinct_table *table, const uint8_t *string)
{
	const struct distinct *distinct = table->distinct;
	size_t mask = ((size_t)1 << table->bits) - 1, at = hash_of(string, distinct->size) >> (64 - table->bits);
	for (;; at = (at + 1) & mask) {
		uint32_t *slot = &table->slots[at];
		if (!*slot || memcmp(distinct->bytes + (*slot - 1) * distinct->size, string, distinct->size) == 0)
			return slot;
	}
}

static void make_room(struct distinct_table *table, int bits)
{
	struct distinct *distinct = table->distinct;
	size_t n_slots = (size_t)1 << bits;
	free(table->slots);
	table->bits = bits;
	table->slots = NEW_ARRAY(uint32_t, n_slots);
	distinct->bytes = mem_resize(distinct->bytes, n_slots / 2, distinct->size);
	distinct->times = mem_resize(distinct->times, n_slots / 2, sizeof *distinct->times);
	for (size_t i = 0; i < distinct->n; i++)
		*find_slot(table, distinct->bytes + i * distinct->size) = (uint32_t)i + 1;
}

static uint32_t add(struct distinct_table *table, const uint8_t *string)
{
	struct distinct *distinct = table->distinct;
	uint32_t *slot = find_slot(table, string);
	if (!*slot && distinct->n == (size_t)1 << table->bits >> 1) {
		make_room(table, table->bits + 1);
		slot = find_slot(table, string);
	}
	if (!*slot) {
		memcpy(distinct->bytes + distinct->n * distinct->size, string, distinct->size);
		distinct->times[distinct->n++] = 0;
		*slot = (uint32_t)distinct->n;
	}
	distinct->times[*slot - 1]++;
	return *slot - 1;
}

static int compare(const void *a, const void *b, void *context)
{
	const struct distinct *distinct = context;
	const uint8_t *x = distinct->bytes + *(const uint32_t *)a * distinct->size;
	const uint8_t *y = distinct->bytes + *(const uint32_t *)b * distinct->size;
	return memcmp(x, y, distinct->size);
}

static void sort(struct distinct *distinct, size_t n_given)
{
	size_t n = distinct->n, size = distinct->size;
	AUTO_FREE uint32_t *order = NEW_ARRAY(uint32_t, n + 1), *rank = NEW_ARRAY(uint32_t, n + 1);
	struct distinct sorted = {.n = n, .size = size, .which = distinct->which};
	for (size_t i = 0; i < n; i++)
		order[i] = (uint32_t)i;
	qsort_r(order, n, sizeof *order, compare, distinct);
	sorted.bytes = NEW_ARRAY(uint8_t, n * size + 1);
	sorted.times = NEW_ARRAY(uint32_t, n + 1);
	for (size_t i = 0; i < n; i++) {
		memcpy(sorted.bytes + i * size, distinct->bytes + order[i] * size, size);
		sorted.times[i] = distinct->times[order[i]];
		rank[order[i]] = (uint32_t)i;
	}
	for (size_t i = 0; i < n_given; i++)
		sorted.which[i] = rank[sorted.which[i]];
	FREE_ALL(distinct->bytes, distinct->times);
	*distinct = sorted;
}

void distinct_count(struct distinct *distinct, const uint8_t *given, size_t n_given, size_t size)
{
	struct distinct_table table = {.distinct = distinct};
	*distinct = (struct distinct){.size = size, .which = NEW_ARRAY(uint32_t, n_given + 1)};
	make_room(&table, FIRST_BITS);
	for (size_t i = 0; i < n_given; i++)
		distinct->which[i] = add(&table, given + i * size);
	free(table.slots);
	sort(distinct, n_given);
}

void distinct_release(struct distinct *distinct)
{
	FREE_ALL(distinct->bytes, distinct->times, distinct->which);
	*distinct = (struct distinct){0};
}

size_t distinct_find(const struct distinct *distinct, const uint8_t *string)
{
	return BISECT(i, distinct->n, memcmp(distinct->bytes + i * distinct->size, string, distinct->size) < 0);
}
