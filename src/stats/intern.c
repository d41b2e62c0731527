/* intern.c - a set of sequences of 32-bit words, each stored once and identified by a number (intern.h). */
#include "stats/intern.h"

#include "base/rng.h"

void intern_release(struct intern *set)
{
	FREE_ALL(set->words, set->items, set->slots);
	*set = (struct intern){0};
}

static uint64_t hash_of(const uint32_t *words, size_t length)
{
	uint64_t hash = length;
	for (size_t i = 0; i < length; i++)
		hash = rng_mix(hash + RNG_GOLDEN + words[i]);
	return hash;
}

/* Returns the slot that has the sequence, or the free slot for it. */
static size_t find_slot(const struct intern *set, const uint32_t *words, size_t length)
{
	size_t slot = hash_of(words, length) & (set->n_slots - 1);
	for (;; slot = (slot + 1) & (set->n_slots - 1)) {
		if (!set->slots[slot])
			return slot;
		const struct intern_item *item = &set->items[set->slots[slot] - 1];
		if (item->length == length && !memcmp(set->words + item->first, words, length * sizeof *words))
			return slot;
	}
}

static void grow_slots(struct intern *set)
{
	free(set->slots);
	set->n_slots = set->n_slots ? 2 * set->n_slots : 64;
	set->slots = NEW_ARRAY(uint32_t, set->n_slots);
	for (size_t i = 0; i < set->n; i++) {
		const struct intern_item *item = &set->items[i];
		set->slots[find_slot(set, set->words + item->first, item->length)] = (uint32_t)i + 1;
	}
}

uint32_t intern_add(struct intern *set, const uint32_t *words, size_t length)
{
	if (2 * (set->n + 1) > set->n_slots)
		grow_slots(set);
	size_t slot = find_slot(set, words, length);
	if (set->slots[slot])
		return set->slots[slot] - 1;
	bug_if(set->n >= UINT32_MAX - 1);
	MEM_GROW(set->items, set->n, set->capacity);
	if (set->n_words + length > set->words_capacity) {
		set->words_capacity = 2 * set->words_capacity + length;
		set->words = mem_resize(set->words, set->words_capacity, sizeof *set->words);
	}
	memcpy(set->words + set->n_words, words, length * sizeof *words);
	set->items[set->n++] = (struct intern_item){set->n_words, length};
	set->n_words += length;
	set->slots[slot] = (uint32_t)set->n;
	return (uint32_t)set->n - 1;
}

static int by_words(const void *a, const void *b, void *context)
{
	const struct intern *set = context;
	const struct intern_item *x = &set->items[*(const uint32_t *)a], *y = &set->items[*(const uint32_t *)b];
	for (size_t i = 0; i < x->length && i < y->length; i++) {
		uint32_t first = set->words[x->first + i], second = set->words[y->first + i];
		if (first != second)
			return first < second ? -1 : 1;
	}
	return ORDER(x->length, y->length);
}

void intern_copy_sorted(const struct intern *from, struct intern *to, uint32_t *map)
{
	bug_if(to->n);
	struct intern context = *from; /* qsort_r's context cannot be const */
	AUTO_FREE uint32_t *order = NEW_ARRAY(uint32_t, from->n + 1);
	for (size_t i = 0; i < from->n; i++)
		order[i] = (uint32_t)i;
	qsort_r(order, from->n, sizeof *order, by_words, &context);
	for (size_t i = 0; i < from->n; i++)
		map[order[i]] = intern_add(to, intern_words(from, order[i]), from->items[order[i]].length);
}
