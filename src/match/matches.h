/* matches.h - sets of matches: a sequence with a constant stride (struct matches, chunk.h), and a list of many
 * sequences. */
#pragma once

#include "match/chunk.h"

/* Returns the number of the last match. */
static inline uint64_t matches_last(const struct matches *matches)
{
	return matches_number(matches, matches->n - 1);
}

static inline bool matches_have(const struct matches *matches, uint64_t number)
{
	return number >= matches->first && (number - matches->first) % matches->stride == 0 &&
	       (number - matches->first) / matches->stride < matches->n;
}

/* Returns how many matches have a number below `end`. */
static inline uint64_t matches_below(const struct matches *matches, uint64_t end)
{
	uint64_t n = end <= matches->first ? 0 : (end - matches->first - 1) / matches->stride + 1;
	return n < matches->n ? n : matches->n;
}

/* Disjoint sequences of matches, in the order of their first matches. All sequences of more than one match have the
 * same stride. */
struct matches_list {
	struct matches *items; /* owned */
	size_t n;
	uint64_t stride;       /* 1 when no sequence has more than one match */
};

void matches_list_release(struct matches_list *list);

/* Takes over n items, which are freed with the list. */
void matches_list_init(struct matches_list *list, struct matches *items, size_t n);

/* Returns the sequence that contains the number, or NULL. */
const struct matches *matches_list_find(const struct matches_list *list, uint64_t number);
bool matches_list_has(const struct matches_list *list, uint64_t number);

/* Returns the highest number in the list plus 1, or 0 when the list is empty. */
uint64_t matches_list_end(const struct matches_list *list);
