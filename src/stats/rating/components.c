/* components.c - which robots can be compared (rating.h). */
#include "stats/rating/rating.h"

/* Bit `loser` of row `winner` is set if the winner finished directly before the loser, or tied with it. */
struct graph {
	size_t n, words;
	uint64_t *rows;
	bool *has_played;
};

static bool has_edge(const struct graph *graph, size_t from, size_t to)
{
	return graph->rows[from * graph->words + to / 64] >> (to % 64) & 1;
}

/* Adds the edges of an order. By places, edges between equal and neighbouring places are enough, because the others
 * follow from them. By wins, edges lead from the winners to all robots, which also connects the table. */
static void add_order(struct graph *graph, const struct order *order, bool by_wins)
{
	for (int i = 0; i < order->n_seats; i++) {
		graph->has_played[order->robots[i]] = true;
		for (int j = 0; j < order->n_seats; j++) {
			if (by_wins ? order->group[i] == 0
				    : order->group[j] == order->group[i] || order->group[j] == order->group[i] + 1)
				graph->rows[order->robots[i] * graph->words + order->robots[j] / 64] |=
					UINT64_C(1) << (order->robots[j] % 64);
		}
	}
}

/* Returns the next robot, beginning with `at`, to which an edge leads from `from`; with both_ways, an edge to `from`
 * counts too. */
static size_t next_neighbour(const struct graph *graph, size_t from, size_t at, bool both_ways)
{
	while (at < graph->n && !has_edge(graph, from, at) && !(both_ways && has_edge(graph, at, from)))
		at++;
	return at;
}

/* Tarjan's algorithm (1972) without recursion. */
struct island_search {
	int *seen_as;   /* number in the order of visits, from 1; 0: not visited yet */
	int *low;       /* the earliest visited robot that can be reached */
	size_t *at;     /* position in the scan of its neighbours */
	size_t *path;   /* from the root to the current robot */
	size_t *open;   /* visited, but not in a component yet */
	bool *is_open;
	size_t n_path, n_open;
	int clock;
};

static void enter(struct island_search *search, size_t robot)
{
	search->seen_as[robot] = search->low[robot] = ++search->clock;
	search->at[robot] = 0;
	search->path[search->n_path++] = robot;
	search->open[search->n_open++] = robot;
	search->is_open[robot] = true;
}

/* Closes the component whose first robot is `root`, and marks its robots with `root`. */
static void close_component(struct island_search *search, size_t root, int *mark)
{
	size_t robot;
	do {
		robot = search->open[--search->n_open];
		search->is_open[robot] = false;
		mark[robot] = (int)root;
	} while (robot != root);
}

static void explore(struct island_search *search, const struct graph *graph, size_t start, bool both_ways, int *mark)
{
	enter(search, start);
	while (search->n_path) {
		size_t robot = search->path[search->n_path - 1];
		size_t next = next_neighbour(graph, robot, search->at[robot], both_ways);
		search->at[robot] = next + 1;
		if (next < graph->n) {
			if (!search->seen_as[next])
				enter(search, next);
			else if (search->is_open[next] && search->seen_as[next] < search->low[robot])
				search->low[robot] = search->seen_as[next];
			continue;
		}
		if (search->low[robot] == search->seen_as[robot])
			close_component(search, robot, mark);
		if (--search->n_path) {
			size_t parent = search->path[search->n_path - 1];
			if (search->low[robot] < search->low[parent])
				search->low[parent] = search->low[robot];
		}
	}
}

/* Numbers the strong components (with both_ways, the islands) in the order of their lowest robots. */
static int number_components(const struct graph *graph, bool both_ways, int *number)
{
	size_t n = graph->n;
	AUTO_FREE int *seen_as = NEW_ARRAY(int, n + 1), *low = NEW_ARRAY(int, n + 1), *mark = NEW_ARRAY(int, n + 1);
	AUTO_FREE int *number_of_mark = NEW_ARRAY(int, n + 1);
	AUTO_FREE size_t *at = NEW_ARRAY(size_t, n + 1);
	AUTO_FREE size_t *path = NEW_ARRAY(size_t, n + 1), *open = NEW_ARRAY(size_t, n + 1);
	AUTO_FREE bool *is_open = NEW_ARRAY(bool, n + 1);
	struct island_search search = {seen_as, low, at, path, open, is_open, 0, 0, 0};
	int n_components = 0;
	for (size_t i = 0; i < n; i++) {
		if (graph->has_played[i] && !seen_as[i])
			explore(&search, graph, i, both_ways, mark);
	}
	for (size_t i = 0; i < n; i++) {
		if (graph->has_played[i] && !number_of_mark[mark[i]])
			number_of_mark[mark[i]] = ++n_components;
		number[i] = graph->has_played[i] ? number_of_mark[mark[i]] - 1 : -1;
	}
	return n_components;
}

struct components components_of(const struct blocks *blocks, bool by_wins, struct component *of)
{
	size_t n = (size_t)blocks->n_robots;
	struct graph graph = {.n = n, .words = n / 64 + 1};
	AUTO_FREE uint64_t *rows = NEW_ARRAY(uint64_t, n * graph.words + 1);
	AUTO_FREE bool *has_played = NEW_ARRAY(bool, n + 1);
	AUTO_FREE int *island = NEW_ARRAY(int, n + 1), *level = NEW_ARRAY(int, n + 1);
	graph.rows = rows;
	graph.has_played = has_played;
	for (uint32_t unit = 0; unit < blocks->units.n; unit++) {
		size_t n_pairs;
		const uint32_t *pairs = blocks_unit(blocks, unit, &n_pairs);
		for (size_t i = 0; i < n_pairs; i++) {
			struct order order = blocks_order(blocks, pairs[2 * i]);
			add_order(&graph, &order, by_wins);
		}
	}
	struct components components = {
		.n_islands = number_components(&graph, true, island),
		.n_levels = number_components(&graph, false, level),
	};
	for (size_t i = 0; i < n; i++)
		of[i] = (struct component){island[i], level[i]};
	return components;
}
