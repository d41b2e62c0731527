/* neighbours.c - win shares of matches by robot and neighbour (ratings.h). */
#include "page/ratings.h"

#include "match/result.h"
#include "stats/interval.h"

/* Shares of a robot with one neighbour in the matches of a set. */
struct neighbours_sum {
	double shares;
	uint64_t matches;
};

/* Returns the cell of a player. */
static int cell_of(const struct neighbours *neighbours, const struct match_plan *plan, int player)
{
	int n = neighbours->sets.schedule->n_seats, seat = schedule_seat(plan, player, 0, n);
	int before = schedule_player(plan, (seat + n - 1) % n, 0, n);
	return plan->robot[player] * neighbours->n_robots + plan->robot[before];
}

static void add_match(struct neighbours *neighbours, const struct match_plan *plan, const uint8_t *places)
{
	int n = neighbours->sets.schedule->n_seats;
	for (int player = 0; player < n; player++) {
		struct neighbours_sum *sum = &neighbours->sums[cell_of(neighbours, plan, player)];
		sum->shares += match_win_share(places, (uint64_t)plan->n_blocks * (uint64_t)n, n, player);
		sum->matches++;
	}
}

static void close_cell(struct histogram *shares, struct neighbours_sum *sum)
{
	if (!sum->matches)
		return;
	histogram_add(shares, sum->shares / (double)sum->matches, 1);
	shares->n_matches += sum->matches;
	*sum = (struct neighbours_sum){0};
}

static void add_set(const struct deal_set *set, uint64_t times, void *context)
{
	struct neighbours *neighbours = context;
	bug_if(times != 1);
	for (int i = 0; i < set->n; i++)
		add_match(neighbours, &set->plans[i], set->places[i]);
	for (int i = 0; i < set->n; i++) {
		for (int player = 0; player < neighbours->sets.schedule->n_seats; player++) {
			int cell = cell_of(neighbours, &set->plans[i], player);
			close_cell(&neighbours->shares[cell], &neighbours->sums[cell]);
		}
	}
}

void neighbours_init(struct neighbours *neighbours, const struct schedule *schedule)
{
	*neighbours = (struct neighbours){0};
	if (schedule->n_seats < 3 || schedule->is_as_given || schedule->n_robots > NEIGHBOURS_MOST_ROBOTS)
		return;
	size_t n = (size_t)schedule->n_robots;
	neighbours->n_robots = schedule->n_robots;
	neighbours->shares = NEW_ARRAY(struct histogram, n * n);
	neighbours->sums = NEW_ARRAY(struct neighbours_sum, n * n);
	deal_sets_init(&neighbours->sets, schedule, add_set, neighbours);
}

void neighbours_finish(struct neighbours *neighbours)
{
	deal_sets_finish(&neighbours->sets);
}

void neighbours_release(struct neighbours *neighbours)
{
	neighbours_finish(neighbours);
	for (int i = 0; i < neighbours->n_robots * neighbours->n_robots; i++)
		histogram_release(&neighbours->shares[i]);
	FREE_ALL(neighbours->shares, neighbours->sums);
	*neighbours = (struct neighbours){0};
}

void neighbours_add(struct neighbours *neighbours, const struct chunk *chunk)
{
	if (!chunk->has_order && chunk->matches.n > 1)
		neighbours_release(neighbours);
	for (uint64_t i = 0; i < chunk->matches.n && neighbours->n_robots; i++) {
		struct match_plan plan = schedule_match(neighbours->sets.schedule, matches_number(&chunk->matches, i));
		deal_sets_add(&plan, chunk_match(chunk, i), 1, &neighbours->sets);
	}
}

json_t *neighbours_json(const struct neighbours *neighbours, const int *order)
{
	int n = neighbours->n_robots;
	if (!n)
		return json_null();
	json_t *robots = json_array(), *cells = json_array();
	for (int row = 0; row < n; row++) {
		json_t *line = json_array();
		json_array_append_new(robots, json_integer(order[row]));
		for (int column = 0; column < n; column++) {
			const struct histogram *shares = &neighbours->shares[order[row] * n + order[column]];
			struct interval interval = interval_of_shares(shares);
			json_array_append_new(line, !shares->n ? json_null()
					      : json_pack("{s:f, s:f, s:f, s:I}", "share", interval.mean,
				"low", interval.low, "high", interval.high, "matches", (json_int_t)shares->n_matches));
		}
		json_array_append_new(cells, line);
	}
	return json_pack("{s:o, s:o}", "robots", robots, "cells", cells);
}
