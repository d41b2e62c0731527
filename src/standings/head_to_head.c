/* head_to_head.c - two robots in the games in which both played (pool.h). */
#include "standings/pool.h"

/* Two robots in one deal set. */
struct meeting {
	uint64_t half_wins; /* wins of the first robot, in halves of a game */
	uint64_t decided;   /* games that one of the two won */
	uint64_t games;
	bool has_shared;
};

/* Which robots are counted. */
struct wanted {
	int n_rows, n;
	const int *index_of; /* by robot of the pool; -1 means that it is not wanted */
};

/* Returns the index at which the pair of the players in seats i and j is counted, or -1 if it is not counted. */
static int cell_of(const struct wanted *wanted, const struct order *order, int i, int j)
{
	int row = wanted->index_of[order->robots[i]], column = wanted->index_of[order->robots[j]];
	return row < 0 || row >= wanted->n_rows || column < 0 || row == column ? -1 : row * wanted->n + column;
}

/* Adds `games` games that ended in this order to met[i * n + j] for the wanted robots i and j. */
static void add_order(const struct order *order, uint64_t games, const struct wanted *wanted, struct meeting *met)
{
	for (int i = 0; i < order->n_seats; i++) {
		for (int j = 0; j < order->n_seats; j++) {
			int cell = cell_of(wanted, order, i, j);
			bool has_won = order->group[i] == 0, have_both = has_won && order->group[j] == 0;
			if (cell < 0)
				continue;
			struct meeting *meeting = &met[cell];
			meeting->games += games;
			if (order->group[i] > 0 && order->group[j] > 0)
				continue;
			meeting->decided += games;
			meeting->half_wins += have_both ? games : has_won ? 2 * games : 0;
			meeting->has_shared |= have_both;
		}
	}
}

/* Ends a meeting at tables of n_seats. The set was seen `times` times. Clears the meeting. */
static void end_meeting(struct meeting *met, struct head_to_head *cell, int n_seats, uint64_t times)
{
	if (met->decided && n_seats == 2)
		histogram_add(&cell->shares, (double)met->half_wins / (double)(2 * met->decided), times);
	else
		ratio_add_times(&cell->half_wins, met->half_wins, 2 * met->decided, times);
	cell->has_shared |= n_seats > 2 && met->has_shared;
	cell->games += met->games * times;
	*met = (struct meeting){0};
}

/* Ends the meetings of all pairs in the order. */
static void end_order(const struct order *order, const struct wanted *wanted, struct meeting *met,
		      struct head_to_head *cells, uint64_t times)
{
	for (int i = 0; i < order->n_seats; i++) {
		for (int j = 0; j < order->n_seats; j++) {
			int cell = cell_of(wanted, order, i, j);
			if (cell >= 0)
				end_meeting(&met[cell], &cells[cell], order->n_seats, times);
		}
	}
}

void head_to_head_of(const struct pool *pool, int n_rows, int n, const int *ids, struct head_to_head *cells)
{
	AUTO_FREE int *index_of = NEW_ARRAY(int, (size_t)pool->n_robots);
	AUTO_FREE struct meeting *met = NEW_ARRAY(struct meeting, (size_t)n_rows * (size_t)n);
	const struct wanted wanted = {n_rows, n, index_of};
	bug_if(pool->by != RATING_BY_WINS);
	memset(index_of, -1, (size_t)pool->n_robots * sizeof *index_of);
	for (int i = 0; i < n; i++)
		index_of[ids[i]] = i;
	for (uint32_t unit = 0; unit < pool->blocks.units.n; unit++) {
		size_t n_orders;
		const uint32_t *orders = blocks_unit(&pool->blocks, unit, &n_orders);
		for (size_t k = 0; k < n_orders; k++) {
			struct order order = blocks_order(&pool->blocks, orders[2 * k]);
			add_order(&order, orders[2 * k + 1], &wanted, met);
		}
		for (size_t k = 0; k < n_orders; k++) { /* if a meeting is ended twice, it is empty the second time */
			struct order order = blocks_order(&pool->blocks, orders[2 * k]);
			end_order(&order, &wanted, met, cells, pool->blocks.times[unit]);
		}
	}
}

/* Converts counts of half games to counts of whole games. These are used if no first place was shared, because the
 * design effect depends on the unit that is counted. */
static struct ratio whole_games(const struct ratio *halves)
{
	return (struct ratio){
		.clusters = halves->clusters, .hits = halves->hits / 2, .trials = halves->trials / 2,
		.hits_squared = halves->hits_squared / 4, .trials_squared = halves->trials_squared / 4,
		.products = halves->products / 4,
	};
}

static struct ratio ratio_of(const struct head_to_head *cell)
{
	return cell->has_shared ? cell->half_wins : whole_games(&cell->half_wins);
}

struct interval head_to_head_interval(const struct head_to_head *cell)
{
	struct ratio ratio = ratio_of(cell);
	return cell->shares.n ? interval_of_shares(&cell->shares) : ratio_interval(&ratio);
}

double head_to_head_superiority(const struct head_to_head *cell)
{
	struct ratio ratio = ratio_of(cell);
	return cell->shares.n ? interval_superiority(&cell->shares, 0.5) : ratio_superiority(&ratio, 0.5);
}

void head_to_head_outcomes(const struct head_to_head *cell, uint64_t counts[HEAD_TO_HEAD_OUTCOMES])
{
	memset(counts, 0, HEAD_TO_HEAD_OUTCOMES * sizeof *counts);
	for (struct histogram_cursor at = {0}; histogram_next(&cell->shares, &at);) {
		int outcome = at.value < 0.5 ? HEAD_TO_HEAD_LOST_MORE : at.value > 0.5 ? HEAD_TO_HEAD_WON_MORE
										       : HEAD_TO_HEAD_EVEN;
		outcome = at.value <= 0 ? HEAD_TO_HEAD_LOST_ALL : at.value >= 1 ? HEAD_TO_HEAD_WON_ALL : outcome;
		counts[outcome] += at.count;
	}
}
