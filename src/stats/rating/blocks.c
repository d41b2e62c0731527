/* blocks.c - finished games for the ratings (blocks.h). */
#include "stats/rating/blocks.h"

/* Groups are packed, 5 bits each. */
#define GROUPS_PER_WORD 6
#define MAX_ORDER_WORDS (1 + (BLOCKS_MAX_SEATS + GROUPS_PER_WORD - 1) / GROUPS_PER_WORD)

void blocks_release(struct blocks *blocks)
{
	intern_release(&blocks->tables);
	intern_release(&blocks->orders);
	intern_release(&blocks->units);
	FREE_ALL(blocks->times, blocks->open);
	*blocks = (struct blocks){0};
}

struct blocks_seat {
	int robot, place;
};

static int by_robot(const void *a, const void *b)
{
	const struct blocks_seat *x = a, *y = b;
	return ORDER(x->robot, y->robot) ?: ORDER(x->place, y->place);
}

/* Returns the number of different places better than this one. */
static uint32_t group_of(const struct blocks_seat *seats, int n_seats, int place)
{
	uint32_t n_better = 0;
	for (int i = 0; i < n_seats; i++) {
		bool is_first = seats[i].place < place;
		for (int j = 0; j < i && is_first; j++)
			is_first = seats[j].place != seats[i].place;
		n_better += is_first;
	}
	return n_better;
}

static uint32_t intern_order(struct blocks *blocks, const struct blocks_seat *seats, int n_seats)
{
	uint32_t robots[BLOCKS_MAX_SEATS], words[MAX_ORDER_WORDS] = {0};
	for (int i = 0; i < n_seats; i++) {
		robots[i] = (uint32_t)seats[i].robot;
		words[1 + i / GROUPS_PER_WORD] |=
			group_of(seats, n_seats, seats[i].place) << (5 * (i % GROUPS_PER_WORD));
	}
	words[0] = intern_add(&blocks->tables, robots, (size_t)n_seats);
	return intern_add(&blocks->orders, words, (size_t)(1 + (n_seats + GROUPS_PER_WORD - 1) / GROUPS_PER_WORD));
}

void blocks_game(struct blocks *blocks, int n_seats, const int *robots, const int *places, uint32_t times)
{
	bug_if(n_seats < 1 || n_seats > BLOCKS_MAX_SEATS);
	blocks->is_sorted = false;
	struct blocks_seat seats[BLOCKS_MAX_SEATS];
	for (int i = 0; i < n_seats; i++) {
		bug_if(robots[i] < 0 || robots[i] >= BLOCKS_MAX_ROBOTS);
		seats[i] = (struct blocks_seat){robots[i], places[i]};
		if (robots[i] >= blocks->n_robots)
			blocks->n_robots = robots[i] + 1;
	}
	if (!times)
		return;
	qsort(seats, (size_t)n_seats, sizeof *seats, by_robot);
	if (blocks->n_open + 2 > blocks->open_capacity) {
		blocks->open_capacity = 2 * blocks->open_capacity + 32;
		blocks->open = mem_resize(blocks->open, blocks->open_capacity, sizeof *blocks->open);
	}
	blocks->open[blocks->n_open++] = intern_order(blocks, seats, n_seats);
	blocks->open[blocks->n_open++] = times;
}

ORDER_BY(by_order, uint32_t, *item)

/* Sorts pairs by order, merges pairs with the same order, and returns the new length. */
static size_t sort_pairs(uint32_t *pairs, size_t length)
{
	size_t n = 0;
	qsort(pairs, length / 2, 2 * sizeof *pairs, by_order);
	for (size_t i = 0; i < length; i += 2) {
		if (n && pairs[n - 2] == pairs[i]) {
			pairs[n - 1] += pairs[i + 1];
			continue;
		}
		pairs[n++] = pairs[i];
		pairs[n++] = pairs[i + 1];
	}
	return n;
}

