/* kinds.c - see kinds.h. A key is: seats, games, robots, and the places, six to a word. */
#include "cli/kinds.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	PER_WORD = 6, /* places in a word, 5 bits each */
	N_HEAD = 2,
	MOST_WORDS = N_HEAD + SCHEDULE_MAX_SEATS + (SCHEDULE_MAX_SEATS * SCHEDULE_MAX_SEATS + PER_WORD - 1) / PER_WORD,
};

void kinds_release(struct kinds *kinds)
{
	intern_release(&kinds->set);
	free(kinds->times);
	*kinds = (struct kinds){0};
}

void kinds_add(struct kinds *kinds, const int *robots, const uint8_t *places, int n_seats, int n_games, uint64_t times)
{
	uint32_t key[MOST_WORDS] = {(uint32_t)n_seats, (uint32_t)n_games};
	size_t length = N_HEAD;
	for (int player = 0; player < n_seats; player++)
		key[length++] = (uint32_t)robots[player];
	for (int i = 0; i < n_games * n_seats; i++) {
		length += i % PER_WORD == 0;
		key[length - 1] |= (uint32_t)places[i] << 5 * (i % PER_WORD);
	}
	size_t number = intern_add(&kinds->set, key, length);
	if (number >= kinds->capacity) {
		size_t had = kinds->capacity;
		kinds->capacity = 2 * had + 64;
		kinds->times = mem_resize(kinds->times, kinds->capacity, sizeof *kinds->times);
		memset(kinds->times + had, 0, (kinds->capacity - had) * sizeof *kinds->times);
	}
	kinds->times[number] += times;
}

void kinds_sort(struct kinds *kinds, struct kinds *sorted)
{
	AUTO_FREE uint32_t *map = NEW_ARRAY(uint32_t, kinds->set.n + 1);
	sorted->capacity = kinds->set.n;
	sorted->times = NEW_ARRAY(uint64_t, kinds->set.n + 1);
	intern_copy_sorted(&kinds->set, &sorted->set, map);
	for (size_t i = 0; i < kinds->set.n; i++)
		sorted->times[map[i]] = kinds->times[i];
	kinds_release(kinds);
}

void kinds_get(const struct kinds *kinds, size_t number, struct kind *kind)
{
	const uint32_t *key = intern_words(&kinds->set, (uint32_t)number);
	kind->n_seats = (int)key[0];
	kind->n_games = (int)key[1];
	kind->times = kinds->times[number];
	for (int player = 0; player < kind->n_seats; player++)
		kind->robots[player] = (int)key[N_HEAD + player];
	key += N_HEAD + kind->n_seats;
	for (int i = 0; i < kind->n_games * kind->n_seats; i++)
		kind->places[i] = key[i / PER_WORD] >> 5 * (i % PER_WORD) & 31;
}
