/* intern.h - a set of sequences of 32-bit words, each stored once and identified by a number. It is used to count equal
 * results of many millions of games. A zeroed struct is empty. */
#pragma once

#include "base/base.h"

struct intern_item {
	size_t first; /* where the sequence begins, in words */
	size_t length;
};

struct intern {
	uint32_t *words;           /* words of all sequences, one after another; owned */
	size_t n_words, words_capacity;
	struct intern_item *items; /* by number; owned */
	size_t n, capacity;
	uint32_t *slots;           /* hash table of numbers + 1, 0 is free; owned */
	size_t n_slots;            /* 0 or a power of two */
};

#define AUTO_INTERN __attribute__((cleanup(intern_release)))
void intern_release(struct intern *set);

/* Adds the sequence unless the set has it, and returns its number. A new sequence gets the previous set->n. Sequences
 * of different lengths are different. */
uint32_t intern_add(struct intern *set, const uint32_t *words, size_t length);

/* Returns the words of a sequence, number < set->n; valid until the next intern_add. */
static inline const uint32_t *intern_words(const struct intern *set, uint32_t number)
{
	return set->words + set->items[number].first;
}

/* Copies all sequences in lexicographic order into the empty set `to`, and writes the new number of each to
 * map[number], number < from->n. The result does not depend on the order in which they were added. */
void intern_copy_sorted(const struct intern *from, struct intern *to, uint32_t *map);
