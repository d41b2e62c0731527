/* head_to_head.c - two robots in the matches in which both played (head_to_head.h). */
#include "standings/head_to_head.h"

#include <string.h>

#include "base/mem.h"

/* Two seats of a table in one match. */
struct meeting {
	uint64_t half_wins; /* of the first, in halves of a game */
	uint64_t decided;   /* games that one of the two won */
	bool has_shared;
};

/* One match. */
struct match {
	int n;                                 /* seats */
	int robot[SCHEDULE_MAX_SEATS];         /* index in ids; -1: not wanted */
	int first_seat[SCHEDULE_MAX_SEATS];    /* of the same robot, which may hold several seats */
	struct meeting met[SCHEDULE_MAX_SEATS][SCHEDULE_MAX_SEATS]; /* by first seat */
};

void head_to_head_release(struct head_to_head *cell)
{
	histogram_release(&cell->shares);
}

static void begin_match(struct match *match, const struct order *order, const int *index_of)
{
	match->n = order->n_seats;
	for (int i = 0; i < match->n; i++) {
		match->robot[i] = index_of[order->robots[i]];
		match->first_seat[i] = i > 0 && order->robots[i] == order->robots[i - 1] ? match->first_seat[i - 1] : i;
		memset(match->met[i], 0, sizeof *match->met[i] * (size_t)match->n);
	}
}

/* `games` games that ended in this order. */
static void add_order(struct match *match, const struct order *order, uint64_t games)
{
	for (int i = 0; i < match->n; i++) {
		for (int j = 0; j < match->n; j++) {
			struct meeting *met = &match->met[match->first_seat[i]][match->first_seat[j]];
			bool has_won = order->group[i] == 0, have_both = has_won && order->group[j] == 0;
			if (order->group[i] > 0 && order->group[j] > 0)
				continue;
			met->decided += games;
			met->half_wins += have_both ? games : has_won ? 2 * games : 0;
			met->has_shared |= have_both;
		}
	}
}

static void end_match(const struct match *match, uint64_t times, int n, struct head_to_head *cells)
{
	for (int i = 0; i < match->n; i++) {
		for (int j = 0; j < match->n; j++) {
			const struct meeting *met = &match->met[i][j];
			if (match->first_seat[i] == match->first_seat[j] || match->robot[i] < 0 || match->robot[j] < 0 || !met->decided)
				continue;
			struct head_to_head *cell = &cells[match->robot[i] * n + match->robot[j]];
			if (match->n == 2)
				histogram_add(&cell->shares, (double)met->half_wins / (double)(2 * met->decided), times);
			else
				ratio_add_times(&cell->half_wins, met->half_wins, 2 * met->decided, times);
			cell->has_shared |= match->n > 2 && met->has_shared;
		}
	}
}

void head_to_head_of(const struct pool *pool, int n, const int *ids, struct head_to_head *cells)
{
	AUTO_FREE int *index_of = NEW_ARRAY(int, (size_t)pool->n_robots);
	AUTO_FREE struct match *match = NEW(struct match);
	bug_if(pool->by != RATING_BY_WINS);
	memset(index_of, -1, (size_t)pool->n_robots * sizeof *index_of);
	for (int i = 0; i < n; i++)
		index_of[ids[i]] = i;
	for (uint32_t unit = 0; unit < pool->blocks.units.n; unit++) {
		size_t n_orders;
		const uint32_t *orders = blocks_unit(&pool->blocks, unit, &n_orders);
		for (size_t k = 0; k < n_orders; k++) {
			struct order order = blocks_order(&pool->blocks, orders[2 * k]);
			if (k == 0)
				begin_match(match, &order, index_of);
			add_order(match, &order, orders[2 * k + 1]);
		}
		end_match(match, pool->blocks.times[unit], n, cells);
	}
}

/* Whole games, where no first place was shared: the design effect depends on what is counted. */
static struct ratio whole_games(const struct ratio *halves)
{
	return (struct ratio){
		.clusters = halves->clusters, .hits = halves->hits / 2, .trials = halves->trials / 2,
		.hits_squared = halves->hits_squared / 4, .trials_squared = halves->trials_squared / 4, .products = halves->products / 4,
	};
}

struct interval head_to_head_interval(const struct head_to_head *cell)
{
	if (cell->shares.n)
		return interval_of_shares(&cell->shares);
	struct ratio ratio = cell->has_shared ? cell->half_wins : whole_games(&cell->half_wins);
	return ratio_interval(&ratio);
}

void head_to_head_outcomes(const struct head_to_head *cell, uint64_t counts[HEAD_TO_HEAD_OUTCOMES])
{
	memset(counts, 0, HEAD_TO_HEAD_OUTCOMES * sizeof *counts);
	for (struct histogram_cursor at = {0}; histogram_next(&cell->shares, &at);) {
		int outcome = at.value < 0.5 ? HEAD_TO_HEAD_LOST_MORE : at.value > 0.5 ? HEAD_TO_HEAD_WON_MORE : HEAD_TO_HEAD_EVEN;
		outcome = at.value <= 0 ? HEAD_TO_HEAD_LOST_ALL : at.value >= 1 ? HEAD_TO_HEAD_WON_ALL : outcome;
		counts[outcome] += at.count;
	}
}
