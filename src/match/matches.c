/* matches.c - finds numbers in a list of sequences of matches (matches.h). */
#include "match/matches.h"

#include "base/bisect.h"

void matches_list_init(struct matches_list *list, struct matches *items, size_t n)
{
	*list = (struct matches_list){.items = items, .n = n, .stride = 1};
	for (size_t i = 0; i < n; i++)
		if (items[i].n > 1)
			list->stride = items[i].stride;
}

void matches_list_release(struct matches_list *list)
{
	free(list->items);
	*list = (struct matches_list){0};
}

const struct matches *matches_list_find(const struct matches_list *list, uint64_t number)
{
	size_t at = BISECT(i, list->n, list->items[i].first <= number);
	/* Only the last sequence with the same remainder can contain the number. */
	while (at-- > 0)
		if (list->items[at].first % list->stride == number % list->stride)
			return matches_have(&list->items[at], number) ? &list->items[at] : NULL;
	return NULL;
}

bool matches_list_has(const struct matches_list *list, uint64_t number)
{
	return matches_list_find(list, number) != NULL;
}

uint64_t matches_list_end(const struct matches_list *list)
{
	uint64_t end = 0;
	for (size_t i = 0; i < list->n; i++)
		if (matches_last(&list->items[i]) >= end)
			end = matches_last(&list->items[i]) + 1;
	return end;
}
