/* league_list.c - see league_list.h. */
#include "cli/league_list.h"

#include <stdlib.h>

#include "base/mem.h"

struct robot_rating league_list_rating(const struct league_list *list, int robot)
{
	return robot < list->ratings.n_robots ? list->ratings.robots[robot]
					      : (struct robot_rating){.component = {-1, -1}};
}

static int by_rating(const void *a, const void *b, void *context)
{
	const struct league_list *list = context;
	int x = *(const int *)a, y = *(const int *)b;
	struct robot_rating first = league_list_rating(list, x), second = league_list_rating(list, y);
	if ((first.kind == RATING_NONE) != (second.kind == RATING_NONE))
		return first.kind == RATING_NONE ? 1 : -1;
	if (first.elo != second.elo)
		return first.elo < second.elo ? 1 : -1;
	return x - y;
}

void league_list_init(struct league_list *list, const struct league *league, int reference, bool has_matrix)
{
	size_t n = (size_t)league->n_robots;
	*list = (struct league_list){.league = league, .reference = reference, .order = NEW_ARRAY(int, n + 1)};
	struct rating_options options = rating_defaults();
	options.by = RATING_BY_PLACES;
	/* One that has not played cannot be what others are measured by. */
	options.anchor = reference >= 0 && league->robots[reference].games ? reference : -1;
	ratings_of(&list->ratings, &league->blocks, &options);
	for (int i = 0; i < league->n_robots; i++)
		list->order[i] = i;
	qsort_r(list->order, n, sizeof *list->order, by_rating, list);
	if (!has_matrix)
		return;
	list->met = NEW_ARRAY(double, n * n + 1);
	list->before = NEW_ARRAY(double, n * n + 1);
	league_matrix(league, list->met, list->before);
}

void league_list_release(struct league_list *list)
{
	ratings_release(&list->ratings);
	free(list->order);
	free(list->met);
	free(list->before);
	*list = (struct league_list){0};
}

int league_list_rank(const struct league_list *list, int at)
{
	struct robot_rating rating = league_list_rating(list, list->order[at]);
	for (; at > 0; at--) {
		struct robot_rating above = league_list_rating(list, list->order[at - 1]);
		if ((above.kind == RATING_NONE) != (rating.kind == RATING_NONE) || above.elo != rating.elo)
			break;
	}
	return at + 1;
}

bool league_list_before(const struct league_list *list, int a, int b, double *share)
{
	size_t pair = (size_t)a * (size_t)list->league->n_robots + (size_t)b;
	if (a == b || list->met[pair] <= 0)
		return false;
	*share = list->before[pair] / list->met[pair];
	return true;
}

bool league_list_superiority(const struct league_list *list, int a, int b, double *chance)
{
	const struct robot_rating one = league_list_rating(list, a), other = league_list_rating(list, b);
	if (a == b || one.component.island < 0 || one.component.island != other.component.island)
		return false;
	*chance = ratings_superiority(&list->ratings, a, b);
	return true;
}

bool league_list_has_firsts(const struct league_list *list)
{
	return list->league->most_seats > 2;
}
