/* neighbours.c - win shares of matches by robot and neighbour. */
#include "page/neighbours.h"

#include "match/result.h"
#include "stats/interval.h"

void neighbours_init(struct neighbours *neighbours, const struct schedule *schedule)
{
	*neighbours = (struct neighbours){0};
	if (schedule->n_seats < 3 || schedule->is_as_given || schedule->n_robots > NEIGHBOURS_MOST_ROBOTS)
		return;
	neighbours->n_robots = schedule->n_robots;
	neighbours->shares = NEW_ARRAY(struct histogram, (size_t)schedule->n_robots * (size_t)schedule->n_robots);
}

void neighbours_release(struct neighbours *neighbours)
{
	for (int i = 0; i < neighbours->n_robots * neighbours->n_robots; i++)
		histogram_release(&neighbours->shares[i]);
	free(neighbours->shares);
	*neighbours = (struct neighbours){0};
}

static void add_match(struct neighbours *neighbours, const struct match_plan *plan, const uint8_t *places, int n)
{
	int player_at[SCHEDULE_MAX_SEATS];
	for (int player = 0; player < n; player++)
		player_at[plan->position[player]] = player;
	for (int player = 0; player < n; player++) {
		int before = player_at[(plan->position[player] + n - 1) % n];
		double share = match_win_share(places, (uint64_t)plan->n_blocks * (uint64_t)n, n, player);
		histogram_add(&neighbours->shares[plan->robot[player] * neighbours->n_robots + plan->robot[before]], share, 1);
	}
}

void neighbours_add(struct neighbours *neighbours, const struct chunk *chunk, const struct schedule *schedule)
{
	if (!chunk->has_order && chunk->matches.n > 1)
		neighbours_release(neighbours);
	for (uint64_t i = 0; i < chunk->matches.n && neighbours->n_robots; i++) {
		struct match_plan plan;
		schedule_match(schedule, matches_number(&chunk->matches, i), &plan);
		add_match(neighbours, &plan, chunk_match(chunk, i), schedule->n_seats);
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
			json_array_append_new(line, !shares->n ? json_null() : json_pack("{s:f, s:f, s:f, s:I}", "share", interval.mean,
				"low", interval.low, "high", interval.high, "matches", (json_int_t)shares->n));
		}
		json_array_append_new(cells, line);
	}
	return json_pack("{s:o, s:o}", "robots", robots, "cells", cells);
}
