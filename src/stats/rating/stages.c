/* stages.c - finishing orders split into stages for the Plackett-Luce model
 * (stages.h). */
#include "stats/rating/stages.h"

void stages_release(struct stages *stages)
{
	FREE_ALL(stages->member_first, stages->members, stages->part_first, stages->parts, stages->win_first,
		 stages->wins);
	*stages = (struct stages){0};
}

/* Parts that are being collected, and their stages as pairs of a table and a mask of its seats. */
struct collector {
	struct intern sets;
	struct stage_part *parts;
	size_t n_parts, capacity;
	uint32_t table;
};

static void collect(struct collector *to, uint32_t mask, double amount)
{
	if (!(mask & (mask - 1)))
		return; /* the last robot gets its place without a stage */
	MEM_GROW(to->parts, to->n_parts, to->capacity);
	uint32_t key[] = {to->table, mask};
	to->parts[to->n_parts++] = (struct stage_part){intern_add(&to->sets, key, 2), amount};
}

static double choose(int n, int k)
{
	double result = 1;
	for (int i = 1; i <= k; i++)
		result = result * (n - k + i) / i;
	return result;
}

/* Collects all subsets of the tied robots that may remain while the tie is resolved, together with the later robots. */
static void collect_tie(struct collector *to, uint32_t tied, uint32_t later)
{
	int n_tied = __builtin_popcount(tied);
	for (uint32_t left = tied; left; left = (left - 1) & tied)
		collect(to, left | later, 1 / choose(n_tied, __builtin_popcount(left)));
}

/* Collects the same subsets, but only those of cyclic orders. */
static void collect_large_tie(struct collector *to, uint32_t tied, uint32_t later)
{
	int seats[BLOCKS_MAX_SEATS], n_tied = 0;
	for (uint32_t rest = tied; rest; rest &= rest - 1)
		seats[n_tied++] = __builtin_ctz(rest);
	collect(to, tied | later, 1);
	for (int start = 0; start < n_tied; start++) {
		uint32_t left = 0;
		for (int length = 1; length < n_tied; length++) {
			left |= UINT32_C(1) << seats[(start + length - 1) % n_tied];
			collect(to, left | later, 1.0 / n_tied);
		}
	}
}

static uint32_t seats_of_group(const struct order *order, int group)
{
	uint32_t seats = 0;
	for (int i = 0; i < order->n_seats; i++)
		seats |= (uint32_t)(order->group[i] == group) << i;
	return seats;
}

/* Finds the stages of one order, and adds to won[seat] the stages that each seat won. */
static void take_apart(const struct order *order, bool is_reverse, struct collector *to, double *won)
{
	uint32_t later = (UINT32_C(1) << order->n_seats) - 1;
	to->table = order->table;
	for (int i = 0; i < order->n_groups; i++) {
		uint32_t tied = seats_of_group(order, is_reverse ? order->n_groups - 1 - i : i);
		int n_tied = __builtin_popcount(tied);
		later &= ~tied;
		if (n_tied <= STAGES_EXACT_TIE)
			collect_tie(to, tied, later);
		else
			collect_large_tie(to, tied, later);
		/* Each of the tied robots wins an equal share of their stages; the last place is not a stage. */
		for (uint32_t rest = tied; rest; rest &= rest - 1)
			won[__builtin_ctz(rest)] = later ? 1 : (double)(n_tied - 1) / n_tied;
	}
}

/* Collects only the first stage. */
static void take_winner(const struct order *order, struct collector *to, double *won)
{
	uint32_t winners = seats_of_group(order, 0);
	to->table = order->table;
	collect(to, (UINT32_C(1) << order->n_seats) - 1, 1);
	for (uint32_t rest = order->n_seats > 1 ? winners : 0; rest; rest &= rest - 1)
		won[__builtin_ctz(rest)] = 1.0 / __builtin_popcount(winners);
}

/* Converts the pairs of table and mask to lists of robots. */
static void list_members(struct stages *stages, const struct collector *from, const struct blocks *blocks)
{
	size_t n_members = 0;
	stages->n = from->sets.n;
	stages->member_first = NEW_ARRAY(size_t, stages->n + 1);
	for (size_t i = 0; i < stages->n; i++)
		n_members += (size_t)__builtin_popcount(intern_words(&from->sets, (uint32_t)i)[1]);
	stages->members = NEW_ARRAY(uint32_t, n_members + 1);
	n_members = 0;
	for (size_t i = 0; i < stages->n; i++) {
		const uint32_t *key = intern_words(&from->sets, (uint32_t)i);
		const uint32_t *robots = intern_words(&blocks->tables, key[0]);
		for (uint32_t rest = key[1]; rest; rest &= rest - 1)
			stages->members[n_members++] = robots[__builtin_ctz(rest)];
		stages->member_first[i + 1] = n_members;
	}
}

void stages_of(struct stages *stages, const struct blocks *blocks, enum stages_kind kind)
{
	bug_if(!blocks->is_sorted && blocks->orders.n);
	struct collector collector = {0};
	size_t n_orders = blocks->orders.n, n_wins = 0;
	*stages = (struct stages){.n_robots = blocks->n_robots, .n_orders = n_orders};
	stages->part_first = NEW_ARRAY(size_t, n_orders + 1);
	stages->win_first = NEW_ARRAY(size_t, n_orders + 1);
	for (size_t i = 0; i < n_orders; i++)
		n_wins += (size_t)blocks_order(blocks, (uint32_t)i).n_seats;
	stages->wins = NEW_ARRAY(struct stage_part, n_wins + 1);
	n_wins = 0;
	for (size_t i = 0; i < n_orders; i++) {
		struct order order = blocks_order(blocks, (uint32_t)i);
		double won[BLOCKS_MAX_SEATS] = {0};
		if (kind == STAGES_WINS)
			take_winner(&order, &collector, won);
		else
			take_apart(&order, kind == STAGES_REVERSE, &collector, won);
		for (int seat = 0; seat < order.n_seats; seat++)
			stages->wins[n_wins++] = (struct stage_part){order.robots[seat], won[seat]};
		stages->part_first[i + 1] = collector.n_parts;
		stages->win_first[i + 1] = n_wins;
	}
	list_members(stages, &collector, blocks);
	stages->parts = collector.parts;
	intern_release(&collector.sets);
}

void stages_sum(const struct stages *stages, const double *games, double *counts, double *wins)
{
	for (size_t i = 0; i < stages->n; i++)
		counts[i] = 0;
	for (int i = 0; i < stages->n_robots; i++)
		wins[i] = 0;
	for (size_t i = 0; i < stages->n_orders; i++) {
		if (games[i] == 0)
			continue;
		for (size_t j = stages->part_first[i]; j < stages->part_first[i + 1]; j++)
			counts[stages->parts[j].index] += games[i] * stages->parts[j].amount;
		for (size_t j = stages->win_first[i]; j < stages->win_first[i + 1]; j++)
			wins[stages->wins[j].index] += games[i] * stages->wins[j].amount;
	}
}