static void count_unit(struct blocks *blocks, const uint32_t *pairs, size_t length, uint64_t times)
{
	uint32_t unit = intern_add(&blocks->units, pairs, length);
	if (blocks->units.n > blocks->times_capacity) {
		size_t had = blocks->times_capacity;
		blocks->times_capacity = 2 * had + 16;
		blocks->times = mem_resize(blocks->times, blocks->times_capacity, sizeof *blocks->times);
		memset(blocks->times + had, 0, (blocks->times_capacity - had) * sizeof *blocks->times);
	}
	blocks->times[unit] += times;
}

void blocks_end(struct blocks *blocks, uint64_t times)
{
	if (blocks->n_open && times)
		count_unit(blocks, blocks->open, sort_pairs(blocks->open, blocks->n_open), times);
	blocks->n_open = 0;
}

/* Sorts the orders of `from`, with tables renumbered, in lexicographic order. */
static void sort_orders(const struct blocks *from, const uint32_t *table_map, struct intern *to, uint32_t *order_map)
{
	AUTO_INTERN struct intern renumbered = {0};
	for (size_t i = 0; i < from->orders.n; i++) {
		uint32_t words[MAX_ORDER_WORDS];
		size_t length = from->orders.items[i].length;
		memcpy(words, intern_words(&from->orders, (uint32_t)i), length * sizeof *words);
		words[0] = table_map[words[0]];
		intern_add(&renumbered, words, length);
	}
	intern_copy_sorted(&renumbered, to, order_map);
}

static void sort_units(const struct blocks *from, const uint32_t *order_map, struct blocks *to)
{
	AUTO_INTERN struct intern renumbered = {0};
	AUTO_FREE uint32_t *pairs = NULL, *unit_map = NEW_ARRAY(uint32_t, from->units.n + 1);
	for (size_t i = 0; i < from->units.n; i++) {
		size_t length = from->units.items[i].length;
		pairs = mem_resize(pairs, length, sizeof *pairs);
		memcpy(pairs, intern_words(&from->units, (uint32_t)i), length * sizeof *pairs);
		for (size_t j = 0; j < length; j += 2)
			pairs[j] = order_map[pairs[j]];
		intern_add(&renumbered, pairs, sort_pairs(pairs, length));
	}
	intern_copy_sorted(&renumbered, &to->units, unit_map);
	to->times_capacity = from->units.n;
	to->times = NEW_ARRAY(uint64_t, from->units.n + 1);
	for (size_t i = 0; i < from->units.n; i++)
		to->times[unit_map[i]] = from->times[i];
}

void blocks_sort(struct blocks *blocks)
{
	bug_if(blocks->n_open);
	struct blocks sorted = {.n_robots = blocks->n_robots, .is_sorted = true};
	AUTO_FREE uint32_t *table_map = NEW_ARRAY(uint32_t, blocks->tables.n + 1);
	AUTO_FREE uint32_t *order_map = NEW_ARRAY(uint32_t, blocks->orders.n + 1);
	intern_copy_sorted(&blocks->tables, &sorted.tables, table_map);
	sort_orders(blocks, table_map, &sorted.orders, order_map);
	sort_units(blocks, order_map, &sorted);
	blocks_release(blocks);
	*blocks = sorted;
}

struct order blocks_order(const struct blocks *blocks, uint32_t number)
{
	const uint32_t *words = intern_words(&blocks->orders, number);
	struct order order = {
		.table = words[0],
		.n_seats = (int)blocks->tables.items[words[0]].length,
		.robots = intern_words(&blocks->tables, words[0]),
	};
	for (int i = 0; i < order.n_seats; i++) {
		order.group[i] = words[1 + i / GROUPS_PER_WORD] >> (5 * (i % GROUPS_PER_WORD)) & 31;
		if (order.group[i] >= order.n_groups)
			order.n_groups = order.group[i] + 1;
	}
	return order;
}

uint32_t blocks_table_of(const struct blocks *blocks, uint32_t unit)
{
	return intern_words(&blocks->orders, intern_words(&blocks->units, unit)[0])[0];
}
