/* deal_sets.c - collects the matches with the same dice (deal_sets.h). */
#include "match/deal_sets.h"

#include <search.h>

/* A set with missing matches. */
struct open_set {
	uint64_t number;
	uint64_t n;       /* number of matches that it has */
	uint8_t **places; /* places[i], i < set_size: places of each match; NULL: missing; owned */
};

static int by_number(const void *a, const void *b)
{
	const struct open_set *x = a, *y = b;
	return (x->number > y->number) - (x->number < y->number);
}

void deal_sets_init(struct deal_sets *sets, const struct schedule *schedule, deal_set_fn *visit, void *context)
{
	*sets = (struct deal_sets){schedule, visit, context, NULL};
}

/* Visits the matches of the set, and removes it. */
static void close_set(struct deal_sets *sets, struct open_set *set)
{
	uint64_t size = sets->schedule->set_size;
	AUTO_FREE struct match_plan *plans = NEW_ARRAY(struct match_plan, set->n);
	AUTO_FREE const uint8_t **places = NEW_ARRAY(const uint8_t *, set->n);
	struct deal_set whole = {.plans = plans, .places = places};
	for (uint64_t i = 0; i < size; i++) {
		if (!set->places[i])
			continue;
		plans[whole.n] = schedule_match(sets->schedule, set->number * size + i);
		places[whole.n++] = set->places[i];
	}
	sets->visit(&whole, 1, sets->context);
	tdelete(set, &sets->open, by_number);
	for (uint64_t i = 0; i < size; i++)
		free(set->places[i]);
	FREE_ALL(set->places, set);
}

static struct open_set *find(struct deal_sets *sets, uint64_t number)
{
	struct open_set wanted = {.number = number};
	struct open_set **node = tfind(&wanted, &sets->open, by_number);
	if (node)
		return *node;
	struct open_set *set = NEW(struct open_set);
	*set = (struct open_set){.number = number, .places = NEW_ARRAY(uint8_t *, sets->schedule->set_size)};
	if (!tsearch(set, &sets->open, by_number))
		bug("out of memory");
	return set;
}

void deal_sets_add(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context)
{
	struct deal_sets *sets = context;
	uint64_t size = sets->schedule->set_size, n_seats = (uint64_t)sets->schedule->n_seats;
	if (size == 1) {
		sets->visit(&(struct deal_set){1, plan, &places}, times, sets->context);
		return;
	}
	struct open_set *set = find(sets, plan->number / size);
	uint8_t **place = &set->places[plan->number % size];
	bug_if(*place || times != 1);
	*place = NEW_ARRAY(uint8_t, plan->n_blocks * n_seats * n_seats);
	memcpy(*place, places, plan->n_blocks * n_seats * n_seats);
	if (++set->n == size)
		close_set(sets, set);
}

void deal_sets_finish(struct deal_sets *sets)
{
	while (sets->open)
		close_set(sets, *(struct open_set **)sets->open);
}
