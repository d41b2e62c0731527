/* pool_list.c - rates each island of a pool by itself, and ranks its robots. */
#include "standings/pool_list.h"

static int by_size(const void *a, const void *b)
{
	const struct pool_island *x = a, *y = b;
	return ORDER(y->n, x->n) ?: x->first - y->first;
}

/* Fills list->component, and list->islands with the number of robots of each island. One more island is for robots
 * without games. */
static void find_islands(struct pool_list *list)
{
	const struct pool *pool = list->pool;
	struct components components = components_of(&pool->blocks, pool->by == RATING_BY_WINS, list->component);
	AUTO_FREE int *new_number = NEW_ARRAY(int, (size_t)components.n_islands);
	bool has_idle = false;
	list->n_islands = components.n_islands;
	list->n_levels = components.n_levels;
	list->islands = NEW_ARRAY(struct pool_island, (size_t)components.n_islands + 1);
	for (int i = 0; i < components.n_islands; i++)
		list->islands[i].first = i; /* the island's number, until the islands are sorted */
	for (int robot = 0; robot < pool->n_robots; robot++) {
		if (robot >= pool->blocks.n_robots)
			list->component[robot] = (struct component){-1, -1};
		if (list->component[robot].island >= 0)
			list->islands[list->component[robot].island].n++;
		else
			has_idle = true;
	}
	qsort(list->islands, (size_t)list->n_islands, sizeof *list->islands, by_size);
	for (int i = 0; i < list->n_islands; i++)
		new_number[list->islands[i].first] = i;
	for (int robot = 0; robot < pool->n_robots; robot++)
		if (list->component[robot].island >= 0)
			list->component[robot].island = new_number[list->component[robot].island];
	list->n_islands += has_idle;
	for (int i = 0, first = 0; i < list->n_islands; first += list->islands[i++].n)
		list->islands[i].first = first;
	if (has_idle)
		list->islands[list->n_islands - 1].n = pool->n_robots - list->islands[list->n_islands - 1].first;
}

/* Copies the units of one island. */
static void copy_units(const struct pool_list *list, int island, struct blocks *to)
{
	const struct blocks *from = &list->pool->blocks;
	for (uint32_t unit = 0; unit < from->units.n; unit++) {
		size_t n_orders;
		const uint32_t *orders = blocks_unit(from, unit, &n_orders);
		for (size_t i = 0; i < n_orders; i++) {
			int robots[BLOCKS_MAX_SEATS], places[BLOCKS_MAX_SEATS];
			struct order order = blocks_order(from, orders[2 * i]);
			if (list->component[order.robots[0]].island != island)
				continue;
			for (int seat = 0; seat < order.n_seats; seat++) {
				robots[seat] = (int)order.robots[seat];
				places[seat] = order.group[seat];
			}
			blocks_game(to, order.n_seats, robots, places, orders[2 * i + 1]);
		}
		blocks_end(to, from->times[unit]);
	}
	blocks_sort(to);
}

static void rate(struct pool_list *list)
{
	struct rating_options options = rating_defaults();
	options.by = list->pool->by;
	for (int i = 0; i < list->n_islands; i++) {
		AUTO_BLOCKS struct blocks part = {0};
		bool is_all = list->islands[i].n == list->pool->n_robots;
		bool has_reference = list->reference >= 0 && list->component[list->reference].island == i;
		options.anchor = has_reference ? list->reference : -1;
		if (!is_all)
			copy_units(list, i, &part);
		ratings_of(&list->islands[i].ratings, is_all ? &list->pool->blocks : &part, &options);
	}
}

static int by_rating(const void *a, const void *b, void *context)
{
	const struct pool_list *list = context;
	int x = *(const int *)a, y = *(const int *)b;
	/* Robots without games, which are on island -1, come last. */
	unsigned island_x = (unsigned)list->component[x].island, island_y = (unsigned)list->component[y].island;
	struct robot_rating first = pool_list_rating(list, x), second = pool_list_rating(list, y);
	if (island_x != island_y)
		return island_x < island_y ? -1 : 1;
	return ORDER(second.elo, first.elo) ?: x - y;
}

/* With more robots than this the chances of all pairs take too long, and ranges of ranks are not useful. */
enum { MOST_RANGED = 1000 };

static void rank_island(struct pool_list *list, const struct pool_island *island)
{
	const int *order = list->order + island->first;
	struct pool_rank *ranks = list->ranks + island->first;
	AUTO_FREE struct rank_range *ranges = NEW_ARRAY(struct rank_range, (size_t)list->pool->n_robots);
	bool has_ranges = island->n <= MOST_RANGED && list->component[order[0]].island >= 0;
	if (has_ranges)
		ratings_ranks(&island->ratings, ranges);
	for (int at = 0; at < island->n; at++) {
		bool is_equal = at > 0 &&
			pool_list_rating(list, order[at - 1]).elo == pool_list_rating(list, order[at]).elo;
		int rank = is_equal ? ranks[at - 1].rank : at + 1;
		ranks[at] = (struct pool_rank){rank, has_ranges ? ranges[order[at]] : (struct rank_range){rank, rank}};
	}
}

void pool_list_init(struct pool_list *list, const struct pool *pool, int reference, bool has_matrix)
{
	size_t n = (size_t)pool->n_robots;
	*list = (struct pool_list){.pool = pool, .reference = reference, .has_matrix = has_matrix,
		.order = NEW_ARRAY(int, n), .ranks = NEW_ARRAY(struct pool_rank, n),
		.component = NEW_ARRAY(struct component, n)};
	find_islands(list);
	rate(list);
	for (int i = 0; i < pool->n_robots; i++)
		list->order[i] = i;
	qsort_r(list->order, n, sizeof *list->order, by_rating, list);
	for (int i = 0; i < list->n_islands; i++)
		rank_island(list, &list->islands[i]);
	if (!has_matrix && pool->n_robots > POOL_LIST_PAIRED)
		return;
	list->pairs = NEW_ARRAY(struct pool_pair, n * n);
	pool_pairs(pool, list->pairs);
}

void pool_list_release(struct pool_list *list)
{
	for (int i = 0; i < list->n_islands; i++)
		ratings_release(&list->islands[i].ratings);
	FREE_ALL(list->islands, list->component, list->order, list->ranks, list->pairs, list->nash_mix,
		 list->nash_gain);
	*list = (struct pool_list){0};
}

struct robot_rating pool_list_rating(const struct pool_list *list, int robot)
{
	int island = list->component[robot].island;
	return island >= 0 ? list->islands[island].ratings.robots[robot] : (struct robot_rating){.component = {-1, -1}};
}

bool pool_list_before(const struct pool_list *list, int a, int b, double *share)
{
	const struct pool_pair *pair = &list->pairs[(size_t)a * (size_t)list->pool->n_robots + (size_t)b];
	if (a == b || pair->decided <= 0)
		return false;
	*share = pair->before / pair->decided;
	return true;
}

bool pool_list_superiority(const struct pool_list *list, int a, int b, double *chance)
{
	int island = list->component[a].island;
	if (a == b || island < 0 || island != list->component[b].island)
		return false;
	*chance = ratings_superiority(&list->islands[island].ratings, a, b);
	return true;
}

bool pool_list_has_places(const struct pool_list *list)
{
	return list->pool->most_seats > 2;
}
