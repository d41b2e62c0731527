/* distinct.c - distinct byte strings, as sequences of words (stats/intern.h). */
#include "store/blocks.h"

#include <arpa/inet.h>

#include "base/bisect.h"
#include "stats/intern.h"

/* Converts bytes to words, with the first byte highest, so that words are ordered as the bytes are. The last word is
 * padded with zeros. */
static size_t to_words(const uint8_t *bytes, size_t n, uint32_t *words)
{
	size_t n_words = (n + sizeof *words - 1) / sizeof *words;
	words[n_words - 1] = 0;
	memcpy(words, bytes, n);
	for (size_t i = 0; i < n_words; i++)
		words[i] = htonl(words[i]);
	return n_words;
}

void distinct_count(struct distinct *distinct, const uint8_t *given, size_t n_given, size_t size)
{
	AUTO_INTERN struct intern set = {0}, sorted = {0};
	AUTO_FREE uint32_t *words = NEW_ARRAY(uint32_t, size / sizeof *words + 1);
	*distinct = (struct distinct){.size = size, .which = NEW_ARRAY(uint32_t, n_given + 1)};
	for (size_t i = 0; i < n_given; i++)
		distinct->which[i] = intern_add(&set, words, to_words(given + i * size, size, words));
	AUTO_FREE uint32_t *map = NEW_ARRAY(uint32_t, set.n + 1);
	intern_copy_sorted(&set, &sorted, map);
	distinct->n = set.n;
	distinct->bytes = NEW_ARRAY(uint8_t, set.n * size + 1);
	distinct->times = NEW_ARRAY(uint32_t, set.n + 1);
	for (size_t i = 0; i < n_given; i++) {
		uint32_t number = distinct->which[i] = map[distinct->which[i]];
		if (distinct->times[number]++ == 0)
			memcpy(distinct->bytes + number * size, given + i * size, size);
	}
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
